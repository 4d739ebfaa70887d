// One count and one total for a question that takes several steps.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "engine/base/budget.h"

namespace bouton {

/// For its lifetime, the listener of `budget` hears of one total, `total`: what the steps of the question report in units of
/// their own is scaled to it. The count never decreases, even if a step starts again. Not thread-safe; `budget` and `doing`
/// must outlive this object.
class ProgressTotal {
 public:
  ProgressTotal(Budget& budget, std::string_view doing, std::uint64_t total);
  ~ProgressTotal() { budget_.progress = std::move(listener_); }
  ProgressTotal(const ProgressTotal&) = delete;
  ProgressTotal& operator=(const ProgressTotal&) = delete;

  /// What the steps report from here on is of the things from `first` up to `last`, not of all of them.
  void step(std::uint64_t first, std::uint64_t last);
  /// Says that all is done.
  void finish();

 private:
  void hear(const Progress& progress);
  void tell(std::uint64_t done, double seconds_left);

  Budget& budget_;
  std::string_view doing_;
  std::uint64_t total_;
  std::uint64_t first_ = 0;
  std::uint64_t last_;
  std::uint64_t done_ = 0;
  std::function<void(const Progress&)> listener_;
};

}  // namespace bouton
