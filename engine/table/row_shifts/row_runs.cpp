#include "engine/table/row_shifts/row_runs.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

namespace bouton {
namespace {

constexpr std::int64_t kRun = kRunStretches * kStretch;
constexpr auto kRunWords = static_cast<std::size_t>(kRunStretches * kStretchWords);
/// With fewer bands the threads would wait for each other.
constexpr std::size_t kFewestBands = 8;

/// Runs that threads take one after the other. A band of a run waits for the two bands of the run before that it reads, which
/// somebody computes already: runs are taken in order.
class SharedRuns {
 public:
  SharedRuns(RowMachine& machine, std::size_t word, std::int64_t position, std::uint32_t runs)
      : machine_(machine),
        word_(word),
        position_(position),
        runs_(runs),
        bands_(static_cast<std::uint32_t>(machine.bands.size() - 1)) {}

  void work() {
    for (;;) {
      const std::uint32_t run = next_.fetch_add(1, std::memory_order_relaxed);
      if (run >= runs_) return;
      for (std::uint32_t band = 0; band < bands_; ++band) {
        if (run > 0) await(done_[run - 1], std::min(band + 2, bands_));
        run_band(machine_, band, word_ + run * kRunWords, position_ + run * kRun);
        done_[run].bands.store(band + 1, std::memory_order_release);
      }
    }
  }

 private:
  struct alignas(64) Done {
    std::atomic<std::uint32_t> bands = 0;
  };

  /// A band takes some microseconds.
  static void await(const Done& done, std::uint32_t bands) {
    constexpr int kLooks = 4096;
    for (int looks = 0; done.bands.load(std::memory_order_acquire) < bands; ++looks)
      if (looks > kLooks) std::this_thread::yield();
  }

  RowMachine& machine_;
  const std::size_t word_;
  const std::int64_t position_;
  const std::uint32_t runs_, bands_;
  std::atomic<std::uint32_t> next_ = 0;
  std::array<Done, kMostRuns> done_;
};

}  // namespace

void RowRuns::compute(RowMachine& machine, std::size_t word, std::int64_t position, std::uint32_t runs) {
  const bool is_plain = is_plain_run(machine, position) && is_plain_run(machine, position + (runs - 1) * kRun);
  // Groups of rows in lanes take less than what the threads would wait for each other: to 10^9 of Nimrod's first row one thread
  // took 39 s, two took 54.
  const bool is_shared = machine.lanes.empty() && machine.bands.size() > kFewestBands;
  if (threads_ <= 1 || runs <= 1 || !is_plain || !is_shared) {
    for (std::uint32_t run = 0; run < runs; ++run) run_stretches(machine, word + run * kRunWords, position + run * kRun);
    return;
  }
  if (!worker_) worker_ = std::make_unique<Worker>();
  SharedRuns shared(machine, word, position, runs);
  worker_->start([&shared] { shared.work(); });
  shared.work();
  worker_->wait();
}

}  // namespace bouton
