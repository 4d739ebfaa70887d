#include "engine/values/value_sink.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// Cells that are handed on at once.
constexpr std::size_t kCellsAtOnce = 4096;

constexpr std::array<std::uint32_t, 32> kBits = [] {
  std::array<std::uint32_t, 32> bits{};
  for (std::size_t k = 0; k < bits.size(); ++k) bits[k] = std::uint32_t{1} << k;
  return bits;
}();

}  // namespace

void OutcomeBits::write(std::span<std::uint32_t> cells) const {
  constexpr auto kP = static_cast<std::uint32_t>(Outcome::P), kN = static_cast<std::uint32_t>(Outcome::N);
  std::uint64_t i = 0;
  while (i < cells.size() && (first + i) % 32 != 0) {
    cells[i] = is_p(i) ? kP : kN;
    ++i;
  }
  // Plain loops over 32 positions, which compilers make vectors of.
  for (; i + 32 <= cells.size(); i += 32) {
    const auto bits = static_cast<std::uint32_t>(p[(first + i) / 64] >> (first + i) % 64);
    std::uint32_t* const to = cells.data() + i;
    for (std::size_t k = 0; k < 32; ++k) to[k] = (bits & kBits[k]) != 0 ? kP : kN;
  }
  for (; i < cells.size(); ++i) cells[i] = is_p(i) ? kP : kN;
  if (missing == nullptr) return;
  const OutcomeBits others{missing, first, count};
  for (std::uint64_t i = 0; i < cells.size(); ++i)
    if (others.is_p(i)) cells[i] = Table::kInvalid;
}

void ValueSink::take_narrow(std::uint64_t first, std::span<const std::uint16_t> narrow) {
  std::array<std::uint32_t, kCellsAtOnce> cells;
  for (std::size_t done = 0; done < narrow.size();) {
    const std::span<const std::uint16_t> now = narrow.subspan(done, std::min(cells.size(), narrow.size() - done));
    std::ranges::copy(now, cells.begin());
    take(first + done, {cells.data(), now.size()});
    done += now.size();
  }
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
    throw LimitError(fmt::format("after some of the values nothing more can be told: {}", why.reason));
  return why;
}

}  // namespace bouton
