#include "lists/csv.h"
#include "lists/format.h"
#include "lists/gatherer.h"
#include "lists/known_lists.h"
#include "lists/ofac_facts.h"

// OFAC's separated files without header: the parties (sdn.csv, cons_prim.csv: 12 columns), their
// aliases (alt.csv: 5), addresses (add.csv: 6) and the overflow of remarks (sdn_comments.csv: 2).
// Also the .pip and .del variants, which differ in the separator. Nulls are written "-0- ".

namespace vedette::lists {
namespace {

using profile::Address;
using profile::Kind;

enum Role : char { kParty = 'P', kAlias = 'A', kAddress = 'D', kComment = 'C' };
constexpr char kCell = '\x1F';  // between the cells of a gathered row

std::string_view value(std::string_view cell) {
  return cell == "-0-" ? std::string_view() : cell;
}

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
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

struct Gathering {
  Gatherer parts;
  OfacNames names;
  std::string programmes;
  std::string party_file;
  std::uint64_t parties = 0;
};

base::Result<void> gather_file(const Input& input, Gathering& gathering, Sink& sink) {
  VEDETTE_ASSIGN(const char delimiter, delimiter_of(input));
  VEDETTE_ASSIGN(const auto source, input.open());
  CsvReader rows(*source, delimiter);
  std::optional<Role> role;
  std::string piece;
  for (;;) {
    VEDETTE_ASSIGN(const bool more, rows.next());
    if (!more) break;
    if (!role) {
      role = role_of(rows.size());
      if (!role || !is_number(rows[0]))
        return base::Error(base::Cause::kInvalidInput,
                           fmt::format("{} has {} columns in its first row, which none of OFAC's "
                                       "files has",
                                       input.name(), rows.size()));
      if (*role == kParty) gathering.party_file = input.name();
    }
    if (role_of(rows.size()) != role || !is_number(rows[0])) {
      Rejection fault{rows.line(), std::string(rows[0]), "malformed row",
                      fmt::format("{}: {} columns", input.name(), rows.size())};
      if (*role == kParty)
        sink.reject(std::move(fault));
      else
        sink.orphan(std::move(fault));
      continue;
    }
    if (*role == kParty) {
      ++gathering.parties;
      gathering.names.add(rows[1], rows[0]);
      if (gathering.programmes.empty()) gathering.programmes = rows[3];
    } else if (*role == kAlias) {
      gathering.names.add(rows[3], rows[0]);
    }
    piece.assign(1, *role);
    piece += std::to_string(rows.line());
    for (std::string_view cell : rows.fields()) {
      piece += kCell;
      piece += value(cell);
    }
    VEDETTE_TRY(gathering.parts.add(rows[0], piece));
  }
  return {};
}

std::vector<std::string_view> cells_of(std::string_view piece) {
  std::vector<std::string_view> cells;
  for (;;) {
    const auto end = piece.find(kCell);
    cells.push_back(piece.substr(0, end));
    if (end == std::string_view::npos) return cells;
    piece.remove_prefix(end + 1);
  }
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

// The cells of a party: line, number, name, type, programmes, title, call sign, vessel type,
// tonnage, gross tonnage, flag, owner, remarks.
profile::Profile party_profile(const std::vector<std::vector<std::string_view>>& rows,
                               const ListInfo& list, const OfacNames& names, Sink& sink) {
  const std::vector<std::string_view>* party = nullptr;
  std::string remarks;
  for (const auto& row : rows)
    if (row[0].front() == kParty) party = &row;
  const auto& cells = *party;
  const Kind kind = ofac_kind(cells[3]);
  ProfileBuilder builder(list, cells[1], kind);
  builder.name(cells[2]);
  builder.title(cells[5]);
  if (kind == Kind::kVessel) builder.profile().business_types = {"Vessel"};
  if (kind == Kind::kAircraft) builder.profile().business_types = {"Aircraft"};
  builder.identifier("Call Sign", cells[6]);
  builder.note("Vessel type", cells[7]);
  builder.note("Tonnage", cells[8]);
  builder.note("Gross registered tonnage", cells[9]);
  if (!cells[10].empty()) builder.country(cells[10], "Vessel flag");
  builder.note("Vessel flag", cells[10]);
  builder.note("Vessel owner", cells[11]);
  remarks = cells[12];
  for (const auto& row : rows) {
    if (row[0].front() == kAlias) {
      sink.part("aliases");
      builder.name(row[4], ofac_alias_type(row[3]));
      builder.note("Alias remark", row[5]);
    } else if (row[0].front() == kAddress) {
      sink.part("addresses");
      Address address;
      address.line1 = clean(row[3]);
      address.city = clean(row[4]);
      set_country(address, row[5]);
      address.note = clean(row[6]);
      builder.address(std::move(address));
    } else if (row[0].front() == kComment) {
      sink.part("remark continuations");
      remarks += row[2];
    }
  }
  add_programmes(builder, cells[4], sink);
  add_ofac_remarks(builder, remarks, names);
  return builder.take();
}

base::Result<void> make_profiles(Gathering& gathering, const ListInfo& list, Sink& sink) {
  return gathering.parts.for_each(
      [&](std::string_view id, const std::vector<std::string_view>& pieces) -> base::Result<void> {
        std::vector<std::vector<std::string_view>> rows;
        std::size_t parties = 0;
        std::uint64_t line = 0;
        for (std::string_view piece : pieces) {
          rows.push_back(cells_of(piece));
          if (piece.front() != kParty) continue;
          ++parties;
          line = std::strtoull(std::string(rows.back()[0].substr(1)).c_str(), nullptr, 10);
          if (parties > 1) {
            sink.reject({line, std::string(id), "id used twice in the list", {}});
            rows.pop_back();
          }
        }
        if (parties == 0) {
          for (const auto& row : rows)
            sink.orphan({std::strtoull(std::string(row[0].substr(1)).c_str(), nullptr, 10),
                         std::string(id), "part without its party",
                         row[0].front() == kAlias ? "alias" : "address or remark"});
          return {};
        }
        sink.accept(party_profile(rows, list, gathering.names, sink), line);
        return {};
      });
}

}  // namespace

base::Result<void> read_ofac_csv(const ListFiles& files, Sink& sink) {
  Gathering gathering;
  for (const Input* input : files.files)
    VEDETTE_TRY(gather_file(*input, gathering, sink));
  if (gathering.parties == 0)
    return base::Error(base::Cause::kInvalidInput,
                       "the file of the parties (sdn.csv or cons_prim.csv) is missing");
  const ListInfo list =
      known_list(list_id_or(files, ofac_list_of(gathering.party_file, gathering.programmes)));
  sink.begin(list);
  return make_profiles(gathering, list, sink);
}

}  // namespace vedette::lists
