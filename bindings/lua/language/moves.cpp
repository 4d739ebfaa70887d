#include "bindings/lua/language/moves.h"

#include <algorithm>
#include <utility>

#include "bindings/lua/cells/cell_value.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/host/trampoline.h"
#include "bindings/lua/terms/term_value.h"
#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"

namespace bouton::lua {
namespace {

/// Pushes "the float 2.5" and the like.
void push_description(lua_State* L, int index) {
  if (lua_type(L, index) == LUA_TNUMBER) {
    const char* text = luaL_tolstring(L, index, nullptr);
    lua_pushfstring(L, "the float %s", text);
  } else if (lua_type(L, index) == LUA_TSTRING) {
    lua_pushfstring(L, "the string '%s'", lua_tostring(L, index));
  } else {
    lua_pushstring(L, luaL_typename(L, index));
  }
}

/// Raises "WORD: number N is the float 2.5, coordinates are integers".
void raise_not_integer(lua_State* L, const char* word, int number, int index) {
  const bool is_float = lua_type(L, index) == LUA_TNUMBER;
  push_description(L, index);
  luaL_error(L, "%s: number %d is %s, coordinates are integers%s", word, number, lua_tostring(L, -1),
             is_float ? " (// divides integers)" : "");
}

MoveSink& sink_of(lua_State* L) { return *static_cast<MoveSink*>(lua_touserdata(L, lua_upvalueindex(1))); }

Label label_of(lua_State* L) { return static_cast<Label>(lua_tointeger(L, lua_upvalueindex(2))); }

using AddOption = void (MoveSink::*)(lua_State*, Label);

/// move.NAME(...), split.NAME(...) and the like.
template <AddOption add>
int labelled(lua_State* L) {
  (sink_of(L).*add)(L, label_of(L));
  return 0;
}

/// move(...), split(...) and the like themselves: the metamethod __call, whose first argument is the word.
template <AddOption add>
int plain(lua_State* L) {
  lua_remove(L, 1);
  (sink_of(L).*add)(L, kNoLabel);
  return 0;
}

/// move.NAME: the metamethod __index. Upvalues: the sink, the functions made so far by name.
template <AddOption add>
int named_word(lua_State* L) {
  std::size_t length = 0;
  const char* name = luaL_checklstring(L, 2, &length);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) return 1;
  if (const char* const complaint = sink_of(L).label_complaint({name, length})) return luaL_error(L, "%s", complaint);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushinteger(L, sink_of(L).label({name, length}));
  lua_pushcclosure(L, &trampoline<labelled<add>>, 2);
  lua_pushvalue(L, -1);
  lua_insert(L, -3);
  lua_rawset(L, lua_upvalueindex(2));
  return 1;
}

/// Upvalue: the word.
int word_text(lua_State* L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  return 1;
}

int refuse_write(lua_State* L) { return luaL_error(L, "a word of the language cannot be changed"); }

template <AddOption add>
void set_word(lua_State* L, const char* word, MoveSink& sink) {
  lua_newuserdatauv(L, 0, 0);
  lua_createtable(L, 0, 5);
  lua_pushlightuserdata(L, &sink);
  lua_pushcclosure(L, &trampoline<plain<add>>, 1);
  lua_setfield(L, -2, "__call");
  lua_pushlightuserdata(L, &sink);
  lua_newtable(L);
  lua_pushcclosure(L, &trampoline<named_word<add>>, 2);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, &refuse_write);
  lua_setfield(L, -2, "__newindex");
  lua_pushstring(L, word);
  lua_pushcclosure(L, &word_text, 1);
  lua_setfield(L, -2, "__tostring");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, word);
}

/// One of the words, as C functions.
struct WordForm {
  lua_CFunction plain, labelled;
  bool is_split;
  MoveKind kind;
};

template <AddOption add>
constexpr WordForm form_of(bool is_split, MoveKind kind) {
  return {&trampoline<plain<add>>, &trampoline<labelled<add>>, is_split, kind};
}

const WordForm kForms[] = {
    form_of<&MoveSink::add_move>(false, MoveKind::ordinary), form_of<&MoveSink::add_split>(true, MoveKind::ordinary),
    form_of<&MoveSink::add_again>(false, MoveKind::again), form_of<&MoveSink::add_again_split>(true, MoveKind::again),
    form_of<&MoveSink::add_entail>(false, MoveKind::entail)};

// The methods of a list of piles: changed copies.

const char kPileMethods[] = "bouton.pile_methods";

