// Boards and graphs: what a rule asks of one, and changed copies of it.
#include <optional>

#include "bindings/lua/lift/flow/cell_walks.h"
#include "bindings/lua/lift/flow/function_lifter.h"
#include "engine/flow/flow_arithmetic.h"

namespace bouton::lua {
namespace {

struct Method {
  std::string_view name;
  Word word;
};
constexpr Method kMethods[] = {{"at", Word::cell_at},        {"with", Word::cell_with},
                               {"cells", Word::all_cells},   {"neighbours", Word::cell_neighbours},
                               {"edges_at", Word::edges_at}, {"ends", Word::ends}};

/// The number that a board or a graph has as a field of that name.
std::optional<std::int64_t> number_named(const CellShape& shape, std::string_view name) {
  if (name == "size") return shape.cells();
  if (shape.is_board() && name == "rows") return shape.rows;
  if (shape.is_board() && name == "columns") return shape.columns;
  if (!shape.is_board() && name == "vertices") return shape.vertices;
  if (!shape.is_board() && name == "edges") return static_cast<std::int64_t>(shape.edges.size());
  return std::nullopt;
}

}  // namespace

/// The place of a board's or a graph's array; an error where the value is something else.
FlowOperand FunctionLifter::cells_operand(FlowValue value) const {
  if (value.kind == FlowValue::Kind::undefined) refuse("a variable whose value is not known here");
  if (value.kind != FlowValue::Kind::cells) throw FlowError{};
  return FlowOperand::of_register(static_cast<std::uint32_t>(value.data));
}

/// `to` = the field of that name.
void FunctionLifter::index_cells(int to, FlowValue key) {
  if (key.kind == FlowValue::Kind::undefined) refuse("a variable whose value is not known here");
  if (key.kind == FlowValue::Kind::text) refuse("a method with a name that is made for each position");
  if (!key.is(Value::Kind::string)) return set(to, FlowValue::nil());
  const std::string& name = shared_.constants.string(key.value);
  if (const std::optional<std::int64_t> number = number_named(*shared_.context.shape, name))
    return set(to, FlowValue::constant(*number));
  for (const Method& method : kMethods)
    if (method.name == name) return set(to, shared_.of(shared_.constants.of_word({method.word})));
  set(to, FlowValue::nil());
}

/// What an operation gives, in a register of its own where that is not known.
FlowValue FunctionLifter::computed_value(FlowOp op, FlowOperand a, FlowOperand b, std::uint32_t index) {
  if (op < FlowOp::element && a.is_constant && b.is_constant)
    if (const std::optional<std::int64_t> value = computed(op, a.value, b.value)) return FlowValue::constant(*value);
  const std::uint32_t to = new_temporary();
  emit({.op = op, .to = to, .a = a, .b = b, .index = index});
  return {FlowValue::Kind::integer, to};
}

/// list[at], counted from 0, which is there.
FlowValue FunctionLifter::listed(const std::vector<std::int64_t>& list, FlowOperand at) {
  if (at.is_constant) return FlowValue::constant(list[static_cast<std::size_t>(at.value)]);
  return computed_value(FlowOp::element, at, {}, shared_.list(list));
}

/// A number from 1 to `count`, less 1. Where it is another control goes to `cell.outside`, or never comes from here.
FlowOperand FunctionLifter::check_number(FlowOperand number, std::int64_t count, Cell& cell) {
  const FlowOperand from_0 = operand(computed_value(FlowOp::sub, number, FlowOperand::constant(1)));
  if (from_0.is_constant) {
    cell.is_there = cell.is_there && from_0.value >= 0 && from_0.value < count;
    return from_0;
  }
  if (!cell.outside) cell.outside = new_block();
  const std::uint32_t inside = new_block();
  branch(FlowCondition::unsigned_less, from_0, FlowOperand::constant(count), inside, *cell.outside);
  begin(inside);
  ended_ = false;
  return from_0;
}

/// The cell that the arguments from `first` on name.
FunctionLifter::Cell FunctionLifter::find_cell(const std::vector<FlowValue>& arguments, std::size_t first) {
  const CellShape& shape = *shared_.context.shape;
  const auto number = [&](std::size_t n) { return operand(n < arguments.size() ? arguments[n] : FlowValue::nil()); };
  Cell cell;
  if (!shape.is_board()) {
    cell.place = check_number(number(first), shape.cells(), cell);
    return cell;
  }
  // Both are looked at before control parts.
  const FlowOperand row = number(first), column = number(first + 1);
  const FlowOperand above = check_number(row, shape.rows, cell);
  const FlowOperand before = check_number(column, shape.columns, cell);
  cell.place = operand(computed_value(FlowOp::mul, above, FlowOperand::constant(shape.columns)));
  if (before != FlowOperand::constant(0)) cell.place = operand(computed_value(FlowOp::add, cell.place, before));
  return cell;
}

/// Traps where there is no such cell.
void FunctionLifter::require_cell(const Cell& cell) {
  if (cell.outside) {
    const std::uint32_t here = block_;
    begin(*cell.outside);
    trap();
    begin(here);
    ended_ = false;
  }
  if (!cell.is_there) throw FlowError{};
}

/// Whether the three results of the call are what the loop behind it begins with.
bool FunctionLifter::begins_loop(const Instruction& i) const {
  const Instruction& next = top().prototype->code[static_cast<std::size_t>(top().pc) + 1];
  return i.op == Opcode::CALL && next.op == Opcode::TFORPREP && next.a == i.a;
}

void FunctionLifter::call_cells(Word word, const Instruction& i, const std::vector<FlowValue>& arguments) {
  const FlowOperand cells = cells_operand(arguments.empty() ? FlowValue::nil() : arguments[0]);
  const CellShape& shape = *shared_.context.shape;
  const auto walk_from = [&](Word next, FlowValue start) {
    // What Lua gives is one function; nothing but a loop may see that here it is more.
    if (!begins_loop(i)) refuse("a walk over cells that is not a loop's own");
    give_results(i, {shared_.of(shared_.constants.of_word({next})), arguments[0], start});
  };
  switch (word) {
    case Word::cell_at: look_at_cell(i, cells, arguments); return;
    case Word::cell_with: change_cells(i, cells, arguments); return;
    case Word::all_cells: walk_from(Word::next_cell, FlowValue::constant(0)); return;
    case Word::cell_neighbours: {
      const Cell cell = find_cell(arguments, 1);
      require_cell(cell);
      walk_from(Word::next_neighbour, listed(shared_.neighbours().starts, cell.place));
      return;
    }
    default: break;
  }
  if (shape.is_board()) throw FlowError{};
  Cell cell;
  const FlowOperand number = operand(arguments.size() > 1 ? arguments[1] : FlowValue::nil());
  const bool is_vertex = word == Word::edges_at;
  const FlowOperand at = check_number(number, is_vertex ? shape.vertices : static_cast<std::int64_t>(shape.edges.size()), cell);
  require_cell(cell);
  if (is_vertex) return walk_from(Word::next_edge, listed(shared_.edges().starts, at));
  std::vector<std::int64_t> ends[2];
  for (const auto& [a, b] : shape.edges) {
    ends[0].push_back(a + 1);
    ends[1].push_back(b + 1);
  }
  give_results(i, {listed(ends[0], at), listed(ends[1], at)});
}

/// at: the state, or no value outside.
void FunctionLifter::look_at_cell(const Instruction& i, FlowOperand cells, const std::vector<FlowValue>& arguments) {
  const Cell cell = find_cell(arguments, 1);
  if (cell.outside) {
    const State state = state_;
    const std::uint32_t here = block_;
    begin(*cell.outside);
    give_results(i, {});
    if (!ended_) go_to(top().pc);
    state_ = state;
    begin(here);
    ended_ = false;
  }
  if (cell.is_there) give_results(i, {computed_value(FlowOp::state, cells, cell.place)});
  else give_results(i, {});
}

/// with: a changed copy.
void FunctionLifter::change_cells(const Instruction& i, FlowOperand cells, const std::vector<FlowValue>& arguments) {
  const CellShape& shape = *shared_.context.shape;
  const std::size_t step = shape.is_board() ? 3 : 2;
  if (arguments.size() < 1 + step || (arguments.size() - 1) % step != 0) throw FlowError{};
  for (std::size_t n = 1; n < arguments.size(); ++n) (void)operand(arguments[n]);
  const auto states = static_cast<std::int64_t>(shape.states.size());
  FlowValue copy = computed_value(FlowOp::copy_states, cells);
  const FlowOperand first = operand(copy);
  for (std::size_t n = 1; n < arguments.size(); n += step) {
    const Cell cell = find_cell(arguments, n);
    require_cell(cell);
    const FlowOperand state = operand(arguments[n + step - 1]);
    if (state.is_constant) {
      if (state.value < 0 || state.value >= states) throw FlowError{};
    } else {
      Cell known;
      // A state is counted from 0.
      known.outside = new_block();
      const std::uint32_t right = new_block();
      branch(FlowCondition::unsigned_less, state, FlowOperand::constant(states), right, *known.outside);
      begin(right);
      ended_ = false;
      require_cell(known);
    }
    const bool is_first = cell.place.is_constant && cell.place.value == 0;
    emit(
        {.op = FlowOp::set_state, .a = is_first ? first : operand(computed_value(FlowOp::add, first, cell.place)), .b = state});
  }
  copy.kind = FlowValue::Kind::cells;
  give_results(i, {copy});
}

/// TFORCALL of a loop over cells or edges. A + 2 holds how far it has come: in the cells, or in the lists of what all such
/// loops go through.
void FunctionLifter::call_walk(Word word, const Instruction& i) {
  const CellShape& shape = *shared_.context.shape;
  const FlowOperand at = operand(get(i.a + 2));
  const int loop = top().pc + 1, body = top().prototype->target(loop), after = loop + 1;
  const std::uint32_t out = edge(after), next = new_block();
  FlowValue first, second = FlowValue::nil();
  if (word == Word::next_cell) {
    branch(FlowCondition::less, at, FlowOperand::constant(shape.cells()), next, out);
    begin(next);
    ended_ = false;
    if (shape.is_board()) {
      first = listed(shared_.cell_numbers(true), at);
      second = listed(shared_.cell_numbers(false), at);
    } else {
      first = computed_value(FlowOp::add, at, FlowOperand::constant(1));
    }
  } else if (word == Word::next_neighbour || word == Word::next_edge) {
    const CellWalks& walks = word == Word::next_edge ? shared_.edges() : shared_.neighbours();
    first = listed(walks.first, at);
    branch(FlowCondition::equal, operand(first), FlowOperand::constant(0), out, next);
    begin(next);
    ended_ = false;
    if (shape.is_board()) second = listed(walks.second, at);
  } else {
    refuse("a loop over something other than ipairs of a list");
  }
  set(i.a + 2, computed_value(FlowOp::add, at, FlowOperand::constant(1)));
  set(i.a + 4, first);
  if (i.c >= 2) set(i.a + 5, second);
  for (int extra = 3; extra <= i.c; ++extra) set(i.a + 3 + extra, FlowValue::nil());
  go_to(body);
}

}  // namespace bouton::lua
