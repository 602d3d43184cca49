#include <algorithm>
#include <span>
#include <utility>

#include "lists/csv.h"
#include "lists/format.h"
#include "lists/known_lists.h"
#include "lists/ofac_facts.h"
#include "lists/row_gatherer.h"

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

enum Role : char { kParty = 'P', kAlias = 'A', kAddress = 'D', kComment = 'C' };

// The cells of a row; empty beyond its end, and where the file says that there is nothing.
class Cells {
 public:
  explicit Cells(std::span<const std::string_view> cells) : cells_(cells) {}
  std::string_view operator[](std::size_t column) const {
    if (column >= cells_.size() || cells_[column] == "-0-") return {};
    return cells_[column];
  }

 private:
  std::span<const std::string_view> cells_;
};

base::Result<char> delimiter_of(const Input& input) {
  VEDETTE_ASSIGN(const std::string head, head_of(input, 4096));
  for (char c : head)
    if (c == ',' || c == '|' || c == '@') return c;
  return base::Error(base::Cause::kInvalidInput,
                     fmt::format("{} is not one of OFAC's separated files", input.name()));
}

// By the number of columns; the file names differ from publisher to mirror.
std::optional<Role> role_of(std::size_t columns) {
  switch (columns) {
    case 12:
      return kParty;
    case 5:
      return kAlias;
    case 6:
      return kAddress;
    case 2:
      return kComment;
    default:
      return std::nullopt;
  }
}

bool is_number(std::string_view text) {
  for (const char c : text)
    if (c < '0' || c > '9') return false;
  return !text.empty();
}

// The longest number that is compared as one.
constexpr std::size_t kMostDigits = 18;

// Whether lines begin with numbers that never fall. Every row begins a line, so that the rows are
// in order as well; whatever is not as plain as OFAC writes it counts as out of order. Only a file
// whose lines end in CR alone would pass unseen: Parties::join() refuses it.
class LineOrder {
 public:
  bool add(std::string_view block) {
    while (!block.empty()) {
      if (at_start_ && !add_start(block)) return false;
      const auto end = block.find('\n');
      if (end == std::string_view::npos) return true;
      end_line();
      block.remove_prefix(end + 1);
    }
    return true;
  }
  // Of the last line, when nothing ends it.
  bool end() { return number_ >= last_ || digits_ == 0; }

 private:
  bool add_start(std::string_view& block) {
    while (!block.empty() && block.front() >= '0' && block.front() <= '9') {
      if (digits_ == 0 && block.front() == '0') return false;
      if (++digits_ > kMostDigits) return false;
      number_ = number_ * 10 + static_cast<std::uint64_t>(block.front() - '0');
      block.remove_prefix(1);
    }
    if (block.empty()) return true;
    at_start_ = false;
    constexpr std::string_view kEmptyLines = "\r\n\x1A";
    if (digits_ == 0) return kEmptyLines.find(block.front()) != std::string_view::npos;
    return number_ >= last_;
  }
  void end_line() {
    if (digits_ != 0) last_ = number_;
    number_ = 0;
    digits_ = 0;
    at_start_ = true;
  }

  std::uint64_t last_ = 0;
  std::uint64_t number_ = 0;
  std::size_t digits_ = 0;
  bool at_start_ = true;
};

base::Result<bool> is_in_order(const Input& input) {
  VEDETTE_ASSIGN(const auto source, input.open());
  std::vector<char> block(std::size_t{256} << 10);
  LineOrder order;
  for (;;) {
    VEDETTE_ASSIGN(const std::size_t count, source->read(block.data(), block.size()));
    if (count == 0) return order.end();
    if (!order.add({block.data(), count})) return false;
  }
}

// One of the files while it is read: the row at which it stands.
class PartFile {
 public:
  static base::Result<PartFile> open(const Input& input, Sink& sink) {
    VEDETTE_ASSIGN(const char delimiter, delimiter_of(input));
    VEDETTE_ASSIGN(auto source, input.open());
    PartFile file(input, std::move(source), delimiter);
    VEDETTE_TRY(file.next(sink));
    return file;
  }

