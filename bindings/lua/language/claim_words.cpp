#include "bindings/lua/language/claim_words.h"

#include <fmt/format.h>

#include "bindings/lua/cells/cell_value.h"
#include "bindings/lua/host/object.h"
#include "bindings/lua/host/push_list.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/language/moves.h"
#include "bindings/lua/sandbox/freeze.h"
#include "bindings/lua/terms/term_value.h"
#include "engine/base/errors.h"

namespace bouton::lua {

/// The options of a position, kept in a userdata while they are pushed.
struct ListedOptions {
  Options options;
  std::vector<std::string> labels;
};
template <>
inline constexpr const char* kClassName<ListedOptions> = "bouton.ListedOptions";

namespace {

char values_key;  // registry: the ClaimValues that the words ask, a light userdata; null where nobody asks

void set_values(lua_State* L, void* values) {
  lua_pushlightuserdata(L, values);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &values_key);
}

void* values_of(lua_State* L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &values_key);
  void* const values = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return values;
}

ClaimValues& values_for(lua_State* L, const char* word) {
  auto* const values = static_cast<ClaimValues*>(values_of(L));
  if (values == nullptr) throw RuleError(fmt::format("{} is for the checks of claims only", word));
  return *values;
}

/// The position that the arguments from `first` on name: its coordinates, or one list. Does not raise.
Position position_of_claim(lua_State* L, int first, const ClaimValues& values, const char* word) {
  Position position;
  const auto add = [&](int index) {
    if (lua_isinteger(L, index) == 0) throw RuleError(fmt::format("{}: a coordinate is not an integer", word));
    position.push_back(lua_tointeger(L, index));
  };
  const Domain& domain = values.rules().domain();
  const bool is_one = lua_gettop(L) == first;
  if (domain.shape() != nullptr) {
    CellValue* const value = is_one ? cell_value(L, first) : nullptr;
    if (value == nullptr || value->shape->cells() != domain.shape()->cells())
      throw RuleError(fmt::format("{} takes a position of this game", word));
    for (std::uint32_t cell = 0; cell < value->shape->cells(); ++cell) position.push_back(value->cells()[cell]);
  } else if (domain.is_terms()) {
    term::Code code;
    const std::optional<std::string> complaint = is_one ? read_term(L, first, code) : "is one value";
    if (complaint) throw RuleError(fmt::format("{}: a position {}", word, *complaint));
    position = Position(PositionView(code));
  } else if (unwrap(L, first); lua_gettop(L) == first && lua_istable(L, first)) {
    const auto size = static_cast<lua_Integer>(lua_rawlen(L, first));
    for (lua_Integer i = 1; i <= size; ++i) {
      lua_rawgeti(L, first, i);
      add(-1);
      lua_pop(L, 1);
    }
  } else {
    for (int i = first; i <= lua_gettop(L); ++i) add(i);
  }
  if (const std::optional<std::string> complaint = domain.complaint(PositionView(position)))
    throw RuleError(fmt::format("{}({}) {}", word, to_string(position), *complaint));
  if (!values.rules().valid(position))
    throw RuleError(fmt::format("{}({}) is not a valid position", word, domain.text(position)));
  return position;
}

constexpr const char* word_for(ValueKind kind) {
  return kind == ValueKind::grundy ? "grundy" : kind == ValueKind::outcome ? "outcome" : "remoteness";
}

/// nil for a value that is not at hand yet, and for one that is not a number.
template <ValueKind kind>
int word_value(lua_State* L) {
  std::optional<ClaimValues::Cell> cell;
  {
    const State::Entered entered(L);
    ClaimValues& values = values_for(L, word_for(kind));
    cell = values.value(kind, position_of_claim(L, 1, values, word_for(kind)));
  }
  const std::uint32_t value = cell ? cell->table->cells[cell->index] : Table::kInvalid;
  if (value == Table::kInfinite && kind == ValueKind::grundy && cell->table->nimber(cell->index).is_loony()) {
    lua_pushliteral(L, "loony");
  } else if (value >= Table::kInfinite) {
    lua_pushnil(L);
  } else if (kind == ValueKind::outcome) {
    constexpr const char* kNames[] = {"P", "N", "draw"};
    lua_pushstring(L, kNames[value]);
  } else {
    lua_pushinteger(L, value);
  }
  return 1;
}

int word_options(lua_State* L) {
  std::unique_ptr<ListedOptions>& place = push_object<ListedOptions>(L);
  lua_insert(L, 1);
  const Domain* domain = nullptr;
  {
    const State::Entered entered(L);
    const ClaimValues& values = values_for(L, "options");
    const Position position = position_of_claim(L, 2, values, "options");
    auto listed = std::make_unique<ListedOptions>();
    values.rules().options(position, listed->options);
    listed->options = listed->options.unique();
    for (std::size_t i = 0; i < listed->options.size(); ++i)
      listed->labels.emplace_back(values.rules().label_name(listed->options[i].label()));
    domain = &values.rules().domain();
    place = std::move(listed);
  }
  luaL_checkstack(L, 12, "options");
  const auto push_part = [L, domain](PositionView part) {
    takes_one_value(*domain) ? push_one_value(L, *domain, part) : push_integers(L, part);
  };
  const ListedOptions& listed = *place;
  lua_createtable(L, static_cast<int>(listed.options.size()), 0);
  for (std::size_t i = 0; i < listed.options.size(); ++i) {
    const Options::Option option = listed.options[i];
    lua_createtable(L, 0, 2);
    if (!listed.labels[i].empty()) {
      lua_pushlstring(L, listed.labels[i].data(), listed.labels[i].size());
      lua_setfield(L, -2, "label");
    }
    if (option.is_split()) push_list(L, option, push_part);
    else push_part(option[0]);
    lua_setfield(L, -2, "to");
    lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
  }
  return 1;
}

}  // namespace

Asking::Asking(lua_State* L, ClaimValues& values) : L_(L), before_(values_of(L)) { set_values(L, &values); }

Asking::~Asking() { set_values(L_, before_); }

void set_claim_words(lua_State* L) {
  static const luaL_Reg kWords[] = {{"outcome", &trampoline<word_value<ValueKind::outcome>>},
                                    {"grundy", &trampoline<word_value<ValueKind::grundy>>},
                                    {"remoteness", &trampoline<word_value<ValueKind::remoteness>>},
                                    {"options", &trampoline<word_options>},
                                    {nullptr, nullptr}};
  luaL_setfuncs(L, kWords, 0);
  set_values(L, nullptr);
}

}  // namespace bouton::lua
