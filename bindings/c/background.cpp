#include "bindings/c/background.h"

#include <algorithm>

#include "engine/base/errors.h"
#include "engine/system/blocked_signals.h"

namespace bouton::c {
namespace {

/// So many jobs wait, and so many answers are kept; of more, the oldest go.
constexpr std::ptrdiff_t kMost = 64;

}  // namespace

Background::Answer Background::ask(const std::string& key, const Work& work, Seconds budget) {
  constexpr Seconds kLongest(1e8);
  const auto until = std::chrono::steady_clock::now() +
                     std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::min(budget, kLongest));
  std::unique_lock lock(mutex_);
  if (closing_) throw Interrupted();
  JobPointer job = find(key);
  if (!job) {
    job = std::make_shared<Job>();
    job->key = key;
    job->work = work;
    begin(job);
  }
  changed_.wait_until(lock, until, [&] { return job->state == Job::State::done; });
  if (job->state != Job::State::done) return nullptr;
  std::erase(jobs_, job);
  if (job->error) std::rethrow_exception(job->error);
  return job->answer;
}

void Background::begin(const JobPointer& job) {
  jobs_.push_back(job);
  forget_surplus(Job::State::waiting);
  forget_surplus(Job::State::done);
  if (!thread_.joinable()) {
    const HostSignalsBlocked blocked;
    thread_ = std::thread([this] { run(); });
  }
  changed_.notify_all();
}

void Background::forget_surplus(Job::State state) {
  const auto is_such = [state](const JobPointer& job) { return job->state == state; };
  if (std::ranges::count_if(jobs_, is_such) <= kMost) return;
  const JobPointer oldest = *std::ranges::find_if(jobs_, is_such);
  if (state == Job::State::waiting) {
    oldest->state = Job::State::done;
    oldest->error = std::make_exception_ptr(Interrupted());
  }
  std::erase(jobs_, oldest);
}

Background::JobPointer Background::find(const std::string& key) const {
  const auto found = std::ranges::find_if(jobs_, [&](const JobPointer& job) { return job->key == key; });
  return found == jobs_.end() ? nullptr : *found;
}

void Background::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    JobPointer job;
    changed_.wait(lock, [&] {
      const auto next = std::ranges::find(jobs_, Job::State::waiting, [](const JobPointer& j) { return j->state; });
      if (next != jobs_.end()) job = *next;
      return closing_ || job;
    });
    if (closing_) return;
    job->state = Job::State::running;
    lock.unlock();
    Answer answer;
    std::exception_ptr error;
    bool cancelled = false;
    try {
      answer = job->work();
    } catch (const Interrupted&) {  // who waits hears of it; who asks later asks anew
      error = std::current_exception();
      cancelled = true;
    } catch (...) {
      error = std::current_exception();
    }
    job->work = nullptr;  // and what it keeps alive, outside of the lock
    lock.lock();
    if (job->state == Job::State::done) continue;  // it was dropped meanwhile
    job->answer = std::move(answer);
    job->error = error;
    job->state = Job::State::done;
    if (cancelled) std::erase(jobs_, job);
    changed_.notify_all();
  }
}

void Background::drop_work() {
  std::deque<JobPointer> dropped;  // destroyed outside of the lock
  const std::scoped_lock lock(mutex_);
  for (const JobPointer& job : jobs_) {
    if (job->state == Job::State::done) continue;
    job->state = Job::State::done;
    job->error = std::make_exception_ptr(Interrupted());
    dropped.push_back(job);
  }
  std::erase_if(jobs_, [](const JobPointer& job) { return job->error != nullptr; });
  changed_.notify_all();
}

void Background::close() {
  drop_work();
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
  jobs_.clear();
}

}  // namespace bouton::c
