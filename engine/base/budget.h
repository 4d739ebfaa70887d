// What a computation may use, and how it is told to stop.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace bouton {

class Peers;

/// How far a long computation has come. `total` is 0 where the end is not known.
struct Progress {
  /// Of costs of which nobody knows how they grow: how long the rest takes cannot be told.
  static constexpr double kUnknownGrowth = -1;

  std::string_view doing;  ///< a phrase such as "positions"
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  /// The k-th thing costs about as much as k^growth: 0 where all cost the same, 1 where all together cost as much as the square
  /// of their number. Above -1, or kUnknownGrowth.
  double growth = 0;
  /// What was looked at beside the things that are counted, so that one sees that work goes on.
  std::uint64_t looked_at = 0;
  /// Whether `total` is that of one step, and nobody knows what follows.
  bool is_step = false;
};

/// 4 GiB, or half of what can be addressed.
inline constexpr std::size_t kUsualMemory =
    SIZE_MAX / 2 < std::uint64_t{4} << 30 ? SIZE_MAX / 2 : static_cast<std::size_t>(std::uint64_t{4} << 30);

/// The limits of a run. A value to fill in and hand over; shared by all that work on one question.
struct Budget {
  /// Bytes that the tables and memos of one question may take together.
  std::size_t memory = kUsualMemory;
  /// Worker threads for the parts that are parallel; at least 1.
  unsigned threads = 1;
  /// Set to true, from any thread or signal handler, to stop. Null: never.
  const std::atomic<bool>* stop = nullptr;
  /// Counted down by check_stop(), which stops the run from where it is 0 on: at the same place every time, however fast the
  /// machine is. Null: not counted.
  std::atomic<std::int64_t>* polls_left = nullptr;
  /// Called from time to time, on the thread that asked. May be empty.
  std::function<void(const Progress&)> progress;
  /// Whether rules may become machine code; else what would be is interpreted.
  bool native_code = true;
  /// Other processes that search for the same answer (farm/peers.h). Only the thread that asked speaks to them. Null: none.
  Peers* peers = nullptr;

  /// Throws Interrupted if the run was asked to stop. A relaxed load: cheap enough for every position.
  void check_stop() const;
  /// The same at every 4096th `step`, for steps of a few nanoseconds.
  void check_stop_at(std::uint64_t step) const {
    if (step % 4096 == 0) check_stop();
  }
  /// The same after `options` were listed, each some hundred nanoseconds' work: where looks are counted, many options count as
  /// more than one position.
  void check_stop_after(std::uint64_t options) const;
  /// Tells `progress`, if it listens; never of more than `total`, where that is known.
  void report(std::string_view doing, std::uint64_t done, std::uint64_t total, double growth = 0) const;
  /// Throws LimitError, naming `what`, if `bytes` is more than `memory`.
  void check_memory(std::size_t bytes, std::string_view what) const;
};

/// `bytes` for people: "512 MiB", "1.5 GiB".
std::string format_bytes(std::size_t bytes);

}  // namespace bouton
