// From the bytecode of a function, and of those that it calls, to the blocks of one FlowFunction.
//
// The idea. Lua's registers hold values of any kind, a FlowProgram's hold integers. So at every place the translator knows of
// each live register what kind of value it holds. Where two paths meet with values of different kinds (nil on one, an integer
// on the other), the code that follows is translated once for each: a *version* of the instruction. Registers that are no
// longer read do not count (liveness.h), so there are few; and a truth value that is known where it was computed is known where
// it is tested, which makes `ok = true ... if ok then` jumps. Where versions become many, truth values are kept in registers
// after all. A call is translated where it stands, with the callee's registers behind the caller's, as they lie in Lua; only
// where a function calls itself other than in its last act is it a function of the program.
//
// The invariant. At the beginning of a version every integer and every truth value that is not known lies in its *home*, the
// register of the program with the number of the Lua register. Inside of a straight piece of code a Lua register may stand for
// another register or for a constant, so that `move(a - t, b)`, which Lua compiles to moves into the registers of a call, names
// b itself. Before a home is overwritten, what else stands for it is moved away.
//
// Lists that the function makes, and piles, are not values of the program either. Each entry of a list is an integer or a truth
// value with a home of its own, and how many there are is part of what is known at a place: a list of three entries and one of
// four make two versions. Which list a register holds is known too, so that two names of one list stay one list. An index that
// is not known is told apart, entry by entry. Loops over short lists are translated round by round, where indices are known;
// and where a variable with which lists are indexed is known, it stays so: what follows is translated for each of its values.
//
// A board or a graph is an integer like others, the place of an array of states (flow_program.h), so it may be passed on and
// returned by functions that call themselves. Rows and columns are compared with the board's before a state is looked at.
//
// Source: M. Chevalier-Boisvert and M. Feeley, Simple and effective type check removal through lazy basic block versioning
// (2015).
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/lua/lift/flow/program_lifter.h"

namespace bouton::lua {

class FunctionLifter {
 public:
  /// `number` is that of the function in the program. `expected` are the results of calls of it that are met on the way.
  FunctionLifter(ProgramLifter& shared, const Signature& signature, const std::string& name, std::uint32_t number);

  /// Throws FlowRefusal.
  FlowFunction lift();
  /// What it returns, kinds alone.
  const std::vector<FlowValue>& results() const { return results_; }
  /// Other kinds that it returns as well, which is why lift() was refused.
  const std::optional<std::vector<FlowValue>>& other_results() const { return other_results_; }

 private:
  struct Frame {
    FlowValue callee;
    const FunctionPrototype* prototype = nullptr;
    const FunctionFacts* facts = nullptr;
    std::string name;
    std::size_t base = 0;
    int pc = 0;      ///< where it stands; of a frame that waits, the call
    int first = 0;   ///< where the results of the call go that it waits for
    int wanted = 0;  ///< how many; -1: all
  };
  struct State {
    std::vector<Frame> frames;
    std::vector<FlowValue> registers;
    std::vector<FlowList> lists;  ///< where control goes from one version to another: those that can be reached, in order
    int top = 0;                  ///< one past the last of an open list of values; only after a call that left one
  };
  struct Version {
    std::uint32_t block;
    State state;
  };

  // function_lifter.cpp: versions
  void translate(Version version);
  void step();
  std::uint32_t version_of(State&& state);
  std::string key_of(const State& state) const;
  std::string place_of(const State& state) const;
  std::uint32_t new_block();
  void place_ticks(FlowFunction& function) const;
  void renumber(FlowFunction& function);
  void trap();
  [[noreturn]] void refuse(const std::string& construct) const;
  int line() const;

