#include "service/access/credentials.h"

#include <charconv>

#include "base/check.h"
#include "base/encoding.h"

namespace vedette::service {
namespace {

constexpr std::size_t kProjectBytes = 4;
constexpr std::size_t kRandomBytes = 32;
constexpr std::size_t kTokenCharacters = (kProjectBytes + kRandomBytes) * 4 / 3;
constexpr std::int64_t kClientsFactor = kMostClientsPerProject + 1;

void append_big_endian(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = bytes; i-- > 0;)
    out += static_cast<char>((value >> (8 * i)) & 0xff);
}

}  // namespace

NewToken make_token(base::ProjectId project) {
  VEDETTE_CHECK(project.value() > 0 && project.value() <= 0xffff'ffff);
  std::string bytes;
  append_big_endian(bytes, static_cast<std::uint64_t>(project.value()), kProjectBytes);
  bytes.resize(kProjectBytes + kRandomBytes);
  base::fill_random({reinterpret_cast<std::uint8_t*>(bytes.data()) + kProjectBytes, kRandomBytes});
  NewToken token;
  token.text = base::base64url(bytes);
  token.digest = base::sha256(token.text);
  return token;
}

std::optional<base::ProjectId> project_of_token(std::string_view token) {
  if (token.size() != kTokenCharacters) return std::nullopt;
  const auto bytes = base::unbase64(token);
  if (!bytes || bytes->size() != kProjectBytes + kRandomBytes) return std::nullopt;
  std::int64_t project = 0;
  for (std::size_t i = 0; i < kProjectBytes; ++i)
    project = project << 8 | static_cast<unsigned char>((*bytes)[i]);
  return base::ProjectId(project);
}

std::optional<base::ClientId> client_number(base::ProjectId project, std::int64_t within_project) {
  if (within_project < 1 || within_project > kMostClientsPerProject) return std::nullopt;
  return base::ClientId(project.value() * kClientsFactor + within_project);
}

base::ProjectId project_of_client(base::ClientId client) {
  return base::ProjectId(client.value() / kClientsFactor);
}

std::optional<base::ClientId> parse_client_id(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number <= 0) return std::nullopt;
  return base::ClientId(number);
}

std::string client_secret(const ledger::ServerKey& key, base::ClientId client,
                          std::int64_t generation) {
  std::string message;
  append_big_endian(message, static_cast<std::uint64_t>(client.value()), 8);
  append_big_endian(message, static_cast<std::uint64_t>(generation), 8);
  return base::base64url(base::as_text(key.mac(message)));
}

}  // namespace vedette::service
