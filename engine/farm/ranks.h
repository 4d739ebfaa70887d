// The processes that solve one table together, each on its own memory and perhaps its own machine, and the file that they
// write.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/budget.h"

namespace bouton {

/// A file that every rank opens and writes its own part of.
class SharedFile {
 public:
  SharedFile() = default;
  virtual ~SharedFile() = default;
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  /// All throw OutputError. What is read was written before, by any rank that has called keep() since.
  virtual void write(std::uint64_t offset, std::string_view bytes) = 0;
  virtual void read(std::uint64_t offset, std::span<char> bytes) = 0;
  /// Returns when the disk has all that this rank wrote.
  virtual void keep() = 0;
};

/// One of several processes that run the same program on the same input. Messages between two of them arrive in order. Each
/// function but fail() throws Interrupted, and Error where another rank has failed.
class Ranks {
 public:
  Ranks() = default;
  virtual ~Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  /// This one, from 0 to count() - 1.
  virtual int rank() const = 0;
  virtual int count() const = 0;
  /// May wait until earlier messages have arrived, so that who is faster does not fill the memory of who is slower.
  virtual void send(int to, std::string message, const Budget& budget) = 0;
  virtual std::string receive(int from, const Budget& budget) = 0;
  /// Looks whether another rank has failed.
  virtual void check() = 0;
  /// Tells rank 0 that this one, which is not rank 0, has failed and why; then rank 0 ends the run, and this one waits for
  /// that. Returns where the run is over already.
  virtual void fail(std::string_view why) = 0;
  /// Opens a file that exists.
  virtual std::unique_ptr<SharedFile> open(const std::filesystem::path& path) = 0;
};

}  // namespace bouton
