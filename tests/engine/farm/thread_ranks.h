// Ranks that are threads of one process, for tests.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/errors.h"
#include "engine/farm/ranks.h"

namespace bouton::test {

/// What the ranks of a run share.
struct RankWorld {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::pair<int, int>, std::deque<std::string>> messages;
  bool failed = false;
};

class ThreadRanks final : public Ranks {
 public:
  ThreadRanks(RankWorld& world, int rank, int count) : world_(world), rank_(rank), count_(count) {}
  int rank() const override { return rank_; }
  int count() const override { return count_; }
  void send(int to, std::string message, const Budget&) override {
    check();
    const std::lock_guard lock(world_.mutex);
    world_.messages[{rank_, to}].push_back(std::move(message));
    world_.changed.notify_all();
  }
  std::string receive(int from, const Budget&) override {
    std::unique_lock lock(world_.mutex);
    std::deque<std::string>& queue = world_.messages[{from, rank_}];
    world_.changed.wait(lock, [&] { return world_.failed || !queue.empty(); });
    if (world_.failed) throw Error("another rank has failed");
    std::string message = std::move(queue.front());
    queue.pop_front();
    return message;
  }
  void check() override {
    const std::lock_guard lock(world_.mutex);
    if (world_.failed) throw Error("another rank has failed");
  }
  void fail(std::string_view why) override { throw Error(std::string(why)); }
  std::unique_ptr<SharedFile> open(const std::filesystem::path&) override { throw Error("no file"); }

 private:
  RankWorld& world_;
  int rank_, count_;
};

/// Runs the work on so many ranks, and throws what the first of them to fail threw.
inline void run_on_ranks(int count, const std::function<void(Ranks&)>& work) {
  RankWorld world;
  std::exception_ptr failure;
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < count; ++rank)
    threads.emplace_back([&, rank] {
      try {
        ThreadRanks ranks(world, rank, count);
        work(ranks);
      } catch (...) {
        const std::lock_guard lock(world.mutex);
        if (!world.failed) failure = std::current_exception();
        world.failed = true;
        world.changed.notify_all();
      }
    });
  threads.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace bouton::test
