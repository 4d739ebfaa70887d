// Files that are written whole or not at all.
//
// A file is written beside the one that it shall replace, without a name where the file system allows that, so that nothing is
// left of it however the process ends; it gets one of its own (".NAME." and eight random characters), and at once the one that
// is wanted, when the disk has all of it. Whoever reads the file, at any moment and after any crash, finds what was there
// before or all of the new; writers of one file at the same time do not hear of each other, and the last one to finish is read.
// Links are followed: what they lead to is replaced. Something that cannot be replaced is written to directly, as the bytes
// come: devices, pipes, and the descriptors of this process (/dev/stdout, /dev/fd/3).
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace bouton {

/// A file that is being written. What was written counts after finish(); without it the file is deleted again.
/// All throw OutputError where the file cannot be written, ReaderGone from a pipe that nobody reads, and Interrupted.
class WholeFile {
 public:
  enum class Existing { replace, keep };

  /// Opens the file. It keeps the mode (and as far as allowed the owner) of the file that it replaces. With Existing::keep the
  /// file must not exist yet: if it does, that is an error here or, at the latest, in finish(). `stop` as in Budget.
  explicit WholeFile(const std::filesystem::path& path, Existing existing = Existing::replace,
                     const std::atomic<bool>* stop = nullptr);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::string_view bytes);
  void finish();

  /// Whether it is a file beside the one that it shall replace, so that what was written can be read and changed again.
  bool is_beside() const { return nameless_ || !beside_.empty(); }
  /// What was written from the byte `offset` on; as many bytes as there are, which were written before. Of a file beside.
  void read(std::uint64_t offset, std::span<char> bytes) const;
  /// Puts other bytes in the place of some that were written. Of a file beside.
  void replace(std::uint64_t offset, std::string_view bytes);

 private:
  void open_directly(int own);
  void open_beside();
  bool open_without_name(mode_t mode);
  template <class Make>
  bool make_name_beside(Make make);
  void keep_owner_and_mode(int before_descriptor);
  void begin_to_keep();
  void check_stop() const;
  [[noreturn]] void fail(const char* doing) const;

  std::filesystem::path named_;   ///< as the caller calls it
  std::filesystem::path target_;  ///< where links lead
  std::filesystem::path beside_;  ///< the name until finish(); empty where the file has none or is written to directly
  bool nameless_ = false;         ///< whether it gets a name in finish()
  Existing existing_;
  const std::atomic<bool>* stop_;
  int descriptor_ = -1;
  std::uint64_t written_ = 0, asked_ = 0;  ///< bytes; those that are on their way to the disk
  int slot_ = -1;                          ///< of `beside_` among the unfinished files
};

/// Writes a file that has these bytes. Throws as WholeFile does.
void write_whole_file(const std::filesystem::path& path, std::string_view bytes);

/// Reads all of `bytes` from an offset of an open file, or writes them there; false, with errno, where that fails.
bool read_at(int descriptor, std::uint64_t offset, std::span<char> bytes);
bool write_at(int descriptor, std::uint64_t offset, std::string_view bytes);

/// Deletes the files that are being written. For a process about to be killed: may be called from a signal handler.
void remove_unfinished_files() noexcept;

}  // namespace bouton
