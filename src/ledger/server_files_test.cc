#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <fstream>

#include "ledger/server_key.h"
#include "ledger/server_lock.h"
#include "ledger/testing/private_cluster.h"

namespace vedette::ledger {
namespace {

using base::Cause;

TEST(ServerKey, IsMadeOnceAndForItsOwnerAlone) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "server.key";
  const auto first = ServerKey::load_or_create(file);
  ASSERT_TRUE(first.ok()) << first.error().message;
  struct stat status{};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, mode_t{0600});
  EXPECT_EQ(status.st_size, 32);
  const auto second = ServerKey::load_or_create(file);
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(first->mac("x"), second->mac("x"));
  EXPECT_NE(first->derive("a"), first->derive("b"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1)
      << "nothing else is left behind";
}

TEST(ServerKey, IsRefusedWhenOthersCanReadIt) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "server.key";
  ASSERT_TRUE(ServerKey::load_or_create(file).ok());
  for (const mode_t mode : {0640u, 0604u, 0660u, 0644u}) {
    ASSERT_EQ(::chmod(file.c_str(), mode), 0);
    const auto refused = ServerKey::load_or_create(file);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().cause, Cause::kForbidden);
    EXPECT_NE(refused.error().message.find("chmod 600"), std::string::npos);
  }
}

TEST(ServerKey, IsRefusedWhenItIsNot32Bytes) {
  const testing::TemporaryFolder folder;
  for (const std::size_t size : {0u, 31u, 33u, 64u}) {
    const auto file = folder.path() / std::to_string(size);
    std::ofstream(file) << std::string(size, 'k');
    ASSERT_EQ(::chmod(file.c_str(), 0600), 0);
    EXPECT_EQ(ServerKey::load_or_create(file).error().cause, Cause::kCorrupt) << size;
  }
}

TEST(ServerKey, IsRefusedWhenItIsNoFile) {
  const testing::TemporaryFolder folder;
  const auto pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& place : {pipe, folder.path()}) {
    const auto refused = ServerKey::load_or_create(place);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("is not a file"), std::string::npos);
  }
}

TEST(ServerKey, SaysWhereItCannotBeMade) {
  const auto refused = ServerKey::load_or_create("/nowhere/at/all/server.key");
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("/nowhere/at/all"), std::string::npos);
}

TEST(ServerLock, ASecondServerIsRefusedAndNamesTheFirst) {
  const testing::TemporaryFolder folder;
  const auto data = folder.path() / "new" / "data";
  const auto first = ServerLock::take(data);
  ASSERT_TRUE(first.ok()) << first.error().message;
  struct stat status{};
  ASSERT_EQ(::stat(data.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, mode_t{0700});
  const auto second = ServerLock::take(data);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().cause, Cause::kConflict);
  EXPECT_NE(second.error().message.find(std::to_string(::getpid())), std::string::npos);
}

TEST(ServerLock, IsFreeAgainHoweverTheServerEnds) {
  const testing::TemporaryFolder folder;
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = ServerLock::take(folder.path());
    const char answer = lock.ok() ? 'y' : 'n';
    if (::write(ready[1], &answer, 1) != 1) ::_exit(1);
    for (;;)
      ::pause();
  }
  char answer = 0;
  ASSERT_EQ(::read(ready[0], &answer, 1), 1);
  EXPECT_EQ(answer, 'y');
  EXPECT_EQ(ServerLock::take(folder.path()).error().cause, Cause::kConflict);
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(ServerLock::take(folder.path()).ok());
  ::close(ready[0]);
  ::close(ready[1]);
}

}  // namespace
}  // namespace vedette::ledger
