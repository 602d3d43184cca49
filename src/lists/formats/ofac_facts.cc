#include "lists/formats/ofac_facts.h"

#include <array>
#include <span>
#include <utility>

#include "lists/input/pieces.h"

namespace vedette::lists {
namespace {

using profile::Kind;
using profile::NameType;

// The types of number that remarks begin with. A type that is the start of another comes after it.
constexpr std::array<std::string_view, 108> kNumberTypes = {
    "Diplomatic Passport",
    "British National Overseas Passport",
    "Stateless Person Passport",
    "Passport",
    "National ID No.",
    "National Foreign ID Number",
    "Tax ID No.",
    "Cedula No.",
    "Cedula de Residencia",
    "Cedula de Ciudadania No.",
    "Registration Number",
    "Registration ID",
    "Registered Charity No.",
    "Government Gazette Number",
    "NIT #",
    "RUC #",
    "RIF #",
    "RTN #",
    "Identification Number",
    "Turkish Identification Number",
    "UAE Identification",
    "Folio Mercantil No.",
    "Matricula Mercantil No",
    "Business Registration Number",
    "Business Registration Document #",
    "Business Number",
    "Company Number",
    "UK Company Number",
    "Company ID: No.",
    "Commercial Registry Number",
    "Commercial Registry No.",
    "Unified Social Credit Code (USCC)",
    "V.A.T. Number",
    "C.R. No.",
    "Legal Entity Number",
    "LE Number",
    "SWIFT/BIC",
    "D-U-N-S Number",
    "Trade License No.",
    "Tourism License No.",
    "Economic Register Number (CBLS)",
    "Driver's License No.",
    "Driver's License",
    "Electoral Registry No.",
    "Public Registration Number",
    "Chamber of Commerce Number",
    "Dubai Chamber of Commerce Membership No.",
    "Istanbul Chamber of Comm. No.",
    "Birth Certificate Number",
    "Italian Fiscal Code",
    "Fiscal Code",
    "Personal ID Card",
    "Tazkira National ID Card",
    "Refugee ID Card",
    "Stateless Person ID Card",
    "Central Registration System Number",
    "Enterprise Number",
    "Chinese Commercial Code",
    "Residency Number",
    "Branch Unit Number",
    "Certificate of Incorporation Number",
    "Citizen's Card Number",
    "Kenyan ID No.",
    "Bosnian Personal ID No.",
    "Travel Document Number",
    "Permit Number",
    "SRE Permit No.",
    "R.F.C.",
    "C.U.R.P.",
    "C.U.I.T.",
    "C.U.I.P.",
    "C.U.I.",
    "D.N.I.",
    "I.F.E.",
    "N.I.E.",
    "N.R.C.",
    "VisaNumberID",
    "File Number",
    "Immigration No.",
    "Public Security and Immigration No.",
    "Pilot License Number",
    "Afghan Money Service Provider License Number",
    "MSB Registration Number",
    "Military Registration Number",
    "Cartilla de Servicio Militar Nacional",
    "License",
    "MMSI",
    "Vessel Registration Identification",
    "International Maritime Organization No.",
    "Organization Code",
    "Serial No.",
    "SSN",
    "US FEIN",
    "BIK (RU)",
    "ISIN",
    "Equity Ticker",
    "Global Intermediary Identification Number",
    "Numero de Identidad",
    "Numero Unico de Identidad",
    "Aircraft Manufacturer's Serial Number (MSN)",
    "Aircraft Construction Number (also called L/N or S/N or F/N)",
    "Previous Aircraft Tail Number",
    "Aircraft Tail Number",
    "Aircraft Mode S Transponder Code",
    "Aircraft Serial Identification",
    "Residency Permit",
    "Paraguayan tax identification number",
    "Paraguayan Tax Identification Number"};

bool has_digit(std::string_view s) {
  for (const char c : s)
    if (c >= '0' && c <= '9') return true;
  return false;
}

// Takes `word` off the front of `text`, when it is a whole word there.
bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  const std::string_view rest = text.substr(word.size());
  if (!rest.empty() && rest.front() != ' ' && word.back() != ' ' && word.back() != '\'')
    return false;
  text = trim(rest);
  return true;
}

// Asked of every remark for dozens of words: the letters at both ends nearly always tell.
inline bool take(std::string_view& text, std::string_view word) {
  return text.size() >= word.size() && text.front() == word.front() &&
         text[word.size() - 1] == word.back() && take_word(text, word);
}

// "(Russia)" off the end of a value, and what was said of issue and expiry before it.
OfacId split_value(ProfileBuilder& builder, std::string_view type, std::string_view value) {
  OfacId id{type, value};
  // From the front first: that is much the quicker search, and most say neither.
  const auto last = [&](std::string_view words) {
    return id.number.find(words) == std::string_view::npos ? std::string_view::npos
                                                           : id.number.rfind(words);
  };
  if (const auto at = last(" expires "); at != std::string_view::npos) {
    id.expires = trim(id.number.substr(at + 9));
    id.number = trim(id.number.substr(0, at));
  }
  if (const auto at = last(" issued "); at != std::string_view::npos) {
    id.issued = trim(id.number.substr(at + 8));
    id.number = trim(id.number.substr(0, at));
  }
  if (id.number.ends_with(')')) {
    if (const auto open = id.number.rfind(" ("); open != std::string_view::npos) {
      const std::string_view inside = id.number.substr(open + 2, id.number.size() - open - 3);
      if (builder.country_of(inside)) {
        id.country = inside;
        id.number = trim(id.number.substr(0, open));
      }
    }
  }
  return id;
}

std::string_view unquoted(std::string_view text) {
  text = trim(text);
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'')
    text = text.substr(1, text.size() - 2);
  return text;
}

