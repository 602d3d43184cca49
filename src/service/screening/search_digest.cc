#include "service/screening/search_digest.h"

#include <fmt/format.h>

#include "base/encoding.h"

namespace vedette::service {

std::string search_digest(std::string_view question, std::uint64_t total, std::string_view hits) {
  base::Sha256Stream digest;
  digest.add(fmt::format("{}\n{}\n", question.size(), total));
  digest.add(question);
  digest.add(hits);
  return base::hex(base::as_text(digest.finish()));
}

void ItemsDigest::add(std::string_view key, std::string_view question, std::string_view failure,
                      std::uint64_t total, std::string_view hits) {
  if (form_ != kFirstItemsForm) {
    digest_.add(fmt::format("{}\n", key.size()));
    digest_.add(key);
  }
  digest_.add(search_digest(fmt::format("{}{}", question, failure), total, hits));
}

std::string ItemsDigest::finish() {
  return base::hex(base::as_text(digest_.finish()));
}

}  // namespace vedette::service
