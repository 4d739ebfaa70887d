// What the symbolic executor knows of a loop. loops.cpp begins with the idea.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/lua/lift/executor/symbolic_executor.h"

namespace bouton::lua {

/// A loop of the bytecode.
struct SymbolicExecutor::Loop {
  int pc = 0;                          ///< where it begins
  int first = 0, last = 0, head = -1;  ///< the region of its body
  int round_end = 0;                   ///< an edge to this pc goes on with the next round
  int after = 0;                       ///< where control goes on when there is no next round
  bool runs_out = true;                ///< whether that ever happens
  std::size_t visible = 0;             ///< the registers below this, from SymbolicState's beginning on, live beyond the loop
  Slot first_slot = 0;                 ///< slots below this are loop-invariant
  Condition assumed = kAlways;         ///< holds in every round
  Slot slot = 0;                       ///< of the basic induction variable
  ExpressionId from = 0, to = 0, step = 0;
  std::function<void(SymbolicState&)> begin_round;  ///< sets the loop's variables
};

/// A place in a SymbolicState that a loop's body may change: a register, or an entry of a list.
struct StateVariable {
  bool in_list = false;
  std::size_t index = 0;  ///< of the register or the list
  std::size_t entry = 0;

  bool exists_in(const SymbolicState& state) const {
    if (!in_list) return index < state.registers.size();
    return index < state.lists.size() && state.lists[index] && entry < state.lists[index]->entries.size();
  }
  Value get(const SymbolicState& state) const { return in_list ? state.lists[index]->entries[entry] : state.registers[index]; }
  void set(SymbolicState& state, Value value) const {
    if (!in_list) {
      state.registers[index] = value;
      return;
    }
    auto copy = std::make_shared<List>(*state.lists[index]);
    copy->entries[entry] = value;
    state.lists[index] = std::move(copy);
  }
  friend bool operator==(const StateVariable&, const StateVariable&) = default;
};

/// A loop-carried variable, and the slots that hold it from round to round.
struct SymbolicExecutor::LoopCarried {
  StateVariable variable = {};
  bool between_rounds = false;  ///< else it changes only on exits of the loop
  bool lost = false;            ///< without a known value on some path
  /// What kinds of value there are: an integer or a truth value (index 0), or a value that is known.
  std::vector<Value> forms = {};
  std::optional<Slot> slot = {};  ///< the integer or truth value
  std::optional<Slot> tag = {};   ///< the number of the form, if there are several
};

/// The body of a loop, executed with what it carries unknown.
struct SymbolicExecutor::LoopBody {
  std::unique_ptr<PredicatedGraph> graph;
  EdgesByTarget exits;  ///< those to Loop::round_end included
  SymbolicState start;
  std::vector<LoopCarried> carried;

  bool carries(const StateVariable& variable) const {
    return std::ranges::find(carried, variable, &LoopCarried::variable) != carried.end();
  }
};

/// Where a loop is left other than by running out.
struct SymbolicExecutor::LoopExit {
  int pc;
  SymbolicState state;
  NodeId node;
  int line;
};

/// A variable to which each round adds the same.
struct SymbolicExecutor::InductionVariable {
  std::size_t index = 0;  ///< of the register
  std::int64_t step = 0;
};

/// How far an induction variable goes: while it is at most, or at least, `bound`.
struct SymbolicExecutor::Bound {
  ExpressionId bound;
  bool strict;            ///< the last value that passes is the one before `bound`
  bool variable_is_less;  ///< a greatest value, else a least one
  int exit = 0;           ///< the pc where control goes on beyond it
};

/// Gives a variable its value back at the end of a scope.
template <class T>
class Restored {
 public:
  explicit Restored(T& variable) : variable_(variable), before_(variable) {}
  ~Restored() { variable_ = std::move(before_); }
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;

 private:
  T& variable_;
  T before_;
};

/// How much `value` adds to the variable in the slot, where that is all it does: a constant other than 0.
std::optional<std::int64_t> increment_of(const MoveProgram& program, ExpressionId value, Slot slot);

}  // namespace bouton::lua
