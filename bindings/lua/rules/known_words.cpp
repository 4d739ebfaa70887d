#include "bindings/lua/rules/known_words.h"

#include "bindings/lua/language/words.h"

namespace bouton::lua {

std::string with_kind(MoveKind kind, std::string_view name) {
  std::string text;
  if (kind != MoveKind::ordinary) text = {'\0', static_cast<char>(kind)};
  return text.append(name);
}

std::pair<MoveKind, std::string_view> kind_and_name(std::string_view text) {
  if (text.empty() || text.front() != '\0') return {MoveKind::ordinary, text};
  return {static_cast<MoveKind>(text[1]), text.substr(2)};
}

namespace {

char words_key;  // registry: value of the sandbox -> number of a Word

struct LibraryWord {
  const char* library;  ///< null: a global
  const char* name;
  Word word;
};

// clang-format off
constexpr LibraryWord kLibraryWords[] = {
    {nullptr, "move", Word::move},           {nullptr, "split", Word::split},
    {nullptr, "ipairs", Word::ipairs},       {nullptr, "pairs", Word::pairs},
    {nullptr, "assert", Word::assert_},      {nullptr, "error", Word::error},
    {nullptr, "type", Word::type},           {nullptr, "tonumber", Word::tonumber},
    {"math", "abs", Word::math_abs},         {"math", "ceil", Word::math_ceil},
    {"math", "floor", Word::math_floor},     {"math", "fmod", Word::math_fmod},
    {"math", "max", Word::math_max},         {"math", "min", Word::math_min},
    {"math", "tointeger", Word::math_tointeger}, {"math", "type", Word::math_type},
    {"math", "ult", Word::math_ult},         {"table", "unpack", Word::unpack},
    {"table", "insert", Word::table_insert}, {"table", "remove", Word::table_remove},
    {"table", "sort", Word::table_sort},     {nullptr, "outcome", Word::outcome},
    {nullptr, "grundy", Word::grundy},
};
// clang-format on

/// Fills the registry's table of words.
int collect_words(lua_State* L) {
  lua_newtable(L);
  const int words = lua_gettop(L);
  push_shared_globals(L);
  const int globals = lua_gettop(L);
  for (const LibraryWord& entry : kLibraryWords) {
    lua_settop(L, globals);
    if (entry.library != nullptr) lua_getfield(L, globals, entry.library);
    lua_getfield(L, -1, entry.name);
    lua_pushinteger(L, static_cast<lua_Integer>(entry.word));
    lua_rawset(L, words);
  }
  lua_settop(L, words);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &words_key);
  return 0;
}

/// Once the words have been collected.
KnownWord known_word(const MoveSink& sink, bool in_check, lua_State* L, int index) {
  std::optional<LabelledWord> found = labelled_word(L, index);
  if (!found) found = plain_word(L, index);
  if (found)
    return {found->is_split ? Word::split : Word::move,
            with_kind(kind_of(found->label), sink.label_names()[name_of(found->label)])};
  if (lua_isnoneornil(L, index)) return {};
  index = lua_absindex(L, index);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &words_key);
  lua_pushvalue(L, index);
  lua_rawget(L, -2);
  const auto word = static_cast<Word>(lua_tointeger(L, -1));
  lua_pop(L, 2);
  if (!in_check && (word == Word::outcome || word == Word::grundy)) return {};
  return {word, {}};
}

}  // namespace

std::function<KnownWord(lua_State*, int)> recogniser_of_words(State& state, const MoveSink& sink, bool in_check) {
  lua_checkstack(state.get(), LUA_MINSTACK);
  state.protect(&collect_words, nullptr, 0);
  return [&sink, in_check](lua_State* L, int index) { return known_word(sink, in_check, L, index); };
}

std::function<std::optional<Label>(std::string_view)> label_numbers(MoveSink& sink) {
  return [&sink](std::string_view text) -> std::optional<Label> {
    const auto [kind, name] = kind_and_name(text);
    if (sink.label_complaint(name)) return std::nullopt;
    return label_of(kind, sink.label(name));
  };
}

}  // namespace bouton::lua
