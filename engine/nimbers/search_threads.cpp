#include "engine/nimbers/search_threads.h"

#include <array>
#include <atomic>
#include <exception>
#include <thread>

namespace bouton::nimbers {

std::optional<std::uint32_t> ask_threads(unsigned threads, std::uint64_t most_positions, NimberSearch::Effort& effort,
                                         const std::function<std::uint32_t(SharedEffort& effort, unsigned number)>& run) {
  SharedEffort shared;
  shared.most_positions = most_positions;
  std::atomic<std::int64_t> answer = -1;
  std::array<std::exception_ptr, 2> thrown;  // of the thread that asks, and of another one
  const auto run_one = [&](unsigned number) {
    try {
      answer = run(shared, number);
    } catch (const Ended&) {
    } catch (...) {
      if (std::exception_ptr& mine = thrown[number == 0 ? 0 : 1]; number <= 1) mine = std::current_exception();
    }
    shared.ended = true;
  };
  {
    std::vector<std::jthread> others;
    for (unsigned number = 1; number < threads; ++number) others.emplace_back(run_one, number);
    run_one(0);
  }
  effort.positions += shared.positions;
  effort.options += shared.options;
  for (const std::exception_ptr& one : thrown)
    if (one && (answer < 0 || one == thrown[0])) std::rethrow_exception(one);
  if (answer < 0) return std::nullopt;
  return static_cast<std::uint32_t>(answer);
}

}  // namespace bouton::nimbers
