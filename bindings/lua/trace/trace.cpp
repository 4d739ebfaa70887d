// How a Lua function becomes a diagram without a look at its bytecode.
//
// A rule function is run on a position that is not known: whenever it looks at a cell, it is told some state, and what it has
// come to is noted. All that decides what it does next is in the interpreter's frames: for each function that is running, the
// place where it is (the saved program counter) and its registers. The values that the function captured are frozen
// (bindings/lua/sandbox/freeze.h), and what a position is made of cannot be changed. So two runs that look at the same cell
// from the same places with the same registers go on in the same way once they are told the same state. These moments are the
// nodes of the diagram; runs are led along edges that nobody has been through, until there are none.
//
// Example: `for r, c in b:cells() do if b:at(r, c) == 0 then move(b:with(r, c, 1)) end end` looks at a cell with r, c and the
// walk's step in its registers: on 2 x 2 there are 4 nodes with 2 edges each. Two runs show all of them.
//
// What cannot be compared makes no difference to the truth: an object that a run makes for itself (a table, a function) is
// another one in each run, so that no moments of different runs are the same, and the diagram grows until it is refused. A
// moment that comes twice in one run is refused, since a table may have changed in between. Objects that were met are kept
// until the end, so that no address is used twice.
//
// The program counter is not in Lua's interface. It is read from the frame's record, where all versions 5.4 have it; whether it
// is there is tried on a small function first.
#include "bindings/lua/trace/trace.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "bindings/lua/host/state.h"
#include "engine/base/errors.h"

namespace bouton::lua {
namespace {

using local::Decisions;
using local::NamedOption;
using Changes = local::NamedOption::Changes;

/// Where the function of a frame is: of CallInfo, after the pointers func, top, previous and next.
const void* saved_place(const lua_Debug& frame) {
  const void* place = nullptr;
  std::memcpy(&place, reinterpret_cast<const char*>(frame.i_ci) + 4 * sizeof(void*), sizeof(place));
  return place;
}

struct Places {
  const void* places[3] = {};
  int count = 0;
};

/// A function for the trial. Upvalue: the Places.
int note_place(lua_State* L) {
  auto& places = *static_cast<Places*>(lua_touserdata(L, lua_upvalueindex(1)));
  lua_Debug frame;
  if (places.count < 3 && lua_getstack(L, 1, &frame) != 0) places.places[places.count++] = saved_place(frame);
  return 0;
}

/// Argument: a light userdata with Places. Fills it.
int try_places(lua_State* L) {
  if (luaL_loadbufferx(L, "local f = ... f() f() f()", 25, "=trial", "t") != LUA_OK) return lua_error(L);
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, &note_place, 1);
  lua_call(L, 1, 0);
  return 0;
}

/// Whether saved_place tells places apart: three calls in a row are two instructions of four bytes away from each other.
bool knows_places(lua_State* L) {
  if (LUA_VERSION_NUM != 504) return false;
  Places places;
  State::of(L).protect(&try_places, &places, 0);
  const auto distance = [&](int i) {
    return reinterpret_cast<std::uintptr_t>(places.places[i + 1]) - reinterpret_cast<std::uintptr_t>(places.places[i]);
  };
  return places.count == 3 && places.places[0] != nullptr && distance(0) == distance(1) && distance(0) >= 4 &&
         distance(0) <= 16;
}

/// What is known so far, and the run that adds to it.
class Tracer final : public CellReads, public UnreadOptions {
 public:
  Tracer(lua_State* L, const CellShape& shape, const RunRule& run)
      : L_(L), shape_(shape), run_(run), diagram_(shape.cells(), static_cast<std::uint32_t>(shape.states.size())) {}
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;
  ~Tracer() override {
    if (pins_ != LUA_NOREF) luaL_unref(L_, LUA_REGISTRYINDEX, pins_);
  }

  Result<Decisions> trace();

  int read(lua_State* L, std::uint32_t cell) override;
  void add(lua_State* L, Label label, int count) override;

 private:
  using Node = Decisions::Node;
  static constexpr std::int8_t kAny = -1;

  /// How a node was reached for the first time.
  struct Witness {
    Node before;
    std::uint32_t state;
  };
  struct Way {
    Node node;
    std::uint32_t state;
  };

