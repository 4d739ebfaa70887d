// The symbolic walk over a function's bytecode.
//
// The walk goes through the code in order, as the interpreter would, with a WalkState of what is known of each register.
// A test that depends on the position splits the way in two; where ways meet again, their states are merged, with the
// conditions of the ways in between (GuardedGraph keeps them). Functions of Lua that are called are walked in place.
//
// Two invariants carry everything:
// - An expression that is held in a WalkState never traps: what could trap is assigned to a slot where the Lua function
//   would compute it, and the WalkState holds the slot.
// - A slot is assigned at one point of the program, or is a variable of a loop that is assigned before the loop and at
//   the end of its rounds. So an expression means the same wherever it is used later on the way. (Read on a way that
//   did not assign it, a slot has some value that is not used: 0, or one that it was assigned before.)
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "bindings/lua/lift/conditions.h"
#include "bindings/lua/lift/constants.h"
#include "bindings/lua/lift/dump_format.h"
#include "bindings/lua/lift/facts.h"
#include "bindings/lua/lift/flow.h"
#include "bindings/lua/lift/guarded_graph.h"
#include "bindings/lua/lift/lift.h"
#include "bindings/lua/lift/value.h"

namespace bouton::lua {

/// Ends the walk.
struct WalkRefused {
  Refusal refusal;
};

class Walk {
 public:
  Walk(lua_State* L, const LiftContext& context, Results results);

  /// The program, not yet tidied. Throws WalkRefused. To be called once.
  MoveProgram lift(int function_index);

 private:
  // Throughout, a `pc` is an index into FunctionPrototype::code, and a register's number counts from its frame's base.

  /// What a closure of the walked code captured: a register of a frame that is still active, or a value.
  struct Capture {
    bool is_register = false;
    std::size_t index = 0;  ///< into WalkState::registers
    Value value;
    friend bool operator==(const Capture&, const Capture&) = default;
  };
  struct Closure {
    const FunctionPrototype* prototype = nullptr;
    std::vector<Capture> captures;
    std::string name;
    friend bool operator==(const Closure&, const Closure&) = default;
  };
  /// A choice: the first value whose condition holds. The last condition is kAlways.
  using Choice = std::vector<std::pair<Condition, Value>>;

  /// A function that is being walked.
  struct Frame {
    const FunctionPrototype* prototype = nullptr;
    const Flow* flow = nullptr;
    Value function;  ///< a Kind::function or Kind::closure
    std::size_t base = 0;
    int depth = 0;
    const std::string* name = nullptr;
    const Instruction& at(int pc) const { return prototype->code[static_cast<std::size_t>(pc)]; }
  };

  /// Where the walk stands.
  struct Place {
    GuardedGraph* graph = nullptr;
    NodeId node = 0;
    WalkState state;
  };
  /// A way to some pc: from a node, under a condition.
  struct Arrival {
    NodeId node = 0;
    Condition reached = kAlways;
    WalkState state;
    int line = 0;  ///< where it set out
  };
  /// Ways by the pc where they lead.
  using Ways = std::map<int, std::vector<Arrival>>;
  static constexpr int kReturn = -1;  ///< the pc of a way that returns from the frame

  /// Code that is walked as a whole: that of a function, or the body of a loop.
  struct Region {
    int first = 0, last = 0;  ///< pcs, both included
    int head = -1;            ///< a pc in the region where ways out of it lead: the begin of a `while`
    bool is_body = false;     ///< of a loop of the program
    int round_end = -2;       ///< of a body: the pc where a round ends
    Ways pending = {}, out = {};
  };

  /// Thrown where running the Lua code would raise an error.
  struct LuaError {};
  /// Thrown where a value must be known; unrolling the loop whose variable it depends on may help.
  struct NeedsConstant {
    Slot slots;  ///< one more than the greatest slot it depends on
    Refusal refusal;
  };

  // walk.cpp: ways through the code
  Ways walk(Frame& frame, GuardedGraph& graph, Region region, Arrival start);
  void follow(Frame& frame, Region& region, Place place, int pc);
  void advance(Frame& frame, Region& region, Place place, int pc, std::optional<Place>& next, int& next_pc);
  void go(Frame& frame, GuardedGraph& graph, Region& region, int pc, Arrival arrival);
  void branch(Frame& frame, Region& region, const Place& place, Condition condition, int yes, int no);
  Arrival arrival(Place place) const;
  std::vector<Value> call(Place& place, const Frame& caller, Value callee, std::vector<Value> arguments, bool& returned);
  std::vector<Value> inline_call(Place& place, const Frame& caller, Value callee, const std::vector<Value>& arguments,
                                 bool& returned);
  void return_from(Frame& frame, Region& region, Place place, std::vector<Value> values);
  void trap(Place& place);
  [[noreturn]] void refuse(std::string construct) const;
  [[noreturn]] void refuse_unknown(Value value) const;
  [[noreturn]] void needs_constant(ExpressionId expression, std::string construct);
  void unroll_for(ExpressionId expression, std::string construct);
  Refusal refusal(std::string construct) const;
  int line() const;