/// Pushes an empty list with room for `size` entries and the methods.
void push_empty_list(lua_State* L, std::size_t size) {
  lua_createtable(L, static_cast<int>(std::min<std::size_t>(size, 1 << 20)), 0);
  luaL_setmetatable(L, kPileMethods);
}

/// The argument number `argument`, an index from 1 to `last`.
lua_Integer check_index(lua_State* L, int argument, lua_Integer last, const char* method) {
  const lua_Integer i = luaL_checkinteger(L, argument);
  if (i < 1 || i > last) luaL_error(L, "%s: there is no pile %I", method, static_cast<LUAI_UACINT>(i));
  return i;
}

/// Copies entries first..last of the list at 1 to the list on top, from entry `to` on.
void copy_entries(lua_State* L, lua_Integer first, lua_Integer last, lua_Integer to) {
  for (lua_Integer i = first; i <= last; ++i) {
    State::spend(L, 8);
    lua_geti(L, 1, i);
    lua_rawseti(L, -2, to++);
  }
}

/// a:with(i, v, j, w, ...): v for pile i, then w for pile j, and so on.
int with(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const lua_Integer size = luaL_len(L, 1);
  const int arguments = std::max(lua_gettop(L), 3);
  lua_settop(L, arguments);
  luaL_checkstack(L, 4, "with");
  push_empty_list(L, static_cast<std::size_t>(size));
  copy_entries(L, 1, size, 1);
  for (int i = 2; i <= arguments; i += 2) {
    const lua_Integer pile = check_index(L, i, size, "with");
    if (i == arguments || lua_isnil(L, i + 1))
      return luaL_error(L, "with: pile %I has no value beside it", static_cast<LUAI_UACINT>(pile));
    lua_pushvalue(L, i + 1);
    lua_rawseti(L, -2, pile);
  }
  return 1;
}

int without(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const lua_Integer size = luaL_len(L, 1);
  const lua_Integer i = check_index(L, 2, size, "without");
  push_empty_list(L, static_cast<std::size_t>(size));
  copy_entries(L, 1, i - 1, 1);
  copy_entries(L, i + 1, size, i);
  return 1;
}

int insert_entry(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const lua_Integer size = luaL_len(L, 1);
  const lua_Integer i = check_index(L, 2, size + 1, "insert");
  luaL_checkany(L, 3);
  push_empty_list(L, static_cast<std::size_t>(size) + 1);
  copy_entries(L, 1, i - 1, 1);
  lua_pushvalue(L, 3);
  lua_rawseti(L, -2, i);
  copy_entries(L, i, size, i + 1);
  return 1;
}

}  // namespace

MoveSink::Collecting::Collecting(MoveSink& sink, const Domain& domain, int valid, OptionsLimit limit, Options& options,
                                 bool obliges)
    : sink_(sink),
      before_(std::exchange(
          sink.to_,
          {.domain = &domain, .valid = valid, .limit = limit, .options = &options, .unread = nullptr, .obliges = obliges})) {}

MoveSink::Collecting::Collecting(MoveSink& sink, const Domain& domain, UnreadOptions& unread, bool obliges)
    : sink_(sink), before_(std::exchange(sink.to_, {.domain = &domain, .unread = &unread, .obliges = obliges})) {}

MoveSink::Collecting::~Collecting() { sink_.to_ = before_; }

const char* MoveSink::label_complaint(std::string_view name) const {
  constexpr std::size_t kMost = 10'000;
  constexpr std::size_t kLongest = 1'000;
  if (name.size() > kLongest) return "the name of a move has more than 1000 characters";
  if (name.find('\0') != std::string_view::npos) return "the name of a move has a zero byte in it";
  if (label_names_.size() <= kMost || label_of_.contains(std::string(name))) return nullptr;
  return "moves have more than 10000 names; a name is a kind of move, such as move.diagonal";
}

Label MoveSink::label(std::string_view text) {
  const auto known = label_of_.find(std::string(text));
  if (known != label_of_.end()) return known->second;
  std::string name = plain_line(text);
  const auto number = static_cast<Label>(std::ranges::find(label_names_, name) - label_names_.begin());
  if (number == label_names_.size()) label_names_.push_back(std::move(name));
  label_of_.emplace(text, number);
  return number;
}

/// Where it is not seen beforehand that a rule uses a word that obliges, much would be taken for true that is not.
void MoveSink::check_kind(lua_State* L, Label label, const char* word) const {
  if (kind_of(label) == MoveKind::ordinary || to_.obliges) return;
  luaL_error(L, "%s is reached in a way that is not seen when the file is loaded; call it by its name, %s(...)", word, word);
}

void MoveSink::check_open(lua_State* L, const char* word) const {
  if (to_.options == nullptr && to_.unread == nullptr) luaL_error(L, "%s is called outside of moves", word);
}

