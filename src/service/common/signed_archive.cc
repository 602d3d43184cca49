#include "service/common/signed_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <map>

#include "base/encoding.h"
#include "base/json_writer.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;

constexpr std::string_view kManifest = "manifest.json";
constexpr std::string_view kSignature = "manifest.json.sig";
constexpr std::string_view kFormat = "vedette-archive-1";

std::string sum_of(std::string_view bytes) {
  return base::hex(base::as_text(base::sha256(bytes)));
}

std::string manifest_of(const std::string& purpose, const std::string& about,
                        const std::vector<ZipMember>& members) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("format", kFormat).member("purpose", purpose);
  json.key("about").raw(about).key("files").begin_array();
  for (const ZipMember& each : members)
    json.begin_object()
        .member("name", each.name)
        .member("bytes", static_cast<std::uint64_t>(each.bytes.size()))
        .member("sha256", sum_of(each.bytes))
        .end_object();
  json.end_array().end_object();
  return out + "\n";
}

SignedFile measured(const std::string& purpose, std::string_view bytes) {
  return {purpose, bytes.size(), base::sha256(bytes)};
}

Error damaged(const std::string& what) {
  return {Cause::kCorrupt, "the archive was changed: " + what};
}

// Takes a member out of the list.
Result<std::string> take(std::vector<ZipMember>& members, std::string_view name) {
  const auto found = std::ranges::find(members, name, &ZipMember::name);
  if (found == members.end())
    return Error(Cause::kInvalidInput,
                 fmt::format("this is no signed archive: it has no {}", name));
  std::string bytes = std::move(found->bytes);
  members.erase(found);
  return bytes;
}

// The sums of the manifest, which is known to be what was signed.
std::map<std::string, std::string> sums_of(const std::string& manifest) {
  std::map<std::string, std::string> out;
  boost::system::error_code problem;
  const boost::json::value parsed = boost::json::parse(manifest, problem);
  const boost::json::object* object = problem ? nullptr : parsed.if_object();
  const boost::json::value* files = object != nullptr ? object->if_contains("files") : nullptr;
  if (files == nullptr || !files->is_array()) return out;
  for (const boost::json::value& each : files->get_array()) {
    const boost::json::object* file = each.if_object();
    const auto* name = file != nullptr ? file->if_contains("name") : nullptr;
    const auto* sum = file != nullptr ? file->if_contains("sha256") : nullptr;
    if (name != nullptr && sum != nullptr && name->is_string() && sum->is_string())
      out[std::string(name->get_string())] = std::string(sum->get_string());
  }
  return out;
}

}  // namespace

Result<std::string> signed_archive(const DocumentSigner& signer, const std::string& purpose,
                                   const std::string& about, std::vector<ZipMember> members,
                                   base::Time at) {
  std::string manifest = manifest_of(purpose, about, members);
  std::string signature = signer.sign(measured(purpose, manifest), at);
  members.insert(members.begin(), {std::string(kSignature), std::move(signature)});
  members.insert(members.begin(), {std::string(kManifest), std::move(manifest)});
  return zip_of(members, at);
}

Result<CheckedArchive> check_archive(std::string_view archive, const std::string& purpose,
                                     const TrustedSigners& trusted) {
  CheckedArchive out;
  VEDETTE_ASSIGN(out.members, unzip(archive, kMostArchiveBytes));
  VEDETTE_ASSIGN(const std::string manifest, take(out.members, kManifest));
  VEDETTE_ASSIGN(const std::string signature, take(out.members, kSignature));
  VEDETTE_ASSIGN(out.signature, check_signature(signature, measured(purpose, manifest), trusted));
  std::map<std::string, std::string> sums = sums_of(manifest);
  for (const ZipMember& each : out.members) {
    const auto known = sums.find(each.name);
    if (known == sums.end())
      return damaged(fmt::format("its manifest does not name {} (or names it once)", each.name));
    if (known->second != sum_of(each.bytes))
      return damaged(fmt::format("{} is not what its manifest says", each.name));
    sums.erase(known);
  }
  if (!sums.empty()) return damaged(fmt::format("{} is missing", sums.begin()->first));
  return out;
}

}  // namespace vedette::service