  // walk_instructions.cpp
  int step(Frame& frame, Region& region, Place& place, int pc);
  std::optional<std::size_t> choice_that_matters(const Frame& frame, const WalkState& state, int pc) const;
  Value arithmetic(Place& place, Op op, Value a, Value b);
  Value negate(Op op, Value a);
  ExpressionId integer(Value value) const;
  Condition equal(Value a, Value b);
  Condition ordered(Op op, Value a, Value b);
  Condition truth(Value value);
  Value boolean(Condition condition);
  Value length(const Place& place, Value value);
  Value index(Place& place, Value table, Value key);
  Value element(Place& place, std::size_t list, ExpressionId at);
  Value one_of(Place& place, const std::vector<std::pair<std::int64_t, Value>>& entries, ExpressionId at);
  void set_index(Place& place, Value table, Value key, Value value);
  Value upvalue(const Frame& frame, const WalkState& state, int number);
  void set_upvalue(const Frame& frame, WalkState& state, int number, Value value);
  Value make_closure(const Frame& frame, const WalkState& state, int number, int pc);
  void close_captures(WalkState& state, std::size_t from);
  Value new_list(WalkState& state, List list);
  List& writable(WalkState& state, Value list);
  const List& list_of(const WalkState& state, Value list) const;
  void set_results(WalkState& state, std::size_t base, int first, int wanted, const std::vector<Value>& results);

  // walk_words.cpp: the words of the rule language and the library
  std::vector<Value> call_word(Place& place, const Known& word, const std::vector<Value>& arguments, bool& returned);
  void name_option(Place& place, const Known& word, const std::vector<Value>& arguments);
  std::vector<ExpressionId> position(const Place& place, Value value);
  std::vector<ExpressionId> results_of(const Place& place, const std::vector<Value>& values);
  Value change_piles(Place& place, Word word, const std::vector<Value>& arguments);
  Value change_list(Place& place, Word word, const std::vector<Value>& arguments);

  // walk_merge.cpp: where ways meet
  std::optional<Place> merge(GuardedGraph& graph, std::vector<Arrival> arrivals);
  Value unify(Place& place, const std::vector<Condition>& conditions, const std::vector<Value>& values);
  ExpressionId settle(Place& place, ExpressionId expression, bool may_trap, const std::string& name);
  Value of_choice(Choice choice);
  bool is_truth_value(const Value& value) const;

  // walk_loops.cpp
  struct Carried;
  struct Body;
  struct Loop;
  int for_loop(Frame& frame, Region& region, Place& place, int pc);
  int list_loop(Frame& frame, Region& region, Place& place, int pc);
  void while_loop(Frame& frame, Region& region, Place place, int head);
  void unroll(Frame& frame, Region& region, Place place, const Loop& loop,
              const std::function<bool(WalkState&, std::uint64_t)>& begin_round);
  Body settle_body(Frame& frame, const WalkState& entry, const Loop& loop);
  Body settle_counting_body(Frame& frame, const WalkState& entry, const Loop& loop);
  void finish_loop(Frame& frame, Region& region, Place place, Body body, const Loop& loop);
  Value take_out(Value value, Slot mark, std::vector<std::pair<Slot, ExpressionId>>& assignments);
  std::vector<Value> forms(Value value) const;
  bool admit(Carried& carried, Value value, const std::string& name);
  Value decode(const Carried& carried);
  void encode(const Carried& carried, Value value, std::vector<std::pair<Slot, ExpressionId>>& assignments);
  void assign(Block& block, Slot slot, ExpressionId value);
  void assign_together(Block& block, std::vector<std::pair<Slot, ExpressionId>> assignments);
  bool reads(ExpressionId id, Slot slot);

  const Flow* flow_of(const FunctionPrototype& prototype);
  Value& at(const Frame& frame, WalkState& state, int number) const {
    return state.registers[frame.base + static_cast<std::size_t>(number)];
  }
  const Value& at(const Frame& frame, const WalkState& state, int number) const {
    return state.registers[frame.base + static_cast<std::size_t>(number)];
  }
  Value integer_value(ExpressionId id) const { return {Value::Kind::integer, id}; }
  std::optional<std::int64_t> known_integer(Value value) const;
  Value unknown(std::string reason);

  const LiftContext& context_;
  Results results_;
  MoveProgram program_;
  Facts facts_;
  Conditions conditions_;
  Constants constants_;
  std::vector<Closure> closures_;
  std::vector<Choice> choices_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> choice_of_;  ///< by a hash of the choice
  std::vector<std::string> reasons_;                                 ///< why values are unknown
  std::unordered_map<const FunctionPrototype*, std::unique_ptr<const Flow>> flows_;
  std::deque<std::string> names_;  ///< of the functions walked
  std::map<std::string, Label> labels_;
  int loops_ = 0;                 ///< around the place, of the program
  std::vector<Slot> unrollable_;  ///< the marks of those that could be unrolled instead
  std::uint64_t steps_ = 0;

  struct Where {
    const FunctionPrototype* prototype = nullptr;
    const std::string* function = nullptr;
    int pc = 0;
  } where_;
};

}  // namespace bouton::lua
