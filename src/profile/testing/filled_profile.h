#pragma once

#include <random>
#include <string>
#include <type_traits>

#include "profile/profile.h"

namespace vedette::profile {

// For tests: fills every field of a profile, down to the last part, with values that differ from
// the defaults. With a generator the values and the lengths of lists are random.
class ProfileFiller {
 public:
  explicit ProfileFiller(std::mt19937_64* random = nullptr) : random_(random) {}

  template <class T>
  void operator()(const char* name, T& value, Weight = Weight::kMaterial) {
    fill(name, value);
  }

  Profile make() {
    Profile profile;
    Profile::fields(profile, *this);
    profile.names.front().type = NameType::kPrimary;
    for (std::size_t i = 1; i < profile.names.size(); ++i)
      if (profile.names[i].type == NameType::kPrimary)
        profile.names[i].type = NameType::kOriginalScript;
    return profile;
  }

 private:
  std::uint64_t next() { return random_ ? (*random_)() : ++counter_; }

  void fill(const char* name, std::string& value) {
    value = std::string(name) + " Ж\"\\\n " + std::to_string(next());
  }
  void fill(const char*, bool& value) { value = !random_ || next() % 2 == 0; }
  void fill(const char*, double& value) { value = static_cast<double>(next() % 1000 + 1) / 8; }
  template <std::integral T>
  void fill(const char*, T& value) {
    value = static_cast<T>(next() % 30000 + 1);
  }
  void fill(const char*, base::Time& value) {
    value.unix_millis = static_cast<std::int64_t>(next() % 2'000'000'000'000);
  }
  void fill(const char*, DatasetSet& value) {
    value = DatasetSet::from_bits(static_cast<std::uint16_t>(next() % 0x7FFF + 1));
  }
  void fill(const char*, Country& value) {
    const char code[2] = {static_cast<char>('A' + next() % 26),
                          static_cast<char>('A' + next() % 26)};
    from_text(std::string_view(code, 2), value);
  }
  void fill(const char*, PartialDate& value) {
    value.first = day();
    value.approximate = next() % 2 == 0;
    if (next() % 3 == 0) value.last = day();
  }
  CalendarDay day() {
    const auto month = static_cast<int>(next() % 13);
    return *make_day(1900 + static_cast<int>(next() % 150), month,
                     month == 0 ? 0 : static_cast<int>(next() % 29));
  }
  void fill(const char*, Kind& value) { value = static_cast<Kind>(1 + next() % 4); }
  void fill(const char*, Gender& value) { value = static_cast<Gender>(1 + next() % 2); }
  void fill(const char*, NameType& value) { value = static_cast<NameType>(1 + next() % 8); }
  void fill(const char*, PepTier& value) { value = static_cast<PepTier>(1 + next() % 4); }
  template <class T>
  void fill(const char* name, std::vector<T>& items) {
    const bool needed = std::is_same_v<T, Name>;
    const std::size_t count = random_ ? next() % 4 + (needed ? 1 : 0) : 2;
    for (std::size_t i = 0; i < count; ++i)
      fill(name, items.emplace_back());
  }
  template <class T>
  void fill(const char* name, std::optional<T>& value) {
    fill(name, value.emplace());
  }
  template <class T>
    requires requires { &T::template fields<T, int>; }
  void fill(const char*, T& record) {
    T::fields(record, *this);
  }

  std::mt19937_64* random_;
  std::uint64_t counter_ = 0;
};

}  // namespace vedette::profile
