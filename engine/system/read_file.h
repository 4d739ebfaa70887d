// Files that are read: the one place where that is done.
//
// What a path leads to may be anything: a pipe that nobody writes to, a device that never ends, more than the memory holds. So
// only regular files are read, and pipes where somebody names what shall be read; nothing is waited for without a look at who
// asks to stop, and nothing is read beyond a bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "engine/base/budget.h"

namespace bouton {

/// Whether the other end of a pipe is waited for and read, as where a person names the file, or a pipe is not a file.
enum class Pipes { refused, read };

/// No pipe brings more bytes.
inline constexpr std::size_t kLongestPipe = std::size_t{1} << 28;

/// What came of reading a file.
struct FileBytes {
  enum class Result { read, missing, too_long, unreadable };
  Result result = Result::read;
  std::string bytes;  ///< of a file that was read
  std::string why;    ///< of one that is unreadable: "it is a directory"
};

/// The bytes of a file that is no longer than `most`. Throws LimitError if they are more than the memory of the budget,
/// Interrupted.
FileBytes read_bytes(const std::filesystem::path& path, const Budget& budget, Pipes pipes, std::size_t most);

/// What the file holds; nothing if there is no such file. Throws RequestError if it cannot be read or is not a file, LimitError
/// if it is larger than the memory of the budget, Interrupted.
std::optional<std::string> read_whole_file(const std::filesystem::path& path, const Budget& budget = {},
                                           Pipes pipes = Pipes::refused);

/// A file descriptor of the file, for a library that reads it and closes it; -1 where it cannot be opened.
int open_to_read(const std::filesystem::path& path);

/// The first bytes of a regular file, at most `most`; none of what is something else or cannot be read.
std::string read_head(const std::filesystem::path& path, std::size_t most);

}  // namespace bouton
