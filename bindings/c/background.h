// Questions that are worked on while nobody waits for them.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace bouton::c {

/// Work that is named by a key, done one after the other by a thread that starts with the first.
class Background {
 public:
  /// All who wait for the same work get the same answer, perhaps at once: it is constant.
  using Answer = std::shared_ptr<const void>;
  using Work = std::function<Answer()>;
  using Seconds = std::chrono::duration<double>;

  Background() = default;
  ~Background() { close(); }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// The answer of the work named `key`, begun now unless it has been; null if it is not there within `budget`. Throws
  /// what the work threw. An answer is handed to those who wait for it, and then no more.
  Answer ask(const std::string& key, const Work& work, Seconds budget);
  /// Drops all work: those who wait for it get Interrupted at once. The caller must stop work that has begun, whose answer
  /// nobody will get; what is asked later waits until it has stopped.
  void drop_work();
  /// The same; then waits until work that has begun has stopped, and ends the thread. Afterwards nothing may be asked.
  void close();

 private:
  struct Job {
    enum class State { waiting, running, done };
    std::string key;
    Work work;
    State state = State::waiting;
    Answer answer;
    std::exception_ptr error;
  };
  using JobPointer = std::shared_ptr<Job>;

  void run();
  JobPointer find(const std::string& key) const;
  void begin(const JobPointer& job);
  void forget_surplus(Job::State state);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<JobPointer> jobs_;  ///< in the order in which they were asked first
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace bouton::c