  // registers.cpp: what registers stand for
  void emit(FlowInstruction instruction);
  std::uint32_t home_of(int number);
  void clear_home(std::size_t home);
  void define(int number, FlowOp op, FlowOperand a, FlowOperand b = {}, std::uint32_t index = 0,
              FlowValue::Kind kind = FlowValue::Kind::integer);
  void set(int number, FlowValue value) { state_.registers[top().base + static_cast<std::size_t>(number)] = value; }
  FlowValue get(int number) const { return state_.registers[top().base + static_cast<std::size_t>(number)]; }
  std::uint32_t new_temporary();
  bool is_live(const State& state, std::size_t slot) const;
  void forget_dead(State& state) const;
  static void forget_lists(State& state);
  void make_room(State& state, int count) const;
  void go_home(State& state, int versions);
  static bool is_index(const State& state, std::size_t slot, FlowValue value);
  void move_together(std::vector<std::pair<std::uint32_t, FlowOperand>> moves);
  void go_to(int pc);
  void go_to_state(State state);
  std::uint32_t edge(State state);
  std::uint32_t edge(int pc);
  void branch(FlowCondition condition, FlowOperand a, FlowOperand b, std::uint32_t then, std::uint32_t otherwise);
  void begin(std::uint32_t block) { block_ = block; }

  // instructions.cpp
  void arithmetic(const Instruction& i);
  void binary(int to, FlowOp op, FlowValue a, FlowValue b);
  void unary(int to, FlowOp op, FlowValue a);
  bool load(const Instruction& i);
  bool test(const Instruction& i);
  void equal(FlowValue a, FlowValue b, bool k);
  void ordered(FlowCondition condition, FlowValue a, FlowValue b, bool k);
  void decided(bool holds, bool k);
  void branch_on(FlowCondition condition, FlowOperand a, FlowOperand b, bool k);
  std::optional<bool> known_truth(FlowValue value) const;
  FlowOperand operand(FlowValue value) const;
  [[noreturn]] void not_an_integer(FlowValue value) const;
  FlowValue constant(int number) const;

  // tables.cpp
  bool access(const Instruction& i);
  void index(int to, FlowValue table, FlowValue key);
  void element(int to, Value table, FlowOperand key);
  bool dense_element(int to, const std::vector<std::pair<std::int64_t, FlowValue>>& entries, FlowOperand key);
  void length(int to, FlowValue value);
  FlowValue upvalue(int number);
  void set_upvalue(int number, FlowValue value);
  std::size_t captured_slot(const FlowClosure& closure, int number);
  void make_closure(const Instruction& i);
  void close(int from);

  // lists.cpp
  static constexpr std::size_t kMostEntries = 64;
  bool change_list(const Instruction& i);
  FlowValue new_list(FlowList list);
  FlowList& list_of(FlowValue value) { return state_.lists[static_cast<std::size_t>(value.data)]; }
  FlowList& changeable(FlowValue list);
  FlowValue entry_of(FlowValue value) const;
  void fill_list(const Instruction& i);
  void index_list(int to, FlowValue list, FlowValue key);
  void set_entry(FlowValue list, FlowValue key, FlowValue value);
  void set_any_entry(FlowValue list, FlowOperand key, FlowValue value);
  void at_each_place(FlowOperand place, std::int64_t last, const std::function<void(std::int64_t)>& act);
  void insert_entry(const Instruction& i, const std::vector<FlowValue>& arguments);
  void remove_entry(const Instruction& i, const std::vector<FlowValue>& arguments);
  void sort_list(const std::vector<FlowValue>& arguments);
  void change_piles(Word word, const Instruction& i, const std::vector<FlowValue>& arguments);
  void set_piles(const Instruction& i, const std::vector<FlowValue>& arguments, std::size_t next, const FlowList& piles);
  std::vector<FlowValue> entries_of(FlowValue list) const;