void add_contact(ProfileBuilder& builder, std::string_view category, std::string_view value) {
  builder.contact(category, value);
}

// One of the types that say something else than a number. False when it is not one of them.
bool add_other_fact(ProfileBuilder& builder, std::string_view type, std::string_view value) {
  if (type == "Gender") {
    builder.gender(value);
  } else if (type == "Website") {
    add_contact(builder, "Website", value);
  } else if (type == "Email Address") {
    add_contact(builder, "Email", value);
  } else if (type == "Phone Number" || type == "Telephone" || type == "Telephone No." ||
             type == "Phone No.") {
    add_contact(builder, "Telephone", value);
  } else if (type == "Fax" || type == "Fax No.") {
    add_contact(builder, "Fax", value);
  } else if (type == "Former Vessel Flag" || type == "Vessel Flag" || type == "Other Vessel Flag" ||
             type == "Nationality of Registration") {
    builder.country(value, type);
    if (type != "Nationality of Registration") builder.note(type, value);
  } else if (type == "Organization Type" || type == "Organization Type:") {
    builder.profile().activities.push_back(clean(value));
  } else {
    return false;
  }
  return true;
}

constexpr std::array<std::string_view, 12> kOtherTypes = {"Gender",
                                                          "Website",
                                                          "Email Address",
                                                          "Phone Number",
                                                          "Phone No.",
                                                          "Telephone No.",
                                                          "Telephone",
                                                          "Fax No.",
                                                          "Fax",
                                                          "Former Vessel Flag",
                                                          "Other Vessel Flag",
                                                          "Organization Type:"};

constexpr std::string_view kLink = "Linked To:";

// Leaves whom the remark names, when it is a link.
bool take_link(std::string_view& text) {
  take(text, "alt. ");
  return take(text, kLink);
}

void add_link(ProfileBuilder& builder, std::string_view target, const OfacNames& names) {
  const std::string_view record = names.find(target);
  builder.link(record, "Linked To", target);
  if (record.empty()) builder.note("Linked To", target);
}

// The number types that begin with each byte, in the order of the table.
class NumberTypes {
 public:
  constexpr NumberTypes() {
    std::size_t count = 0;
    for (std::size_t letter = 0; letter < begins_.size() - 1; ++letter) {
      begins_[letter] = static_cast<std::uint8_t>(count);
      for (std::string_view type : kNumberTypes)
        if (static_cast<unsigned char>(type.front()) == letter) types_[count++] = type;
    }
    begins_.back() = static_cast<std::uint8_t>(count);
  }
  std::span<const std::string_view> beginning_with(char c) const {
    const auto letter = static_cast<unsigned char>(c);
    if (letter >= begins_.size() - 1) return {};
    return std::span(types_).subspan(begins_[letter], begins_[letter + 1U] - begins_[letter]);
  }

 private:
  std::array<std::string_view, kNumberTypes.size()> types_{};
  std::array<std::uint8_t, 129> begins_{};
};
constexpr NumberTypes kTypesByLetter;

void add_identifier(ProfileBuilder& builder, const OfacId& id) {
  profile::Identifier* made = builder.identifier(id.type, id.number, id.country);
  if (!made) return;
  if (const auto date = profile::parse_date(id.issued)) made->issued = *date;
  if (const auto date = profile::parse_date(id.expires)) made->expires = *date;
  if (!id.issued.empty() && made->issued.empty())
    builder.note(id.type, fmt::format("issued {}", id.issued));
  if (!id.expires.empty() && made->expires.empty())
    builder.note(id.type, fmt::format("expires {}", id.expires));
}

// A remark that is a number of some kind; false when it is none.
bool add_number(ProfileBuilder& builder, std::string_view text) {
  if (text.starts_with("Digital Currency Address - ")) {
    const auto blank = text.find(' ', 27);
    if (blank == std::string_view::npos) return false;
    add_identifier(builder, {text.substr(0, blank), trim(text.substr(blank))});
    return true;
  }
  for (std::string_view type : kTypesByLetter.beginning_with(text.empty() ? '\0' : text.front())) {
    std::string_view value = text;
    if (!take(value, type)) continue;
    if (type == "R.F.C." || type == "C.U.R.P.") take(value, "#");
    if (!has_digit(value) && type != "SWIFT/BIC" && type != "Aircraft Tail Number") return false;
    add_identifier(builder, split_value(builder, type, value));
    return true;
  }
  return false;
}

