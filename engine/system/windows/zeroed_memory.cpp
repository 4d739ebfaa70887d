#include "engine/system/zeroed_memory.h"

#include <cstdlib>
#include <new>

#include <windows.h>

namespace bouton {

/// Large pages take a right that few have: they are not asked for.
ZeroedMemory::ZeroedMemory(std::size_t bytes, Pages /*pages*/) {
  constexpr std::size_t kLarge = std::size_t{1} << 20;
  if (bytes >= kLarge) memory_ = {VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE), Free{bytes}};
  else memory_ = {std::calloc(bytes, 1), Free{}};
  if (!memory_) throw std::bad_alloc();
  at_ = memory_.get();
}

void ZeroedMemory::Free::operator()(void* memory) const {
  if (bytes != 0) VirtualFree(memory, 0, MEM_RELEASE);
  else std::free(memory);
}

}  // namespace bouton
