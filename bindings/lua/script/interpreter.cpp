#include "bindings/lua/script/interpreter.h"

#include <algorithm>
#include <set>

#include "bindings/lua/lexer/lexer.h"
#include "bindings/lua/script/help.h"
#include "bindings/lua/script/show.h"
#include "engine/base/plain_text.h"

namespace bouton::lua {
namespace {

/// Argument: a light userdata with the text. Returns the chunk as a function, or raises what is wrong with it.
int load_text(lua_State* L) {
  const auto& text = *static_cast<const std::string*>(lua_touserdata(L, 1));
  return luaL_loadbuffer(L, text.data(), text.size(), "=typed") == LUA_OK ? 1 : lua_error(L);
}

/// Arguments: the width of a line, and the values. Returns them as one text.
int show_values(lua_State* L) {
  const auto width = static_cast<std::size_t>(lua_tointeger(L, 1));
  std::string text;
  for (int i = 2; i <= lua_gettop(L); ++i) {
    const std::string value = shown(L, i, width);
    const bool several_lines = (text + value).find('\n') != std::string::npos;
    if (i > 2) text += several_lines ? '\n' : '\t';
    text += value;
  }
  lua_pushlstring(L, text.data(), text.size());
  return 1;
}

int set_globals(lua_State* L) {
  lua_getglobal(L, "require");
  lua_pushliteral(L, "bouton");
  lua_call(L, 1, 1);
  lua_setglobal(L, "bouton");
  push_help(L);
  lua_setglobal(L, "help");
  return 0;
}

// Completion ---------------------------------------------------------------------------------------------------------

/// Where a text in quotes begins that is still open at the end of the line; npos where none is.
std::size_t open_text(std::string_view line) {
  const std::vector<Token> tokens = tokens_of(line);
  if (tokens.empty() || tokens.back().ended || tokens.back().kind != Token::Kind::text) return std::string_view::npos;
  return tokens.back().text.starts_with('[') ? std::string_view::npos : tokens.back().begin + 1;
}

struct Wanted {
  std::string_view chain;  ///< names with points between them, of what the last name is a field of
  bool method = false;     ///< a colon stands before the last name
  std::string_view name;   ///< the beginning of the last
  std::set<std::string> words;
};

/// Adds the names of the table on top that go on with what was typed.
void add_names(lua_State* L, Wanted& wanted) {
  if (lua_istable(L, -1) == 0) return;
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    if (lua_type(L, -2) == LUA_TSTRING && (!wanted.method || lua_isfunction(L, -1) != 0)) {
      const std::string_view name = lua_tostring(L, -2);
      const bool typable = !name.starts_with("__") && std::ranges::all_of(name, is_name_character);
      if (typable && name.starts_with(wanted.name)) wanted.words.emplace(name);
    }
    lua_pop(L, 1);
  }
}

/// Adds the names that a value's metatable gives it: those of a table, or those that a function of a class has for its own.
void add_methods(lua_State* L, Wanted& wanted) {
  if (lua_getmetatable(L, -1) == 0) return;
  lua_pushliteral(L, "__index");
  lua_rawget(L, -2);
  if (lua_iscfunction(L, -1) != 0 && lua_getupvalue(L, -1, 1) == nullptr) lua_pushnil(L);
  add_names(L, wanted);
}

/// Argument: a light userdata with a Wanted, whose words this finds. Calls no metamethod.
int find_names(lua_State* L) {
  auto& wanted = *static_cast<Wanted*>(lua_touserdata(L, 1));
  lua_pushglobaltable(L);
  std::string_view chain = wanted.chain;
  while (!chain.empty()) {
    const std::size_t point = chain.find('.');
    const std::string_view name = chain.substr(0, point);
    if (lua_istable(L, -1) == 0) return 0;
    lua_pushlstring(L, name.data(), name.size());
    lua_rawget(L, -2);
    chain = point == std::string_view::npos ? "" : chain.substr(point + 1);
  }
  const int value = lua_gettop(L);
  add_names(L, wanted);
  lua_settop(L, value);
  add_methods(L, wanted);
  return 0;
}

}  // namespace

