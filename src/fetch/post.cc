#include "fetch/post.h"

#include "fetch/transfer.h"

namespace vedette::fetch {
namespace {

constexpr std::size_t kMostAnswerBytes = 64 * 1024;

}  // namespace

base::Result<PostAnswer> post(const PostRequest& request) {
  VEDETTE_ASSIGN(const Url url, parse_url(request.url));
  if (auto refused = judge(url, request.rules)) return std::move(*refused);
  DownloadRequest settings;
  settings.proxy = request.proxy;
  settings.ca_file = request.ca_file;
  settings.user_agent = request.user_agent;
  settings.rules = request.rules;
  settings.limits.connect = request.timeout;
  DownloadWatch watch;
  watch.cancelled = request.cancelled;
  std::string taken;
  bool too_long = false;
  const BodyConsumer body = [&](const Answer&, std::string_view bytes) -> base::Result<void> {
    too_long = taken.size() + bytes.size() > kMostAnswerBytes;
    taken += bytes.substr(0, kMostAnswerBytes - taken.size());
    if (too_long) return base::Error(base::Cause::kTooLarge, "the answer is long");
    return {};
  };
  std::vector<std::string> headers = request.headers;
  // Whoever wants to see the head first would cost a round trip, and some servers never say so.
  headers.emplace_back("Expect:");
  Answer answer;
  const auto failed = transfer({.settings = settings,
                                .url = url,
                                .headers = std::move(headers),
                                .time_left = request.timeout,
                                .body = request.body},
                               watch, body, answer);
  // Who answers at length has answered.
  if (failed && !too_long) return failed->error;
  return PostAnswer{answer.status, answer.header("retry-after"), std::move(taken)};
}

}  // namespace vedette::fetch
