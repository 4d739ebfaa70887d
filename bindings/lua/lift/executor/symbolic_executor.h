// The symbolic executor: runs a function's bytecode with the position unknown.
//
// Instructions are executed in the order of the code, with a SymbolicState of what is known of each register. A test that
// depends on the position forks the path in two control-flow edges, each with the condition under which it is taken; where
// edges meet, their states are merged. The statements that come of it are collected under predicates (PredicatedGraph). Lua
// functions that are called are inlined.
//
// Two invariants carry everything:
// - An expression that a SymbolicState holds never traps: what could trap is assigned to a slot where the Lua function would
//   compute it, and the state holds the slot.
// - A slot is assigned at one program point, or it is carried by a loop: then it is assigned before the loop and at the end of
//   each round. So an expression means the same wherever it is used later on the path. (Read on a path that did not assign it,
//   a slot has some value that is not used: 0, or one that it was assigned before.)
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bindings/lua/lift/bytecode/control_flow.h"
#include "bindings/lua/lift/bytecode/dump_format.h"
#include "bindings/lua/lift/executor/constants.h"
#include "bindings/lua/lift/executor/lift_context.h"
#include "bindings/lua/lift/executor/value.h"
#include "engine/base/refusal.h"
#include "engine/program/construction/conditions.h"
#include "engine/program/construction/facts.h"
#include "engine/program/construction/predicated_graph.h"

namespace bouton::lua {

struct StateVariable;

class SymbolicExecutor {
 public:
  /// `context` must outlive this object.
  SymbolicExecutor(lua_State* L, const LiftContext& context, Results results);

  /// The program, not yet simplified. Throws Refusal: "moves, line 8: a float (integer division is //)". To be called once.
  MoveProgram lift(int function_index);

 private:
  // Throughout, a `pc` is an index into FunctionPrototype::code, and a register's number counts from its frame's base.

  /// What a closure that the executed code made has captured: a register of a frame that is still active, or a value.
  struct Capture {
    bool is_register = false;
    std::size_t index = 0;  ///< into SymbolicState::registers
    Value value;
    friend bool operator==(const Capture&, const Capture&) = default;
  };
  struct Closure {
    const FunctionPrototype* prototype = nullptr;
    std::vector<Capture> captures;
    std::string name;
    friend bool operator==(const Closure&, const Closure&) = default;
  };
  /// A string that is made of values: one literal more than there are arguments, which stand between them.
  struct Text {
    std::vector<std::string> literals;
    std::vector<ExpressionId> arguments;
    friend bool operator==(const Text&, const Text&) = default;
  };
  /// move[TEXT] or split[TEXT].
  struct NamedWord {
    Word word = Word::none;
    std::uint32_t text = 0;
    friend bool operator==(const NamedWord&, const NamedWord&) = default;
  };
  /// A choice: the first value whose condition holds. The last condition is kAlways.
  using Choice = std::vector<std::pair<Condition, Value>>;

  static constexpr std::size_t kLongestList = 1000;
  static constexpr std::uint64_t kMostRounds = 300;  ///< of a loop that is unrolled

  /// An activation of a function.
  struct Frame {
    const FunctionPrototype* prototype = nullptr;
    const ControlFlow* flow = nullptr;
    Value function;  ///< a Kind::function or Kind::closure
    std::size_t base = 0;
    int depth = 0;
    const std::string* name = nullptr;
    const Instruction& at(int pc) const { return prototype->code[static_cast<std::size_t>(pc)]; }
  };

  /// A program point: the end of a node of the graph, and what is known there.
  struct ProgramPoint {
    PredicatedGraph* graph = nullptr;
    NodeId node = 0;
    SymbolicState state;
  };
  /// A control-flow edge: from the end of a node, taken where the predicate holds.
  struct Edge {
    NodeId node = 0;
    Condition predicate = kAlways;
    SymbolicState state;
    int line = 0;  ///< where it begins
  };
  using EdgesByTarget = std::map<int, std::vector<Edge>>;  ///< by pc
  static constexpr int kReturn = -1;                       ///< the target of an edge that returns from the frame

