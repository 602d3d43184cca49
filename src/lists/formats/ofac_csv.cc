#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "lists/building/known_lists.h"
#include "lists/building/row_gatherer.h"
#include "lists/building/waiting_parties.h"
#include "lists/formats/format.h"
#include "lists/formats/ofac_facts.h"
#include "lists/formats/ofac_file.h"
#include "lists/input/row_batch.h"

// OFAC's separated files without header: the parties (sdn.csv, cons_prim.csv: 12 columns), their
// aliases (alt.csv: 5), addresses (add.csv: 6) and the overflow of remarks (sdn_comments.csv: 2).
// Also the .pip and .del variants, which differ in the separator. Nulls are written "-0- ".
//
// OFAC writes each file in the order of the parties' numbers, so that they are read side by side, a
// party with its parts at a time. Files in another order are gathered first.

namespace vedette::lists {
namespace {

using profile::Address;
using profile::Kind;
using Cells = OfacCells;
using Role = OfacRole;

bool is_there(const std::vector<OfacFile>& files, Role role) {
  return std::ranges::any_of(files, [&](const OfacFile& file) { return file.role() == role; });
}

// The parties alone hold half of the names. That nobody gave the other files is seen here or never.
base::Result<void> check_complete(const std::vector<OfacFile>& files, std::string_view party_file,
                                  bool consolidated) {
  std::string missing;
  if (!is_there(files, Role::kAlias)) missing = "aliases";
  if (!is_there(files, Role::kAddress)) missing += missing.empty() ? "addresses" : " and addresses";
  if (missing.empty()) return {};
  return base::Error(
      base::Cause::kInvalidInput,
      fmt::format("{} came without the file of its {}; without them names would be missed. Give "
                  "the files that belong together in one command: {}. --allow-incomplete takes "
                  "the parties alone",
                  party_file, missing,
                  consolidated ? "cons_prim.csv cons_alt.csv cons_add.csv cons_comments.csv"
                               : "sdn.csv alt.csv add.csv sdn_comments.csv"));
}

// A list can be read without these, and lacks what they hold.
void warn_of_missing(const std::vector<OfacFile>& files, bool consolidated, Sink& sink) {
  const auto warn = [&](Role role, std::string_view file, std::string_view loss) {
    if (!is_there(files, role)) sink.warn(fmt::format("{} was not given: {}", file, loss));
  };
  warn(Role::kAlias, consolidated ? "cons_alt.csv" : "alt.csv", "every alias is missing");
  warn(Role::kAddress, consolidated ? "cons_add.csv" : "add.csv", "every address is missing");
  warn(Role::kComment, consolidated ? "cons_comments.csv" : "sdn_comments.csv",
       "long remarks are cut, and names, birth dates and documents that stand in their ends are "
       "missing");
}

// The parts of the parties as the files have them.
struct PartCounts {
  std::uint64_t sanctions = 0;
  std::uint64_t aliases = 0;
  std::uint64_t addresses = 0;
  std::uint64_t continuations = 0;

