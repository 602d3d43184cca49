// Encrypted connections, with a certificate made for the test.

#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <cstdlib>
#include <filesystem>

#include "http/testing/server_fixture.h"

namespace vedette::http {
namespace {

using testing::Caller;
using testing::Channel;
using testing::Client;
using testing::PlainChannel;
using testing::TestServer;

const std::string kHealth = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";

// A folder with cert.pem and key.pem that goes away with the test.
class Certificate {
 public:
  explicit Certificate(const std::string& name) {
    char pattern[] = "http_tls_test_XXXXXX";
    folder_ = ::mkdtemp(pattern);
    write(name);
  }
  ~Certificate() { std::filesystem::remove_all(folder_); }
  Certificate(const Certificate&) = delete;
  Certificate& operator=(const Certificate&) = delete;

  std::string certificate() const { return folder_ + "/cert.pem"; }
  std::string key() const { return folder_ + "/key.pem"; }

  void write(const std::string& name) {
    EVP_PKEY* pair = EVP_EC_gen("P-256");
    X509* x509 = X509_new();
    X509_set_version(x509, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(x509), 1);
    X509_gmtime_adj(X509_getm_notBefore(x509), -60);
    X509_gmtime_adj(X509_getm_notAfter(x509), 3600);
    X509_set_pubkey(x509, pair);
    X509_NAME* subject = X509_get_subject_name(x509);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    X509_set_issuer_name(x509, subject);
    X509_sign(x509, pair, EVP_sha256());
    std::FILE* file = std::fopen(certificate().c_str(), "w");
    PEM_write_X509(file, x509);
    std::fclose(file);
    file = std::fopen(key().c_str(), "w");
    std::filesystem::permissions(
        key(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    PEM_write_PrivateKey(file, pair, nullptr, nullptr, 0, nullptr, nullptr);
    std::fclose(file);
    X509_free(x509);
    EVP_PKEY_free(pair);
  }

 private:
  std::string folder_;
};

class TlsChannel final : public Channel {
 public:
  explicit TlsChannel(std::uint16_t port, int version = 0, int receive_buffer = 0)
      : socket_(port, receive_buffer), context_(SSL_CTX_new(TLS_client_method())) {
    if (version != 0) {
      SSL_CTX_set_min_proto_version(context_, version);
      SSL_CTX_set_max_proto_version(context_, version);
      // Old versions need old signatures, which this OpenSSL refuses by default.
      SSL_CTX_set_cipher_list(context_, "ALL:@SECLEVEL=0");
    }
    session_ = SSL_new(context_);
    SSL_set_fd(session_, socket_.handle());
    connected_ = SSL_connect(session_) == 1;
    ERR_clear_error();
  }
  ~TlsChannel() override {
    SSL_free(session_);
    SSL_CTX_free(context_);
  }
  TlsChannel(const TlsChannel&) = delete;
  TlsChannel& operator=(const TlsChannel&) = delete;

  bool connected() const { return connected_; }
  std::string version() const { return SSL_get_version(session_); }
  // True when the peer said goodbye instead of only hanging up.
  bool closed_cleanly() const { return closed_cleanly_; }
  std::string peer_name() const {
    X509* x509 = SSL_get1_peer_certificate(session_);
    char name[128] = {};
    X509_NAME_get_text_by_NID(X509_get_subject_name(x509), NID_commonName, name, sizeof name);
    X509_free(x509);
    return name;
  }
  bool put(std::string_view bytes) override {
    return SSL_write(session_, bytes.data(), static_cast<int>(bytes.size())) > 0;
  }
  std::string receive() override {
    std::string bytes(65536, '\0');
    const int got = SSL_read(session_, bytes.data(), static_cast<int>(bytes.size()));
    if (got <= 0) closed_cleanly_ = SSL_get_error(session_, got) == SSL_ERROR_ZERO_RETURN;
    ERR_clear_error();
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
  }

 private:
  PlainChannel socket_;
  SSL_CTX* context_;
  SSL* session_ = nullptr;
  bool connected_ = false;
  bool closed_cleanly_ = false;
};

ServerOptions with(const Certificate& certificate) {
  ServerOptions options = TestServer::quick();
  options.listen = {{.host = "127.0.0.1", .port = 0, .tls = true}, {.host = "127.0.0.1"}};
  options.tls = {.certificate_file = certificate.certificate(), .key_file = certificate.key()};
  return options;
}

TEST(Tls, ServesVersionsOneTwoAndOneThree) {
  const Certificate certificate("first");
  TestServer server(with(certificate));
  for (const auto& [version, name] :
       {std::pair(TLS1_2_VERSION, "TLSv1.2"), std::pair(TLS1_3_VERSION, "TLSv1.3")}) {
    TlsChannel channel(server.port(), version);
    ASSERT_TRUE(channel.connected()) << name;
    EXPECT_EQ(channel.version(), name);
    Client client(channel);
    for (int i = 0; i < 5; ++i)
      EXPECT_EQ(client.ask(kHealth)->body, "{\"ok\":true}");
    EXPECT_EQ(client.ask("GET /peer HTTP/1.1\r\nHost: x\r\n\r\n")->body, "127.0.0.1 tls");
  }
}

TEST(Tls, RefusesOlderVersions) {
  const Certificate certificate("first");
  TestServer server(with(certificate));
  for (const int version : {TLS1_VERSION, TLS1_1_VERSION}) {
    TlsChannel channel(server.port(), version);
    EXPECT_FALSE(channel.connected());
  }
}

TEST(Tls, PipeliningLargeBodiesAndACleanEnd) {
  const Certificate certificate("first");
  TestServer server(with(certificate));
  TlsChannel channel(server.port());
  ASSERT_TRUE(channel.connected());
  Client client(channel);
  std::string burst;
  for (int i = 0; i < 51; ++i)
    burst += "GET /about/" + std::to_string(i) + " HTTP/1.1\r\nHost: x\r\n\r\n";
  client.send(burst);
  for (int i = 0; i < 51; ++i)
    EXPECT_EQ(client.read()->body, "GET /about/" + std::to_string(i) + "  ");
  const std::string body(1u << 20, 'q');
  client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1048576\r\n\r\n");
  client.send(body);
  EXPECT_TRUE(client.read()->body == body);
  EXPECT_EQ(client.ask("GET /big HTTP/1.1\r\nHost: x\r\n\r\n")->body.size(), 8u << 20);
  EXPECT_EQ(client.ask("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")->status,
            200);
  EXPECT_TRUE(client.ended());
  EXPECT_TRUE(channel.closed_cleanly());
}

TEST(Tls, AStalledHandshakeIsClosedAndPlainTextGetsNothing) {
  const Certificate certificate("first");
  ServerOptions options = with(certificate);
  options.head_timeout = base::Millis{100};
  TestServer server(options);
  Caller silent(server.port());
  EXPECT_TRUE(silent.ended());
  Caller plain(server.port());
  plain.send(kHealth);
  while (plain.wait_for("never")) {
  }
  EXPECT_EQ(plain.input().find("HTTP/1.1"), std::string::npos);
  TlsChannel channel(server.port());
  Client client(channel);
  EXPECT_EQ(client.ask(kHealth)->status, 200);
}

TEST(Tls, IdleConnectionsGiveMemoryBackAndServeOn) {
  const Certificate certificate("first");
  TestServer server(with(certificate));
  TlsChannel channel(server.port());
  Client client(channel);
  EXPECT_EQ(client.ask(kHealth)->status, 200);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(client.ask(kHealth)->status, 200);
}

TEST(Tls, NewCertificatesAreTakenOnRequestAndBadOnesAreNot) {
  Certificate certificate("first");
  TestServer server(with(certificate));
  TlsChannel before(server.port());
  EXPECT_EQ(before.peer_name(), "first");
  certificate.write("second");
  ASSERT_TRUE(server.server().reload_tls().ok());
  EXPECT_EQ(TlsChannel(server.port()).peer_name(), "second");
  // The open connection is not disturbed.
  Client client(before);
  EXPECT_EQ(client.ask(kHealth)->status, 200);
  std::filesystem::remove(certificate.key());
  const auto reloaded = server.server().reload_tls();
  ASSERT_FALSE(reloaded.ok());
  EXPECT_NE(reloaded.error().message.find("key.pem"), std::string::npos);
  EXPECT_EQ(TlsChannel(server.port()).peer_name(), "second");
}

TEST(Tls, ACertificateThatCannotBeReadStopsTheStart) {
  const Certificate one("one");
  const Certificate two("two");
  base::SystemClock clock;
  ServerOptions options = with(one);
  options.tls.key_file = two.key();
  Server mixed(options, Router({}), clock);
  EXPECT_FALSE(mixed.start().ok());
  options.tls.certificate_file = "nowhere.pem";
  Server missing(options, Router({}), clock);
  EXPECT_FALSE(missing.start().ok());
}

TEST(Tls, AKeyThatEveryUserMayReadIsRefusedAtTheStartAndWhenReadAgain) {
  const Certificate certificate("first");
  TestServer server(with(certificate));
  std::filesystem::permissions(certificate.key(), std::filesystem::perms::others_read,
                               std::filesystem::perm_options::add);
  const auto reloaded = server.server().reload_tls();
  ASSERT_FALSE(reloaded.ok());
  EXPECT_NE(reloaded.error().message.find("chmod o-rwx " + certificate.key()), std::string::npos);
  base::SystemClock clock;
  Server another(with(certificate), Router({}), clock);
  EXPECT_FALSE(another.start().ok());
}

TEST(Tls, StoppingEndsTlsConnectionsToo) {
  const Certificate certificate("first");
  TestServer server(with(certificate));
  TlsChannel channel(server.port());
  Client client(channel);
  EXPECT_EQ(client.ask(kHealth)->status, 200);
  EXPECT_TRUE(server.server().stop(base::seconds(20)));
  EXPECT_TRUE(client.ended());
  EXPECT_TRUE(channel.closed_cleanly());
}

}  // namespace
}  // namespace vedette::http