/// Throws LimitError if there is no room for so many bytes more.
void MoveSink::take(std::size_t bytes) {
  constexpr std::size_t kWhileGrowing = 3;  // a list that doubles is there twice for a moment, once in double size
  to_.bytes += bytes;
  if (to_.bytes > to_.limit.bytes / kWhileGrowing)
    throw LimitError("the options of one position need more than " + format_bytes(to_.limit.bytes), to_.limit.limit);
}

/// Adds position_ as a part, if it is a position of the game.
void MoveSink::add_checked(lua_State* L, const char* word) {
  if (!to_.domain->contains(position_)) {
    // The texts are copied to Lua first, so that no C++ string is alive when the error is raised.
    {
      const std::string complaint = *to_.domain->complaint(position_);
      const std::string name = bouton::to_string(PositionView(position_));
      lua_pushfstring(L, "%s(%s) %s", word, name.c_str(), complaint.c_str());
    }
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  take(position_.size() * sizeof(Coordinate) + sizeof(std::size_t));
  to_.options->add_part(position_);
  if (to_.valid == LUA_NOREF) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, to_.valid);
  int arguments = 1;
  if (takes_one_value(*to_.domain)) {
    push_one_value(L, *to_.domain, position_);
  } else {
    arguments = static_cast<int>(position_.size());
    luaL_checkstack(L, arguments, "valid");
    for (const Coordinate coordinate : position_) lua_pushinteger(L, coordinate);
  }
  lua_call(L, arguments, 1);
  if (lua_toboolean(L, -1) == 0) {
    {
      const std::string name =
          to_.domain->is_terms() ? to_.domain->text(position_) : bouton::to_string(PositionView(position_));
      lua_pushfstring(L, "%s(%s) is not a valid position: valid says no", word, name.c_str());
    }
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  lua_pop(L, 1);
}

/// Reads the list at `index` as a position and adds it as a part.
void MoveSink::add_list(lua_State* L, int index, const char* word) {
  const lua_Integer size = luaL_len(L, index);
  position_.clear();
  for (lua_Integer i = 1; i <= size; ++i) {
    State::spend(L, 8);
    lua_geti(L, index, i);
    if (lua_isinteger(L, -1) == 0) raise_not_integer(L, word, static_cast<int>(i), -1);
    position_.push_back(lua_tointeger(L, -1));
    lua_pop(L, 1);
  }
  add_checked(L, word);
}

/// Adds the cells at `index` as a part.
void MoveSink::add_cells(lua_State* L, int index, const char* word) {
  CellValue* const value = cell_value(L, index);
  if (value == nullptr || value->shape != to_.domain->shape())
    luaL_error(L, "%s takes a position, such as b:with(1, 1, 1), found %s", word, luaL_typename(L, index));
  position_.assign(value->cells(), value->cells() + value->shape->cells());
  add_checked(L, word);
}

/// Adds the value at `index` as a part.
void MoveSink::add_term(lua_State* L, int index, const char* word) {
  position_.clear();
  bool is_term = true;
  // The text is copied to Lua first, so that no C++ string is alive when the error is raised.
  if (const std::optional<std::string> complaint = read_term(L, index, position_)) {
    lua_pushfstring(L, "%s: the position %s", word, complaint->c_str());
    is_term = false;
  }
  if (!is_term) luaL_error(L, "%s", lua_tostring(L, -1));
  State::spend(L, position_.size());
  add_checked(L, word);
}

void MoveSink::add_move(lua_State* L, Label label) { add_one(L, label, "move"); }
void MoveSink::add_split(lua_State* L, Label label) { add_several(L, label, "split"); }
void MoveSink::add_again(lua_State* L, Label label) { add_one(L, label_of(MoveKind::again, label), "again"); }
void MoveSink::add_again_split(lua_State* L, Label label) { add_several(L, label_of(MoveKind::again, label), "again_split"); }
void MoveSink::add_entail(lua_State* L, Label label) { add_one(L, label_of(MoveKind::entail, label), "entail"); }

void MoveSink::add_one(lua_State* L, Label label, const char* word) {
  check_open(L, word);
  check_kind(L, label, word);
  const int count = lua_gettop(L);
  if (to_.unread != nullptr) {
    if (count != 1) luaL_error(L, "%s takes one position in this game", word);
    to_.unread->add(L, label, count);
    return;
  }
  to_.options->abandon_split();
  if (to_.domain->shape() != nullptr) {
    if (count != 1) luaL_error(L, "%s takes one position in this game", word);
    add_cells(L, 1, word);
  } else if (to_.domain->is_terms()) {
    if (count != 1) luaL_error(L, "%s takes one position in this game", word);
    add_term(L, 1, word);
  } else if (to_.domain->is_piles()) {
    if (count != 1 || !lua_istable(L, 1)) luaL_error(L, "%s takes one list of piles in this game", word);
    add_list(L, 1, word);
  } else {
    position_.clear();
    for (int i = 1; i <= count; ++i) {
      if (lua_isinteger(L, i) == 0) raise_not_integer(L, word, i, i);
      position_.push_back(lua_tointeger(L, i));
    }
    add_checked(L, word);
  }
  take(sizeof(std::size_t) + sizeof(Label));
  to_.options->end_split(label);
}

void MoveSink::add_several(lua_State* L, Label label, const char* word) {
  check_open(L, word);
  check_kind(L, label, word);
  const int count = lua_gettop(L);
  if (to_.unread != nullptr) {
    to_.unread->add(L, label, count);
    return;
  }
  to_.options->abandon_split();
  const bool bare_allowed = !to_.domain->is_piles() && to_.domain->dimensions() == 1;
  for (int i = 1; i <= count; ++i) {
    if (to_.domain->shape() != nullptr) {
      add_cells(L, i, word);
    } else if (to_.domain->is_terms()) {
      add_term(L, i, word);
    } else if (lua_istable(L, i)) {
      add_list(L, i, word);
    } else if (bare_allowed) {
      if (lua_isinteger(L, i) == 0) raise_not_integer(L, word, i, i);
      position_.assign(1, lua_tointeger(L, i));
      add_checked(L, word);
    } else {
      luaL_error(L, "%s: position %d is not a list, as in %s({ 1, 2 }, { 3, 4 })", word, i, word);
    }
  }
  take(sizeof(std::size_t) + sizeof(Label));
  to_.options->end_split(label);
}

std::optional<LabelledWord> labelled_word(lua_State* L, int index) {
  const lua_CFunction function = lua_tocfunction(L, index);
  for (const WordForm& form : kForms) {
    if (function != form.labelled) continue;
    lua_getupvalue(L, index, 2);
    const auto label = static_cast<Label>(lua_tointeger(L, -1));
    lua_pop(L, 1);
    return LabelledWord{form.is_split, label_of(form.kind, label)};
  }
  return std::nullopt;
}

std::optional<LabelledWord> plain_word(lua_State* L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_getmetatable(L, index) == 0) return std::nullopt;
  lua_pushliteral(L, "__call");
  lua_rawget(L, -2);
  const lua_CFunction function = lua_tocfunction(L, -1);
  lua_pop(L, 2);
  for (const WordForm& form : kForms)
    if (function == form.plain) return LabelledWord{form.is_split, label_of(form.kind, kNoLabel)};
  return std::nullopt;
}