  void report(Sink& sink) const {
    sink.part("sanctions", sanctions);
    sink.part("aliases", aliases);
    sink.part("addresses", addresses);
    sink.part("remark continuations", continuations);
  }
};

// "IRAN] [NPWMD] [IFSR" is three programmes.
void add_programmes(ProfileBuilder& builder, std::string_view text, PartCounts& counts) {
  while (!text.empty()) {
    const auto end = text.find("] [");
    ++counts.sanctions;
    builder.sanction(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 3);
  }
  if (builder.profile().sanctions.empty()) builder.sanction("");
}

// The cells of a party: number, name, type, programmes, title, call sign, vessel type, tonnage,
// gross tonnage, flag, owner, remarks.
void begin_party(ProfileBuilder& builder, const Cells& party, bool plain) {
  const Kind kind = ofac_kind(party[2]);
  builder.begin(without_zeros(party[0]), kind, plain);
  builder.name(party[1]);
  builder.title(party[4]);
  builder.office(party[4]);
  if (kind == Kind::kVessel) builder.profile().business_types = {"Vessel"};
  if (kind == Kind::kAircraft) builder.profile().business_types = {"Aircraft"};
  builder.identifier("Call Sign", party[5]);
  builder.note("Vessel type", party[6]);
  builder.note("Tonnage", party[7]);
  builder.note("Gross registered tonnage", party[8]);
  if (!party[9].empty()) builder.country(party[9], "Vessel flag");
  builder.note("Vessel flag", party[9]);
  builder.note("Vessel owner", party[10]);
}

// What a row of the other files adds to a party.
void add_part(ProfileBuilder& builder, Role role, const Cells& row, PartCounts& counts) {
  if (role == Role::kAlias) {
    ++counts.aliases;
    builder.name(row[3], ofac_alias_type(row[2]));
    builder.note("Alias remark", row[4]);
  } else if (role == Role::kAddress) {
    ++counts.addresses;
    builder.address_of([&](Address& address) {
      builder.put(address.line1, row[2]);
      builder.put(address.city, row[3]);
      builder.set_country(address, row[4]);
      builder.put(address.note, row[5]);
    });
  } else if (role == Role::kComment) {
    ++counts.continuations;  // read with the remarks
  }
}

// Makes the parties of their rows. One whose remarks name another waits until all names are known.
class Parties {
 public:
  Parties(const ListInfo& list, Sink& sink) : builder_(list), sink_(sink) {}

  // Reads the files side by side; each is in the order of its numbers.
  base::Result<void> join(std::vector<OfacFile>& files) {
    name_files(files);
    const auto parties = std::ranges::find(files, Role::kParty, &OfacFile::role);
    while (!parties->at_end() && !sink_.stopped()) {
      const std::uint64_t number = parties->number();
      for (OfacFile& file : files)
        if (file.role() != Role::kParty) VEDETTE_TRY(pass_orphans(file, number));
      batch_.begin_party();
      batch_.add(parties->row(), static_cast<char>(Role::kParty));
      for (OfacFile& file : files)
        for (; is_at(file, number);) {
          batch_.add(file.row(), static_cast<char>(*file.role()));
          VEDETTE_TRY(file.next(sink_));
        }
      VEDETTE_TRY(parties->next(sink_));
      for (; !parties->at_end() && parties->number() == number;) {
        reject_second(parties->line(), parties->id());
        VEDETTE_TRY(parties->next(sink_));
      }
      if (batch_.is_full()) VEDETTE_TRY(take_batch());
    }
    VEDETTE_TRY(take_batch());
    for (OfacFile& file : files)
      if (file.role() != Role::kParty) VEDETTE_TRY(pass_orphans(file, kAfterAll));
    for (const OfacFile& file : files)
      if (!file.is_in_order())
        return base::Error(
            base::Cause::kInvalidInput,
            fmt::format("the lines of {} end in CR alone and are not in the order of "
                        "their numbers",
                        file.name()));
    return finish();
  }

  // Reads them one after the other and brings their rows together.
  base::Result<void> gather(std::vector<OfacFile>& files) {
    name_files(files);
    RowGatherer parts;
    for (OfacFile& file : files)
      for (; !file.at_end();) {
        VEDETTE_TRY(parts.add(file.id(), file.row().fields(), file.line(),
                              static_cast<char>(*file.role())));
        VEDETTE_TRY(file.next(sink_));
      }
    VEDETTE_TRY(parts.for_each([&](std::string_view id, std::span<const GatheredRow> rows) {
      return take_rows(id, rows);
    }));
    return finish();
  }

 private:
  static constexpr std::uint64_t kAfterAll = ~std::uint64_t{0};

