// Processes that search together, played by a test.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/errors.h"
#include "engine/farm/peers.h"

namespace bouton::test {

/// One of two, whose other one says what the test has written down.
class RecordedPeers final : public Peers {
 public:
  explicit RecordedPeers(unsigned number, std::deque<std::string> heard = {}) : number_(number), heard_(std::move(heard)) {}

  unsigned number() const override { return number_; }
  unsigned count() const override { return 2; }
  void tell(std::string message) override { told.push_back(std::move(message)); }
  std::optional<std::string> hear() override {
    if (++calls_ <= silent) return std::nullopt;
    if (over) throw Interrupted();
    if (heard_.empty()) return std::nullopt;
    std::string message = std::move(heard_.front());
    heard_.pop_front();
    return message;
  }

  std::vector<std::string> told;
  std::uint64_t silent = 0;  ///< so many questions are answered by nothing
  bool over = false;         ///< whether process 0 has its answer

 private:
  unsigned number_;
  std::deque<std::string> heard_;
  std::uint64_t calls_ = 0;
};

/// Two that are threads of one process, each with messages for the other one.
class ThreadPeers final : public Peers {
 public:
  struct World {
    std::mutex mutex;
    std::deque<std::string> messages[2];
    bool over = false;
  };
  ThreadPeers(World& world, unsigned number) : world_(world), number_(number) {}

  unsigned number() const override { return number_; }
  unsigned count() const override { return 2; }
  void tell(std::string message) override {
    const std::scoped_lock lock(world_.mutex);
    world_.messages[1 - number_].push_back(std::move(message));
  }
  std::optional<std::string> hear() override {
    const std::scoped_lock lock(world_.mutex);
    if (number_ != 0 && world_.over) throw Interrupted();
    std::deque<std::string>& mine = world_.messages[number_];
    if (mine.empty()) return std::nullopt;
    std::string message = std::move(mine.front());
    mine.pop_front();
    return message;
  }

 private:
  World& world_;
  unsigned number_;
};

}  // namespace bouton::test
