#include "engine/system/growing_file.h"

#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <windows.h>

#include "engine/base/errors.h"
#include "engine/system/windows/last_error.h"
#include "engine/system/windows/transfer.h"

namespace bouton {

GrowingFile::GrowingFile(std::filesystem::path path, std::uint64_t size) : path_(std::move(path)) {
  const HANDLE file = CreateFileW(path_.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr, OPEN_ALWAYS,
                                  FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) fail();
  LARGE_INTEGER end = {};
  end.QuadPart = static_cast<LONGLONG>(size);
  if (SetFilePointerEx(file, end, nullptr, FILE_BEGIN) == 0 || SetEndOfFile(file) == 0) {
    const DWORD error = GetLastError();
    CloseHandle(file);
    SetLastError(error);
    fail();
  }
  descriptor_ = _open_osfhandle(reinterpret_cast<std::intptr_t>(file), _O_BINARY);
}

GrowingFile::~GrowingFile() { _close(descriptor_); }

void GrowingFile::fail() const { throw OutputError(fmt::format("cannot write {}: {}", path_.string(), last_error_text())); }

void GrowingFile::add(std::string_view bytes) {
  while (!bytes.empty()) {
    DWORD written = 0;
    if (WriteFile(handle_of(descriptor_), bytes.data(), static_cast<DWORD>(bytes.size()), &written, nullptr) == 0) fail();
    bytes.remove_prefix(written);
  }
}

}  // namespace bouton