  static Role role_of(const GatheredRow& row) { return static_cast<Role>(row.kind()); }
  static bool is_at(const OfacFile& file, std::uint64_t number) {
    return !file.at_end() && file.role() != Role::kParty && file.number() == number;
  }
  // Which file a line is of: by its role, since rows that were gathered know no more.
  void name_files(const std::vector<OfacFile>& files) {
    for (const OfacFile& file : files) {
      if (!file.role()) continue;
      std::string& names = file_names_[*file.role()];
      names += names.empty() ? file.name() : " or " + file.name();
    }
  }
  void reject_second(std::uint64_t line, std::string_view id) {
    sink_.reject({line, std::string(id), "id used twice in the list", file_names_[Role::kParty]});
  }
  void orphan(Role role, std::uint64_t line, std::string_view id) {
    sink_.orphan({line, std::string(id), "part without its party",
                  fmt::format("{}: {}", file_names_[role],
                              role == Role::kAlias ? "alias" : "address or remark")});
  }
  base::Result<void> pass_orphans(OfacFile& file, std::uint64_t number) {
    while (!file.at_end() && file.number() < number) {
      orphan(*file.role(), file.line(), file.id());
      VEDETTE_TRY(file.next(sink_));
    }
    return {};
  }

  base::Result<void> add_name(const GatheredRow& row) {
    if (role_of(row) != Role::kParty && role_of(row) != Role::kAlias) return {};
    const Cells cells(row.cells());
    const std::string_view name = cells[role_of(row) == Role::kParty ? 1 : 3];
    const std::string_view number = without_zeros(cells[0]);
    return row.is_plain() ? names_.add_clean(name, number) : names_.add(name, number);
  }

  // One thing after the other for all parties of the batch.
  base::Result<void> take_batch() {
    for (std::size_t i = 0; i < batch_.size(); ++i)
      for (const GatheredRow& row : batch_.party(i))
        VEDETTE_TRY(add_name(row));
    for (std::size_t i = 0; i < batch_.size(); ++i)
      VEDETTE_TRY(take_party(batch_.party(i).front(), in_order(batch_.party(i))));
    batch_.clear();
    return {};
  }

  // The rows of one number, in any order: kept when there is a party among them.
  base::Result<void> take_rows(std::string_view id, std::span<const GatheredRow> rows) {
    const GatheredRow* party = nullptr;
    for (const GatheredRow& row : rows) {
      if (role_of(row) != Role::kParty) continue;
      if (party != nullptr)
        reject_second(row.line(), id);
      else
        party = &row;
    }
    if (party == nullptr) {
      for (const GatheredRow& row : rows)
        orphan(role_of(row), row.line(), id);
      return {};
    }
    for (const GatheredRow& row : rows)
      if (&row == party || role_of(row) != Role::kParty) VEDETTE_TRY(add_name(row));
    return take_party(*party, in_order(rows));
  }

  // Aliases and addresses by their own numbers, as OFAC writes them: a copy in another order must
  // not look like another party. Valid until it is asked again.
  std::span<const GatheredRow> in_order(std::span<const GatheredRow> rows) {
    if (are_in_order(rows)) return rows;
    in_order_.assign(rows.begin(), rows.end());
    std::ranges::stable_sort(in_order_, {}, place_of);
    return in_order_;
  }
  // Numbers are only looked at where a party has two of a kind.
  static bool are_in_order(std::span<const GatheredRow> rows) {
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const int rank = rank_of(role_of(rows[i - 1]));
      const int next = rank_of(role_of(rows[i]));
      if (next < rank || (next == rank && place_of(rows[i]) < place_of(rows[i - 1]))) return false;
    }
    return true;
  }
  struct Place {
    int rank = 0;
    std::uint64_t number = 0;
    auto operator<=>(const Place&) const = default;
  };
  static Place place_of(const GatheredRow& row) {
    const Role role = role_of(row);
    const bool has_number = role == Role::kAlias || role == Role::kAddress;
    return {rank_of(role), has_number ? number_of(row[1]).value_or(0) : 0};
  }
  static int rank_of(Role role) {
    switch (role) {
      case Role::kParty:
        return 0;
      case Role::kAlias:
        return 1;
      case Role::kAddress:
        return 2;
      case Role::kComment:
        break;
    }
    return 3;
  }

