// What a computation with automata may use: states of one automaton, elementary steps of all, and memory, which is charged to
// an account of the engine as it is taken: by the automata themselves, and by the work on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/base/memory_account.h"

namespace bouton {

/// Thrown where an automaton or the work on it grows beyond its limits; caught by whoever asked, who then does not know.
struct AutomatonTooLarge {};

/// The limits of a computation with automata: states of one automaton, elementary steps of all, memory, and a flag that stops
/// it. Steps, not seconds: the same question ends at the same place everywhere.
class AutomataWorkspace {
 public:
  /// `budget` must outlive this object.
  AutomataWorkspace(const Budget& budget, std::size_t most_states, std::uint64_t most_steps)
      : budget_(budget),
        account_(std::make_shared<MemoryAccount>(budget)),
        most_states_(most_states),
        steps_left_(most_steps) {}
  /// One with limits of its own that shares the memory of another.
  AutomataWorkspace(const AutomataWorkspace& other, std::size_t most_states, std::uint64_t most_steps)
      : budget_(other.budget_), account_(other.account_), most_states_(most_states), steps_left_(most_steps) {}

  /// Throws AutomatonTooLarge if an automaton may not have so many states.
  void check_states(std::size_t states) const {
    if (states > most_states_) throw AutomatonTooLarge{};
  }
  /// Throws AutomatonTooLarge where the steps are used up, Interrupted.
  void spend(std::uint64_t steps) {
    if (steps > steps_left_) {
      steps_left_ = 0;
      throw AutomatonTooLarge{};
    }
    steps_left_ -= steps;
    budget_.check_stop_at(calls_++);
  }
  const std::shared_ptr<MemoryAccount>& account() const { return account_; }
  const Budget& budget() const { return budget_; }
  std::uint64_t steps_left() const { return steps_left_; }

 private:
  const Budget& budget_;
  std::shared_ptr<MemoryAccount> account_;
  std::size_t most_states_;
  std::uint64_t steps_left_;
  std::uint64_t calls_ = 0;
};

/// Does the work; false where it met a limit of states, steps or memory, so that its result is not known.
template <class Work>
bool within_limits(Work work) {
  try {
    work();
    return true;
  } catch (const AutomatonTooLarge&) {
    return false;
  } catch (const LimitError& error) {
    if (error.limit() != Limit::memory) throw;
    return false;
  }
}

}  // namespace bouton
