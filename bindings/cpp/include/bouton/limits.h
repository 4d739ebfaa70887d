// What a question may use, and how it is watched.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bouton {
inline namespace v1 {

struct Limits {
  /// Bytes that the tables and memos of one solver may take together.
  std::uint64_t memory = std::uint64_t{4} << 30;
  /// How long one question may take, more than 0; absent: as long as it takes. It ends some milliseconds later, as soon as the
  /// function of the rules that is being called returns.
  std::optional<double> seconds = {};
  /// Threads for what is parallel, from 1 to 4096. The functions of one Rules are never called by two threads at once.
  unsigned threads = 1;
};

/// How far a question has come.
struct Progress {
  std::string_view doing;   ///< a phrase such as "positions"; valid during the call
  std::uint64_t done = 0;   ///< how many of them
  std::uint64_t total = 0;  ///< of how many; 0 where that is not known
};

}  // namespace v1
}  // namespace bouton
