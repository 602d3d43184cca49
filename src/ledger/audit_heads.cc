#include "ledger/audit_heads.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/encoding.h"

namespace vedette::ledger {
namespace {

constexpr std::string_view kFormat = "vedette-audit-heads-1";
constexpr std::string_view kKeyPurpose = "vedette audit heads 1";
constexpr std::string_view kSignature = "signature ";

base::Error refused(std::string_view why) {
  return {base::Cause::kInvalidInput, fmt::format("the exported heads are refused: {}", why)};
}

std::string signature_of(std::string_view lines, const ServerKey& key) {
  const base::Sha256 mac = base::hmac_sha256(key.derive(kKeyPurpose), lines);
  return base::hex(base::as_text(mac));
}

base::Result<ChainHead> read_head(std::istringstream& fields) {
  std::int64_t project = -1;
  std::string mac_text;
  ChainHead out;
  fields >> project >> out.head.sequence >> mac_text;
  const auto mac = base::unhex(mac_text);
  if (!fields || project < 0 || out.head.sequence < 0 || !mac ||
      mac->size() != sizeof(base::Sha256))
    return refused("a head is not of the form PROJECT SEQUENCE MAC");
  out.project = base::ProjectId(project);
  std::ranges::copy(*mac, out.head.mac.begin());
  return out;
}

}  // namespace

std::string signed_heads(const ExportedHeads& heads, const ServerKey& key) {
  std::string out = fmt::format("{}\nat {}\n", kFormat, heads.at.unix_millis);
  for (const ChainHead& chain : heads.heads)
    out += fmt::format("head {} {} {}\n", chain.project.value(), chain.head.sequence,
                       base::hex(base::as_text(chain.head.mac)));
  return out + fmt::format("{}{}\n", kSignature, signature_of(out, key));
}

base::Result<ExportedHeads> read_signed_heads(std::string_view text, const ServerKey& key) {
  const std::size_t end = text.rfind(kSignature);
  if (!text.starts_with(kFormat) || end == std::string_view::npos || text[end - 1] != '\n')
    return refused("this is not a file of `vedette audit export-head`");
  const std::string_view lines = text.substr(0, end);
  const std::string expected = fmt::format("{}{}\n", kSignature, signature_of(lines, key));
  if (!base::equal_in_constant_time(text.substr(end), expected))
    return refused("the signature is not of this installation's key over these lines");
  ExportedHeads out;
  std::istringstream rows{std::string(lines)};
  for (std::string row; std::getline(rows, row);) {
    std::istringstream fields(row);
    std::string word;
    fields >> word;
    if (word == "at") fields >> out.at.unix_millis;
    if (word != "head") continue;
    VEDETTE_ASSIGN(const ChainHead head, read_head(fields));
    out.heads.push_back(head);
  }
  return out;
}

}  // namespace vedette::ledger
