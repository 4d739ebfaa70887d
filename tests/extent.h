// How much the tests try that try many things: less in the quick form, under the sanitizers, and all there is in the long one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace bouton::test {

/// Whether BOUTON_LONG_TESTS is set.
inline bool is_long() { return std::getenv("BOUTON_LONG_TESTS") != nullptr; }

/// How many cases a test takes: `all` in the long form, `usual` else, and of them a quarter, at least one, where
/// BOUTON_QUICK_TESTS is set.
inline std::uint64_t cases(std::uint64_t usual, std::uint64_t all) {
  if (is_long()) return all;
  return std::getenv("BOUTON_QUICK_TESTS") != nullptr ? std::max<std::uint64_t>(1, usual / 4) : usual;
}

/// Whether ThreadSanitizer watches the program. It keeps a signal back from a thread until that calls the system, so that what
/// a signal is to stop goes on for ever.
#ifdef __SANITIZE_THREAD__
inline constexpr bool kKeepsSignalsBack = true;
#else
inline constexpr bool kKeepsSignalsBack = false;
#endif
inline constexpr const char* kSignalsAreKeptBack =
    "not permitted: ThreadSanitizer keeps signals back from threads that compute";

}  // namespace bouton::test
