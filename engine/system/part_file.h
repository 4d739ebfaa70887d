// Files that are written in several runs of a program, and appear whole or not at all.
//
// Until all of FILE is there it is called FILE.part and lies beside it: from show() on. Until then it has no name, or a hidden
// one where the file system does not allow that, and nothing is in the way of the next run if this one ends before. Whoever
// writes it says first in another file what the part is, and then shows it: a file of that name which nobody says anything
// about is somebody else's, and left alone. What keep() was called after is there whatever happens; a later run cuts off what
// was written behind that, and goes on.
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
  /// Opens what is called FILE.part, where there is something, else begins a part.
  explicit PartFile(const std::filesystem::path& file, const std::atomic<bool>* stop = nullptr);
  /// Leaves what was there before, or was kept and shown, and nothing else.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  /// FILE.part.
  const std::filesystem::path& path() const { return part_; }
  /// Whether it was there before. Then it is only to be read until go_on().
  bool was_there() const { return was_there_; }
  /// Bytes.
  std::uint64_t size() const { return size_; }
  /// Takes the first `size` bytes of a part that was there as this run's own, and drops what is behind them.
  void go_on(std::uint64_t size);
  /// Adds bytes at the end.
  void write(std::string_view bytes);
  void read(std::uint64_t offset, std::span<char> bytes) const;
  void replace(std::uint64_t offset, std::string_view bytes);
  /// Returns when the disk has all that was written.
  void keep();
  /// Gives it its name.
  void show();
  /// Puts the part in the place of the file.
  void finish();
  /// Deletes the part.
  void drop();

 private:
  /// Begins a part, without a name where that can be.
  void open_new();
  /// Calls `make` with names of neighbours until it makes one that nobody had.
  template <class Make>
  void make_hidden(Make make);
  bool link_to(const char* name) const;
  void check_stop() const;
  [[noreturn]] void fail(const char* doing) const;

  std::filesystem::path file_, part_;
  std::filesystem::path hidden_;  ///< the name until show(); empty where it has none, or has its own
  const std::atomic<bool>* stop_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  bool was_there_ = false;
  bool has_name_ = false;
  bool kept_ = false;
};

}  // namespace bouton
