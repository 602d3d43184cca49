#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vedette::ledger {

// What servers on one ledger announce to each other, in the transaction of the change itself
// (Writer::tell), so that a Listener need not wait for its next poll. Only a hint: the receiver
// reads the ledger, and polls it at intervals as well.
enum class Topic : std::uint8_t {
  kGenerations,  // a generation was published
  kScreening,    // records have to be screened again
  kEvents,       // there are events, or deliveries that are due
  kCaches,       // remembered reads are wrong (Writer::outdate_caches)
};

inline constexpr std::array kTopics = {Topic::kGenerations, Topic::kScreening, Topic::kEvents,
                                       Topic::kCaches};

// As it is called on the wire.
constexpr std::string_view topic_name(Topic topic) {
  switch (topic) {
    case Topic::kGenerations:
      return "generations";
    case Topic::kScreening:
      return "screening";
    case Topic::kEvents:
      return "events";
    case Topic::kCaches:
      return "caches";
  }
  return {};
}

// Several of them.
class Topics {
 public:
  void add(Topic topic) { bits_ |= bit(topic); }
  void add(const Topics& others) { bits_ |= others.bits_; }
  bool has(Topic topic) const { return (bits_ & bit(topic)) != 0; }

 private:
  static constexpr unsigned bit(Topic topic) { return 1U << static_cast<unsigned>(topic); }
  unsigned bits_ = 0;
};

}  // namespace vedette::ledger