bool is_obliging_word(lua_State* L, int index) {
  std::optional<LabelledWord> word = labelled_word(L, index);
  if (!word) word = plain_word(L, index);
  return word && kind_of(word->label) != MoveKind::ordinary;
}

void set_move_words(lua_State* L, MoveSink& sink) {
  set_word<&MoveSink::add_move>(L, "move", sink);
  set_word<&MoveSink::add_split>(L, "split", sink);
  set_word<&MoveSink::add_again>(L, "again", sink);
  set_word<&MoveSink::add_again_split>(L, "again_split", sink);
  set_word<&MoveSink::add_entail>(L, "entail", sink);

  lua_getfield(L, -1, "split");
  lua_getfield(L, -1, "turn");  // turn(...) of a game of coins: a kind of split
  lua_setfield(L, -3, "turn");
  lua_pop(L, 1);

  static const luaL_Reg kMethods[] = {{"with", &with}, {"without", &without}, {"insert", &insert_entry}, {nullptr, nullptr}};
  luaL_newmetatable(L, kPileMethods);
  luaL_newlib(L, kMethods);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  set_cell_methods(L);
}

void push_one_value(lua_State* L, const Domain& domain, PositionView position) {
  if (domain.shape() != nullptr) push_cells(L, *domain.shape(), position);
  else if (domain.is_terms()) push_term(L, position);
  else push_pile_list(L, position);
}

void push_pile_list(lua_State* L, PositionView position) {
  luaL_checkstack(L, 4, "a list of piles");
  push_empty_list(L, position.size());
  lua_Integer i = 0;
  for (const Coordinate coordinate : position) {
    lua_pushinteger(L, coordinate);
    lua_rawseti(L, -2, ++i);
  }
}

}  // namespace bouton::lua
