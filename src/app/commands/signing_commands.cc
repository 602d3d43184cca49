#include "app/commands/signing_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

#include "app/commands/backup_files.h"
#include "app/installation/installation.h"
#include "app/installation/signing.h"
#include "app/settings/file_access.h"
#include "app/terminal/terminal.h"
#include "base/encoding.h"
#include "base/json_writer.h"
#include "service/audit/proven_entries.h"
#include "service/common/signed_archive.h"

namespace vedette::app {
namespace {

namespace fs = std::filesystem;

base::Result<service::SignedFile> measure(const fs::path& file, const std::string& purpose) {
  VEDETTE_ASSIGN(const BackupFile sum, sum_for_backup(file, file.string()));
  service::SignedFile out{purpose, sum.bytes, {}};
  const auto sha256 = base::unhex(sum.sha256);
  if (!sha256 || sha256->size() != out.sha256.size())
    return base::Error(base::Cause::kInternal, "a sum has another length");
  std::ranges::copy(*sha256, out.sha256.begin());
  return out;
}

constexpr std::string_view kZipBegins = "PK\x03\x04";
constexpr const char* kAuditEntries = "audit.json";

// Nothing when the file is no zip archive, or one that is signed from outside.
base::Result<std::optional<std::string>> read_archive(const fs::path& path) {
  std::optional<std::string> none;
  VEDETTE_ASSIGN(const bool signed_outside, is_there(signature_file(path)));
  if (signed_outside) return none;
  VEDETTE_ASSIGN(std::ifstream file, open_to_read(path.string()));
  std::string begins(kZipBegins.size(), '\0');
  file.read(begins.data(), static_cast<std::streamsize>(begins.size()));
  if (begins != kZipBegins) return none;
  std::error_code problem;
  if (fs::file_size(path, problem) > service::kMostArchiveBytes || problem)
    return base::Error(base::Cause::kTooLarge,
                       path.string() + " is too large for a signed archive");
  std::ostringstream rest;
  rest << file.rdbuf();
  return std::optional<std::string>(begins + rest.str());
}

// Case files, attestations and validation runs prove themselves; with the server key at hand their
// audit entries are checked as well.
base::Result<service::DocumentSignature> check_signed_archive(
    const fs::path& path, const std::string& bytes, const service::TrustedSigners& trusted) {
  auto checked = service::check_archive(bytes, "", trusted);
  if (!checked.ok())
    return base::Error(checked.error().cause,
                       fmt::format("{}: {}", path.string(), checked.error().message));
  for (const service::ZipMember& member : checked->members)
    if (member.name == kAuditEntries && trusted.endorsed_by)
      VEDETTE_TRY(service::check_entries(member.bytes, *trusted.endorsed_by));
  return std::move(checked->signature);
}

base::Result<service::DocumentSignature> check(const fs::path& path,
                                               const service::TrustedSigners& trusted) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) {
    VEDETTE_ASSIGN(const auto archive, read_archive(path));
    if (archive) return check_signed_archive(path, *archive, trusted);
    return check_signed_file(path, "", trusted);
  }
  VEDETTE_ASSIGN(const std::vector<BackupFile> files, read_manifest(path));
  VEDETTE_ASSIGN(auto signature,
                 check_signed_file(manifest_file(path), std::string(kBackupPurpose), trusted));
  for (const BackupFile& wanted : files) {
    VEDETTE_ASSIGN(const BackupFile found, sum_for_backup(path / wanted.path, wanted.path));
    if (found.sha256 != wanted.sha256)
      return base::Error(
          base::Cause::kCorrupt,
          fmt::format("{} of the backup is not what its manifest says", wanted.path));
  }
  return signature;
}

base::Result<std::string> own_key(const Settings& settings) {
  if (auto lost = lost_ledger(settings)) return *std::move(lost);
  VEDETTE_ASSIGN(const service::DocumentSigner signer, open_signer(settings));
  return service::public_key_text(signer.public_key());
}

}  // namespace

fs::path signature_file(const fs::path& file) {
  return file.string() + ".sig";
}

base::Result<void> sign_file(const service::DocumentSigner& signer, const fs::path& file,
                             const std::string& purpose, base::Time at) {
  VEDETTE_ASSIGN(const service::SignedFile measured, measure(file, purpose));
  return write_durably(signature_file(file), signer.sign(measured, at));
}

base::Result<service::DocumentSignature> check_signed_file(const fs::path& file,
                                                           const std::string& purpose,
                                                           const service::TrustedSigners& trusted) {
  const fs::path signature = signature_file(file);
  VEDETTE_ASSIGN(const bool there, is_there(signature));
  if (!there)
    return base::Error(base::Cause::kNotFound, fmt::format("{} has no signature: {} is not there",
                                                           file.string(), signature.string()));
  VEDETTE_ASSIGN(const std::ifstream opened, open_to_read(signature.string()));
  std::ostringstream text;
  text << opened.rdbuf();
  VEDETTE_ASSIGN(const service::SignedFile measured, measure(file, purpose));
  auto checked = service::check_signature(text.str(), measured, trusted);
  if (checked.ok()) return checked;
  return base::Error(checked.error().cause,
                     fmt::format("{}: {}", file.string(), checked.error().message));
}

int verify_signed_file(const Settings& settings, const SignedFileCommand& command) {
  const auto trusted = trusted_signers(settings, command.signed_by);
  if (!trusted.ok()) return print_error(trusted.error());
  if (!trusted->key && !trusted->endorsed_by)
    return print_error({base::Cause::kInvalidInput,
                        "there is no installation here whose key could be compared: name the "
                        "public key of the signer with --signed-by"});
  const auto checked = check(command.file, *trusted);
  if (!checked.ok()) return print_error(checked.error());
  if (command.json) {
    std::string out;
    base::JsonWriter writer(out);
    writer.begin_object().member("file", command.file).member("purpose", checked->purpose);
    writer.member("signedAt", checked->signed_at);
    writer.member("publicKey", service::public_key_text(checked->key)).end_object();
    std::cout << out << "\n";
  } else {
    std::cout << fmt::format("{}: a {}, as it was signed at {} by {}\n", command.file,
                             checked->purpose, checked->signed_at,
                             service::public_key_text(checked->key));
  }
  return 0;
}

int print_signing_key(const Settings& settings, const SigningKeyCommand& command) {
  const auto key = own_key(settings);
  if (!key.ok()) return print_error(key.error());
  if (command.json) {
    std::string out;
    base::JsonWriter writer(out);
    writer.begin_object().member("algorithm", "Ed25519").member("publicKey", *key).end_object();
    std::cout << out << "\n";
  } else {
    std::cout << *key << "\n";
  }
  return 0;
}

}  // namespace vedette::app
