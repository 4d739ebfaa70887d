#include "engine/system/zeroed_memory.h"

#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bouton {

ZeroedMemory::ZeroedMemory(std::size_t bytes) {
#ifdef __linux__
  // AddressSanitizer writes to its own memory for every byte of an allocation; it does not for pages. Little memory is left to
  // it.
  constexpr std::size_t kLarge = std::size_t{1} << 20;
  if (bytes >= kLarge) {
    void* const pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    memory_ = {pages, Free{bytes}};
    return;
  }
#endif
  memory_ = {std::calloc(bytes, 1), Free{}};
  if (!memory_) throw std::bad_alloc();
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
