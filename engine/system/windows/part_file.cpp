#include "engine/system/part_file.h"

#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <windows.h>

#include "engine/base/errors.h"
#include "engine/system/whole_file.h"
#include "engine/system/windows/last_error.h"
#include "engine/system/windows/transfer.h"

namespace bouton {
PartFile::PartFile(const std::filesystem::path& file, const std::atomic<bool>* stop) : file_(file), part_(file), stop_(stop) {
  const DWORD there = GetFileAttributesW(file_.c_str());
  if (there != INVALID_FILE_ATTRIBUTES && (there & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE)) != 0)
    throw OutputError(fmt::format("{} is not a regular file, so Bouton cannot continue a part of it", file_.string()));
  part_ += ".part";
  if (there != INVALID_FILE_ATTRIBUTES && (there & FILE_ATTRIBUTE_READONLY) != 0)
    SetLastError(ERROR_ACCESS_DENIED), fail("write to");
  // Nobody else may write it meanwhile.
  const HANDLE opened = CreateFileW(part_.c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
                                    OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (opened == INVALID_HANDLE_VALUE) {
    if (GetLastError() == ERROR_SHARING_VIOLATION) throw OutputError(fmt::format("another process writes {}", part_.string()));
    fail("write to");
  }
  was_there_ = GetLastError() == ERROR_ALREADY_EXISTS;
  has_name_ = true;
  descriptor_ = _open_osfhandle(reinterpret_cast<std::intptr_t>(opened), _O_BINARY);
  LARGE_INTEGER size = {};
  if (GetFileSizeEx(opened, &size) == 0) fail("write to");
  size_ = static_cast<std::uint64_t>(size.QuadPart);
}

PartFile::~PartFile() {
  if (descriptor_ < 0) return;
  _close(descriptor_);
  if (!was_there_ && !kept_) DeleteFileW(part_.c_str());
}

void PartFile::fail(const char* doing) const {
  throw OutputError(fmt::format("cannot {} {}: {}", doing, part_.string(), last_error_text()));
}

void PartFile::go_on(std::uint64_t size) {
  LARGE_INTEGER end = {};
  end.QuadPart = static_cast<LONGLONG>(size);
  const HANDLE file = handle_of(descriptor_);
  if (SetFilePointerEx(file, end, nullptr, FILE_BEGIN) == 0 || SetEndOfFile(file) == 0) fail("write to");
  size_ = size;
}

void PartFile::keep() {
  if (FlushFileBuffers(handle_of(descriptor_)) == 0) fail("write to");
  kept_ = true;
}

void PartFile::show() {}

void PartFile::finish() {
  keep();
  _close(std::exchange(descriptor_, -1));
  if (MoveFileExW(part_.c_str(), file_.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) == 0) fail("rename");
}

void PartFile::drop() {
  _close(std::exchange(descriptor_, -1));
  if (DeleteFileW(part_.c_str()) == 0) fail("delete");
}

}  // namespace bouton
