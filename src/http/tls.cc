#include "http/tls.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <limits>
#include <utility>

namespace vedette::http {
namespace {

struct FreeContext {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
struct FreeSession {
  void operator()(SSL* session) const { SSL_free(session); }
};

std::string last_error() {
  char text[256] = "unknown error";
  if (const unsigned long code = ERR_get_error(); code != 0)
    ERR_error_string_n(code, text, sizeof text);
  ERR_clear_error();
  return text;
}

IoStatus status_of(SSL* session, int result) {
  switch (SSL_get_error(session, result)) {
    case SSL_ERROR_WANT_READ:
      return IoStatus::kWantRead;
    case SSL_ERROR_WANT_WRITE:
      return IoStatus::kWantWrite;
    case SSL_ERROR_ZERO_RETURN:
      return IoStatus::kClosed;
    default:
      ERR_clear_error();
      return IoStatus::kFailed;
  }
}

// A key that everybody on the machine may read is no secret any more.
base::Result<void> check_access(const std::string& key_file) {
  struct stat about{};
  if (::stat(key_file.c_str(), &about) != 0)
    return base::Error(base::Cause::kInvalidInput,
                       "cannot read the TLS key " + key_file + ": " + std::strerror(errno));
  if ((about.st_mode & (S_IROTH | S_IWOTH)) == 0) return {};
  return base::Error(
      base::Cause::kInvalidInput,
      fmt::format("every user of this machine can read or change the TLS key {0} (mode {1:o}): run "
                  "chmod o-rwx {0}, and consider a new key",
                  key_file, about.st_mode & 07777));
}

}  // namespace

struct TlsContext::Loaded {
  std::unique_ptr<SSL_CTX, FreeContext> context;
};

struct TlsSession::Opaque {
  std::unique_ptr<SSL, FreeSession> session;
  bool established = false;
  bool failed = false;
};

TlsContext::TlsContext() = default;
TlsContext::~TlsContext() = default;

base::Result<void> TlsContext::load(const std::string& certificate_file,
                                    const std::string& key_file) {
  ERR_clear_error();
  VEDETTE_TRY(check_access(key_file));
  auto loaded = std::make_shared<Loaded>();
  loaded->context.reset(SSL_CTX_new(TLS_server_method()));
  SSL_CTX* context = loaded->context.get();
  if (context == nullptr) return base::Error(base::Cause::kInternal, "TLS: " + last_error());
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  // Renegotiation and compression are attack surface without a use here; idle sessions give their
  // buffers back.
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20");
  const auto fails = [](const std::string& what) {
    return base::Error(base::Cause::kInvalidInput, what + ": " + last_error());
  };
  if (SSL_CTX_use_certificate_chain_file(context, certificate_file.c_str()) != 1)
    return fails("cannot read the TLS certificate " + certificate_file);
  if (SSL_CTX_use_PrivateKey_file(context, key_file.c_str(), SSL_FILETYPE_PEM) != 1)
    return fails("cannot read the TLS key " + key_file);
  if (SSL_CTX_check_private_key(context) != 1)
    return fails("the TLS key does not belong to the certificate");
  const std::lock_guard lock(mutex_);
  loaded_ = std::move(loaded);
  return {};
}

base::Result<base::Time> certificate_end(const std::string& certificate_file) {
  ERR_clear_error();
  const std::unique_ptr<BIO, decltype(&BIO_free)> file(BIO_new_file(certificate_file.c_str(), "r"),
                                                       BIO_free);
  const std::unique_ptr<X509, decltype(&X509_free)> certificate(
      file ? PEM_read_bio_X509(file.get(), nullptr, nullptr, nullptr) : nullptr, X509_free);
  std::tm end{};
  if (!certificate || ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &end) != 1)
    return base::Error(base::Cause::kInvalidInput,
                       "cannot read the TLS certificate " + certificate_file + ": " + last_error());
  return base::Time{std::int64_t{::timegm(&end)} * 1000};
}

std::unique_ptr<TlsSession> TlsContext::accept(int socket) const {
  std::shared_ptr<Loaded> loaded;
  {
    const std::lock_guard lock(mutex_);
    loaded = loaded_;
  }
  if (!loaded) return nullptr;
  ERR_clear_error();
  auto opaque = std::make_unique<TlsSession::Opaque>();
  // The session keeps its context alive by itself.
  opaque->session.reset(SSL_new(loaded->context.get()));
  if (!opaque->session || SSL_set_fd(opaque->session.get(), socket) != 1) return nullptr;
  SSL_set_accept_state(opaque->session.get());
  return std::make_unique<TlsSession>(std::move(opaque));
}

TlsSession::TlsSession(std::unique_ptr<Opaque> opaque) : opaque_(std::move(opaque)) {}
TlsSession::~TlsSession() = default;

IoStatus TlsSession::handshake() {
  ERR_clear_error();
  const int result = SSL_do_handshake(opaque_->session.get());
  opaque_->established = result == 1;
  if (result == 1) return IoStatus::kDone;
  const IoStatus status = status_of(opaque_->session.get(), result);
  if (status == IoStatus::kFailed) opaque_->failed = true;
  return status;
}

IoResult TlsSession::read(std::span<char> into) {
  ERR_clear_error();
  std::size_t bytes = 0;
  const int result = SSL_read_ex(opaque_->session.get(), into.data(), into.size(), &bytes);
  if (result == 1) return {IoStatus::kDone, bytes};
  const IoStatus status = status_of(opaque_->session.get(), result);
  if (status == IoStatus::kFailed) opaque_->failed = true;
  return {status};
}

IoResult TlsSession::write(std::string_view bytes) {
  ERR_clear_error();
  std::size_t written = 0;
  const int result = SSL_write_ex(opaque_->session.get(), bytes.data(), bytes.size(), &written);
  if (result == 1) return {IoStatus::kDone, written};
  const IoStatus status = status_of(opaque_->session.get(), result);
  if (status == IoStatus::kFailed) opaque_->failed = true;
  return {status};
}

void TlsSession::close() {
  if (!opaque_->established || opaque_->failed) return;
  opaque_->established = false;
  ERR_clear_error();
  SSL_shutdown(opaque_->session.get());
  ERR_clear_error();
}

}  // namespace vedette::http
