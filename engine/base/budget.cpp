#include "engine/base/budget.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/signals.h"

namespace bouton {

void Budget::check_stop() const {
  look_for_signals();
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
  if (polls_left != nullptr && polls_left->fetch_sub(1, std::memory_order_relaxed) <= 0) throw Interrupted();
}

void Budget::check_stop_after(std::uint64_t options) const {
  constexpr std::uint64_t kOptionsOfALook = 32;
  if (polls_left != nullptr)
    polls_left->fetch_sub(static_cast<std::int64_t>(options / kOptionsOfALook), std::memory_order_relaxed);
  check_stop();
}

void Budget::report(std::string_view doing, std::uint64_t done, std::uint64_t total, double growth) const {
  if (progress) progress({doing, total > 0 ? std::min(done, total) : done, total, growth});
}

void Budget::check_memory(std::size_t bytes, std::string_view what) const {
  if (bytes <= memory) return;
  throw LimitError(fmt::format("{} needs more than {} of memory", what, format_bytes(memory)), Limit::memory);
}

std::string format_bytes(std::size_t bytes) {
  constexpr std::array<const char*, 5> kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  double amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= 1024 && unit + 1 < kUnits.size()) {
    amount /= 1024;
    ++unit;
  }
  const bool whole = amount == static_cast<double>(static_cast<std::size_t>(amount));
  return whole ? fmt::format("{:.0f} {}", amount, kUnits[unit]) : fmt::format("{:.1f} {}", amount, kUnits[unit]);
}

}  // namespace bouton
