#include "lists/formats/ftm_entity.h"

#include <fmt/format.h>

#include <array>
#include <boost/json.hpp>
#include <cstring>
#include <limits>

#include "lists/building/known_lists.h"
#include "lists/input/clean_text.h"

namespace vedette::lists {
namespace {

namespace json = boost::json;

constexpr std::array kEdges = {
    FtmEdge{"Ownership", "owner", "asset", "Owner", "Owned company or asset"},
    FtmEdge{"Directorship", "director", "organization", "Director", "Company directed"},
    FtmEdge{"Membership", "member", "organization", "Member", "Organisation of membership"},
    FtmEdge{"Employment", "employee", "employer", "Employee", "Employer"},
    FtmEdge{"Family", "person", "relative", "Relative", "Relative"},
    FtmEdge{"Associate", "person", "associate", "Associate", "Associate"},
    FtmEdge{"UnknownLink", "subject", "object", "Linked", "Linked"},
    FtmEdge{"Representation", "agent", "client", "Representative", "Represented party"},
    FtmEdge{"Succession", "predecessor", "successor", "Predecessor", "Successor"},
    FtmEdge{"Debt", "debtor", "creditor", "Debtor", "Creditor"},
    FtmEdge{"Payment", "payer", "beneficiary", "Payer", "Beneficiary of a payment"},
    FtmEdge{"ContractAward", "supplier", "contract", "Supplier", "Contract"},
};

// Numbers and texts one after the other; texts after their size.
void append_number(std::string& out, std::size_t number) {
  const auto value = static_cast<std::uint32_t>(number);
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}
void append_text(std::string& out, std::string_view text) {
  append_number(out, text.size());
  out += text;
}
// Reads what they wrote.
class Unpacking {
 public:
  explicit Unpacking(std::string_view bytes) : bytes_(bytes) {}
  std::uint32_t number() {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::string_view text() {
    const std::size_t size = number();
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

// What OpenSanctions keeps of an entity beside what the entity says: when it was seen, and the ids
// of what it was made of.
bool is_bookkeeping(std::string_view name) {
  return name == "first_seen" || name == "last_change" || name == "referents" || name == "origin";
}
bool is_read_above(std::string_view name) {
  constexpr std::array<std::string_view, 7> kNames = {
      "id", "schema", "caption", "last_seen", "target", "properties", "datasets"};
  return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace

FtmEntity::FtmEntity(const json::object& object) {
  const json::object* properties = nullptr;
  bool has_more = false;
  for (const auto& member : object) {
    const std::string_view name = member.key();
    const json::value& value = member.value();
    const auto* text = value.if_string();
    if (name == "id")
      id_ = text ? std::string_view(*text) : std::string_view();
    else if (name == "schema")
      schema_ = text ? std::string_view(*text) : std::string_view();
    else if (name == "caption")
      caption_ = text ? std::string_view(*text) : std::string_view();
    else if (name == "last_seen")
      last_seen_ = text ? std::string_view(*text) : std::string_view();
    else if (name == "target")
      target_ = value.is_bool() && value.get_bool();
    else if (name == "properties")
      properties = value.if_object();
    else if (name == "datasets" && value.is_array())
      add_texts(value);
    else if (!is_bookkeeping(name))
      has_more = true;
  }
  datasets_ = texts_.size();
  has_properties_ = properties != nullptr;
  if (!has_properties_) return;
  for (const auto& member : *properties)
    add_property(member.key(), member.value());
  if (!has_more) return;
  for (const auto& member : object)
    if (!is_read_above(member.key()) && !is_bookkeeping(member.key()))
      add_property(member.key(), member.value());
}

void FtmEntity::add_property(std::string_view name, const json::value& value) {
  const std::size_t first = texts_.size();
  add_texts(value);
  properties_.push_back(
      {name, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(texts_.size() - first)});
}

// The texts of a value: itself, or those of its elements. Whatever else it is, is given as it is
// written; entities are no texts.
void FtmEntity::add_texts(const json::value& value) {
  if (const auto* text = value.if_string()) {
    texts_.push_back(*text);
  } else if (const auto* array = value.if_array()) {
    for (const json::value& each : *array)
      add_texts(each);
  } else if (const auto* object = value.if_object();
             !value.is_null() && !(object != nullptr && object->contains("schema"))) {
    texts_.push_back(made_.emplace_front(json::serialize(value)));
  }
}

FtmEntity::FtmEntity(std::string_view packed) : has_properties_(true) {
  Unpacking from(packed);
  target_ = from.number() != 0;
  id_ = from.text();
  schema_ = from.text();
  caption_ = from.text();
  last_seen_ = from.text();
  datasets_ = from.number();
  texts_.resize(from.number());
  for (std::string_view& text : texts_)
    text = from.text();
  properties_.resize(from.number());
  std::uint32_t first = static_cast<std::uint32_t>(datasets_);
  for (Property& property : properties_) {
    property.name = from.text();
    property.first = first;
    property.count = from.number();
    first += property.count;
  }
}

void FtmEntity::append_to(std::string& out) const {
  append_number(out, target_ ? 1 : 0);
  for (const std::string_view text : {id_, schema_, caption_, last_seen_})
    append_text(out, text);
  append_number(out, datasets_);
  append_number(out, texts_.size());
  for (const std::string_view text : texts_)
    append_text(out, text);
  append_number(out, properties_.size());
  for (const Property& property : properties_) {
    append_text(out, property.name);
    append_number(out, property.count);
  }
}

FtmEntity::Texts FtmEntity::values(std::string_view property) const {
  for (const Property& each : properties_)
    if (each.name == property) return values(each);
  return {};
}

std::string_view FtmEntity::first(std::string_view property) const {
  const Texts texts = values(property);
  return texts.empty() ? std::string_view() : texts.front();
}

const FtmEntity::Property* FtmReading::find(std::string_view property, std::uint32_t read) {
  const auto properties = entity_.properties();
  const auto found = std::ranges::find(properties, property, &FtmEntity::Property::name);
  if (found == properties.end()) return nullptr;
  const auto index = static_cast<std::size_t>(found - properties.begin());
  if (index < kMost) read_[index] = std::max(read_[index], read);
  return &*found;
}

std::string_view FtmReading::first(std::string_view property) {
  const FtmEntity::Property* found = find(property, 1);
  return found == nullptr || found->count == 0 ? std::string_view()
                                               : entity_.values(*found).front();
}

FtmEntity::Texts FtmReading::values(std::string_view property) {
  const FtmEntity::Property* found = find(property, std::numeric_limits<std::uint32_t>::max());
  return found == nullptr ? FtmEntity::Texts() : entity_.values(*found);
}

FtmRole ftm_role(std::string_view schema) {
  constexpr std::array<std::string_view, 13> kParties = {
      "Person",  "LegalEntity",  "Organization", "Company", "PublicBody", "Vessel", "Airplane",
      "Vehicle", "CryptoWallet", "Security",     "Asset",   "RealEstate", "Thing"};
  for (std::string_view each : kParties)
    if (schema == each) return FtmRole::kParty;
  if (schema == "Address") return FtmRole::kAddress;
  if (schema == "Position") return FtmRole::kPosition;
  if (schema == "Occupancy") return FtmRole::kOccupancy;
  if (schema == "Sanction") return FtmRole::kSanction;
  if (schema == "Identification" || schema == "Passport") return FtmRole::kDocument;
  return ftm_edge(schema) ? FtmRole::kEdge : FtmRole::kOther;
}

FtmRole ftm_role(const FtmEntity& entity) {
  const FtmRole role = ftm_role(entity.schema());
  if (role != FtmRole::kOther) return role;
  constexpr std::array<std::string_view, 5> kSigns = {"topics", "name", "alias", "weakAlias",
                                                      "previousName"};
  const bool party = entity.target() || std::ranges::any_of(kSigns, [&](std::string_view sign) {
                       return !entity.values(sign).empty();
                     });
  return party ? FtmRole::kParty : FtmRole::kOther;
}

void UnknownSchemas::see(const FtmEntity& party) {
  if (ftm_role(party.schema()) != FtmRole::kOther) return;
  ++parties_;
  if (names_.contains(party.schema())) return;
  if (names_.size() < kMostNamed)
    names_.emplace(party.schema());
  else
    more_ = true;
}

void UnknownSchemas::tell(Sink& sink) const {
  if (parties_ == 0) return;
  std::string named;
  for (const std::string& each : names_)
    named += (named.empty() ? "" : ", ") + clean(each);
  sink.warn(
      fmt::format("records of an unknown schema, taken as parties of an unknown kind: {} ({}{})",
                  parties_, named, more_ ? ", ..." : ""));
}

const FtmEdge* ftm_edge(std::string_view schema) {
  for (const FtmEdge& each : kEdges)
    if (each.schema == schema) return &each;
  return nullptr;
}

void FtmListName::see(std::span<const std::string_view> datasets) {
  for (std::string_view each : datasets) {
    if (only_.empty()) only_ = each;
    if (only_ != each) several_ = true;
  }
}

ListInfo FtmListName::info(std::string_view override_id) const {
  const bool one = !only_.empty() && !several_;
  ListInfo list = named_list(one ? "os-" + slug(only_) : std::string("opensanctions"), override_id);
  if (list.name == list.id) list.name = one ? "OpenSanctions: " + only_ : "OpenSanctions";
  if (list.url.empty())
    list.url = one ? fmt::format("https://www.opensanctions.org/datasets/{}/", only_)
                   : "https://www.opensanctions.org/";
  return list;
}

}  // namespace vedette::lists
