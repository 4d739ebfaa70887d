// On Windows the file beside is marked as one to be deleted until finish(): the system deletes it when the process ends,
// however it ends.
#include "engine/system/whole_file.h"

#include <algorithm>
#include <random>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <windows.h>

#include "engine/base/errors.h"
#include "engine/system/windows/last_error.h"
#include "engine/system/windows/transfer.h"

namespace bouton {
namespace {

/// A neighbour's name that nobody else has.
std::filesystem::path name_beside(const std::filesystem::path& target, std::random_device& random) {
  constexpr std::wstring_view kLetters = L"abcdefghijklmnopqrstuvwxyz0123456789";
  constexpr std::size_t kMostOfName = 200;
  std::wstring name = L"." + target.filename().native().substr(0, kMostOfName) + L".";
  std::uniform_int_distribution<std::size_t> letter(0, kLetters.size() - 1);
  for (int i = 0; i < 8; ++i) name += kLetters[letter(random)];
  return target.parent_path() / name;
}

bool mark_deleted(HANDLE file, bool deleted) {
  FILE_DISPOSITION_INFO disposition = {};
  disposition.DeleteFile = deleted ? TRUE : FALSE;
  return SetFileInformationByHandle(file, FileDispositionInfo, &disposition, sizeof disposition) != 0;
}

/// Where a link leads, or the path itself.
std::filesystem::path end_of_links(const std::filesystem::path& path) {
  const DWORD attributes = GetFileAttributesW(path.c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES || (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0) return path;
  const HANDLE file = CreateFileW(path.c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (file == INVALID_HANDLE_VALUE) return path;
  constexpr DWORD kLongestPath = 1 << 15;
  std::wstring name(kLongestPath, L'\0');
  const DWORD length = GetFinalPathNameByHandleW(file, name.data(), kLongestPath, FILE_NAME_NORMALIZED);
  CloseHandle(file);
  if (length == 0 || length >= kLongestPath) return path;
  name.resize(length);
  return name;
}

/// Whether what is there is no file on a disk: NUL, CON, a pipe.
bool is_device(const std::filesystem::path& path) {
  const HANDLE file = CreateFileW(path.c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return false;
  const bool device = GetFileType(file) != FILE_TYPE_DISK;
  CloseHandle(file);
  return device;
}

}  // namespace

bool read_at(int descriptor, std::uint64_t offset, std::span<char> bytes) {
  return read_all_at(handle_of(descriptor), offset, bytes);
}
bool write_at(int descriptor, std::uint64_t offset, std::string_view bytes) {
  return write_all_at(handle_of(descriptor), offset, bytes);
}

void WholeFile::fail(const char* doing) const {
  throw OutputError(fmt::format("cannot {} {}: {}", doing, named_.string(), last_error_text()));
}

WholeFile::WholeFile(const std::filesystem::path& path, Existing existing, const std::atomic<bool>* stop)
    : named_(path), target_(path), existing_(existing), stop_(stop) {
  if (existing_ == Existing::keep && GetFileAttributesW(target_.c_str()) != INVALID_FILE_ATTRIBUTES) {
    SetLastError(ERROR_FILE_EXISTS);
    fail("create");
  }
  target_ = end_of_links(target_);
  if (is_device(target_)) open_directly(-1);
  else open_beside();
}

WholeFile::~WholeFile() {
  if (descriptor_ >= 0) _close(descriptor_);
  if (descriptor_ < 0 && !beside_.empty()) DeleteFileW(beside_.c_str());
}

void WholeFile::open_directly(int /*own*/) {
  check_stop();
  const HANDLE file = CreateFileW(target_.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING,
                                  FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) fail("write to");
  descriptor_ = _open_osfhandle(reinterpret_cast<std::intptr_t>(file), _O_BINARY);
}

void WholeFile::open_beside() {
  const DWORD before = GetFileAttributesW(target_.c_str());
  const bool exists = before != INVALID_FILE_ATTRIBUTES;
  if (!target_.has_filename()) SetLastError(ERROR_PATH_NOT_FOUND), fail("write to");
  // Replacing a file takes no leave to write to it, but whoever took that leave away meant it.
  if (exists && (before & FILE_ATTRIBUTE_DIRECTORY) != 0)
    throw OutputError(fmt::format("cannot write to {}: Is a directory", named_.string()));
  if (exists && (before & FILE_ATTRIBUTE_READONLY) != 0) SetLastError(ERROR_ACCESS_DENIED), fail("write to");
  constexpr int kAttempts = 100;
  std::random_device random;
  HANDLE file = INVALID_HANDLE_VALUE;
  for (int attempt = 0; file == INVALID_HANDLE_VALUE && attempt <= kAttempts; ++attempt) {
    beside_ = name_beside(target_, random);
    file = CreateFileW(beside_.c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL,
                       nullptr);
    if (file == INVALID_HANDLE_VALUE && GetLastError() != ERROR_FILE_EXISTS) break;
  }
  if (file == INVALID_HANDLE_VALUE) {
    beside_.clear();
    fail(exists ? "write to" : "create");
  }
  mark_deleted(file, true);
  descriptor_ = _open_osfhandle(reinterpret_cast<std::intptr_t>(file), _O_BINARY);
}

void WholeFile::write(std::string_view bytes) {
  check_stop();
  constexpr std::size_t kMost = std::size_t{1} << 30;
  while (!bytes.empty()) {
    DWORD written = 0;
    if (WriteFile(handle_of(descriptor_), bytes.data(), static_cast<DWORD>(std::min(bytes.size(), kMost)), &written, nullptr) ==
        0) {
      if (GetLastError() == ERROR_BROKEN_PIPE || GetLastError() == ERROR_NO_DATA) throw ReaderGone();
      fail("write to");
    }
    bytes.remove_prefix(written);
    written_ += written;
  }
}

void WholeFile::finish() {
  check_stop();
  const HANDLE file = handle_of(descriptor_);
  if (beside_.empty()) {
    if (_close(std::exchange(descriptor_, -1)) != 0) fail("write to");
    return;
  }
  if (FlushFileBuffers(file) == 0) fail("write to");
  check_stop();
  if (!mark_deleted(file, false)) fail("write to");
  _close(std::exchange(descriptor_, -1));
  const DWORD how = MOVEFILE_WRITE_THROUGH | (existing_ == Existing::keep ? 0 : MOVEFILE_REPLACE_EXISTING);
  if (MoveFileExW(beside_.c_str(), target_.c_str(), how) == 0) fail(existing_ == Existing::keep ? "create" : "write to");
  beside_.clear();
}

/// The system does it.
void remove_unfinished_files() noexcept {}

}  // namespace bouton
