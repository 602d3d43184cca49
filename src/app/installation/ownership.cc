#include "app/installation/ownership.h"

#include <fmt/format.h>
#include <grp.h>
#include <linux/capability.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "app/installation/installation.h"

namespace vedette::app {
namespace {

namespace fs = std::filesystem;

std::optional<Owner> owner_of(const fs::path& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  return Owner{status.st_uid, status.st_gid};
}

// What tells whose an installation is, the most telling first.
std::vector<fs::path> places(const Settings& settings) {
  const fs::path data = settings.data;
  return {data / "ledger.db", key_file(settings), data / "catalogue", data};
}

std::string quoted(const std::string& argument) {
  const bool plain = !argument.empty() && argument.find_first_not_of(
                                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789-_./=:,@+") == std::string::npos;
  if (plain) return argument;
  std::string out = "'";
  for (const char c : argument)
    out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

base::Error refused(const Settings& settings, const Owner& owner,
                    const std::vector<std::string>& arguments) {
  const std::string name = owner.name();
  const bool number = name.find_first_not_of("0123456789") == std::string::npos;
  std::string command = fmt::format("sudo -u {} vedette", number ? "'#" + name + "'" : name);
  for (const std::string& argument : arguments)
    command += " " + quoted(argument);
  return {base::Cause::kForbidden,
          fmt::format("the installation in {} belongs to {}, and files of another user would stop "
                      "its server; run: {}",
                      settings.data, name, command)};
}

base::Error failed(std::string_view what, const Owner& owner) {
  return {base::Cause::kForbidden,
          fmt::format("cannot act as {}, the owner of the installation: {}: {}", owner.name(), what,
                      std::strerror(errno))};
}

std::uint32_t bit(int capability) {
  return std::uint32_t{1} << capability;
}

// Of what the process is permitted.
bool keep_rights(std::uint32_t wanted) {
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> data{};
  if (::syscall(SYS_capget, &header, data.data()) != 0) return false;
  wanted &= data[0].permitted;
  data = {};
  data[0].permitted = data[0].effective = wanted;
  return ::syscall(SYS_capset, &header, data.data()) == 0;
}

std::uint32_t rights_of(Access access) {
  switch (access) {
    case Access::kNothing:
    case Access::kLook:
      return 0;
    case Access::kServe:
      return bit(CAP_DAC_READ_SEARCH) | bit(CAP_NET_BIND_SERVICE);
    case Access::kCommand:
      break;
  }
  return bit(CAP_DAC_OVERRIDE) | bit(CAP_DAC_READ_SEARCH);
}

base::Result<void> become(const Owner& owner, Access access) {
  if (::prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) != 0) return failed("keep capabilities", owner);
  const passwd* user = ::getpwuid(owner.user);
  const int grouped =
      user != nullptr ? ::initgroups(user->pw_name, owner.group) : ::setgroups(1, &owner.group);
  if (grouped != 0) return failed("set the groups", owner);
  if (::setresgid(owner.group, owner.group, owner.group) != 0)
    return failed("set the group", owner);
  if (::setresuid(owner.user, owner.user, owner.user) != 0) return failed("set the user", owner);
  if (!keep_rights(rights_of(access))) return failed("set capabilities", owner);
  // Else the process could not look at itself under /proc, where its figures come from.
  ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  return {};
}

}  // namespace

std::string Owner::name() const {
  const passwd* found = ::getpwuid(user);
  return found != nullptr ? std::string(found->pw_name) : std::to_string(user);
}

std::optional<Owner> installation_owner(const Settings& settings) {
  std::optional<Owner> last;
  for (const fs::path& each : places(settings)) {
    const auto owner = owner_of(each);
    if (owner && owner->user != 0) return owner;
    if (owner) last = owner;
  }
  return last;
}

base::Result<void> act_as_owner(const Settings& settings, Access access,
                                const std::vector<std::string>& arguments) {
  if (access == Access::kNothing) return {};
  const auto owner = installation_owner(settings);
  if (!owner || owner->user == ::geteuid()) return {};
  if (::geteuid() == 0) return become(*owner, access);
  // Who may write into a directory where nothing is yet begins an installation of his own.
  const bool empty = std::ranges::none_of(places(settings), [&](const fs::path& each) {
    return each != fs::path(settings.data) && owner_of(each);
  });
  const bool may_begin = empty && ::access(settings.data.c_str(), W_OK | X_OK) == 0;
  if (access == Access::kLook || may_begin) return {};
  return refused(settings, *owner, arguments);
}

std::string ForeignFiles::chown_command(const Settings& settings) const {
  return fmt::format("chown -R {}:{} {}", owner.name(), owner.group, quoted(settings.data));
}

std::optional<ForeignFiles> foreign_files(const Settings& settings) {
  const auto found = installation_owner(settings);
  if (!found) return std::nullopt;
  ForeignFiles out{.owner = *found};
  const auto look = [&](const fs::path& path) {
    const auto owner = owner_of(path);
    if (!owner || owner->user == out.owner.user) return;
    if (out.count++ == 0) out.first = path.string();
  };
  std::error_code problem;
  for (fs::recursive_directory_iterator
           at(settings.data, fs::directory_options::skip_permission_denied, problem),
       end;
       !problem && at != end; at.increment(problem))
    look(at->path());
  if (const fs::path key = key_file(settings); key.parent_path() != fs::path(settings.data))
    look(key);
  return out.count > 0 ? std::optional(out) : std::nullopt;
}

}  // namespace vedette::app
