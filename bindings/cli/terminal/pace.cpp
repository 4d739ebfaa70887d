#include "bindings/cli/terminal/pace.h"

#include <algorithm>

#include <fmt/format.h>

namespace bouton::cli {
namespace {

/// The rate is that of so many seconds.
constexpr double kWindow = 8;

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3;) digits.insert(i -= 3, 1, ',');
  return digits;
}

std::string duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", std::max(1.0, seconds));
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 48 * 3600) return fmt::format("{:.0f} h", seconds / 3600);
  return fmt::format("{:.0f} days", seconds / 86400);
}

}  // namespace

void Pace::hear(const Progress& progress, double now, double worked) {
  const std::uint64_t done = progress.total > 0 ? std::min(progress.done, progress.total) : progress.done;
  const bool same = heard_ && progress.doing == doing_ && progress.total == total_;
  const bool goes_back = same && before_ + done < done_;
  if (same && goes_back && total_ == 0) before_ = done_;  // one search more for the same question
  if (!same || (goes_back && total_ > 0)) {
    doing_ = progress.doing;
    total_ = progress.total;
    before_ = 0;
    start_ = now;
    worked_at_start_ = worked;
    samples_.clear();
  }
  heard_ = true;
  done_ = before_ + done;
  processor_left_ = progress.seconds_left;
  now_ = now;
  worked_ = worked;
  samples_.push_back({now, done_});
  while (samples_.size() > 2 && samples_[1].at <= now - kWindow) samples_.pop_front();
}

double Pace::rate() const {
  const Sample& first = samples_.front();
  return now_ > first.at ? static_cast<double>(done_ - first.done) / (now_ - first.at) : 0;
}

/// Negative where nothing is known.
double Pace::seconds_left() const {
  const double worked = worked_ - worked_at_start_;
  if (processor_left_ >= 0 && worked > 0) return processor_left_ * std::max(1.0, seconds() / worked);
  const double rate = this->rate();
  return rate > 0 ? static_cast<double>(total_ - done_) / rate : -1;
}

std::string Pace::done_text(bool with_total) const {
  std::string text = grouped(done_);
  if (total_ > 0 && with_total) text += fmt::format(" of {}", grouped(total_));
  text += fmt::format(" {}", doing_);
  // Rounded down: 100 % is when all is done.
  if (total_ > 0)
    text += fmt::format(" ({} %)", static_cast<int>(100.0 * static_cast<double>(done_) / static_cast<double>(total_)));
  return text;
}

std::string Pace::text(std::size_t columns) const {
  const double rate = this->rate(), left = total_ > 0 && done_ < total_ ? seconds_left() : -1;
  const std::string speed = rate >= 1 ? fmt::format(", {} a second", grouped(static_cast<std::uint64_t>(rate))) : "";
  const std::string time = total_ == 0 ? fmt::format(", for {}", duration(seconds()))
                           : left >= 0 ? fmt::format(", about {} left", duration(left))
                                       : "";
  const std::string full = done_text(true);
  if (full.size() + speed.size() + time.size() <= columns) return full + speed + time;
  if (full.size() + time.size() <= columns) return full + time;
  return done_text(false) + time;
}

}  // namespace bouton::cli
