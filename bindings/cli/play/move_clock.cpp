#include "bindings/cli/play/move_clock.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace bouton::cli {
namespace {

double steady_seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

MoveClock::MoveClock(std::optional<double> seconds, Now now)
    : seconds_(seconds), now_(now ? std::move(now) : Now(steady_seconds)) {}

void MoveClock::wait_for(const Decision& decision) {
  if (!seconds_) return;
  if (decision_ != decision) used_ = 0;
  decision_ = decision;
  since_ = now_();
}

void MoveClock::pause() {
  if (since_) used_ += now_() - *since_;
  since_.reset();
}

std::optional<double> MoveClock::left() const {
  if (!seconds_ || !since_) return std::nullopt;
  return std::max(0.0, *seconds_ - used_ - (now_() - *since_));
}

}  // namespace bouton::cli