  /// Code that is executed as a whole: that of a function, or the body of a loop.
  struct Region {
    int first = 0, last = 0;  ///< pcs, both included
    int head = -1;            ///< the pc where a `while` begins: edges to it leave the region, though it is inside
    bool is_body = false;     ///< of a loop of the program
    int round_end = -2;       ///< of a body: the pc where a round ends
    EdgesByTarget pending = {}, exits = {};
  };

  /// Thrown where running the Lua code would raise an error.
  struct LuaError {};
  /// Thrown where a value must be known; unrolling the loop whose variable it depends on may help.
  struct NeedsConstant {
    Slot slots;  ///< one more than the greatest slot it depends on
    Refusal refusal;
  };

  // symbolic_executor.cpp: regions and edges
  EdgesByTarget execute_region(Frame& frame, PredicatedGraph& graph, Region region, Edge start);
  void execute_from(Frame& frame, Region& region, ProgramPoint point, int pc);
  void execute_instruction(Frame& frame, Region& region, ProgramPoint point, int pc, std::optional<ProgramPoint>& next,
                           int& next_pc);
  void add_edge(Frame& frame, PredicatedGraph& graph, Region& region, int pc, Edge edge);
  void branch(Frame& frame, Region& region, const ProgramPoint& point, Condition condition, int yes, int no);
  Edge edge_from(ProgramPoint point) const;
  std::optional<ProgramPoint> assume(const ProgramPoint& point, Condition condition);
  void trap(ProgramPoint& point);
  [[noreturn]] void refuse(std::string construct) const;
  [[noreturn]] void refuse_unknown(Value value) const;
  [[noreturn]] void needs_constant(ExpressionId expression, std::string construct);
  void unroll_for(ExpressionId expression, std::string construct);
  Refusal refusal(std::string construct) const;
  int line() const;

  // instructions.cpp
  int dispatch(Frame& frame, Region& region, ProgramPoint& point, int pc);
  std::optional<int> load(Frame& frame, ProgramPoint& point, int pc);
  std::optional<int> access_table(Frame& frame, ProgramPoint& point, int pc);
  std::optional<Condition> comparison(const Frame& frame, const SymbolicState& state, const Instruction& i);
  int binary_arithmetic(Frame& frame, ProgramPoint& point, int pc, Op op);
  int test_and_set(Frame& frame, Region& region, ProgramPoint& point, int pc);
  int call_instruction(Frame& frame, Region& region, ProgramPoint& point, int pc);
  int set_list(Frame& frame, SymbolicState& state, int pc);
  std::optional<std::size_t> choice_operand(const Frame& frame, const SymbolicState& state, int pc) const;
  Value arithmetic(ProgramPoint& point, Op op, Value a, Value b);
  Value negate(Op op, Value a);
  ExpressionId integer(Value value) const;
  Condition equal(Value a, Value b);
  Condition ordered(Op op, Value a, Value b);
  Condition truth(Value value);
  Value boolean(Condition condition);

  // values.cpp: tables, lists, upvalues and closures
  Value length(const ProgramPoint& point, Value value);
  Value index(ProgramPoint& point, Value table, Value key);
  Value table_entry(ProgramPoint& point, Value table, Value key);
  Value list_entry(ProgramPoint& point, Value table, Value key);
  Value element(ProgramPoint& point, std::size_t list, ExpressionId at, std::string_view name);
  Value one_of(ProgramPoint& point, const std::vector<std::pair<std::int64_t, Value>>& entries, ExpressionId at);
  void set_index(ProgramPoint& point, Value table, Value key, Value value);
  Value upvalue(const Frame& frame, const SymbolicState& state, int number);
  void set_upvalue(const Frame& frame, SymbolicState& state, int number, Value value);
  Value make_closure(const Frame& frame, const SymbolicState& state, int number, int pc);
  void close_captures(SymbolicState& state, std::size_t from);
  Value new_list(SymbolicState& state, List list);
  List& writable(SymbolicState& state, Value list);
  const List& list_of(const SymbolicState& state, Value list) const;

