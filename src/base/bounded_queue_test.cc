#include "base/bounded_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

namespace vedette::base {
namespace {

TEST(BoundedQueue, RefusesPastItsCapacityAndLeavesTheItemAlone) {
  BoundedQueue<std::unique_ptr<int>> queue(1);
  EXPECT_TRUE(queue.try_push(std::make_unique<int>(1)));
  auto second = std::make_unique<int>(2);
  EXPECT_FALSE(queue.try_push(std::move(second)));
  ASSERT_TRUE(second);
  EXPECT_EQ(*second, 2);
}

TEST(BoundedQueue, DrainsAfterClose) {
  BoundedQueue<int> queue(4);
  EXPECT_TRUE(queue.try_push(1));
  queue.close();
  EXPECT_FALSE(queue.try_push(2));
  EXPECT_EQ(queue.pop(), 1);
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(BoundedQueue, HandsEachItemToExactlyOneConsumer) {
  BoundedQueue<int> queue(1000);
  std::atomic<int> sum{0};
  std::vector<std::jthread> consumers;
  for (int i = 0; i < 3; ++i)
    consumers.emplace_back([&] {
      while (auto item = queue.pop())
        sum += *item;
    });
  for (int i = 1; i <= 500; ++i)
    EXPECT_TRUE(queue.try_push(int{i}));
  queue.close();
  consumers.clear();
  EXPECT_EQ(sum, 500 * 501 / 2);
}

}  // namespace
}  // namespace vedette::base
