#include "app/commands/anchor_check.h"

#include <fmt/format.h>

#include <iostream>

#include "app/installation/installation.h"
#include "app/installation/signing.h"
#include "app/settings/file_access.h"
#include "base/timestamp.h"
#include "service/common/audit_anchor.h"

namespace vedette::app {
namespace {

using ledger::ProjectReader;
using ledger::sql::ProjectSql;

constexpr ProjectSql kMac = "select mac from audit_entries where project_id = $1 and sequence = $2";

// What does not fit the chains, or nothing.
base::Result<std::string> compare(ledger::Ledger& ledger, const ledger::ExportedHeads& heads) {
  const auto scope = ledger::OperatorScope::for_command_line();
  for (const ledger::ChainHead& chain : heads.heads) {
    VEDETTE_ASSIGN(const auto entry,
                   ledger.read(scope.project(chain.project), [&](ProjectReader& reader) {
                     return reader.maybe<base::Sha256>(kMac, chain.head.sequence);
                   }));
    if (!entry)
      return fmt::format("entry {} of the chain of project {} is gone", chain.head.sequence,
                         chain.project.value());
    if (std::get<0>(*entry) != chain.head.mac)
      return fmt::format("entry {} of the chain of project {} is another", chain.head.sequence,
                         chain.project.value());
  }
  return std::string();
}

}  // namespace

base::Result<AnchorVerdict> check_anchors(const Settings& settings, const std::string& file,
                                          const std::string& authority_file) {
  VEDETTE_ASSIGN(std::ifstream opened, open_to_read(file));
  VEDETTE_ASSIGN(const service::TrustedSigners trusted, trusted_signers(settings, ""));
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const std::unique_ptr<Installation> installation,
                 Installation::open_existing(settings, clock));
  AnchorVerdict out;
  std::size_t number = 0;
  for (std::string line; std::getline(opened, line);) {
    ++number;
    const auto bad = [&](const std::string& why) {
      out.bad.push_back(fmt::format("anchor {}: {}", number, why));
    };
    const auto read = service::read_anchor(line, trusted);
    if (!read.ok()) {
      bad(read.error().message);
      continue;
    }
    ++out.anchors;
    out.newest = base::iso_seconds(read->heads.at);
    VEDETTE_ASSIGN(const std::string misfit, compare(installation->ledger(), read->heads));
    if (!misfit.empty()) bad(misfit);
    if (read->anchor.timestamp.empty()) continue;
    const auto time = base::timestamp_time(read->anchor.timestamp, base::sha256(read->anchor.body),
                                           authority_file);
    if (!time.ok() && time.error().cause == base::Cause::kInvalidInput) return time.error();
    if (!time.ok()) bad(time.error().message);
    out.timestamps += time.ok() ? 1 : 0;
  }
  if (number == 0) out.bad.push_back("the file of anchors is empty");
  return out;
}

void print_anchors(const AnchorVerdict& verdict) {
  for (const std::string& bad : verdict.bad)
    std::cout << bad << "\n";
  if (verdict.bad.empty())
    std::cout << fmt::format(
        "audit: {} anchors, {} with a timestamp, fit the chains; the last is "
        "of {}\n",
        verdict.anchors, verdict.timestamps, verdict.newest);
}

void write_anchors(base::JsonWriter& json, const AnchorVerdict& verdict) {
  json.begin_object().member("anchors", verdict.anchors).member("timestamps", verdict.timestamps);
  json.member("newest", verdict.newest).key("bad").begin_array();
  for (const std::string& bad : verdict.bad)
    json.value(bad);
  json.end_array().end_object();
}

}  // namespace vedette::app
