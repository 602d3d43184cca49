#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

inline constexpr std::size_t kMostCaseFileBytes = std::size_t{10} * 1024 * 1024;
inline constexpr std::size_t kMostCaseFileNameBytes = 200;
inline constexpr std::int64_t kMostFilesOfCase = 20;
inline constexpr std::int64_t kMostItemsOfCase = 2'000;

// What analysts add to a customer besides reviews. The numbers are stored.
enum class CaseItemKind : std::uint8_t { kComment = 0, kFile = 1, kLink = 2 };
enum class CaseLinkKind : std::uint8_t { kNone = 0, kRecord = 1, kProfile = 2 };
std::string_view to_text(CaseItemKind kind);  // comment, file, link
std::string_view to_text(CaseLinkKind kind);  // record, profile

// A comment, a file, or a link to another customer or a listed profile. What does not belong to its
// kind is empty.
struct CaseItem {
  std::int64_t number = 0;  // in its case, from 1
  CaseItemKind kind = CaseItemKind::kComment;
  base::Time at = {};
  std::string actor = {};  // "user:12", as in the audit chain
  std::string username = {};
  std::string request_id = {};
  std::string comment = {};
  std::string name = {};  // of the file, or of what the link leads to
  std::string media_type = {};
  std::int64_t bytes = 0;
  std::string sha256 = {};  // of the file, in hex
  CaseLinkKind link_kind = CaseLinkKind::kNone;
  profile::Family link_family = profile::Family::kIndividual;
  std::string link_id = {};  // of the record, or the resourceId of the profile
  base::Time removed = {};   // 0: it is there
  std::string removed_by = {};

  bool is_removed() const { return removed.unix_millis != 0; }
};

// Which case: the record of a customer.
struct CaseKey {
  profile::Family family = profile::Family::kIndividual;
  std::string record_id = {};
};

// Adds what `item` has of kind, comment, name, media type and link; the rest is made here. For a
// file `content` has its bytes. kTooLarge when the case is full, RECORD_NOT_FOUND when there is no
// such case, LINK_NOT_FOUND when a linked record is not there.
base::Result<CaseItem> add_case_item(ledger::Ledger& ledger, const Actor& actor, const CaseKey& key,
                                     CaseItem item, const std::string& content = {});

// Takes a file or a link away; the bytes of the file go, that it was there stays. Comments stay as
// reviews do. `anybody`: also what others added. ITEM_NOT_FOUND.
base::Result<CaseItem> remove_case_item(ledger::Ledger& ledger, const Actor& actor,
                                        const CaseKey& key, std::int64_t number, bool anybody);

// A file with its bytes. kCorrupt when they are not those that were added.
struct AttachedFile {
  CaseItem item = {};
  std::string content = {};
};
base::Result<AttachedFile> read_case_file(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                          const CaseKey& key, std::int64_t number);
// All files of a case that are not removed.
base::Result<std::vector<AttachedFile>> read_case_files(ledger::Ledger& ledger,
                                                        const ledger::ProjectScope& scope,
                                                        const CaseKey& key);

}  // namespace vedette::service
