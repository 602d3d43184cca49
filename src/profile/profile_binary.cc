#include "profile/profile_binary.h"

#include <bit>

namespace vedette::profile {
namespace {

constexpr char kFormat = 1;
// A vector in the bytes holds at most as many items as there are bytes left: each takes one.

class BinaryWriter {
 public:
  BinaryWriter(std::string& out, bool material_only) : out_(out), material_only_(material_only) {}

  template <class T>
  void operator()(const char*, const T& value, Weight weight = Weight::kMaterial) {
    if (weight == Weight::kVolatile && material_only_) return;
    write(value);
  }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      out_ += static_cast<char>(value | 0x80);
    out_ += static_cast<char>(value);
  }
  void write(const std::string& value) {
    varint(value.size());
    out_ += value;
  }
  void write(bool value) { out_ += value ? '\1' : '\0'; }
  void write(std::uint16_t value) { varint(value); }
  void write(std::uint32_t value) { varint(value); }
  void write(std::int64_t value) {
    varint((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
  }
  void write(std::int32_t value) { write(static_cast<std::int64_t>(value)); }
  void write(double value) {
    // Most are zero or small: the bits the other way round make a short varint.
    const auto bits = std::bit_cast<std::uint64_t>(value);
    varint(__builtin_bswap64(bits));
  }
  void write(base::Time value) { write(value.unix_millis); }
  void write(DatasetSet value) { varint(value.bits()); }
  void write(Country value) { write(std::string(value.code())); }
  void write(CalendarDay day) {
    varint(static_cast<std::uint64_t>(day.year) << 9 | static_cast<std::uint64_t>(day.month) << 5 |
           day.day);
  }
  void write(const PartialDate& value) {
    if (value.empty()) return write(false);
    out_ += static_cast<char>(1 | (value.approximate ? 2 : 0) | (value.is_range() ? 4 : 0));
    write(value.first);
    if (value.is_range()) write(value.last);
  }
  template <class T>
    requires std::is_enum_v<T>
  void write(T value) {
    out_ += static_cast<char>(value);
  }
  template <class T>
  void write(const std::vector<T>& items) {
    varint(items.size());
    for (const T& each : items)
      write(each);
  }
  template <class T>
  void write(const std::optional<T>& value) {
    write(value.has_value());
    if (value) write(*value);
  }
  template <class T>
    requires requires { &T::template fields<const T, int>; }
  void write(const T& record) {
    T::fields(record, *this);
  }

  std::string& out_;
  bool material_only_;
};

class BinaryReader {
 public:
  explicit BinaryReader(std::string_view in) : in_(in) {}
  bool finished() const { return good_ && in_.empty(); }

  template <class T>
  void operator()(const char*, T& value, Weight = Weight::kMaterial) {
    if (good_) read(value);
  }

 private:
  std::uint8_t byte() {
    if (in_.empty()) {
      good_ = false;
      return 0;
    }
    const auto value = static_cast<std::uint8_t>(in_.front());
    in_.remove_prefix(1);
    return value;
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t b = byte();
      value |= static_cast<std::uint64_t>(b & 0x7F) << shift;
      if (b < 0x80) return value;
    }
    good_ = false;
    return 0;
  }
  void read(std::string& value) {
    const std::uint64_t size = varint();
    if (size > in_.size()) {
      good_ = false;
      return;
    }
    value = in_.substr(0, size);
    in_.remove_prefix(size);
  }
  void read(bool& value) {
    const std::uint8_t b = byte();
    good_ = good_ && b <= 1;
    value = b == 1;
  }
  template <std::unsigned_integral T>
  void read(T& value) {
    const std::uint64_t wide = varint();
    value = static_cast<T>(wide);
    good_ = good_ && value == wide;
  }
  void read(std::int64_t& value) {
    const std::uint64_t wide = varint();
    value = static_cast<std::int64_t>(wide >> 1) ^ -static_cast<std::int64_t>(wide & 1);
  }
  void read(std::int32_t& value) {
    std::int64_t wide = 0;
    read(wide);
    value = static_cast<std::int32_t>(wide);
    good_ = good_ && value == wide;
  }
  void read(double& value) { value = std::bit_cast<double>(__builtin_bswap64(varint())); }
  void read(base::Time& value) { read(value.unix_millis); }
  void read(DatasetSet& value) {
    std::uint16_t bits = 0;
    read(bits);
    value = DatasetSet::from_bits(bits);
    good_ = good_ && value.bits() == bits;
  }
  void read(Country& value) {
    std::string text;
    read(text);
    good_ = good_ && (text.empty() || from_text(text, value));
  }
  void read(CalendarDay& day) {
    const std::uint64_t bits = varint();
    const auto made = make_day(static_cast<int>(bits >> 9 & 0xFFFF),
                               static_cast<int>(bits >> 5 & 15), static_cast<int>(bits & 31));
    good_ = good_ && made.has_value();
    if (made) day = *made;
  }
  void read(PartialDate& value) {
    const std::uint8_t flags = byte();
    good_ = good_ && flags <= 7 && (flags == 0 || (flags & 1) != 0);
    if (!good_ || flags == 0) return;
    value.approximate = (flags & 2) != 0;
    read(value.first);
    if (good_ && (flags & 4) != 0) read(value.last);
  }
  template <class T>
    requires std::is_enum_v<T>
  void read(T& value) {
    value = static_cast<T>(byte());
    good_ = good_ && static_cast<std::uint8_t>(value) <= last_of(value);
  }
  static constexpr std::uint8_t last_of(Kind) { return static_cast<std::uint8_t>(Kind::kAircraft); }
  static constexpr std::uint8_t last_of(Gender) {
    return static_cast<std::uint8_t>(Gender::kFemale);
  }
  static constexpr std::uint8_t last_of(NameType) {
    return static_cast<std::uint8_t>(NameType::kNickname);
  }
  static constexpr std::uint8_t last_of(PepTier) {
    return static_cast<std::uint8_t>(PepTier::kByAssociation);
  }
  template <class T>
  void read(std::vector<T>& items) {
    const std::uint64_t count = varint();
    if (count > in_.size()) {
      good_ = false;
      return;
    }
    for (std::uint64_t i = 0; i < count && good_; ++i)
      read(items.emplace_back());
  }
  template <class T>
  void read(std::optional<T>& value) {
    bool present = false;
    read(present);
    if (present) read(value.emplace());
  }
  template <class T>
    requires requires { &T::template fields<T, int>; }
  void read(T& record) {
    T::fields(record, *this);
  }

  std::string_view in_;
  bool good_ = true;
};

}  // namespace

void append_binary(const Profile& profile, std::string& out) {
  out += kFormat;
  BinaryWriter writer(out, false);
  Profile::fields(profile, writer);
}

base::Result<Profile> parse_binary(std::string_view bytes) {
  if (bytes.empty()) return base::Error(base::Cause::kCorrupt, "the stored profile is empty");
  if (bytes.front() != kFormat)
    return base::Error(base::Cause::kUnsupported, "the stored profile has an unknown format");
  Profile profile;
  BinaryReader reader(bytes.substr(1));
  Profile::fields(profile, reader);
  if (!reader.finished() || profile.names.empty())
    return base::Error(base::Cause::kCorrupt, "the stored profile is damaged");
  return profile;
}

base::Sha256 material_digest(const Profile& profile) {
  std::string bytes;
  BinaryWriter writer(bytes, true);
  Profile::fields(profile, writer);
  return base::sha256(bytes);
}

}  // namespace vedette::profile
