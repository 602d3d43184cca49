#include <algorithm>

#include "lists/building/known_lists.h"
#include "lists/building/unread_columns.h"
#include "lists/building/waiting_parties.h"
#include "lists/formats/format.h"
#include "lists/formats/us_csl_profile.h"
#include "lists/input/csv.h"
#include "lists/input/row_batch.h"
#include "lists/input/row_faults.h"

namespace vedette::lists {
namespace {

// "19 Luysi Chalovskoy St., Borisov, 222512, BY": the country comes last, if it is one.
CslAddress address_of(std::string_view text) {
  CslAddress address;
  const auto comma = text.rfind(',');
  const auto last = trim(comma == std::string_view::npos ? text : text.substr(comma + 1));
  if (last.size() == 2)
    if (const auto country = profile::Country::from_alpha2(last)) {
      address.known = *country;
      text = comma == std::string_view::npos ? std::string_view() : text.substr(0, comma);
    }
  address.line = text;
  return address;
}

bool is_iso_date(std::string_view text) {
  return text.size() == 10 && text[4] == '-' && text[7] == '-';
}

// "JO, 2014-08-30, 2009-08-31, K475336, Passport": country, expiry, issue, number, type; the type
// and the number are always there, the rest only sometimes.
OfacId id_of(std::string_view text) {
  OfacId id;
  const auto comma = text.rfind(", ");
  if (comma == std::string_view::npos) return {"Id", text};
  id.type = trim(text.substr(comma + 2));
  text = text.substr(0, comma);
  const auto take = [&](auto fits) {
    const auto end = text.find(", ");
    const auto first = trim(text.substr(0, end));
    if (end == std::string_view::npos || !fits(first)) return std::string_view();
    text = text.substr(end + 2);
    return first;
  };
  id.country = take([](std::string_view s) {
    return s.size() == 2 && profile::Country::from_alpha2(s).has_value();
  });
  id.expires = take(is_iso_date);
  if (!id.expires.empty()) id.issued = take(is_iso_date);
  if (!id.issued.empty())
    while (!take(is_iso_date).empty()) {
    }
  id.number = trim(text);
  return id;
}

// Where each field is in the rows; found once per file.
struct Columns {
  explicit Columns(CsvHeader& header) {
    std::ranges::transform(kCslNames, fields.begin(),
                           [&](std::string_view name) { return header.find({name}); });
    for (const std::string_view name : kCslLeftOut)
      header.leave_out({name});
    unread = UnreadColumns(header);
  }
  std::array<std::size_t, kCslNames.size()> fields{};
  UnreadColumns unread;
};

// One record of the csv: its cells, cut where they hold a list.
class CsvCslRecord {
 public:
  CsvCslRecord(const GatheredRow& row, const Columns& columns) : row_(row), columns_(columns) {}

  std::string_view text(CslField field) const {
    return row_[columns_.fields[static_cast<std::size_t>(field)]];
  }
  template <class Visit>
  std::size_t for_each(CslField field, const Visit& visit) const {
    return for_each_piece(text(field), "; ", visit);
  }
  template <class Visit>
  std::size_t for_each_address(const Visit& visit) const {
    return for_each(CslField::kAddresses, [&](std::string_view each) { visit(address_of(each)); });
  }
  template <class Visit>
  std::size_t for_each_id(const Visit& visit) const {
    return for_each(CslField::kIds, [&](std::string_view each) { visit(id_of(each)); });
  }
  void add_unread(ProfileBuilder& builder) const { columns_.unread.add_notes(builder, row_); }

 private:
  const GatheredRow& row_;
  const Columns& columns_;
};

// Reads the rows. A party whose remarks name another one waits until all names are known.
class CsvList {
 public:
  CsvList(CsvHeader& header, const ListInfo& list, Sink& sink)
      : columns_(header), width_(header.names().size()), profiles_(list, sink), sink_(sink) {}

  base::Result<void> add(const CsvReader& rows) {
    batch_.begin_party();
    batch_.add(rows);
    return batch_.is_full() ? take_batch() : base::Result<void>();
  }

  base::Result<void> finish() {
    VEDETTE_TRY(take_batch());
    VEDETTE_TRY(names_.bring_together());
    VEDETTE_TRY(waiting_.for_each(
        [&](std::string_view id, std::span<const GatheredRow> rows) -> base::Result<void> {
          const CsvCslRecord record(rows.front(), columns_);
          sink_.accept_distinct(
              profiles_.make(record, profiles_.agency_of(record.text(CslField::kSource)), id,
                             rows.front().is_plain(), names_),
              rows.front().line());
          return {};
        }));
    profiles_.count_parts();
    return {};
  }

 private:
  // One thing after the other for all parties of the batch.
  base::Result<void> take_batch() {
    for (std::size_t i = 0; i < batch_.size(); ++i)
      VEDETTE_TRY(add_names(batch_.party(i).front()));
    for (std::size_t i = 0; i < batch_.size(); ++i)
      VEDETTE_TRY(take_party(batch_.party(i)));
    batch_.clear();
    return {};
  }

  // Who is called what, for links that name the other party. Parties that have a number only.
  base::Result<void> add_names(const GatheredRow& row) {
    const CsvCslRecord record(row, columns_);
    const std::string_view id =
        profiles_.numbered_id_of(record, profiles_.agency_of(record.text(CslField::kSource)));
    if (id.empty()) return {};
    base::Result<void> added;
    const auto add = [&](std::string_view name) {
      if (added.ok()) added = row.is_plain() ? names_.add_clean(name, id) : names_.add(name, id);
    };
    add(record.text(CslField::kName));
    record.for_each(CslField::kAltNames, add);
    return added;
  }

  // The party has this row alone.
  base::Result<void> take_party(std::span<const GatheredRow> rows) {
    const GatheredRow& row = rows.front();
    if (row.cells().size() + 2 < width_) {
      sink_.reject({row.line(), std::string(row[0]), "malformed row",
                    fmt::format("{} of {} columns", row.cells().size(), width_)});
      return {};
    }
    if (auto fault = surplus_cells(row.cells(), width_, row.line(), row[0])) {
      sink_.reject(std::move(*fault));
      return {};
    }
    const CsvCslRecord record(row, columns_);
    const CslAgency& agency = profiles_.agency_of(record.text(CslField::kSource));
    const std::string_view id = profiles_.id_of(record, agency);
    if (!look_for_links(record.text(CslField::kRemarks), names_)) {
      sink_.accept_distinct(profiles_.make(record, agency, id, row.is_plain(), names_), row.line());
      return {};
    }
    return waiting_.add(id, rows);
  }

  const Columns columns_;
  const std::size_t width_;
  CslProfiles profiles_;
  Sink& sink_;
  OfacNames names_;
  RowBatch batch_;
  WaitingParties waiting_;
};

}  // namespace

base::Result<void> read_us_csl_csv(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  CsvReader rows(*source);
  VEDETTE_ASSIGN(bool more, rows.next());
  CsvHeader header(more ? rows.fields() : std::vector<std::string_view>());
  if (!header.has("source") || !header.has("alt_names"))
    return base::Error(base::Cause::kInvalidInput,
                       "the header is not that of the Consolidated Screening List");
  const ListInfo list = list_of_content(files, "us-csl");
  sink.begin(list);
  CsvList parties(header, list, sink);
  while (!sink.stopped()) {
    VEDETTE_ASSIGN(more, rows.next());
    if (!more) break;
    VEDETTE_TRY(parties.add(rows));
  }
  return parties.finish();
}

}  // namespace vedette::lists
