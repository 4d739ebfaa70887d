#include "engine/base/progress.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/whole_part.h"

namespace bouton {

ProgressTotal::ProgressTotal(Budget& budget, std::string_view doing, std::uint64_t total, double growth, Steps steps)
    : budget_(budget),
      doing_(doing),
      total_(total),
      growth_(growth),
      steps_(steps),
      last_(total),
      listener_(std::move(budget.progress)) {
  budget_.progress = {};
  if (listener_) budget_.progress = [this](const Progress& progress) { hear(progress); };
}

void ProgressTotal::step(std::uint64_t first, std::uint64_t last) {
  first_ = std::min(first, total_);
  last_ = std::clamp(last, first_, total_);
  if (listener_) tell(first_, growth_);
}

void ProgressTotal::finish() {
  if (listener_) tell(total_, growth_);
}

void ProgressTotal::hear(const Progress& progress) {
  if (std::this_thread::get_id() != thread_) return;
  const bool same = is_whole() && progress.total == total_ && progress.doing == doing_;
  if (progress.total == 0 || progress.is_step || (steps_ == Steps::are_beside && !same)) {
    if (progress.done < looked_at_) looked_before_ += looked_at_;  // another search for the same question
    looked_at_ = progress.done;
    return tell(done_, growth_);
  }
  if (progress.looked_at > 0) looked_at_ = progress.looked_at;
  const std::uint64_t most = std::min(progress.done, progress.total);
  const double part = static_cast<double>(most) / static_cast<double>(progress.total);
  const std::uint64_t length = last_ - first_;
  const std::uint64_t done = progress.total == length ? most : whole_part(part * static_cast<double>(length));
  // How the costs within a step grow says nothing of the steps that follow.
  tell(std::min(first_ + done, last_), is_whole() ? progress.growth : growth_);
}

void ProgressTotal::tell(std::uint64_t done, double growth) {
  done_ = std::max(done_, done);
  listener_({doing_, done_, total_, growth, looked_before_ + looked_at_, false});
}

ProgressSteps::ProgressSteps(Budget& budget) : budget_(budget), listener_(std::move(budget.progress)) {
  budget_.progress = {};
  if (listener_) budget_.progress = [this](const Progress& progress) { hear(progress); };
}

void ProgressSteps::hear(const Progress& progress) {
  if (std::this_thread::get_id() != thread_) return;
  Progress of_step = progress;
  of_step.is_step = progress.total > 0;
  if (!of_step.is_step) {
    if (progress.doing != doing_) before_ = 0;
    else if (progress.done < done_) before_ += done_;
    doing_ = progress.doing;
    done_ = progress.done;
    of_step.done += before_;
  }
  listener_(of_step);
}

double MeasuredGrowth::after(std::uint64_t done, std::uint64_t work) {
  // What the last eighth has cost tells what the next ones will.
  constexpr double kBack = 7.0 / 8, kApart = 1.02, kLeast = -0.9, kMost = 16;
  const Mark now{static_cast<double>(done), static_cast<double>(work)};
  if (done == 0 || work == 0) return 0;
  if (marks_.empty() || now.done >= kApart * marks_.back().done) marks_.push_back(now);
  while (marks_.size() > 2 && marks_[1].done <= kBack * now.done) marks_.pop_front();
  const Mark& then = marks_.front();
  if (now.done <= then.done || now.work <= then.work) return 0;
  return std::clamp(std::log(now.work / then.work) / std::log(now.done / then.done) - 1, kLeast, kMost);
}

}  // namespace bouton
