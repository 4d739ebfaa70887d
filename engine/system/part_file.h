// Files that are written in several runs of a program, and appear whole or not at all.
//
// Until all of FILE is there it is called FILE.part and lies beside it. What keep() was called after is there whatever happens;
// a later run cuts off what was written behind that, and goes on.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace bouton {

/// Throws OutputError where the file cannot be written, or another process is writing it; Interrupted if `stop` is set.
class PartFile {
 public:
  /// Opens the part of an earlier run, or begins one.
  explicit PartFile(const std::filesystem::path& file, const std::atomic<bool>* stop = nullptr);
  /// Deletes the part, unless it was there before or keep() was called.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::filesystem::path& path() const { return part_; }
  /// Bytes.
  std::uint64_t size() const { return size_; }
  /// Drops what is behind the first `size` bytes.
  void cut(std::uint64_t size);
  /// Adds bytes at the end.
  void write(std::string_view bytes);
  void read(std::uint64_t offset, std::span<char> bytes) const;
  void replace(std::uint64_t offset, std::string_view bytes);
  /// Returns when the disk has all that was written.
  void keep();
  /// Puts the part in the place of the file.
  void finish();
  /// Deletes the part.
  void drop();

 private:
  void check_stop() const;
  [[noreturn]] void fail(const char* doing) const;

  std::filesystem::path file_, part_;
  const std::atomic<bool>* stop_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  bool kept_ = false;
};

}  // namespace bouton
