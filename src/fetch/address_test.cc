#include "fetch/address.h"

#include <gtest/gtest.h>

#include "fetch/url.h"

namespace vedette::fetch {
namespace {

TEST(AddressTest, TheMachineAndPrivateNetworksAreNotPublic) {
  for (const char* address : {"127.0.0.1",
                              "127.255.255.254",
                              "0.0.0.0",
                              "10.1.2.3",
                              "172.16.0.1",
                              "172.31.255.255",
                              "192.168.1.1",
                              "169.254.169.254",
                              "100.64.0.1",
                              "100.127.255.255",
                              "192.0.0.8",
                              "192.0.2.1",
                              "198.18.0.1",
                              "198.19.255.255",
                              "198.51.100.7",
                              "203.0.113.9",
                              "224.0.0.1",
                              "255.255.255.255",
                              "::",
                              "::1",
                              "fe80::1",
                              "fc00::1",
                              "fd12:3456::1",
                              "ff02::1",
                              "::ffff:127.0.0.1",
                              "::ffff:10.0.0.1",
                              "64:ff9b::a9fe:a9fe",
                              "64:ff9b:1::1",
                              "2002:7f00:1::",
                              "2001::1",
                              "2001:db8::1",
                              "3fff::1",
                              "fec0::1",
                              "[::1]"})
    EXPECT_FALSE(is_public(address)) << address;
}

TEST(AddressTest, AddressesOfTheInternetArePublic) {
  for (const char* address :
       {"1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1",
        "192.167.255.255", "198.17.255.255", "198.20.0.1", "223.255.255.255", "2606:4700::1111",
        "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "[2606:4700::1111]"})
    EXPECT_TRUE(is_public(address)) << address;
}

TEST(AddressTest, ANameIsNoAddress) {
  EXPECT_FALSE(is_address("localhost"));
  EXPECT_FALSE(is_public("localhost"));
  for (const char* address : {"169.254.169.254", "[fe80::1]", "::ffff:169.254.169.254",
                              "[64:ff9b::a9fe:a9fe]", "fd00:ec2::254"})
    EXPECT_TRUE(is_link_local(address)) << address;
  for (const char* address : {"10.0.0.1", "127.0.0.1", "[::1]", "fd00::1", "8.8.8.8", "localhost"})
    EXPECT_FALSE(is_link_local(address)) << address;
  EXPECT_TRUE(is_address("[::1]"));
  EXPECT_TRUE(is_address("10.0.0.1"));
}

TEST(UrlTest, OddSpellingsOfAnAddressComeOutPlain) {
  for (const char* text : {"http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/",
                           "http://127.1/", "http://127.0.0.1:80/"}) {
    const auto url = parse_url(text);
    ASSERT_TRUE(url.ok()) << text;
    EXPECT_EQ(url->host, "127.0.0.1") << text;
  }
}

TEST(UrlTest, OtherSchemesAndCredentialsAreRefused) {
  for (const char* text : {"file:///etc/passwd", "ftp://example.org/x", "gopher://example.org/",
                           "https://user:word@example.org/", "example.org/list.xml", "", "https://",
                           "https://exa mple.org/"})
    EXPECT_FALSE(parse_url(text).ok()) << text;
}

TEST(UrlTest, RelativeRedirectsStayAtTheOrigin) {
  const auto from = parse_url("https://example.org:8443/a/b.xml?x=1");
  ASSERT_TRUE(from.ok());
  const auto next = follow(*from, "../c.xml");
  ASSERT_TRUE(next.ok());
  EXPECT_EQ(next->text, "https://example.org:8443/c.xml");
  EXPECT_TRUE(next->same_origin(*from));
  const auto other = follow(*from, "//example.org/c.xml");
  ASSERT_TRUE(other.ok());
  EXPECT_FALSE(other->same_origin(*from));
  EXPECT_FALSE(follow(*from, "file:///etc/passwd").ok());
}

TEST(UrlTest, MessagesDoNotShowTheQueryAndFileNamesAreHarmless) {
  const auto url = parse_url("https://example.org/lists/sdn%2F..%2Fx.xml?token=secret#part");
  ASSERT_TRUE(url.ok());
  EXPECT_EQ(url->shown().find("secret"), std::string::npos);
  EXPECT_EQ(url->file_name().find('/'), std::string::npos);
  EXPECT_EQ(parse_url("https://example.org/..")->file_name(), "list");
  EXPECT_EQ(parse_url("https://example.org/SDN.XML")->file_name(), "SDN.XML");
}

}  // namespace
}  // namespace vedette::fetch
