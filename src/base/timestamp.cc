#include "base/timestamp.h"

#include <openssl/bio.h>
#include <openssl/ts.h>
#include <openssl/x509_vfy.h>

#include <array>
#include <memory>

#include "base/check.h"

namespace vedette::base {
namespace {

template <auto kFree>
struct Freer {
  template <class T>
  void operator()(T* thing) const {
    kFree(thing);
  }
};
template <class T, auto kFree>
using Owned = std::unique_ptr<T, Freer<kFree>>;

using Request = Owned<TS_REQ, TS_REQ_free>;
using Answer = Owned<TS_RESP, TS_RESP_free>;
using Imprint = Owned<TS_MSG_IMPRINT, TS_MSG_IMPRINT_free>;
using Algorithm = Owned<X509_ALGOR, X509_ALGOR_free>;
using Integer = Owned<ASN1_INTEGER, ASN1_INTEGER_free>;
using Verification = Owned<TS_VERIFY_CTX, TS_VERIFY_CTX_free>;
using Certificates = Owned<X509_STORE, X509_STORE_free>;
using Text = Owned<BIO, BIO_free_all>;

constexpr std::size_t kNonceBytes = 8;

Error refused(std::string_view why) {
  return {Cause::kCorrupt, "the timestamp is refused: " + std::string(why)};
}

Answer read_answer(std::string_view der) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(der.data());
  return Answer(d2i_TS_RESP(nullptr, &bytes, static_cast<long>(der.size())));
}

Integer nonce() {
  std::array<std::uint8_t, kNonceBytes> bytes;
  fill_random(bytes);
  bytes[0] &= 0x7f;
  bytes[0] |= 0x40;  // neither negative nor shorter than it looks
  Integer out(ASN1_INTEGER_new());
  std::uint64_t number = 0;
  for (const std::uint8_t byte : bytes)
    number = number << 8 | byte;
  VEDETTE_CHECK(out && ASN1_INTEGER_set_uint64(out.get(), number) == 1);
  return out;
}

// The context owns the copy of the digest.
void expect_digest(TS_VERIFY_CTX* context, const Sha256& digest) {
  auto* copy = static_cast<unsigned char*>(OPENSSL_malloc(digest.size()));
  VEDETTE_CHECK(copy != nullptr);
  std::copy(digest.begin(), digest.end(), copy);
  TS_VERIFY_CTX_set_imprint(context, copy, static_cast<long>(digest.size()));
}

std::string time_of(TS_RESP* answer) {
  TS_TST_INFO* info = TS_RESP_get_tst_info(answer);
  if (info == nullptr) return "";
  const Text text(BIO_new(BIO_s_mem()));
  if (!text || ASN1_GENERALIZEDTIME_print(text.get(), TS_TST_INFO_get_time(info)) != 1) return "";
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(text.get(), &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

}  // namespace

TimestampRequest timestamp_request(const Sha256& digest) {
  const Request request(TS_REQ_new());
  const Imprint imprint(TS_MSG_IMPRINT_new());
  const Algorithm algorithm(X509_ALGOR_new());
  VEDETTE_CHECK(request && imprint && algorithm);
  X509_ALGOR_set_md(algorithm.get(), EVP_sha256());
  Sha256 copy = digest;
  const Integer number = nonce();
  VEDETTE_CHECK(TS_MSG_IMPRINT_set_algo(imprint.get(), algorithm.get()) == 1 &&
                TS_MSG_IMPRINT_set_msg(imprint.get(), copy.data(), static_cast<int>(copy.size())) ==
                    1 &&
                TS_REQ_set_version(request.get(), 1) == 1 &&
                TS_REQ_set_msg_imprint(request.get(), imprint.get()) == 1 &&
                TS_REQ_set_nonce(request.get(), number.get()) == 1 &&
                TS_REQ_set_cert_req(request.get(), 1) == 1);
  unsigned char* der = nullptr;
  const int size = i2d_TS_REQ(request.get(), &der);
  VEDETTE_CHECK(size > 0);
  TimestampRequest out{{reinterpret_cast<char*>(der), static_cast<std::size_t>(size)}, digest};
  OPENSSL_free(der);
  return out;
}

Result<void> check_timestamp_answer(std::string_view answer, const TimestampRequest& request) {
  const Answer read = read_answer(answer);
  if (!read) return refused("the authority's answer is of another form");
  const auto* der = reinterpret_cast<const unsigned char*>(request.der.data());
  const Request asked(d2i_TS_REQ(nullptr, &der, static_cast<long>(request.der.size())));
  VEDETTE_CHECK(asked != nullptr);
  const Verification context(TS_REQ_to_TS_VERIFY_CTX(asked.get(), nullptr));
  VEDETTE_CHECK(context != nullptr);
  TS_VERIFY_CTX_set_flags(context.get(), TS_VFY_VERSION | TS_VFY_IMPRINT | TS_VFY_NONCE);
  if (TS_RESP_verify_response(context.get(), read.get()) != 1)
    return refused("it was not granted, or is not about the request");
  return {};
}

Result<std::string> timestamp_time(std::string_view answer, const Sha256& digest,
                                   const std::string& ca_file) {
  const Answer read = read_answer(answer);
  if (!read) return refused("it is of another form");
  const Verification context(TS_VERIFY_CTX_new());
  VEDETTE_CHECK(context != nullptr);
  int flags = TS_VFY_VERSION | TS_VFY_IMPRINT;
  expect_digest(context.get(), digest);
  if (!ca_file.empty()) {
    Certificates store(X509_STORE_new());
    if (!store || X509_STORE_load_file(store.get(), ca_file.c_str()) != 1)
      return Error(Cause::kInvalidInput, ca_file + " holds no certificates (PEM)");
    TS_VERIFY_CTX_set_store(context.get(), store.release());
    flags |= TS_VFY_SIGNATURE;
  }
  TS_VERIFY_CTX_set_flags(context.get(), flags);
  if (TS_RESP_verify_response(context.get(), read.get()) != 1)
    return refused(ca_file.empty() ? "it is of another digest"
                                   : "it is of another digest, or by another authority");
  return time_of(read.get());
}

}  // namespace vedette::base
