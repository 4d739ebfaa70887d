#include "engine/base/progress.h"

#include <algorithm>
#include <utility>

namespace bouton {

ProgressTotal::ProgressTotal(Budget& budget, std::string_view doing, std::uint64_t total)
    : budget_(budget), doing_(doing), total_(total), last_(total), listener_(std::move(budget.progress)) {
  budget_.progress = {};
  if (listener_) budget_.progress = [this](const Progress& progress) { hear(progress); };
}

void ProgressTotal::step(std::uint64_t first, std::uint64_t last) {
  first_ = std::min(first, total_);
  last_ = std::clamp(last, first_, total_);
  if (listener_) tell(first_, -1);
}

void ProgressTotal::finish() {
  if (listener_) tell(total_, -1);
}

void ProgressTotal::hear(const Progress& progress) {
  if (progress.total == 0) return tell(done_, -1);  // how far that is, nobody knows
  const double part = static_cast<double>(std::min(progress.done, progress.total)) / static_cast<double>(progress.total);
  const auto length = static_cast<double>(last_ - first_);
  const std::uint64_t done =
      progress.total == last_ - first_ ? std::min(progress.done, progress.total) : static_cast<std::uint64_t>(part * length);
  tell(std::min(first_ + done, last_), last_ == total_ ? progress.seconds_left : -1);
}

void ProgressTotal::tell(std::uint64_t done, double seconds_left) {
  done_ = std::max(done_, done);
  listener_({doing_, done_, total_, seconds_left});
}

}  // namespace bouton