  base::Result<void> take_party(const GatheredRow& party, std::span<const GatheredRow> rows) {
    if (look_for_links(remarks_of(party, rows), names_)) return waiting_.add(party[0], rows);
    make_party(party, rows);
    return {};
  }

  // Valid until it is asked again.
  std::string_view remarks_of(const GatheredRow& party, std::span<const GatheredRow> rows) {
    const std::string_view remarks = Cells(party.cells())[11];
    if (std::ranges::none_of(rows, [](const auto& row) { return role_of(row) == Role::kComment; }))
      return remarks;
    remarks_ = remarks;
    for (const GatheredRow& row : rows)
      if (role_of(row) == Role::kComment) {
        // Remarks are split at "; ". A cut right after the semicolon loses the blank: add it.
        if (remarks_.ends_with(';')) remarks_ += ' ';
        remarks_ += Cells(row.cells())[1];
      }
    return remarks_;
  }

  void make_party(const GatheredRow& party, std::span<const GatheredRow> rows) {
    const Cells cells(party.cells());
    begin_party(builder_, cells, std::ranges::all_of(rows, &GatheredRow::is_plain));
    for (const GatheredRow& row : rows)
      add_part(builder_, role_of(row), Cells(row.cells()), counts_);
    add_programmes(builder_, cells[3], counts_);
    add_ofac_remarks(builder_, remarks_of(party, rows), names_);
    sink_.accept(builder_.take(), party.line(), file_names_[Role::kParty]);
  }

  base::Result<void> finish() {
    VEDETTE_TRY(names_.bring_together());
    VEDETTE_TRY(waiting_.for_each(
        [&](std::string_view, std::span<const GatheredRow> rows) -> base::Result<void> {
          make_party(*std::ranges::find(rows, Role::kParty, role_of), rows);
          return {};
        }));
    counts_.report(sink_);
    return {};
  }

  ProfileBuilder builder_;
  Sink& sink_;
  OfacNames names_;
  RowBatch batch_;  // the party's own row comes first
  WaitingParties waiting_;
  PartCounts counts_;
  std::string remarks_;
  std::vector<GatheredRow> in_order_;
  std::map<Role, std::string> file_names_;
};

// Whether the files can be read side by side, as far as their order goes.
base::Result<bool> are_in_order(const ListFiles& files) {
  for (const Input* input : files.files) {
    VEDETTE_ASSIGN(const bool in_order, is_in_order(*input));
    if (!in_order) return false;
  }
  return true;
}

}  // namespace

base::Result<void> read_ofac_csv(const ListFiles& files, Sink& sink) {
  // Looked at first, so that whoever shows how far the files are read sees the reading last.
  VEDETTE_ASSIGN(const bool in_order, are_in_order(files));
  std::vector<OfacFile> opened;
  for (const Input* input : files.files) {
    VEDETTE_ASSIGN(OfacFile file, OfacFile::open(*input, sink));
    opened.push_back(std::move(file));
  }
  const auto parties = std::ranges::find(opened, Role::kParty, &OfacFile::role);
  if (parties == opened.end())
    return base::Error(base::Cause::kInvalidInput,
                       "the file of the parties (sdn.csv or cons_prim.csv) is missing");
  const std::string content_id(ofac_list_of(parties->name(), Cells(parties->row().fields())[3]));
  const bool consolidated = content_id == "ofac-consolidated";
  if (!files.allow_incomplete) VEDETTE_TRY(check_complete(opened, parties->name(), consolidated));
  const ListInfo list = list_of_content(files, content_id);
  sink.begin(list);
  warn_of_missing(opened, consolidated, sink);
  const bool joined = in_order && std::ranges::count(opened, Role::kParty, &OfacFile::role) == 1;
  Parties made(list, sink);
  return joined ? made.join(opened) : made.gather(opened);
}

}  // namespace vedette::lists
