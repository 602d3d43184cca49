#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "fetch/target.h"

namespace vedette::fetch {

struct DownloadLimits {
  std::uint64_t most_bytes = 16ULL << 30;
  base::Millis total = base::seconds(3600);  // over all attempts and waits
  base::Millis connect = base::seconds(20);
  base::Millis stall = base::seconds(60);  // slower than kLeastBytesPerSecond for so long
  int attempts = 5;
  base::Millis first_wait = base::seconds(2);  // doubles from attempt to attempt, with jitter
};

struct DownloadRequest {
  std::string url;
  std::vector<std::string> headers;  // "Name: value"; sent to the origin of `url` alone
  // What is known of the last good file: the server says "not modified" when it is still so.
  std::string etag;
  std::string last_modified;
  std::string proxy;    // http://host:port; the rules on addresses then judge names alone
  std::string ca_file;  // empty: the system's certificates
  std::string user_agent;
  TargetRules rules;
  DownloadLimits limits;
};

// What the caller wants to know and may decide while it runs.
struct DownloadWatch {
  std::function<void(std::uint64_t bytes, std::optional<std::uint64_t> total)> progress;
  // Called before a new attempt, with the reason of the last failure and how long to wait. Waits;
  // false when the download should be given up.
  std::function<bool(const std::string& failure, base::Millis wait)> wait;
  std::function<bool()> cancelled;
};

struct Download {
  bool not_modified = false;  // nothing was written
  std::string etag;
  std::string last_modified;
  std::uint64_t bytes = 0;
  std::string sha256;  // hex, of the file as it was sent
};

constexpr std::int64_t kLeastBytesPerSecond = 512;

// Fetches a file into `destination`, which appears only when all of it is there and on disk. The
// bytes are kept as sent: a body in Content-Encoding gzip stays packed, so that whoever reads the
// file bounds the unpacking. A broken transfer goes on where it stopped, also in a later call, when
// the server vouches that the file is still the same; what is there until then stands in
// `destination` + ".part" and ".resume".
//
// Failures: kForbidden (the rules), kTooLarge, kTimeout, kUnavailable (network, 5xx, after all
// attempts), kNotFound (404, 410), kInvalidInput (other answers), kConflict (cancelled),
// kStorageFull. The message names the address without its query.
base::Result<Download> download(const DownloadRequest& request,
                                const std::filesystem::path& destination,
                                const DownloadWatch& watch);

}  // namespace vedette::fetch
