#pragma once

#include <boost/json/object.hpp>
#include <fstream>
#include <functional>
#include <string>

#include "base/result.h"

namespace vedette::app {

// The work of a bulk screening as far as it is done: a first line that says what is being done, and
// one line of JSON per customer. It is appended to as the work goes on, so that a run that was
// broken off goes on where it stopped, and all output is written from it at the end.
class BulkFile {
 public:
  // `head` (one line of JSON) must be the same when a file is continued: kConflict says so.
  // `restart` throws an earlier one away.
  static base::Result<BulkFile> open(const std::string& path, const std::string& head,
                                     bool restart);

  // Customers that are done already.
  std::uint64_t done() const { return done_; }
  // Lines with their ends; on disk when it returns.
  base::Result<void> append(const std::string& lines);
  // Calls `visit` for each customer, in order.
  base::Result<void> for_each(const std::function<void(const boost::json::object&)>& visit) const;
  void remove() const;

 private:
  BulkFile(std::string path, std::uint64_t done) : path_(std::move(path)), done_(done) {}

  std::string path_;
  std::uint64_t done_ = 0;
  std::ofstream out_;
};

}  // namespace vedette::app
