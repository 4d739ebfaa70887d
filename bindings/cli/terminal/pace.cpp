#include "bindings/cli/terminal/pace.h"

#include <algorithm>
#include <cmath>

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

void Pace::hear(const Progress& progress, double now) {
  const std::uint64_t done = progress.total > 0 ? std::min(progress.done, progress.total) : progress.done;
  const bool same = heard_ && progress.doing == doing_ && progress.total == total_;
  const bool goes_back = same && before_ + done < done_;
  if (same && goes_back && total_ == 0) before_ = done_;  // one search more for the same question
  if (!same || (goes_back && total_ > 0)) {
    // The steps of one question, and searches of unknown size for it, have begun with the first of them.
    const bool goes_on = heard_ && (is_step_ || total_ == 0) && (progress.is_step || progress.total == 0);
    if (!goes_on) start_ = now;
    doing_ = progress.doing;
    total_ = progress.total;
    before_ = 0;
    samples_.clear();
  }
  heard_ = true;
  done_ = before_ + done;
  looked_at_ = progress.looked_at;
  growth_ = progress.growth;
  is_step_ = progress.is_step;
  now_ = now;
  samples_.push_back({now, done_});
  while (samples_.size() > 2 && samples_[1].at <= now - kWindow) samples_.pop_front();
}

double Pace::rate() const {
  const Sample& first = samples_.front();
  return now_ > first.at ? static_cast<double>(done_ - first.done) / (now_ - first.at) : 0;
}

double Pace::seconds_left() const {
  const Sample& first = samples_.front();
  if (growth_ <= Progress::kUnknownGrowth || done_ <= first.done || now_ <= first.at) return -1;
  // All that is done so far has cost 1, and all from `done` on what is more than that.
  const auto cost_of = [this](std::uint64_t done) {
    return std::pow(static_cast<double>(done) / static_cast<double>(done_), growth_ + 1);
  };
  const double of_late = 1 - cost_of(first.done);
  return of_late > 0 ? (cost_of(total_) - 1) / of_late * (now_ - first.at) : -1;
}

std::string Pace::done_text(bool with_total) const {
  std::string text = grouped(done_);
  if (total_ > 0 && with_total) text += fmt::format(" of {}", grouped(total_));
  text += fmt::format(" {}", doing_);
  if (is_step_) return text + " of this step";
  // Rounded down: 100 % is when all is done.
  if (total_ > 0)
    text += fmt::format(" ({} %)", static_cast<int>(100.0 * static_cast<double>(done_) / static_cast<double>(total_)));
  return text;
}

std::string Pace::time_text() const {
  if (total_ > 0 && done_ == total_) return "";
  const double left = total_ > 0 ? seconds_left() : -1;
  if (left >= 0) return fmt::format(", about {} left{}", duration(left), is_step_ ? " of it" : "");
  return fmt::format(", for {}", duration(seconds()));
}

std::string Pace::text(std::size_t columns) const {
  const double rate = this->rate();
  const std::string speed = rate >= 1 ? fmt::format(", {} a second", grouped(static_cast<std::uint64_t>(rate))) : "";
  const std::string looked = looked_at_ > done_ ? fmt::format(", {} looked at", grouped(looked_at_)) : "";
  const std::string time = time_text(), full = done_text(true);
  const bool unforeseen = total_ > 0 && done_ < total_ && growth_ <= Progress::kUnknownGrowth;
  const std::string remark = unforeseen ? "; the rest may take far longer" : "";
  for (const std::string& between : {looked + speed, looked, std::string()})
    if (full.size() + between.size() + time.size() + remark.size() <= columns) return full + between + time + remark;
  if (full.size() + time.size() <= columns) return full + time;
  return done_text(false) + time;
}

}  // namespace bouton::cli
