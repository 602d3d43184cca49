#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "api/request/failure.h"
#include "api/request/inputs.h"
#include "base/json_writer.h"
#include "http/message.h"
#include "profile/profile.h"
#include "service/access/tokens.h"
#include "service/common/idempotency.h"
#include "service/monitoring/monitor_record.h"
#include "service/monitoring/records.h"
#include "service/monitoring/reviews.h"

// What the operations of monitoring have in common: who asks, about which record, under which key.
namespace vedette::api {

inline constexpr std::size_t kMostRecordsPerCall = 10'000;
inline constexpr std::size_t kMostReviewsPerCall = 1'000;
inline constexpr std::size_t kMostKeyCharacters = 255;
inline constexpr std::size_t kMostRatingCharacters = 100;
inline constexpr std::size_t kMostCommentCharacters = 10'000;
inline constexpr std::size_t kMostUserIdCharacters = 255;

service::Actor actor_of(const http::Request& request, const service::Principal& principal);

// The record that the request is about, under the name of the family, of the other one, or `id`.
// A missing one is told under `proper`, or under the name of the family.
std::string record_id(Inputs& inputs, profile::Family family, std::string_view proper = {});

// What a 404 says of that input.
Problem about_record(const Inputs& inputs, profile::Family family, std::string_view id);

// One record of a save. Absent fields stay unset; null, "" and [] clear the optional ones.
// `id_name` is what the id is properly called there: `id` in a batch.
service::RecordChange read_record(Inputs& inputs, profile::Family family, base::Time now,
                                  std::string_view id_name = {});

// The records of a batch. A body that is a list, or one record, counts as the batch. Problems have
// the path of their item, and its id when it has one.
struct RecordBatch {
  std::vector<service::RecordChange> changes = {};
  std::vector<std::vector<Problem>> problems = {};  // of each item
};
std::variant<RecordBatch, Failure> read_records(Inputs& inputs, profile::Family family,
                                                base::Time now);

// The reviews of a request: `reviews` in the body, or as JSON text in the query, or the fields of
// one review themselves.
struct ReviewBatch {
  std::vector<service::ReviewInput> reviews = {};
  std::vector<std::string> codes = {};  // of each item, as it was sent
  std::vector<std::vector<Problem>> problems = {};
  bool is_flat = false;  // one review, whose fields stand by themselves
};
std::variant<ReviewBatch, Failure> read_reviews(Inputs& inputs);

// 400 with all the problems of all items.
Failure invalid_items(const std::vector<std::vector<Problem>>& problems);
bool has_problems(const std::vector<std::vector<Problem>>& problems);
// The `error` of one item that partial=true left out: its first problem, and all of them.
void write_item_error(base::JsonWriter& json, const std::vector<Problem>& problems);

// A match's number, as getReviews and getHistory take it.
std::int64_t match_code(Inputs& inputs);

// The key of the request, when it has one; the same key with another path, query or body is another
// request. Holds the key while the request runs.
struct HeldKey {
  std::optional<service::IdempotencyKey> key = {};
  std::optional<service::RunningKeys::Guard> guard = {};
};
std::variant<HeldKey, Failure> hold_key(const http::Request& request,
                                        const service::Principal& principal,
                                        service::RunningKeys& running);

// The answer to a failed write: as refused(), and 422 for a key that belongs to another request.
http::Response refused_write(const http::Request& request, const base::Error& error,
                             const std::optional<Problem>& about = {});

// The answer of a write; says so when it was given before.
http::Response answered(service::Answered answer);

}  // namespace vedette::api
