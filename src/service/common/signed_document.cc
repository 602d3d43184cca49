#include "service/common/signed_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/parse.hpp>

#include "base/encoding.h"
#include "base/json_writer.h"

namespace vedette::service {
namespace {

namespace json = boost::json;

constexpr std::string_view kFormat = "vedette-signature-1";
constexpr std::string_view kAlgorithm = "Ed25519";
constexpr std::string_view kEndorsing = "vedette signing key 1";

base::Sha256 endorsement_of(const ledger::ServerKey& server_key, const base::PublicKey& key) {
  return base::hmac_sha256(server_key.derive(kEndorsing), base::as_text(key));
}

// The bytes under the signature.
std::string message_of(std::string_view purpose, std::string_view signed_at, std::uint64_t bytes,
                       std::string_view sha256) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n", kFormat, purpose, signed_at, bytes, sha256);
}

template <class Bytes>
std::optional<Bytes> bytes_of(std::string_view text) {
  const auto bytes = base::unhex(text);
  Bytes out{};
  if (!bytes || bytes->size() != out.size()) return std::nullopt;
  std::ranges::copy(*bytes, out.begin());
  return out;
}

base::Error not_a_signature() {
  return {base::Cause::kInvalidInput, fmt::format("this is no signature of the form {}", kFormat)};
}

std::string text_of(const json::object& object, std::string_view name) {
  const json::value* found = object.if_contains(name);
  return found != nullptr && found->is_string() ? std::string(found->get_string()) : "";
}

bool is_trusted(const TrustedSigners& trusted, const base::PublicKey& key,
                std::string_view endorsement) {
  if (trusted.key && *trusted.key == key) return true;
  if (!trusted.endorsed_by) return false;
  const std::string expected = base::hex(base::as_text(endorsement_of(*trusted.endorsed_by, key)));
  return base::equal_in_constant_time(expected, endorsement);
}

}  // namespace

std::string public_key_text(const base::PublicKey& key) {
  return base::hex(base::as_text(key));
}

std::optional<base::PublicKey> read_public_key(std::string_view text) {
  return bytes_of<base::PublicKey>(text);
}

DocumentSigner::DocumentSigner(const base::KeyPair& key, const ledger::ServerKey& server_key)
    : key_(key), endorsement_(endorsement_of(server_key, key.public_key())) {}

std::string DocumentSigner::sign(const SignedFile& file, base::Time at) const {
  const std::string sha256 = base::hex(base::as_text(file.sha256));
  const std::string signed_at = base::iso_seconds(at);
  const base::Signature signature =
      key_.sign(message_of(file.purpose, signed_at, file.bytes, sha256));
  std::string out;
  base::JsonWriter writer(out);
  writer.begin_object().member("format", kFormat).member("purpose", file.purpose);
  writer.member("signedAt", signed_at).member("bytes", file.bytes).member("sha256", sha256);
  writer.member("algorithm", kAlgorithm).member("publicKey", public_key_text(public_key()));
  writer.member("signature", base::hex(base::as_text(signature)));
  writer.member("endorsement", base::hex(base::as_text(endorsement_))).end_object();
  return out + "\n";
}

base::Result<DocumentSignature> check_signature(std::string_view signature, const SignedFile& file,
                                                const TrustedSigners& trusted) {
  boost::system::error_code problem;
  const json::value parsed = json::parse(signature, problem);
  if (problem || !parsed.is_object()) return not_a_signature();
  const json::object& object = parsed.get_object();
  const auto key = read_public_key(text_of(object, "publicKey"));
  const auto bytes = bytes_of<base::Signature>(text_of(object, "signature"));
  if (text_of(object, "format") != kFormat || text_of(object, "algorithm") != kAlgorithm || !key ||
      !bytes)
    return not_a_signature();
  DocumentSignature out{text_of(object, "purpose"), text_of(object, "signedAt"), *key};
  const std::string sha256 = base::hex(base::as_text(file.sha256));
  const json::value* size = object.if_contains("bytes");
  const bool fits = size != nullptr && size->is_int64() &&
                    size->get_int64() == static_cast<std::int64_t>(file.bytes) &&
                    text_of(object, "sha256") == sha256;
  if (!fits ||
      !base::is_signed(*key, message_of(out.purpose, out.signed_at, file.bytes, sha256), *bytes))
    return base::Error(base::Cause::kCorrupt,
                       "the signature is not of this file: one of them was changed");
  if (!file.purpose.empty() && file.purpose != out.purpose)
    return base::Error(base::Cause::kCorrupt, fmt::format("the signature is of a {}, not of a {}",
                                                          out.purpose, file.purpose));
  if (!is_trusted(trusted, *key, text_of(object, "endorsement")))
    return base::Error(base::Cause::kForbidden,
                       fmt::format("it is signed by {}, which is not the key of this installation",
                                   public_key_text(*key)));
  return out;
}

}  // namespace vedette::service
