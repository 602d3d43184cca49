#include "http/client_address.h"

#include <gtest/gtest.h>

#include "http/message.h"

namespace vedette::http {
namespace {

TrustedProxies proxies(std::vector<std::string> blocks,
                       ForwardedHeader header = ForwardedHeader::kXForwardedFor) {
  auto parsed = TrustedProxies::parse(blocks, header);
  EXPECT_TRUE(parsed.ok());
  return std::move(parsed).value();
}

Request with(std::string_view name, std::string_view value) {
  Request request;
  request.add_header(name, value);
  return request;
}

TEST(ClientAddress, AStrangerCannotForgeAnAddress) {
  const auto trusted = proxies({"10.0.0.0/8"});
  EXPECT_EQ(trusted.client("192.0.2.9", false, with("X-Forwarded-For", "1.2.3.4")).address,
            "192.0.2.9");
  EXPECT_EQ(TrustedProxies().client("10.1.1.1", false, with("X-Forwarded-For", "1.2.3.4")).address,
            "10.1.1.1");
}

TEST(ClientAddress, ATrustedProxyGivesTheRightmostAddressThatIsNotAProxy) {
  const auto trusted = proxies({"10.0.0.0/8", "::1"});
  const auto address = [&](std::string_view value) {
    return trusted.client("10.1.1.1", false, with("X-Forwarded-For", value)).address;
  };
  EXPECT_EQ(address("6.6.6.6, 198.51.100.7, 10.2.2.2"), "198.51.100.7");
  EXPECT_EQ(address("198.51.100.7:4711"), "198.51.100.7");
  EXPECT_EQ(address("2001:DB8::7"), "2001:db8::7");
  EXPECT_EQ(address("[2001:db8::7]:80"), "2001:db8::7");
  EXPECT_EQ(address("10.9.9.9"), "10.9.9.9");
  // Left of an entry that is not an address nothing can be believed.
  EXPECT_EQ(address("198.51.100.7, unknown, 10.2.2.2"), "10.2.2.2");
  EXPECT_EQ(address("garbage"), "10.1.1.1");
  EXPECT_EQ(address(""), "10.1.1.1");
}

TEST(ClientAddress, SeveralHeaderLinesAreOneList) {
  Request request;
  request.add_header("X-Forwarded-For", "6.6.6.6, 198.51.100.7");
  request.add_header("X-Forwarded-For", "10.2.2.2");
  EXPECT_EQ(proxies({"10.0.0.0/8"}).client("10.1.1.1", false, request).address, "198.51.100.7");
}

TEST(ClientAddress, OnlyTheConfiguredHeaderIsRead) {
  Request request =
      with("Forwarded", R"(for=6.6.6.6;proto=http, For="[2001:db8::7]:1";proto=https)");
  request.add_header("X-Forwarded-For", "198.51.100.7");
  const auto forwarded = proxies({"10.0.0.0/8"}, ForwardedHeader::kForwarded);
  EXPECT_EQ(forwarded.client("10.1.1.1", false, request).address, "2001:db8::7");
  EXPECT_TRUE(forwarded.client("10.1.1.1", false, request).is_tls);
  EXPECT_EQ(proxies({"10.0.0.0/8"}).client("10.1.1.1", false, request).address, "198.51.100.7");
}

TEST(ClientAddress, TheProxySaysWhetherTheClientsLegWasEncrypted) {
  const auto trusted = proxies({"10.0.0.0/8"});
  const Request https = with("X-Forwarded-Proto", "https");
  EXPECT_TRUE(trusted.client("10.1.1.1", false, https).is_tls);
  EXPECT_FALSE(trusted.client("192.0.2.1", false, https).is_tls);
  EXPECT_FALSE(trusted.client("10.1.1.1", true, with("X-Forwarded-Proto", "http")).is_tls);
}

TEST(ClientAddress, BlocksAreComparedByBitsAndMappedAddressesAreIpv4) {
  const auto trusted = proxies({"192.168.4.0/22", "2001:db8::/33"});
  const auto trusts = [&](std::string_view text) {
    return trusted.trusts(*IpAddress::parse(text));
  };
  EXPECT_TRUE(trusts("192.168.7.255"));
  EXPECT_FALSE(trusts("192.168.8.0"));
  EXPECT_TRUE(trusts("::ffff:192.168.4.1"));
  EXPECT_TRUE(trusts("2001:db8:7fff::1"));
  EXPECT_FALSE(trusts("2001:db8:8000::1"));
  EXPECT_TRUE(proxies({"0.0.0.0/0"}).trusts(*IpAddress::parse("8.8.8.8")));
  for (const char* bad : {"10.0.0.0/33", "10.0.0/8", "::/129", "host", "10.0.0.0/", "10.0.0.0/8x"})
    EXPECT_FALSE(TrustedProxies::parse({bad}).ok()) << bad;
}

}  // namespace
}  // namespace vedette::http
