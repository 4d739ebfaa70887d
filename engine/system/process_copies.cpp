#include "engine/system/process_copies.h"

#include <atomic>

#ifndef _WIN32
#include <pthread.h>
#endif

namespace bouton {
namespace {

std::atomic<std::uint64_t> copies_made{0};

}  // namespace

void call_at_copies([[maybe_unused]] void (*before)(), [[maybe_unused]] void (*in_this)(), [[maybe_unused]] void (*in_copy)()) {
#ifndef _WIN32
  pthread_atfork(before, in_this, in_copy);
#endif
}

std::uint64_t process_copy() {
  [[maybe_unused]] static const bool counted = [] {
    call_at_copies([] {}, [] {}, [] { ++copies_made; });
    return true;
  }();
  return copies_made;
}

}  // namespace bouton