  // cells.cpp
  /// Where the program of a board or a graph goes on from a cell that is on it.
  struct Cell {
    FlowOperand place = {};                     ///< of the cell's state, counted from the first
    bool is_there = true;                       ///< otherwise there never is one
    std::optional<std::uint32_t> outside = {};  ///< the block for where there is none; it has no end yet
  };
  FlowOperand cells_operand(FlowValue value) const;
  void index_cells(int to, FlowValue key);
  void call_cells(Word word, const Instruction& i, const std::vector<FlowValue>& arguments);
  Cell find_cell(const std::vector<FlowValue>& arguments, std::size_t first);
  FlowOperand check_number(FlowOperand number, std::int64_t count, Cell& cell);
  void require_cell(const Cell& cell);
  void look_at_cell(const Instruction& i, FlowOperand cells, const std::vector<FlowValue>& arguments);
  void change_cells(const Instruction& i, FlowOperand cells, const std::vector<FlowValue>& arguments);
  bool begins_loop(const Instruction& i) const;
  void call_walk(Word word, const Instruction& i);
  FlowValue computed_value(FlowOp op, FlowOperand a, FlowOperand b = {}, std::uint32_t index = 0);
  FlowValue listed(const std::vector<std::int64_t>& list, FlowOperand at);

  // loops.cpp
  bool loop(const Instruction& i);
  void prepare_for(const Instruction& i);
  void repeat_for(const Instruction& i);
  void call_ipairs(const Instruction& i);
  const std::vector<FlowValue>& list_entries(FlowValue list);
  static bool is_unrolled(const std::vector<FlowValue>& entries);

  // calls.cpp
  void call(const Instruction& i);
  void enter(FlowValue callee, const Instruction& i, std::vector<FlowValue> arguments);
  int names_itself(FlowValue callee, const FunctionPrototype& prototype);
  bool is_worth_remembering(FlowValue callee, const FunctionPrototype& prototype, const std::vector<FlowValue>& arguments);
  bool call_remembered(FlowValue callee, const Instruction& i, const std::vector<FlowValue>& arguments,
                       const std::string& name);
  void emit_call(const LiftedSignature& lifted, FlowCall out, const Instruction& i);
  void call_out(FlowValue callee, const Instruction& i, std::vector<FlowValue> arguments, const std::string& name);
  void call_word(const KnownWord& word, const Instruction& i, const std::vector<FlowValue>& arguments);
  void call_math(Word word, const Instruction& i, const std::vector<FlowValue>& arguments);
  void give_either(const Instruction& i, FlowCondition condition, FlowOperand a, FlowOperand b,
                   const std::array<FlowValue, 2>& values);
  std::vector<FlowOperand> coordinates_of(const std::vector<FlowValue>& arguments, const char* word) const;
  void ask_value(Word word, const Instruction& i, const std::vector<FlowValue>& arguments);
  std::vector<FlowOperand> part_of(FlowValue argument) const;
  std::vector<FlowOption> named_by(Word word, const std::vector<FlowValue>& arguments) const;
  void add_option(std::vector<FlowOption> parts);
  void name_option(const KnownWord& word, const std::vector<FlowValue>& arguments);

  // texts.cpp: strings that are made of values
  void concatenate(const Instruction& i);
  FlowValue with_name(const KnownWord& word, FlowValue text);
  void name_option(Word word, const FlowText& name, const std::vector<FlowValue>& arguments);
  void give_results(const Instruction& i, std::vector<FlowValue> values);
  void return_values(const Instruction& i);
  void give_back(std::vector<FlowValue> values);
  void finish(const std::vector<FlowValue>& values);
  FlowValue type_name(FlowValue value);

  Frame& top() { return state_.frames.back(); }
  const Frame& top() const { return state_.frames.back(); }

  ProgramLifter& shared_;
  Signature signature_;
  std::uint32_t number_;
  FlowFunction function_;
  State state_;
  std::uint32_t block_ = 0;
  bool ended_ = false;  ///< whether the present block has its end
  std::deque<Version> open_;
  std::map<std::string, std::uint32_t> versions_;
  std::map<std::string, int> versions_at_;
  std::map<std::uint32_t, std::vector<FlowValue>> entries_;
  std::uint32_t temporaries_ = 0;
  bool returns_ = false;
  std::optional<std::vector<FlowValue>> other_results_;
  std::vector<FlowValue> results_;
};

}  // namespace bouton::lua
