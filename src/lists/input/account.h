#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "lists/input/in_file.h"
#include "lists/input/seen_ids.h"
#include "profile/profile.h"

namespace vedette::lists {

// Which list a file holds. What the file does not say comes from the table of known lists.
struct ListInfo {
  std::string id;    // ofac-sdn, un-sc, ...: the first half of every profile key
  std::string name;  // OFAC Specially Designated Nationals
  std::string url;
  profile::PartialDate date;  // when the publisher made the file, if it says so
  std::string origin = {};    // of its sanctions regimes
  std::string body = {};
  std::int32_t body_id = 0;
  std::vector<std::string> measures = {};  // what being on this list means, if nothing else is said
  std::string measures_basis = {};         // the law that says so
  // The id of the list that the content says it is, whatever the operator calls it; empty when the
  // content does not say it.
  std::string publication = {};
  InFile* in_file = nullptr;  // where to count what the file says; null: not counted
};

// A record or a part that could not be taken, and why.
struct Rejection {
  std::uint64_t line = 0;
  std::string id;
  std::string cause;   // a few words, the same for the same kind of fault
  std::string detail;  // about this one
};

// What became of every record of one list. records = accepted + rejected, always.
struct Account {
  ListInfo list;
  std::string format;
  std::uint64_t records = 0;
  std::uint64_t accepted = 0;
  std::uint64_t rejected = 0;
  std::uint64_t names = 0;                      // of the accepted records
  std::uint64_t unknown_kind = 0;               // accepted; the list does not say what they are
  std::map<std::string, std::uint64_t> causes;  // of the rejected records
  std::map<std::string, std::uint64_t> parts;   // aliases, addresses, ... as the file has them
  std::uint64_t orphans = 0;                    // parts whose record is not in the file
  std::vector<Rejection> examples;              // the first rejections, then the first orphans
  std::vector<std::string> warnings;            // what somebody should know of the files

  static constexpr std::size_t kMostExamples = 1000;
};

// Takes what a reader makes of a file. Not thread-safe.
class Sink {
 public:
  virtual ~Sink() = default;
  // Called once, before the first record.
  virtual void begin(ListInfo info) = 0;
  // `file` says which file the line is of, where a list has several.
  virtual void accept(profile::Profile&& profile, std::uint64_t line, std::string_view file) = 0;
  void accept(profile::Profile&& profile, std::uint64_t line) {
    accept(std::move(profile), line, {});
  }
  // The same for a profile whose id came from ContentIds of this list: no other has it.
  virtual void accept_distinct(profile::Profile&& profile, std::uint64_t line) = 0;
  virtual void reject(Rejection&& rejection) = 0;
  // Counts parts of records as they stand in the file, by their kind.
  virtual void part(std::string_view kind, std::uint64_t count = 1) = 0;
  // A part that belongs to no record of the file.
  virtual void orphan(Rejection&& rejection) = 0;
  // Something that is missing though the list can be read without it.
  virtual void warn(std::string warning) = 0;
  // True when the reader should give up: whoever takes the profiles has failed.
  virtual bool stopped() const = 0;
};

using ProfileConsumer = std::function<base::Result<void>(profile::Profile&&)>;

// The sink that keeps the account. It refuses a profile without id or name and one whose id was
// there before in the same list; the others go to the consumer, their kind settled
// (profile::settle_kind).
class Accountant final : public Sink {
 public:
  Accountant(const Accountant&) = delete;  // part_counts_ points into it
  Accountant& operator=(const Accountant&) = delete;
  Accountant(std::string format, ProfileConsumer consumer) : consumer_(std::move(consumer)) {
    account_.format = std::move(format);
  }

  void begin(ListInfo info) override { account_.list = std::move(info); }
  using Sink::accept;
  void accept(profile::Profile&& profile, std::uint64_t line, std::string_view file) override;
  void accept_distinct(profile::Profile&& profile, std::uint64_t line) override;
  void reject(Rejection&& rejection) override;
  void part(std::string_view kind, std::uint64_t count) override;
  void orphan(Rejection&& rejection) override;
  void warn(std::string warning) override { account_.warnings.push_back(std::move(warning)); }
  bool stopped() const override { return !failure_.ok(); }

  const Account& account() const { return account_; }
  // The consumer's failure, if it had one.
  const base::Result<void>& failure() const { return failure_; }

 private:
  bool has_id_and_name(const profile::Profile& profile, std::uint64_t line, std::string_view file);
  void cut_names(profile::Profile& profile);
  void take(profile::Profile&& profile);
  std::uint64_t& part_count(std::string_view kind);

  Account account_;
  std::size_t rejected_examples_ = 0;  // those of account_.examples that are records
  ProfileConsumer consumer_;
  base::Result<void> failure_;
  // The counts of account_.parts: few kinds, counted for every part of every record.
  std::vector<std::pair<std::string_view, std::uint64_t*>> part_counts_;
  SeenIds seen_;
};

}  // namespace vedette::lists
