#include "engine/system/zeroed_memory.h"

#include <cstdint>
#include <cstdlib>
#include <new>

#include "engine/system/large_pages.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bouton {

ZeroedMemory::ZeroedMemory(std::size_t bytes, [[maybe_unused]] Pages pages) {
#ifdef __linux__
  // AddressSanitizer writes to its own memory for every byte of an allocation; it does not for pages. Little memory is left to
  // it.
  constexpr std::size_t kLarge = std::size_t{1} << 20;
  if (bytes >= kLarge) {
    constexpr std::uintptr_t kLargePage = std::uintptr_t{1} << 21;
    const bool in_large = pages == Pages::large && bytes >= kLargePage;
    const std::size_t all = in_large ? bytes + kLargePage : bytes;  // so that a large page can begin
    void* const mapped = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    memory_ = {mapped, Free{all}};
    at_ = mapped;
    if (!in_large) return;
    at_ = static_cast<char*>(mapped) + (kLargePage - reinterpret_cast<std::uintptr_t>(mapped) % kLargePage) % kLargePage;
    ask_for_large_pages(at_, bytes);
    return;
  }
#endif
  memory_ = {std::calloc(bytes, 1), Free{}};
  if (!memory_) throw std::bad_alloc();
  at_ = memory_.get();
}

void ZeroedMemory::Free::operator()(void* memory) const {
#ifdef __linux__
  if (bytes != 0) {
    munmap(memory, bytes);
    return;
  }
#endif
  std::free(memory);
}

}  // namespace bouton
