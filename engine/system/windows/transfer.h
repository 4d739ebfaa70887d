// Open files by their descriptors, and all bytes of a piece of one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include <io.h>
#include <windows.h>

namespace bouton {

inline HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(_get_osfhandle(descriptor)); }

/// `transfer(from, size, count, place)` is ReadFile or WriteFile of at most so many bytes; false, with the last error, where it
/// fails or comes to an end.
template <class Piece, class Transfer>
bool all_at(std::uint64_t offset, Piece bytes, Transfer transfer) {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  while (!bytes.empty()) {
    OVERLAPPED place = {};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32);
    DWORD count = 0;
    if (transfer(bytes.data(), static_cast<DWORD>(std::min(bytes.size(), kMost)), &count, &place) == 0) return false;
    if (count == 0) {
      SetLastError(ERROR_HANDLE_EOF);
      return false;
    }
    bytes = Piece(bytes.data() + count, bytes.size() - count);
    offset += count;
  }
  return true;
}

inline bool read_all_at(HANDLE file, std::uint64_t offset, std::span<char> bytes) {
  return all_at(offset, bytes, [file](char* to, DWORD size, DWORD* count, OVERLAPPED* place) {
    return ReadFile(file, to, size, count, place);
  });
}

inline bool write_all_at(HANDLE file, std::uint64_t offset, std::string_view bytes) {
  return all_at(offset, bytes, [file](const char* from, DWORD size, DWORD* count, OVERLAPPED* place) {
    return WriteFile(file, from, size, count, place);
  });
}

}  // namespace bouton
