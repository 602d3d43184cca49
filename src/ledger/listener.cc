#include "ledger/listener.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <chrono>

#include "base/check.h"
#include "base/log.h"

namespace vedette::ledger {
namespace {

constexpr std::chrono::milliseconds kBetweenTries{1000};
constexpr std::chrono::milliseconds kAfterLoss{50};
// Debounce: at most a hundred wake-ups a second.
constexpr std::chrono::milliseconds kBetweenWakings{10};
constexpr base::Millis kLongestSilence = base::seconds(30);
constexpr base::Millis kCheckDeadline = base::seconds(10);

int make_signal() {
  const int made = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  VEDETTE_CHECK(made >= 0);
  return made;
}

}  // namespace

Listener::Listener(const Store& store, Heard heard)
    : store_(store), heard_(std::move(heard)), stop_(make_signal()), thread_([this] { run(); }) {}

Listener::~Listener() {
  VEDETTE_CHECK(::eventfd_write(stop_, 1) == 0);
  thread_.join();
  ::close(stop_);
}

bool Listener::pause(std::chrono::milliseconds time) const {
  pollfd entry{stop_, POLLIN, 0};
  return ::poll(&entry, 1, static_cast<int>(time.count())) <= 0;
}

void Listener::tell_all() {
  for (const Topic topic : kTopics)
    heard_(topic);
}

void Listener::listen(sql::PostgresqlListener& connection) {
  do {
    const auto heard = connection.wait(stop_, sql::after(kLongestSilence));
    if (!heard.ok()) return;
    if (heard->empty() && (!pause({}) || !connection.check(sql::after(kCheckDeadline)).ok()))
      return;
    Topics topics;
    for (const std::string& name : *heard)
      for (const Topic topic : kTopics)
        if (topic_name(topic) == name) topics.add(topic);
    for (const Topic topic : kTopics)
      if (topics.has(topic)) heard_(topic);
  } while (pause(kBetweenWakings));
}

void Listener::run() {
  bool lost = false;
  std::chrono::milliseconds wait{};
  do {
    auto opened = sql::open_postgresql_listener(store_.settings().database_url,
                                                sql::after(store_.settings().connect_deadline));
    wait = opened.ok() ? kAfterLoss : kBetweenTries;
    if (opened.ok()) {
      if (lost) base::log(base::LogLevel::kInfo, "the other servers are heard again");
      lost = false;
      tell_all();
      listen(**opened);
      if (!pause({})) return;
    }
    if (!lost)
      base::log(base::LogLevel::kWarning,
                "the other servers are not heard; their work is looked for at intervals");
    lost = true;
  } while (pause(wait));
}

}  // namespace vedette::ledger
