#include "engine/system/windows/input_reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include <windows.h>

#include "engine/system/windows/utf8.h"

namespace bouton {
namespace {

/// Bytes at a time. Of a console, where a line has at most so many characters.
constexpr std::size_t kPiece = 1 << 14;

class InputReader {
 public:
  HANDLE begin() {
    const std::scoped_lock lock(mutex_);
    if (reading_ || !pending_.empty() || ended_ || error_ != 0) return ready_;
    reading_ = true;
    std::thread([this] { read(); }).detach();
    return ready_;
  }

  std::ptrdiff_t take(std::span<char> bytes) {
    WaitForSingleObject(begin(), INFINITE);
    const std::scoped_lock lock(mutex_);
    if (error_ != 0) {
      errno = std::exchange(error_, 0);
      ResetEvent(ready_);
      return -1;
    }
    const std::size_t size = std::min(bytes.size(), pending_.size());
    std::copy_n(pending_.begin(), size, bytes.begin());
    pending_.erase(0, size);
    if (pending_.empty() && !ended_) ResetEvent(ready_);
    return static_cast<std::ptrdiff_t>(size);
  }

 private:
  void read() {
    const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    DWORD mode = 0;
    if (GetConsoleMode(input, &mode) != 0) read_console(input);
    else read_bytes(input);
  }

  void read_bytes(HANDLE input) {
    std::array<char, kPiece> piece;
    DWORD size = 0;
    const bool done = ReadFile(input, piece.data(), kPiece, &size, nullptr) != 0;
    const DWORD error = done ? ERROR_SUCCESS : GetLastError();
    if (done || error == ERROR_BROKEN_PIPE || error == ERROR_HANDLE_EOF) give(std::string(piece.data(), size), size == 0, 0);
    else give({}, false, error == ERROR_INVALID_HANDLE ? EBADF : EIO);
  }

  /// A line. Ctrl-C ends it with nothing, and Ctrl-Z in its beginning ends the input.
  void read_console(HANDLE input) {
    std::array<wchar_t, kPiece> piece;
    while (true) {
      DWORD size = 0;
      SetLastError(ERROR_SUCCESS);
      const bool done = ReadConsoleW(input, piece.data(), kPiece, &size, nullptr) != 0;
      if (!done) return give({}, false, EIO);
      if (size == 0) {
        if (GetLastError() == ERROR_OPERATION_ABORTED) Sleep(10);  // until whoever caught Ctrl-C has told the others
        continue;
      }
      constexpr wchar_t kCtrlZ = 26;
      if (piece[0] == kCtrlZ) return give({}, true, 0);
      return give(utf8_of({piece.data(), size}), false, 0);
    }
  }

  void give(std::string bytes, bool is_end, int error) {
    const std::scoped_lock lock(mutex_);
    pending_ = std::move(bytes);
    ended_ = is_end;
    error_ = error;
    reading_ = false;
    SetEvent(ready_);
  }

  std::mutex mutex_;
  HANDLE ready_ = CreateEventW(nullptr, TRUE, FALSE, nullptr);
  std::string pending_;
  bool reading_ = false, ended_ = false;
  int error_ = 0;
};

/// Never destroyed: its thread may wait for input to the end of the process.
InputReader& reader() {
  static auto* const one = new InputReader;
  return *one;
}

}  // namespace

void* begin_to_read_input() { return reader().begin(); }

std::ptrdiff_t take_input(std::span<char> bytes) { return reader().take(bytes); }

}  // namespace bouton
