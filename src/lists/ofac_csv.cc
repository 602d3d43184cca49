#include "lists/csv.h"
#include "lists/format.h"
#include "lists/known_lists.h"
#include "lists/ofac_facts.h"
#include "lists/row_gatherer.h"

// OFAC's separated files without header: the parties (sdn.csv, cons_prim.csv: 12 columns), their
// aliases (alt.csv: 5), addresses (add.csv: 6) and the overflow of remarks (sdn_comments.csv: 2).
// Also the .pip and .del variants, which differ in the separator. Nulls are written "-0- ".

namespace vedette::lists {
namespace {

using profile::Address;
using profile::Kind;

enum Role : char { kParty = 'P', kAlias = 'A', kAddress = 'D', kComment = 'C' };

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
  for (const char c : text)
    if (c < '0' || c > '9') return false;
  return !text.empty();
}

struct Gathering {
  RowGatherer parts;
  OfacNames names;
  std::string programmes;
  std::string party_file;
  std::uint64_t parties = 0;
  bool has_aliases = false;
  bool has_addresses = false;
};

// The parties alone hold half of the names. That nobody gave the other files is seen here or never.
base::Result<void> check_complete(const Gathering& gathering, bool consolidated) {
  std::string missing;
  if (!gathering.has_aliases) missing = "aliases";
  if (!gathering.has_addresses) missing += missing.empty() ? "addresses" : " and addresses";
  if (missing.empty()) return {};
  return base::Error(
      base::Cause::kInvalidInput,
      fmt::format("{} came without the file of its {}; without them names would be missed. Give "
                  "the files that belong together in one command: {}. --allow-incomplete takes "
                  "the parties alone",
                  gathering.party_file, missing,
                  consolidated ? "cons_prim.csv cons_alt.csv cons_add.csv cons_comments.csv"
                               : "sdn.csv alt.csv add.csv sdn_comments.csv"));
}

base::Result<void> gather_file(const Input& input, Gathering& gathering, Sink& sink) {
  VEDETTE_ASSIGN(const char delimiter, delimiter_of(input));
  VEDETTE_ASSIGN(const auto source, input.open());
  CsvReader rows(*source, delimiter);
  std::optional<Role> role;
  std::vector<std::string_view> cells;
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
      gathering.has_aliases |= *role == kAlias;
      gathering.has_addresses |= *role == kAddress;
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
    cells.clear();
    for (std::string_view cell : rows.fields())
      cells.push_back(value(cell));
    VEDETTE_TRY(gathering.parts.add(rows[0], cells, rows.line(), *role));
  }
  return {};
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

// What the other files add to a party; gives the overflow of its remarks.
std::string add_parts(ProfileBuilder& builder, std::span<const GatheredRow> rows, Sink& sink) {
  std::string remarks;
  for (const GatheredRow& row : rows) {
    if (row.kind() == kAlias) {
      sink.part("aliases");
      builder.name(row[3], ofac_alias_type(row[2]));
      builder.note("Alias remark", row[4]);
    } else if (row.kind() == kAddress) {
      sink.part("addresses");
      builder.address_of([&](Address& address) {
        address.line1 = builder.text(row[2]);
        address.city = builder.text(row[3]);
        set_country(address, row[4]);
        address.note = builder.text(row[5]);
      });
    } else if (row.kind() == kComment) {
      sink.part("remark continuations");
      remarks += row[1];
    }
  }
  return remarks;
}

// The cells of a party: number, name, type, programmes, title, call sign, vessel type, tonnage,
// gross tonnage, flag, owner, remarks.
profile::Profile&& party_profile(ProfileBuilder& builder, const GatheredRow& party,
                                 std::span<const GatheredRow> rows, OfacNames& names, Sink& sink) {
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
  const std::string more = add_parts(builder, rows, sink);
  add_programmes(builder, party[3], sink);
  add_ofac_remarks(builder, more.empty() ? party[11] : std::string(party[11]) + more, names);
  return builder.take();
}

base::Result<void> make_profiles(Gathering& gathering, const ListInfo& list, Sink& sink) {
  ProfileBuilder builder(list);
  return gathering.parts.for_each(
      [&](std::string_view id, std::span<const GatheredRow> rows) -> base::Result<void> {
        const GatheredRow* party = nullptr;
        for (const GatheredRow& row : rows) {
          if (row.kind() != kParty) continue;
          if (party != nullptr)
            sink.reject({row.line(), std::string(id), "id used twice in the list", {}});
          else
            party = &row;
        }
        if (party == nullptr) {
          for (const GatheredRow& row : rows)
            sink.orphan({row.line(), std::string(id), "part without its party",
                         row.kind() == kAlias ? "alias" : "address or remark"});
          return {};
        }
        sink.accept(party_profile(builder, *party, rows, gathering.names, sink), party->line());
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
  const std::string content_id(ofac_list_of(gathering.party_file, gathering.programmes));
  if (!files.allow_incomplete)
    VEDETTE_TRY(check_complete(gathering, content_id == "ofac-consolidated"));
  const ListInfo list = known_list(list_id_or(files, content_id));
  sink.begin(list);
  return make_profiles(gathering, list, sink);
}

}  // namespace vedette::lists