  bool at_end() const { return at_end_; }
  bool is_in_order() const { return is_in_order_; }   // so far
  std::optional<Role> role() const { return role_; }  // none of an empty file
  const std::string& name() const { return input_->name(); }
  std::string_view id() const { return (*rows_)[0]; }
  std::uint64_t number() const { return number_; }
  std::uint64_t line() const { return rows_->line(); }
  std::span<const std::string_view> fields() const { return rows_->fields(); }
  Cells cells() const { return Cells(rows_->fields()); }

  // The next row that is one of this file's; the others are accounted for.
  base::Result<void> next(Sink& sink) {
    for (;;) {
      VEDETTE_ASSIGN(const bool more, rows_->next());
      at_end_ = !more;
      if (at_end_) return {};
      const std::string_view id = (*rows_)[0];
      if (!role_) {
        role_ = role_of(rows_->size());
        if (!role_ || !is_number(id))
          return base::Error(base::Cause::kInvalidInput,
                             fmt::format("{} has {} columns in its first row, which none of OFAC's "
                                         "files has",
                                         input_->name(), rows_->size()));
      }
      if (role_of(rows_->size()) == role_ && is_number(id)) {
        const std::uint64_t before = std::exchange(number_, number_of(id));
        is_in_order_ = is_in_order_ && before <= number_;
        return {};
      }
      Rejection fault{rows_->line(), std::string(id), "malformed row",
                      fmt::format("{}: {} columns", input_->name(), rows_->size())};
      if (*role_ == kParty)
        sink.reject(std::move(fault));
      else
        sink.orphan(std::move(fault));
    }
  }

 private:
  PartFile(const Input& input, std::unique_ptr<ByteSource> source, char delimiter)
      : input_(&input),
        source_(std::move(source)),
        rows_(std::make_unique<CsvReader>(*source_, delimiter)) {}
  static std::uint64_t number_of(std::string_view digits) {
    if (digits.size() > kMostDigits) return 0;
    std::uint64_t number = 0;
    for (const char c : digits)
      number = number * 10 + static_cast<std::uint64_t>(c - '0');
    return number;
  }

  const Input* input_;
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<CsvReader> rows_;
  std::optional<Role> role_;
  std::uint64_t number_ = 0;
  bool is_in_order_ = true;
  bool at_end_ = false;
};

