#include "engine/system/read_file.h"

#include <algorithm>

#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <windows.h>

#include "engine/base/errors.h"
#include "engine/system/windows/last_error.h"

namespace bouton {
namespace {

/// An open file, closed at the end.
class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& path)
      : handle_(CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                            OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr)) {}
  ~OpenFile() {
    if (is_open()) CloseHandle(handle_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  bool is_open() const { return handle_ != INVALID_HANDLE_VALUE; }
  HANDLE handle() const { return handle_; }
  bool is_on_disk() const { return is_open() && GetFileType(handle_) == FILE_TYPE_DISK; }
  bool is_pipe() const { return is_open() && GetFileType(handle_) == FILE_TYPE_PIPE; }

 private:
  HANDLE handle_;
};

bool is_folder(const std::filesystem::path& path) {
  const DWORD attributes = GetFileAttributesW(path.c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

/// Returns once there is something to read, or nothing will come any more. Windows waits for no pipe.
void wait_for_input(HANDLE pipe, const Budget& budget) {
  constexpr DWORD kMilliseconds = 50;
  DWORD size = 0;
  do budget.check_stop();
  while (PeekNamedPipe(pipe, nullptr, 0, nullptr, &size, nullptr) != 0 && size == 0 && (Sleep(kMilliseconds), true));
}

FileBytes unreadable(std::string why) { return {FileBytes::Result::unreadable, {}, std::move(why)}; }

}  // namespace

FileBytes read_bytes(const std::filesystem::path& path, const Budget& budget, Pipes pipes, std::size_t most) {
  budget.check_stop();
  if (is_folder(path)) return unreadable("it is a directory");
  const OpenFile file(path);
  if (!file.is_open()) {
    const DWORD error = GetLastError();
    if (error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND) return {FileBytes::Result::missing, {}, {}};
    return unreadable(error_text(error));
  }
  const bool is_pipe = file.is_pipe() && pipes == Pipes::read;
  if (!file.is_on_disk() && !is_pipe) return unreadable("it is not a regular file");
  if (is_pipe) most = std::min(most, kLongestPipe);
  const std::string what = fmt::format("reading {}", path.string());
  FileBytes read;
  if (!is_pipe) {
    LARGE_INTEGER size = {};
    if (GetFileSizeEx(file.handle(), &size) == 0) return unreadable(last_error_text());
    if (static_cast<std::uint64_t>(size.QuadPart) > most) return {FileBytes::Result::too_long, {}, {}};
    budget.check_memory(static_cast<std::size_t>(size.QuadPart), what);
    read.bytes.reserve(static_cast<std::size_t>(size.QuadPart));
  }
  std::string buffer(std::size_t{1} << 16, '\0');
  while (true) {
    if (is_pipe) wait_for_input(file.handle(), budget);
    else budget.check_stop();
    DWORD count = 0;
    if (ReadFile(file.handle(), buffer.data(), static_cast<DWORD>(buffer.size()), &count, nullptr) == 0) {
      if (GetLastError() == ERROR_BROKEN_PIPE) return read;
      return unreadable(last_error_text());
    }
    if (count == 0) return read;
    const std::size_t together = read.bytes.size() + count;
    if (together > most) return {FileBytes::Result::too_long, {}, {}};
    budget.check_memory(together, what);
    read.bytes.append(buffer, 0, count);
  }
}

int open_to_read(const std::filesystem::path& path) { return _wopen(path.c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT); }

std::string read_head(const std::filesystem::path& path, std::size_t most) {
  const OpenFile file(path);
  if (!file.is_on_disk()) return "";
  std::string head(most, '\0');
  DWORD got = 0;
  if (ReadFile(file.handle(), head.data(), static_cast<DWORD>(most), &got, nullptr) == 0) got = 0;
  head.resize(got);
  return head;
}

}  // namespace bouton