  // calls.cpp: Lua functions, which are inlined
  std::vector<Value> call(ProgramPoint& point, const Frame& caller, Value callee, std::vector<Value> arguments, bool& returned);
  std::vector<Value> inline_call(ProgramPoint& point, const Frame& caller, Value callee, const std::vector<Value>& arguments,
                                 bool& returned);
  void return_from(Frame& frame, Region& region, ProgramPoint point, std::vector<Value> values);
  void set_results(SymbolicState& state, std::size_t base, int first, int wanted, const std::vector<Value>& results);
  std::vector<ExpressionId> results_of(const ProgramPoint& point, const std::vector<Value>& values);
  bool is_truth_value(const Value& value) const;

  // words.cpp: the words of the rule language and the library
  std::vector<Value> call_word(ProgramPoint& point, const KnownWord& word, const std::vector<Value>& arguments, bool& returned);
  Value call_math(ProgramPoint& point, Word word, const std::vector<Value>& arguments);
  Value argument(const std::vector<Value>& arguments, std::size_t i) const;
  Value type_name(Value value);
  Statement& name_option(ProgramPoint& point, const KnownWord& word, const std::vector<Value>& arguments);
  std::vector<ExpressionId> position(const ProgramPoint& point, Value value);
  Value change_piles(ProgramPoint& point, Word word, const std::vector<Value>& arguments);
  void change_pile(ProgramPoint& point, Word word, List& list, Value place, Value to);
  void set_any_pile(ProgramPoint& point, List& list, ExpressionId at, ExpressionId value);
  Value change_list(ProgramPoint& point, Word word, const std::vector<Value>& arguments);

  // texts.cpp: strings that are made of values
  Value concatenation(const std::vector<Value>& parts);
  Value with_name(Word word, Value text);
  void name_option(ProgramPoint& point, const NamedWord& word, const std::vector<Value>& arguments);
  bool is_invariant(const Text& text, Slot first_slot);

  // merge.cpp: where edges meet
  std::optional<ProgramPoint> merge(PredicatedGraph& graph, std::vector<Edge> edges);
  void merge_results(ProgramPoint& point, const std::vector<Condition>& conditions, const std::vector<Edge>& edges);
  void merge_lists(ProgramPoint& point, const std::vector<Condition>& conditions, const std::vector<Edge>& edges);
  Value phi(ProgramPoint& point, const std::vector<Condition>& conditions, const std::vector<Value>& values);
  ExpressionId materialize(ProgramPoint& point, ExpressionId expression, bool may_trap, const std::string& name);
  Value of_choice(Choice choice);

  // loops.h
  struct Loop;
  struct LoopCarried;
  struct LoopBody;
  struct LoopExit;
  struct InductionVariable;
  struct Bound;
  using Assignments = std::vector<std::pair<Slot, ExpressionId>>;

  // loops.cpp
  void for_loop(Frame& frame, Region& region, ProgramPoint point, int pc);
  void list_loop(Frame& frame, Region& region, ProgramPoint point, int pc);
  std::optional<LoopBody> body_unless_unrolled(Frame& frame, const SymbolicState& entry, const Loop& loop, bool unrollable);
  void unroll(Frame& frame, Region& region, ProgramPoint point, const Loop& loop,
              const std::function<bool(SymbolicState&, std::uint64_t)>& begin_round);

  // while_loops.cpp
  void while_loop(Frame& frame, Region& region, ProgramPoint point, int head);
  std::optional<LoopBody> counted_while_body(Frame& frame, const SymbolicState& entry, Loop& loop);
  std::vector<InductionVariable> induction_variables(LoopBody& body, int head);
  std::optional<Bound> bound_of(Frame& frame, const SymbolicState& entry, const Loop& loop, const InductionVariable& variable);
  std::optional<Bound> bound_by(Condition stays, const Loop& loop, ExpressionId probe, std::int64_t step);
  void set_bound(Loop& loop, const std::string& name, std::int64_t step, const Bound& bound);
  void set_no_bound(Loop& loop, const std::string& name, std::int64_t step);

