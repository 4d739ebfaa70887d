// Whether a process can have several threads.
#pragma once

namespace bouton {

/// Where this is false, std::thread throws std::system_error, and every budget has one thread.
#ifdef BOUTON_NO_THREADS
inline constexpr bool kHasThreads = false;
#else
inline constexpr bool kHasThreads = true;
#endif

}  // namespace bouton