class Interpreter::Impl {
 public:
  explicit Impl(const ScriptOptions& options) : script_(options) { script_.state.protect(&set_globals, nullptr, 0); }

  Result execute(std::string_view chunk, std::size_t width) {
    lua_State* const L = script_.state.get();
    lua_settop(L, 0);
    script_.state.forget_calls();
    try {
      const std::string complaint = load(std::string(chunk));
      if (!complaint.empty()) {
        const bool wants_more = complaint.ends_with("near <eof>");
        return {wants_more ? Result::Status::incomplete : Result::Status::failed, complaint};
      }
      script_.state.call(0, LUA_MULTRET, Seconds(0), Limit::fixed);
      if (is_expression_) lua_remove(L, 1);
      return {Result::Status::done, show(width)};
    } catch (const RuleError& error) {
      return failure(error.what());
    } catch (const RequestError& error) {
      return failure(error.what());
    }
  }

  Completion complete(std::string_view line) {
    if (const std::size_t text = open_text(line); text != std::string_view::npos) {
      Completion games{text, {}};
      for (std::string& name : list_games(script_.context.loader))
        if (name.starts_with(line.substr(text))) games.words.push_back(std::move(name));
      return games;
    }
    std::size_t begin = line.size();
    while (begin > 0 && is_name_character(line[begin - 1])) --begin;
    Wanted wanted{.chain = {}, .name = line.substr(begin), .words = {}};
    if (begin > 0 && (line[begin - 1] == '.' || line[begin - 1] == ':')) {
      wanted.method = line[begin - 1] == ':';
      std::size_t first = begin - 1;
      while (first > 0 && (is_name_character(line[first - 1]) || line[first - 1] == '.')) --first;
      wanted.chain = line.substr(first, begin - 1 - first);
      if (wanted.chain.empty()) return {begin, {}};
    }
    script_.state.protect(&find_names, &wanted, 0);
    return {begin, {wanted.words.begin(), wanted.words.end()}};
  }

 private:
  /// Pushes the chunk's function, as an expression if it is one; else returns what is wrong with it as a statement.
  std::string load(std::string chunk) {
    std::string expression = "return nil, " + chunk;  // no tail call, which would be missing among the calls of an error
    try {
      script_.state.protect(&load_text, &expression, 1);
      is_expression_ = true;
      return "";
    } catch (const RuleError&) {  // so it is a statement
    }
    is_expression_ = false;
    try {
      script_.state.protect(&load_text, &chunk, 1);
      return "";
    } catch (const RuleError& error) {
      return error.what();
    }
  }

  /// What the values on the stack are shown as, as plain text; takes them.
  std::string show(std::size_t width) {
    lua_State* const L = script_.state.get();
    const int count = lua_gettop(L);
    if (count == 0) return "";
    lua_pushcfunction(L, &show_values);
    lua_insert(L, 1);
    lua_pushinteger(L, static_cast<lua_Integer>(width));
    lua_insert(L, 2);
    script_.state.call(count + 1, 1, Seconds(0), Limit::fixed);
    std::size_t size = 0;
    const char* const text = lua_tolstring(L, -1, &size);
    std::string text_shown = plain_lines({text, size});
    lua_settop(L, 0);
    return text_shown;
  }

  Result failure(const std::string& message) const {
    const std::string& calls = script_.state.calls_of_error();
    return {Result::Status::failed, calls.empty() ? message : message + '\n' + plain_lines(calls)};
  }

  ScriptState script_;
  bool is_expression_ = false;  ///< of the chunk that was loaded last: a value stands before its own
};

Interpreter::Interpreter(const ScriptOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Interpreter::~Interpreter() = default;
Interpreter::Result Interpreter::execute(std::string_view chunk, std::size_t width) { return impl_->execute(chunk, width); }
Interpreter::Completion Interpreter::complete(std::string_view line) { return impl_->complete(line); }

}  // namespace bouton::lua
