#include "engine/values/value_sink.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// Cells that are handed on at once.
constexpr std::size_t kCellsAtOnce = 4096;

}  // namespace

void OutcomeBits::write(std::span<std::uint32_t> cells) const {
  constexpr auto kP = static_cast<std::uint32_t>(Outcome::P), kN = static_cast<std::uint32_t>(Outcome::N);
  for (std::uint64_t i = 0; i < cells.size(); ++i) cells[i] = is_p(i) ? kP : kN;
  if (missing == nullptr) return;
  const OutcomeBits others{missing, first, count};
  for (std::uint64_t i = 0; i < cells.size(); ++i)
    if (others.is_p(i)) cells[i] = Table::kInvalid;
}

void ValueSink::take_outcomes(std::uint64_t first, const OutcomeBits& outcomes) {
  std::array<std::uint32_t, kCellsAtOnce> cells;
  for (std::uint64_t done = 0; done < outcomes.count;) {
    const std::span now(cells.data(), static_cast<std::size_t>(std::min<std::uint64_t>(cells.size(), outcomes.count - done)));
    outcomes.part(done, now.size()).write(now);
    take(first + done, now);
    done += now.size();
  }
}

void ValueSink::take_run(std::uint64_t first, Outcome outcome, std::uint64_t count) {
  std::array<std::uint32_t, kCellsAtOnce> cells;
  std::fill_n(cells.begin(), std::min<std::uint64_t>(cells.size(), count), static_cast<std::uint32_t>(outcome));
  for (std::uint64_t done = 0; done < count;) {
    const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(cells.size(), count - done));
    take(first + done, {cells.data(), now});
    done += now;
  }
}

void ValueSink::read(std::uint64_t, std::span<std::uint32_t>) { refuse_state(); }

Refusal given_up(const ValueSink& sink, bool handed, const Refusal& why) {
  if (handed && !sink.may_begin_again())
    throw LimitError(fmt::format("after some of the values no more can be told: {}", why.reason));
  return why;
}

}  // namespace bouton