// One remark; false when it is none of the forms we know.
bool add_remark(ProfileBuilder& builder, std::string_view text, const OfacNames& names) {
  take(text, "alt. ");
  if (take(text, "DOB")) return builder.birth(text), true;
  if (take(text, "POB")) return builder.birth_place(text), true;
  if (take(text, "nationality") || take(text, "citizen")) return builder.nationality(text), true;
  if (take_link(text)) return add_link(builder, text, names), true;
  if (take(text, "a.k.a."))
    return builder.name(unquoted(text), NameType::kSpellingVariation, true), true;
  if (take(text, "f.k.a.")) return builder.name(unquoted(text), NameType::kPrevious, true), true;
  if (take(text, "n.k.a."))
    return builder.name(unquoted(text), NameType::kSpellingVariation, true), true;
  constexpr std::string_view kFirstLetters = "GWEPTFO";  // of the other types
  if (text.empty() || kFirstLetters.find(text.front()) == std::string_view::npos)
    return add_number(builder, text);
  for (std::string_view type : kOtherTypes)
    if (std::string_view value = text; take(value, type) && !value.empty())
      return add_other_fact(builder, type, value);
  return add_number(builder, text);
}

// Whether an entry of the list of ids says something in words.
bool is_sentence(std::string_view type) {
  const auto has = [&](std::string_view word) { return type.find(word) != std::string_view::npos; };
  return type.ends_with('-') || type.ends_with(':') || has("information") || has("Date") ||
         has("Prohibited") || type == "Target Type" || type == "Aircraft Model" ||
         type == "Aircraft Operator" || type == "Vessel Year of Build";
}

}  // namespace

void add_ofac_id(ProfileBuilder& builder, const OfacId& id) {
  // The most frequent ones need no closer look.
  if (id.type == "Passport" || id.type == "National ID No." || id.type == "Registration ID" ||
      id.type == "Tax ID No.")
    return add_identifier(builder, id);
  if (add_other_fact(builder, id.type, id.number)) return;
  if (is_sentence(id.type)) {
    std::string words;
    words.reserve(id.type.size() + 1 + id.number.size());
    builder.note(words.append(id.type).append(1, ' ').append(id.number));
    return;
  }
  add_identifier(builder, id);
}

namespace {

// The remarks one after the other, without the brackets round some.
template <class Visit>
void for_each_remark(std::string_view remarks, const Visit& visit) {
  remarks = trim(remarks);
  // A remark that goes on in the file of comments ends with its semicolon.
  if (remarks.ends_with('.') || remarks.ends_with(';')) remarks.remove_suffix(1);
  while (!remarks.empty()) {
    const auto end = remarks.find("; ");
    std::string_view piece = trim(remarks.substr(0, end));
    remarks = end == std::string_view::npos ? std::string_view() : remarks.substr(end + 2);
    if (piece.starts_with('(') && piece.ends_with(')')) piece = piece.substr(1, piece.size() - 2);
    if (!piece.empty()) visit(piece);
  }
}

}  // namespace

void add_ofac_remarks(ProfileBuilder& builder, std::string_view remarks, const OfacNames& names) {
  // Neighbours that are not understood are one sentence with a semicolon in it.
  std::string_view unknown;
  std::string sentence;
  for_each_remark(remarks, [&](std::string_view piece) {
    if (add_remark(builder, piece, names)) {
      builder.note(std::exchange(unknown, {}));
    } else if (unknown.empty()) {
      unknown = piece;
    } else {
      if (unknown.data() != sentence.data()) sentence = unknown;
      unknown = sentence.append("; ").append(piece);
    }
  });
  builder.note(unknown);
}

bool look_for_links(std::string_view remarks, OfacNames& names) {
  if (remarks.find(kLink) == std::string_view::npos) return false;
  for_each_remark(remarks, [&](std::string_view piece) {
    if (take_link(piece)) names.look_for(piece);
  });
  return true;
}

Kind ofac_kind(std::string_view type) {
  if (type == "Individual" || type == "individual") return Kind::kPerson;
  if (type == "Vessel" || type == "vessel") return Kind::kVessel;
  if (type == "Aircraft" || type == "aircraft") return Kind::kAircraft;
  return Kind::kOrganisation;
}

NameType ofac_alias_type(std::string_view type) {
  return type == "f.k.a." || type == "fka" || type == "F.K.A." ? NameType::kPrevious
                                                               : NameType::kSpellingVariation;
}

std::string ofac_list_of(std::string_view file_name, std::string_view programmes) {
  constexpr std::array<std::string_view, 9> kOnlyConsolidated = {
      "NS-PLC",  "FSE-",   "UKRAINE-EO13662", "561-Related", "NS-ISA",
      "NS-CMIC", "NS-MBS", "CMIC-EO13959",    "561List"};
  std::string name(file_name.substr(file_name.find_last_of("/:") + 1));
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  if (name.find("cons") != std::string::npos) return "ofac-consolidated";
  if (name.find("sdn") != std::string::npos) return "ofac-sdn";
  for (std::string_view each : kOnlyConsolidated)
    if (programmes.find(each) != std::string_view::npos) return "ofac-consolidated";
  return "ofac-sdn";
}

}  // namespace vedette::lists
