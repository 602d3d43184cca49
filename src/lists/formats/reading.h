#pragma once

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lists/formats/format.h"
#include "profile/profile.h"

namespace vedette::lists {

// For tests: everything one list gave.
struct Reading {
  std::string refused;  // why the file was refused as a whole, or empty
  Account account;
  std::vector<profile::Profile> profiles;

  const profile::Profile* find(std::string_view record) const {
    for (const profile::Profile& each : profiles)
      if (each.key.record == record) return &each;
    return nullptr;
  }
};

inline Reading read_inputs(const std::vector<const Input*>& inputs, const ImportOptions& options) {
  Reading reading;
  const auto planned = plan(inputs, options);
  if (!planned.ok()) {
    reading.refused = planned.error().message;
    return reading;
  }
  if (planned->size() != 1) {
    reading.refused = "more than one list";
    return reading;
  }
  auto account = read_list(planned->front(), [&](profile::Profile&& each) {
    reading.profiles.push_back(std::move(each));
    return base::Result<void>();
  });
  if (account.ok())
    reading.account = *account;
  else
    reading.refused = account.error().message;
  return reading;
}

// The files of one list, given as (name, bytes).
inline Reading read_bytes(const std::vector<std::pair<std::string, std::string>>& files,
                          const ImportOptions& options = {}) {
  std::vector<std::unique_ptr<Input>> owned;
  std::vector<const Input*> inputs;
  for (const auto& [name, bytes] : files) {
    auto opened = open_bytes(name, bytes);
    if (!opened.ok()) return {opened.error().message, {}, {}};
    for (auto& each : *opened) {
      inputs.push_back(each.get());
      owned.push_back(std::move(each));
    }
  }
  return read_inputs(inputs, options);
}

inline Reading read_bytes(std::string name, std::string bytes, const ImportOptions& options = {}) {
  return read_bytes({{std::move(name), std::move(bytes)}}, options);
}

inline Reading read_files(const std::vector<std::string>& paths,
                          const ImportOptions& options = {}) {
  std::vector<std::unique_ptr<Input>> owned;
  std::vector<const Input*> inputs;
  for (const std::string& path : paths) {
    auto opened = open_file(path);
    if (!opened.ok()) return {opened.error().message, {}, {}};
    for (auto& each : *opened) {
      inputs.push_back(each.get());
      owned.push_back(std::move(each));
    }
  }
  return read_inputs(inputs, options);
}

// The folder of real lists, or empty when it is not there.
inline std::string real_data() {
  const char* named = std::getenv("VEDETTE_TEST_DATA");
  const std::string folder = named ? named : "../shared/data";
  std::error_code error;
  return std::filesystem::is_directory(folder, error) ? folder : std::string();
}

}  // namespace vedette::lists