  static int make_pins(lua_State* L);
  bool explore();
  bool follow(const Way& way);
  bool run_once();
  void arrive(Node to);
  std::optional<Node> node_of(lua_State* L, std::uint32_t cell);
  bool note(lua_State* L, std::uint32_t cell);
  bool describe_frames(lua_State* L);
  void describe(lua_State* L, int depth);
  void pin(lua_State* L);
  template <class T>
  void append(T value) {
    key_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  /// False, so that the run can be ended by an error.
  bool refuse(std::string reason) {
    if (!refused_) refused_ = std::move(reason);
    return false;
  }

  lua_State* L_;
  const CellShape& shape_;
  const RunRule& run_;
  Decisions diagram_;
  int pins_ = LUA_NOREF;

  std::unordered_map<std::string, Node> nodes_;
  std::vector<Witness> witnesses_;
  std::vector<Way> unexplored_;
  std::uint64_t looks_ = 0;
  std::optional<std::string> refused_;

  // The run.
  std::vector<std::int8_t> told_;   ///< by cell: the state that the run was told, or is to be
  std::vector<bool> passed_;        ///< by node
  std::optional<Way> at_;           ///< the edge that the run is on; absent before the first look
  std::vector<NamedOption> named_;  ///< on that edge
  int chosen_ = 0;                  ///< what the last look is answered with
  std::string key_;                 ///< the moment, as bytes
  std::vector<const void*> walks_;  ///< the walks in it
};

int Tracer::make_pins(lua_State* L) {
  auto& tracer = *static_cast<Tracer*>(lua_touserdata(L, 1));
  lua_newtable(L);
  tracer.pins_ = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

Result<Decisions> Tracer::trace() {
  if (!knows_places(L_)) return Refusal{"this version of the interpreter is not known"};
  State::of(L_).protect(&make_pins, this, 0);
  told_.assign(shape_.cells(), kAny);
  if (!run_once() || !explore()) return Refusal{*refused_};
  // Edges that no run was led to, since what leads to them first is not all that does.
  constexpr std::size_t kAtOnce = 256;
  for (std::vector<Changes> ways = diagram_.unseen_ways(kAtOnce); !ways.empty(); ways = diagram_.unseen_ways(kAtOnce))
    for (const Changes& way : ways) {
      told_.assign(shape_.cells(), kAny);
      for (const auto& [cell, state] : way) told_[cell] = static_cast<std::int8_t>(state);
      if (!run_once() || !explore()) return Refusal{*refused_};
    }
  return std::move(diagram_);
}

/// Runs along all edges that are known to be there.
bool Tracer::explore() {
  while (!unexplored_.empty()) {
    const Way way = unexplored_.back();
    unexplored_.pop_back();
    if (diagram_.edge(way.node, way.state).to == Decisions::kUnknown && !follow(way)) return false;
  }
  return true;
}

/// A run that is told what led to the node for the first time, and then the state.
bool Tracer::follow(const Way& way) {
  told_.assign(shape_.cells(), kAny);
  for (Node node = way.node; witnesses_[node].before != Decisions::kEnd; node = witnesses_[node].before)
    told_[diagram_.cell(witnesses_[node].before)] = static_cast<std::int8_t>(witnesses_[node].state);
  // Where the way had another state of that cell, this may lead elsewhere; what it shows counts all the same.
  told_[diagram_.cell(way.node)] = static_cast<std::int8_t>(way.state);
  return run_once();
}

bool Tracer::run_once() {
  passed_.assign(diagram_.nodes(), false);
  at_.reset();
  named_.clear();
  try {
    run_(*this, *this);
  } catch (const RuleError& error) {
    return refuse(fmt::format("a call to it ended in an error ({})", error.what()));
  } catch (const LimitError&) {
    return refuse("a call to it exceeded a limit");
  }
  if (refused_) return false;
  arrive(Decisions::kEnd);
  return !refused_;
}

/// Ends the edge that the run is on.
void Tracer::arrive(Node to) {
  Decisions::Edge& edge = at_ ? diagram_.edge(at_->node, at_->state) : diagram_.beginning();
  if (edge.to == Decisions::kUnknown) {
    edge.to = to;
    edge.options = std::move(named_);
  } else if (edge.to != to || edge.options != named_) {
    refuse("the same position was treated in two ways");
  }
  named_.clear();
}

int Tracer::read(lua_State* L, std::uint32_t cell) {
  if (!note(L, cell)) luaL_error(L, "the rule is not lifted");
  return chosen_;
}

/// The node that a look at the cell is, a new one perhaps; nothing where the rule is refused. Along an edge that is known a run
/// comes to the node at its end: it has been told what another one was told, and nothing else decides what it does. So only
/// what is new is described.
std::optional<Tracer::Node> Tracer::node_of(lua_State* L, std::uint32_t cell) {
  const Node known = (at_ ? diagram_.edge(at_->node, at_->state) : diagram_.beginning()).to;
  if (known != Decisions::kUnknown) {
    if (known != Decisions::kEnd && diagram_.cell(known) == cell) return known;
    refuse("the same position was treated in two ways");
    return std::nullopt;
  }
  key_.clear();
  walks_.clear();
  append(cell);
  if (!describe_frames(L)) return std::nullopt;
  const auto [entry, added] = nodes_.emplace(key_, 0);
  if (added) {
    entry->second = diagram_.add_node(cell);
    witnesses_.push_back(at_ ? Witness{at_->node, at_->state} : Witness{Decisions::kEnd, 0});
    passed_.push_back(false);
    for (std::uint32_t state = 0; state < diagram_.states(); ++state) unexplored_.push_back({entry->second, state});
  }
  return entry->second;
}

bool Tracer::note(lua_State* L, std::uint32_t cell) {
  const std::uint64_t most_looks = 500'000 + 1000 * std::uint64_t{shape_.cells()};
  const std::size_t most_nodes = 1000 + 400 * std::size_t{shape_.cells()};
  if (++looks_ > most_looks || diagram_.nodes() > most_nodes) return refuse("it looks at the cells in too many ways");
  const std::optional<Node> found = node_of(L, cell);
  if (!found) return false;
  const Node node = *found;
  if (passed_[node]) return refuse("it comes back to where it was");
  passed_[node] = true;
  arrive(node);
  if (refused_) return false;
  if (told_[cell] == kAny) {
    told_[cell] = 0;
    for (std::uint32_t state = 0; state < diagram_.states(); ++state)
      if (diagram_.edge(node, state).to == Decisions::kUnknown) {
        told_[cell] = static_cast<std::int8_t>(state);
        break;
      }
  }
  chosen_ = told_[cell];
  at_ = Way{node, static_cast<std::uint32_t>(chosen_)};
  return true;
}

/// Appends the places and registers of all functions of the rule that are running, the innermost first.
bool Tracer::describe_frames(lua_State* L) {
  luaL_checkstack(L, 8, "a look at the rule");
  lua_Debug frame;
  for (int level = 1; lua_getstack(L, level, &frame) != 0; ++level) {
    lua_getinfo(L, "Sf", &frame);
    const lua_CFunction function = lua_tocfunction(L, -1);
    lua_pop(L, 1);
    if (*frame.what == 'C') {
      if (function == &call_with_unread_cells) return true;
      return refuse("it looks at a cell from a function that a library function calls");
    }
    append(saved_place(frame));
    for (const int step : {1, -1})
      for (int i = step; lua_getlocal(L, &frame, i) != nullptr; i += step) {
        describe(L, 0);
        lua_pop(L, 1);
      }
    append('|');
    if (refused_) return false;
  }
  return refuse("its frames cannot be read");
}

/// Appends the value on top.
void Tracer::describe(lua_State* L, int depth) {
  const int type = lua_type(L, -1);
  append(static_cast<char>(type));
  switch (type) {
    case LUA_TNIL: return;
    case LUA_TBOOLEAN: append(lua_toboolean(L, -1) != 0); return;
    case LUA_TNUMBER:
      append(lua_isinteger(L, -1) != 0);
      if (lua_isinteger(L, -1) != 0) append(lua_tointeger(L, -1));
      else append(lua_tonumber(L, -1));
      return;
    case LUA_TSTRING: {
      std::size_t length = 0;
      const char* const text = lua_tolstring(L, -1, &length);
      append(length);
      key_.append(text, length);
      return;
    }
    default: break;
  }
  if (CellValue* const value = cell_value(L, -1)) {
    append(static_cast<const void*>(value->shape));
    append(static_cast<const void*>(value->reads));
    key_.append(reinterpret_cast<const char*>(value->cells()), value->shape->cells());
    return;
  }
  if (depth == 0 && is_cell_walk(L, -1)) {
    // One walk may stand in two registers: a step of it is then seen in both.
    const void* const walk = lua_topointer(L, -1);
    const auto known = std::ranges::find(walks_, walk);
    append(known - walks_.begin());
    if (known == walks_.end()) walks_.push_back(walk);
    append(reinterpret_cast<std::uintptr_t>(lua_tocfunction(L, -1)));
    for (int i = 1; lua_getupvalue(L, -1, i) != nullptr; ++i) {
      describe(L, depth + 1);
      lua_pop(L, 1);
    }
    return;
  }
  if (type == LUA_TTABLE) {
    // What is frozen has a metatable; a list that the run has made may change while it stands where it was.
    if (lua_getmetatable(L, -1) == 0) refuse("it keeps a table of its own while it looks at cells");
    else lua_pop(L, 1);
  }
  append(lua_topointer(L, -1));
  pin(L);
}

/// Keeps the value on top until the end.
void Tracer::pin(lua_State* L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, pins_);
  lua_pushvalue(L, -2);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

void Tracer::add(lua_State* L, Label label, int count) {
  for (int i = 1; i <= count; ++i) {
    CellValue* const value = cell_value(L, i);
    if (value == nullptr || value->reads != this) luaL_error(L, "move and split take positions of this game");
  }
  State::spend(L, static_cast<std::size_t>(count) * shape_.cells() / 8);
  NamedOption option;
  option.label = label;
  option.is_split = count != 1;
  for (int i = 1; i <= count; ++i) {
    const std::uint8_t* const cells = cell_value(L, i)->cells();
    NamedOption::Changes& changes = option.parts.emplace_back();
    for (std::uint32_t cell = 0; cell < shape_.cells(); ++cell)
      if (cells[cell] != CellValue::kUnread) changes.emplace_back(cell, cells[cell]);
  }
  named_.push_back(std::move(option));
}

}  // namespace

int call_with_unread_cells(lua_State* L) {
  const auto* position = static_cast<const UnreadPosition*>(lua_touserdata(L, 1));
  push_unread_cells(L, position->shape, position->reads);
  lua_call(L, 1, LUA_MULTRET);
  return lua_gettop(L) - 1;
}

Result<local::Decisions> trace_rule(lua_State* L, const CellShape& shape, const RunRule& run) {
  return Tracer(L, shape, run).trace();
}

}  // namespace bouton::lua