  // loop_body.cpp: what a loop carries from round to round
  LoopBody body_at_fixpoint(Frame& frame, const SymbolicState& entry, const Loop& loop);
  LoopBody counted_body(Frame& frame, const SymbolicState& entry, const Loop& loop);
  void forget_inner_registers(SymbolicState& state, const Loop& loop);
  bool note_changes(const Frame& frame, const SymbolicState& entry, const Loop& loop, const SymbolicState& start,
                    const SymbolicState& end, bool between_rounds, std::vector<LoopCarried>& carried);
  bool note_change(const Frame& frame, const SymbolicState& entry, const Loop& loop, const StateVariable& variable, Value now,
                   bool between_rounds, std::vector<LoopCarried>& carried);
  std::int64_t increment_in(const LoopCarried& carried, const SymbolicState& entry, const std::vector<Edge>& round_ends) const;
  ExpressionId derived_value(ExpressionId first, const Loop& loop, std::int64_t ratio);
  std::vector<Value> forms(Value value) const;
  bool widen(LoopCarried& carried, Value value, const std::string& name);
  Value decode(const LoopCarried& carried);
  void encode(const LoopCarried& carried, Value value, Assignments& assignments);

  // loop_exits.cpp: the loop as a statement of the program, and what comes after it
  void emit_loop(Frame& frame, Region& region, ProgramPoint point, LoopBody body, const Loop& loop);
  bool is_as_after(const LoopBody& body, const Loop& loop, const SymbolicState& state, const SymbolicState& after) const;
  Assignments encode_all(const LoopBody& body, const SymbolicState& state);
  void leave(PredicatedGraph& graph, NodeId node, int line);
  void run_out_early(LoopBody& body, Edge edge);
  void add_exit(LoopBody& body, const Loop& loop, int pc, std::vector<Edge> edges, std::vector<LoopExit>& exits);
  std::vector<LoopExit> exits_of(const Frame& frame, LoopBody& body, const Loop& loop, const SymbolicState& after);
  std::vector<Condition> number_exits(Block& before, PredicatedGraph& graph, const std::vector<LoopExit>& exits, bool runs_out);
  bool is_invariant(Value value, Slot first_slot);
  Value live_out(Value value, Slot first_slot, Assignments& assignments);
  void assign(Block& block, Slot slot, ExpressionId value);
  void assign_together(Block& block, Assignments assignments);
  bool reads(ExpressionId id, Slot slot);

  const ControlFlow* flow_of(const FunctionPrototype& prototype);
  Value& at(const Frame& frame, SymbolicState& state, int number) const {
    return state.registers[frame.base + static_cast<std::size_t>(number)];
  }
  const Value& at(const Frame& frame, const SymbolicState& state, int number) const {
    return state.registers[frame.base + static_cast<std::size_t>(number)];
  }
  Value constant(const Frame& frame, int number) {
    return constants_.of(frame.prototype->constants[static_cast<std::size_t>(number)]);
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
  std::vector<Text> texts_;
  std::vector<NamedWord> named_words_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> choice_of_;  ///< by a hash of the choice
  std::vector<std::string> reasons_;                                 ///< why values are unknown
  std::unordered_map<const FunctionPrototype*, std::unique_ptr<const ControlFlow>> flows_;
  std::deque<std::string> names_;  ///< of the functions executed
  std::map<std::string, Label> labels_;
  int loops_ = 0;                 ///< of the program, around the present point
  std::vector<Slot> unrollable_;  ///< Loop::first_slot of those that could be unrolled instead
  std::uint64_t instructions_ = 0;

  struct Location {
    const FunctionPrototype* prototype = nullptr;
    const std::string* function = nullptr;
    int pc = 0;
  } location_;
};

}  // namespace bouton::lua
