#include "profile/profile_lines.h"

#include <boost/json.hpp>
#include <limits>

#include "base/encoding.h"
#include "base/json_writer.h"

namespace vedette::profile {
namespace {

namespace json = boost::json;

template <class T>
concept Record = requires(const T& record, int& visit) { &T::template fields<const T, int>; };
template <class T>
concept Textual = requires(const T& in, T& out) {
  to_text(in);
  from_text(std::string_view(), out);
};

// ---- writing

class FieldWriter {
 public:
  explicit FieldWriter(base::JsonWriter& out) : out_(out) {}

  template <class T>
  void operator()(const char* name, const T& value, Weight = Weight::kMaterial) {
    if (value == T{}) return;
    out_.key(name);
    write(value);
  }
  template <Record T>
  void object(const T& record) {
    out_.begin_object();
    T::fields(record, *this);
    out_.end_object();
  }

 private:
  void write(const std::string& value) { out_.value(value); }
  void write(bool value) { out_.value(value); }
  void write(double value) { out_.raw(fmt::format("{}", value)); }
  void write(std::integral auto value) { out_.value(value); }
  void write(base::Time value) { out_.value(base::iso_millis(value)); }
  template <Textual T>
  void write(const T& value) {
    out_.value(to_text(value));
  }
  template <class T>
  void write(const std::vector<T>& items) {
    out_.begin_array();
    for (const T& each : items)
      write(each);
    out_.end_array();
  }
  template <class T>
  void write(const std::optional<T>& value) {
    write(*value);
  }
  template <Record T>
  void write(const T& record) {
    object(record);
  }

  base::JsonWriter& out_;
};

// ---- reading

class FieldReader {
 public:
  FieldReader(const json::object& object, std::string& fault) : object_(object), fault_(fault) {}

  template <class T>
  void operator()(const char* name, T& value, Weight = Weight::kMaterial) {
    if (!fault_.empty()) return;
    const json::value* found = object_.if_contains(name);
    if (!found) return;
    ++known_;
    if (!read(*found, value) && fault_.empty())
      fault_ = fmt::format("field '{}' has a value that cannot be read", name);
  }

  std::size_t known() const { return known_; }

 private:
  static bool read(const json::value& in, std::string& out) {
    if (!in.is_string()) return false;
    out = in.get_string();
    return true;
  }
  static bool read(const json::value& in, bool& out) {
    if (!in.is_bool()) return false;
    out = in.get_bool();
    return true;
  }
  static bool read(const json::value& in, double& out) {
    if (!in.is_number()) return false;
    out = in.to_number<double>();
    return true;
  }
  template <std::integral T>
  static bool read(const json::value& in, T& out) {
    json::error_code error;
    const auto number = in.to_number<T>(error);
    if (error) return false;
    out = number;
    return true;
  }
  static bool read(const json::value& in, base::Time& out) {
    if (!in.is_string()) return false;
    const auto time = base::parse_iso(in.get_string());
    if (time) out = *time;
    return time.has_value();
  }
  template <Textual T>
  static bool read(const json::value& in, T& out) {
    return in.is_string() && from_text(in.get_string(), out);
  }
  template <class T>
  bool read(const json::value& in, std::vector<T>& out) {
    if (!in.is_array()) return false;
    for (const json::value& each : in.get_array())
      if (!read(each, out.emplace_back())) return false;
    return true;
  }
  template <class T>
  bool read(const json::value& in, std::optional<T>& out) {
    return read(in, out.emplace());
  }
  template <Record T>
  bool read(const json::value& in, T& out);

  const json::object& object_;
  std::string& fault_;
  std::size_t known_ = 0;
};

// Tells whether a field name belongs to a record.
struct FieldFinder {
  std::string_view wanted;
  bool found = false;
  template <class T>
  void operator()(const char* name, T&, Weight = Weight::kMaterial) {
    found = found || wanted == name;
  }
};

template <Record T>
bool read_record(const json::object& in, T& out, std::string& fault) {
  FieldReader reader(in, fault);
  T::fields(out, reader);
  if (!fault.empty() || reader.known() == in.size()) return fault.empty();
  for (const auto& member : in) {
    FieldFinder finder{member.key()};
    T::fields(out, finder);
    if (!finder.found) fault = fmt::format("unknown field '{}'", std::string_view(member.key()));
  }
  return false;
}

template <Record T>
bool FieldReader::read(const json::value& in, T& out) {
  return in.is_object() && read_record(in.get_object(), out, fault_);
}

base::Error refused(std::string message) {
  return base::Error(base::Cause::kInvalidInput, std::move(message));
}

}  // namespace

void append_line(const Profile& profile, std::string& out) {
  base::JsonWriter writer(out);
  FieldWriter(writer).object(profile);
}

base::Result<Profile> parse_line(std::string_view line) {
  if (!base::is_utf8(line)) return refused("not UTF-8");
  json::error_code error;
  json::monotonic_resource memory;
  const json::value value = json::parse(line, error, &memory);
  if (error) return refused("not JSON: " + error.message());
  if (!value.is_object()) return refused("not a JSON object");
  Profile profile;
  std::string fault;
  if (!read_record(value.get_object(), profile, fault)) return refused(fault);
  if (profile.key.list.empty() || profile.key.record.empty())
    return refused("'list' and 'record' must be given");
  if (profile.names.empty() || profile.names.front().text.empty())
    return refused("'names' must hold at least one name");
  for (std::size_t i = 1; i < profile.names.size(); ++i)
    if (profile.names[i].type == NameType::kPrimary)
      profile.names[i].type = NameType::kSpellingVariation;
  return profile;
}

}  // namespace vedette::profile
