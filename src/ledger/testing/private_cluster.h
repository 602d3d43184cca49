#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

// For tests and benchmarks only: a PostgreSQL 15 server of one's own in a temporary folder, reached
// by a Unix socket alone, with fsync on. It ends with the process that started it.
namespace vedette::ledger::testing {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "vedette-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
      std::perror("cannot make a temporary folder");
      std::abort();
    }
    path_ = pattern;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

class PrivateCluster {
 public:
  PrivateCluster() {
    find_owner();
    if (::chown(folder_.path().c_str(), user_, group_) != 0) fail("cannot hand over the folder");
    // The connections of a gate come from this process too; both may enter the folder.
    std::filesystem::permissions(folder_.path(), std::filesystem::perms(0711));
    const std::string data = data_folder();
    if (wait_for(spawn({kBin + "/initdb", "-D", data, "-U", "postgres", "--auth=trust",
                        "--encoding=UTF8", "--no-locale", "--no-sync"})) != 0)
      fail("initdb failed");
    start();
  }
  PrivateCluster(const PrivateCluster&) = delete;
  PrivateCluster& operator=(const PrivateCluster&) = delete;
  ~PrivateCluster() {
    if (server_ > 0) stop(SIGQUIT);
  }

  void start() {
    server_ = spawn({kBin + "/postgres", "-D", data_folder(), "-k", folder_.path().string(), "-c",
                     "listen_addresses=", "-c", "fsync=on", "-c", "logging_collector=off"});
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (PQping(url("").c_str()) != PQPING_OK) {
      if (std::chrono::steady_clock::now() > deadline) fail("the server does not answer");
      if (::waitpid(server_, nullptr, WNOHANG) == server_) fail("the server ended at once");
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  // SIGQUIT ends the server without a checkpoint, as a crash does.
  void stop(int signal) {
    ::kill(server_, signal);
    wait_for(server_);
    server_ = 0;
  }

  // Runs a statement of the test itself.
  void execute(const std::string& statement) const {
    PGconn* connection = PQconnectdb(url("").c_str());
    PGresult* result = PQexec(connection, statement.c_str());
    const auto status = PQresultStatus(result);
    const bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!good) std::fputs(PQerrorMessage(connection), stderr);
    PQclear(result);
    PQfinish(connection);
    if (!good) fail("a statement of the test itself failed");
  }

  // Where its socket is.
  const std::filesystem::path& folder() const { return folder_.path(); }

  std::string url(const std::string& schema) const { return url_through(folder_.path(), schema); }
  // The same database through a socket in another folder.
  static std::string url_through(const std::filesystem::path& folder, const std::string& schema) {
    std::string text = fmt::format("postgresql:///postgres?host={}&user=postgres", folder.string());
    if (!schema.empty()) text += "&options=-csearch_path%3D" + schema;
    return text;
  }

  // A schema that nobody used before.
  std::string fresh_schema() {
    const std::string schema = fmt::format("test_{}", ++schemas_);
    execute("create schema " + schema);
    return schema;
  }
  std::string fresh_url() { return url(fresh_schema()); }

 private:
  static constexpr const char* kInstalled = "/usr/lib/postgresql";
  // The programs of the newest version that Debian's packages have installed; empty without any.
  static std::string newest_installed() {
    int newest = 0;
    std::error_code none;
    for (const auto& each : std::filesystem::directory_iterator(kInstalled, none))
      newest = std::max(newest, std::atoi(each.path().filename().c_str()));
    return newest == 0 ? std::string() : fmt::format("{}/{}/bin", kInstalled, newest);
  }
  static inline const std::string kBin = newest_installed();

  [[noreturn]] static void fail(const char* what) {
    std::fprintf(stderr, "PostgreSQL for the tests: %s. script/bootstrap installs it.\n", what);
    std::abort();
  }

  std::string data_folder() const { return (folder_.path() / "data").string(); }

  // PostgreSQL refuses to run as root; the package's own user runs it then.
  void find_owner() {
    if (!std::filesystem::exists(kBin + "/initdb")) fail("not found under /usr/lib/postgresql");
    if (::geteuid() != 0) return;
    const passwd* owner = ::getpwnam("postgres");
    if (owner == nullptr) fail("no user postgres");
    user_ = owner->pw_uid;
    group_ = owner->pw_gid;
  }

  pid_t spawn(const std::vector<std::string>& command) const {
    std::vector<char*> arguments;
    for (const std::string& word : command)
      arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const std::string log = (folder_.path() / "log").string();
    const pid_t child = ::fork();
    if (child != 0) return child;
    const bool changed = ::geteuid() != 0 || (::setresgid(group_, group_, group_) == 0 &&
                                              ::setresuid(user_, user_, user_) == 0);
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
    // Not through stdio, whose buffers still hold output of the parent.
    const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    const bool quiet = output >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
                       ::dup2(output, STDERR_FILENO) >= 0 && ::chdir("/") == 0;
    if (changed && quiet) ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }

  static int wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  TemporaryFolder folder_;
  uid_t user_ = ::geteuid();
  gid_t group_ = ::getegid();
  pid_t server_ = 0;
  int schemas_ = 0;
};

// One cluster serves all tests of a program; each test gets a schema of its own.
inline PrivateCluster& shared_cluster() {
  static PrivateCluster cluster;
  return cluster;
}

}  // namespace vedette::ledger::testing