// The parties alone hold half of the names. That nobody gave the other files is seen here or never.
base::Result<void> check_complete(const std::vector<PartFile>& files, std::string_view party_file,
                                  bool consolidated) {
  const auto is_there = [&](Role role) {
    return std::ranges::any_of(files, [&](const PartFile& file) { return file.role() == role; });
  };
  std::string missing;
  if (!is_there(kAlias)) missing = "aliases";
  if (!is_there(kAddress)) missing += missing.empty() ? "addresses" : " and addresses";
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

// "IRAN] [NPWMD] [IFSR" is three programmes.
void add_programmes(ProfileBuilder& builder, std::string_view text, Sink& sink) {
  while (!text.empty()) {
    const auto end = text.find("] [");
    sink.part("sanctions");
    builder.sanction(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 3);
  }
  if (builder.profile().sanctions.empty()) builder.sanction("");
}

// The cells of a party: number, name, type, programmes, title, call sign, vessel type, tonnage,
// gross tonnage, flag, owner, remarks.
void begin_party(ProfileBuilder& builder, const Cells& party) {
  const Kind kind = ofac_kind(party[2]);
  builder.begin(party[0], kind);
  builder.name(party[1]);
  builder.title(party[4]);
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
void add_part(ProfileBuilder& builder, Role role, const Cells& row, Sink& sink) {
  if (role == kAlias) {
    sink.part("aliases");
    builder.name(row[3], ofac_alias_type(row[2]));
    builder.note("Alias remark", row[4]);
  } else if (role == kAddress) {
    sink.part("addresses");
    builder.address_of([&](Address& address) {
      address.line1 = builder.text(row[2]);
      address.city = builder.text(row[3]);
      builder.set_country(address, row[4]);
      address.note = builder.text(row[5]);
    });
  } else if (role == kComment) {
    sink.part("remark continuations");  // read with the remarks
  }
}

// Makes the parties of their rows. One whose remarks name another waits until all names are known.
class Parties {
 public:
  Parties(const ListInfo& list, Sink& sink) : builder_(list), sink_(sink) {}

  // Reads the files side by side; each is in the order of its numbers.
  base::Result<void> join(std::vector<PartFile>& files) {
    const auto parties = std::ranges::find(files, kParty, &PartFile::role);
    while (!parties->at_end() && !sink_.stopped()) {
      const std::uint64_t number = parties->number();
      for (PartFile& file : files)
        if (file.role() != kParty) VEDETTE_TRY(pass_orphans(file, number));
      VEDETTE_TRY(take_party(files, *parties));
      VEDETTE_TRY(parties->next(sink_));
      for (; !parties->at_end() && parties->number() == number;) {
        reject_second(parties->line(), parties->id());
        VEDETTE_TRY(parties->next(sink_));
      }
    }
    for (PartFile& file : files)
      if (file.role() != kParty) VEDETTE_TRY(pass_orphans(file, kAfterAll));
    for (const PartFile& file : files)
      if (!file.is_in_order())
        return base::Error(
            base::Cause::kInvalidInput,
            fmt::format("the lines of {} end in CR alone and are not in the order of "
                        "their numbers",
                        file.name()));
    return finish();
  }

  // Reads them one after the other and brings their rows together.
  base::Result<void> gather(std::vector<PartFile>& files) {
    RowGatherer parts;
    for (PartFile& file : files)
      for (; !file.at_end();) {
        VEDETTE_TRY(parts.add(file.id(), file.fields(), file.line(), *file.role()));
        VEDETTE_TRY(file.next(sink_));
      }
    VEDETTE_TRY(parts.for_each([&](std::string_view id, std::span<const GatheredRow> rows) {
      return take_rows(id, rows);
    }));
    return finish();
  }

 private:
  static constexpr std::uint64_t kAfterAll = ~std::uint64_t{0};

  static bool is_at(const PartFile& file, std::uint64_t number) {
    return !file.at_end() && file.role() != kParty && file.number() == number;
  }
  void reject_second(std::uint64_t line, std::string_view id) {
    sink_.reject({line, std::string(id), "id used twice in the list", {}});
  }
  void orphan(Role role, std::uint64_t line, std::string_view id) {
    sink_.orphan({line, std::string(id), "part without its party",
                  role == kAlias ? "alias" : "address or remark"});
  }
  base::Result<void> pass_orphans(PartFile& file, std::uint64_t number) {
    while (!file.at_end() && file.number() < number) {
      orphan(*file.role(), file.line(), file.id());
      VEDETTE_TRY(file.next(sink_));
    }
    return {};
  }

  base::Result<void> add_name(Role role, const Cells& row) {
    if (role == kParty) return names_.add(row[1], row[0]);
    if (role == kAlias) return names_.add(row[3], row[0]);
    return {};
  }

  base::Result<void> take_party(std::vector<PartFile>& files, const PartFile& party) {
    const std::uint64_t number = party.number();
    const bool has_comments = std::ranges::any_of(files, [&](const PartFile& file) {
      return file.role() == kComment && is_at(file, number);
    });
    const Cells cells = party.cells();
    VEDETTE_TRY(add_name(kParty, cells));
    const bool waits = has_comments || look_for_links(cells[11], names_);
    if (waits)
      VEDETTE_TRY(waiting_.add(party.id(), party.fields(), party.line(), kParty));
    else
      begin_party(builder_, cells);
    std::string remarks(has_comments ? cells[11] : std::string_view());
    for (PartFile& file : files)
      for (; is_at(file, number);) {
        const Role role = *file.role();
        VEDETTE_TRY(add_name(role, file.cells()));
        if (role == kComment) remarks += file.cells()[1];
        if (waits)
          VEDETTE_TRY(waiting_.add(file.id(), file.fields(), file.line(), role));
        else
          add_part(builder_, role, file.cells(), sink_);
        VEDETTE_TRY(file.next(sink_));
      }
    look_for_links(remarks, names_);
    if (!waits) end_party(cells, cells[11], party.line());
    return {};
  }

  void end_party(const Cells& party, std::string_view remarks, std::uint64_t line) {
    add_programmes(builder_, party[3], sink_);
    add_ofac_remarks(builder_, remarks, names_);
    sink_.accept(builder_.take(), line);
  }

  // The rows of one number, in any order: kept when there is a party among them.
  base::Result<void> take_rows(std::string_view id, std::span<const GatheredRow> rows) {
    const GatheredRow* party = nullptr;
    for (const GatheredRow& row : rows) {
      if (row.kind() != kParty) continue;
      if (party != nullptr)
        reject_second(row.line(), id);
      else
        party = &row;
    }
    if (party == nullptr) {
      for (const GatheredRow& row : rows)
        orphan(static_cast<Role>(row.kind()), row.line(), id);
      return {};
    }
    for (const GatheredRow& row : rows)
      if (&row == party || row.kind() != kParty)
        VEDETTE_TRY(add_name(static_cast<Role>(row.kind()), Cells(row.cells())));
    if (!look_for_links(remarks_of(*party, rows), names_)) {
      make_party(*party, rows);
      return {};
    }
    VEDETTE_TRY(waiting_.add(id, party->cells(), party->line(), kParty));
    for (const GatheredRow& row : rows)
      if (row.kind() != kParty) VEDETTE_TRY(waiting_.add(id, row.cells(), row.line(), row.kind()));
    return {};
  }

  static std::string remarks_of(const GatheredRow& party, std::span<const GatheredRow> rows) {
    std::string remarks(Cells(party.cells())[11]);
    for (const GatheredRow& row : rows)
      if (row.kind() == kComment) remarks += Cells(row.cells())[1];
    return remarks;
  }

  void make_party(const GatheredRow& party, std::span<const GatheredRow> rows) {
    begin_party(builder_, Cells(party.cells()));
    for (const GatheredRow& row : rows)
      add_part(builder_, static_cast<Role>(row.kind()), Cells(row.cells()), sink_);
    end_party(Cells(party.cells()), remarks_of(party, rows), party.line());
  }

  base::Result<void> finish() {
    VEDETTE_TRY(names_.bring_together());
    return waiting_.for_each(
        [&](std::string_view, std::span<const GatheredRow> rows) -> base::Result<void> {
          make_party(rows.front(), rows);
          return {};
        });
  }

  ProfileBuilder builder_;
  Sink& sink_;
  OfacNames names_;
  RowGatherer waiting_;  // the party's own row comes first
};

// Whether the files can be read side by side.
base::Result<bool> can_be_joined(const ListFiles& files, const std::vector<PartFile>& opened) {
  if (std::ranges::count(opened, kParty, &PartFile::role) != 1) return false;
  for (const Input* input : files.files) {
    VEDETTE_ASSIGN(const bool in_order, is_in_order(*input));
    if (!in_order) return false;
  }
  return true;
}

}  // namespace

base::Result<void> read_ofac_csv(const ListFiles& files, Sink& sink) {
  std::vector<PartFile> opened;
  for (const Input* input : files.files) {
    VEDETTE_ASSIGN(PartFile file, PartFile::open(*input, sink));
    opened.push_back(std::move(file));
  }
  const auto parties = std::ranges::find(opened, kParty, &PartFile::role);
  if (parties == opened.end())
    return base::Error(base::Cause::kInvalidInput,
                       "the file of the parties (sdn.csv or cons_prim.csv) is missing");
  const std::string content_id(ofac_list_of(parties->name(), parties->cells()[3]));
  if (!files.allow_incomplete)
    VEDETTE_TRY(check_complete(opened, parties->name(), content_id == "ofac-consolidated"));
  const ListInfo list = known_list(list_id_or(files, content_id));
  sink.begin(list);
  VEDETTE_ASSIGN(const bool joined, can_be_joined(files, opened));
  Parties made(list, sink);
  return joined ? made.join(opened) : made.gather(opened);
}

}  // namespace vedette::lists
