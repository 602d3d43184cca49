#include "service/monitoring/review_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <limits>

#include "base/digest.h"
#include "base/encoding.h"
#include "service/audit/audit_trail.h"
#include "service/monitoring/row_seals.h"

namespace vedette::service {
namespace {

namespace json = boost::json;
using base::Result;
using ledger::ProjectReader;
using ledger::ProjectSnapshot;
using ledger::sql::ProjectSql;

constexpr std::int64_t kEntriesAtOnce = 1000;
constexpr std::int64_t kRecordsAtOnce = 4096;
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

constexpr ProjectSql kEntries =
    "select e.sequence, p.payload from audit_entries e"
    " left join audit_payloads p on p.project_id = e.project_id and p.sequence = e.sequence"
    " where e.project_id = $1 and e.sequence > $2 and e.sequence <= $3"
    " and e.action in ('match.reviewed', 'match.commented') order by e.sequence";
constexpr ProjectSql kRecord =
    "select record_number from records where project_id = $1 and record_number = $2";
constexpr ProjectSql kNextRecord =
    "select record_number from match_history where project_id = $1 and record_number > $2"
    " order by record_number limit 1";
constexpr ProjectSql kCount =
    "select count(*) from match_history where project_id = $1 and record_number >= $2"
    " and record_number <= $3 and source = 1";

struct Entry {
  std::int64_t sequence = 0;
  std::int64_t record = 0;
  std::int64_t qr_code = 0;
  std::string match = {};
  std::string sha256 = {};
};

std::string text_of(const json::object& object, std::string_view name) {
  const json::value* found = object.if_contains(name);
  return found != nullptr && found->is_string() ? std::string(found->get_string()) : "";
}
std::int64_t number_of(const json::object& object, std::string_view name) {
  const json::value* found = object.if_contains(name);
  return found != nullptr && found->is_int64() ? found->get_int64() : 0;
}

// Nothing when the payload holds no digest.
std::optional<Entry> read_entry(std::int64_t sequence, const std::string& payload) {
  boost::system::error_code problem;
  const json::value parsed = json::parse(payload, problem);
  if (problem || !parsed.is_object()) return std::nullopt;
  const json::object& object = parsed.get_object();
  Entry entry{sequence, number_of(object, "recordNumber"), number_of(object, "qrCode"), "",
              text_of(object, "sha256")};
  if (entry.sha256.empty()) return std::nullopt;
  entry.match = fmt::format("match {} of {} {}", entry.qr_code, text_of(object, "family"),
                            text_of(object, "id"));
  return entry;
}

class ReviewProving {
 public:
  explicit ReviewProving(ProjectSnapshot& snapshot) : snapshot_(snapshot) {}

  Result<ReviewProof> run() {
    VEDETTE_ASSIGN(const std::int64_t last, snapshot_.read(newest_entry));
    for (std::int64_t after = 0; after < last && !proof_.first_bad; after += kEntriesAtOnce) {
      VEDETTE_ASSIGN(const std::vector<Entry> entries, read_entries(after));
      for (const Entry& entry : entries) {
        if (proof_.first_bad) break;
        VEDETTE_TRY(compare(entry));
      }
    }
    if (!proof_.first_bad && proof_.unproven == 0) VEDETTE_TRY(look_for_more());
    return proof_;
  }

 private:
  Result<std::vector<Entry>> read_entries(std::int64_t after) {
    return snapshot_.read([&](ProjectReader& reader) -> Result<std::vector<Entry>> {
      VEDETTE_ASSIGN(const auto rows, (reader.rows<std::int64_t, std::optional<std::string>>(
                                          kEntries, after, after + kEntriesAtOnce)));
      std::vector<Entry> out;
      for (const auto& [sequence, payload] : rows) {
        if (auto entry = read_entry(sequence, payload.value_or(""))) {
          out.push_back(*std::move(entry));
        } else {
          ++proof_.unproven;
        }
      }
      return out;
    });
  }

  Result<void> compare(const Entry& entry) {
    return snapshot_.read([&](ProjectReader& reader) -> Result<void> {
      const auto steps = history_of(reader, entry.record, entry.qr_code);
      const bool readable = steps.ok() || (steps.error().cause != base::Cause::kInternal &&
                                           !is_altered(steps.error()));
      if (!steps.ok() && readable) return steps.error();
      const bool fits = steps.ok() && std::ranges::any_of(*steps, [&](const HistoryStep& step) {
                          return step.by_client && review_digest(step) == entry.sha256;
                        });
      if (fits) {
        ++proof_.reviews;
        return {};
      }
      VEDETTE_ASSIGN(const auto record, reader.maybe<std::int64_t>(kRecord, entry.record));
      const bool removed = !record && steps.ok() && steps->empty();
      if (removed)
        ++proof_.removed;
      else
        proof_.first_bad = {entry.match, entry.sequence, "no review of it is what was written"};
      return {};
    });
  }

  // Reviews that no entry speaks of.
  Result<void> look_for_more() {
    std::int64_t found = 0;
    // From record to record: the numbers are what somebody may have written.
    for (std::int64_t after = kLeast; after < kMost;) {
      VEDETTE_TRY(snapshot_.read([&](ProjectReader& reader) -> Result<void> {
        VEDETTE_ASSIGN(const auto next, reader.maybe<std::int64_t>(kNextRecord, after));
        const std::int64_t from = next ? std::get<0>(*next) : kMost;
        after = from > kMost - kRecordsAtOnce ? kMost : from + kRecordsAtOnce;
        VEDETTE_ASSIGN(const auto count, reader.maybe<std::int64_t>(kCount, from, after));
        found += std::get<0>(*count);
        return {};
      }));
    }
    if (found != proof_.reviews)
      proof_.first_bad = {
          "a match", 0,
          fmt::format("the ledger has {} reviews, the audit chain {}", found, proof_.reviews)};
    return {};
  }

  ProjectSnapshot& snapshot_;
  ReviewProof proof_;
};

}  // namespace

std::string review_digest(const HistoryStep& review) {
  base::Sha256Stream digest;
  digest.add(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n", review.qr_code, review.at.unix_millis,
                         review.from ? static_cast<int>(*review.from) : 0,
                         static_cast<int>(review.to), review.score, review.version,
                         review.match_version));
  const auto add = [&](const std::optional<std::string>& text) {
    digest.add(text ? fmt::format("{}\n{}", text->size(), *text) : "-\n");
  };
  add(review.action);
  add(review.client_risk_rating);
  add(review.client_comment);
  add(review.client_user_id);
  add(review.username);
  add(review.request_id);
  return base::hex(base::as_text(digest.finish()));
}

Result<ReviewProof> prove_reviews(ledger::Ledger& ledger, const ledger::ProjectScope& scope) {
  VEDETTE_ASSIGN(const std::unique_ptr<ProjectSnapshot> snapshot, ledger.snapshot(scope));
  return ReviewProving(*snapshot).run();
}

}  // namespace vedette::service
