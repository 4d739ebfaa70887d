#include "engine/system/large_pages.h"

#include <algorithm>
#include <cstdint>
#include <system_error>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bouton {
namespace {

constexpr std::size_t kLargePage = std::size_t{1} << 21;
/// Of less, usual pages take less time.
constexpr std::size_t kLeast = std::size_t{1} << 19;
/// What malloc adds to a large allocation, at most, and where it then begins in the first page.
constexpr std::size_t kOfMalloc = 24, kBegin = 16;
/// MADV_COLLAPSE, which headers may not have that are older than the kernel.
[[maybe_unused]] constexpr int kCollapse = 25;

}  // namespace

std::size_t room_for_large_pages(std::size_t bytes) {
  if (bytes < kLeast) return bytes;
  return (bytes + kOfMalloc + kLargePage - 1) / kLargePage * kLargePage - kOfMalloc;
}

void ask_for_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  if (bytes < kLeast) return;
  const auto first = reinterpret_cast<std::uintptr_t>(memory);
  const bool is_begun = first % kLargePage == kBegin;
  const std::uintptr_t begin = is_begun ? first - kBegin : (first + kLargePage - 1) / kLargePage * kLargePage;
  const std::uintptr_t end = (first + bytes + kOfMalloc) / kLargePage * kLargePage;
  if (begin >= end) return;
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  // The page that malloc has begun.
  if (is_begun) madvise(reinterpret_cast<void*>(begin), kLargePage, kCollapse);
#endif
}

std::vector<std::jthread> touch_fresh_memory([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t from,
                                             [[maybe_unused]] std::size_t bytes, [[maybe_unused]] std::size_t part) {
  std::vector<std::jthread> others;
#ifdef __linux__
  constexpr std::size_t kPage = 4096;
  auto* const bytes_of = static_cast<volatile char*>(memory);
  try {
    for (; from < bytes; from += part)
      others.emplace_back([bytes_of, from, to = std::min(bytes, from + part)] {
        for (std::size_t at = from; at < to; at += kPage) bytes_of[at] = 0;
      });
  } catch (const std::system_error&) {
    // The machine has no room for more threads; who fills the memory will clear the rest.
  }
#endif
  return others;
}

}  // namespace bouton
