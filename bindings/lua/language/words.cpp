#include "bindings/lua/language/words.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "bindings/lua/cells/cell_value.h"
#include "bindings/lua/host/push_list.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/host/text_at.h"
#include "bindings/lua/host/trampoline.h"
#include "bindings/lua/language/claim_words.h"
#include "bindings/lua/language/rule_folders.h"
#include "bindings/lua/lexer/lexer.h"
#include "bindings/lua/sandbox/libraries.h"
#include "bindings/lua/terms/term_value.h"
#include "engine/base/errors.h"
#include "engine/base/little_endian.h"
#include "engine/base/spelling.h"
#include "engine/position/typed_number.h"

namespace bouton::lua {
namespace {

constexpr const char* kMemory = "<memory>";  ///< the directory of the rule files in memory

char games_key;    // registry: table made by game{...} -> "file:line: "
char globals_key;  // registry: the sandbox's globals

Loading::File& file_of(lua_State* L) { return *static_cast<Loading::File*>(lua_touserdata(L, lua_upvalueindex(1))); }

/// The file that the word was given to. Raises once loading is over.
Loading::File& open_file_of(lua_State* L, const char* word) {
  Loading::File& file = file_of(L);
  if (file.loading->is_over()) luaL_error(L, "%s is called after the file was loaded", word);
  return file;
}

/// Pushes the table that stands in the registry under `key`, a new one at first.
void push_registry_table(lua_State* L, const void* key) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

/// Notes that the table on top is a game, made by the line that is running.
void mark_game(lua_State* L) {
  push_registry_table(L, &games_key);
  lua_pushvalue(L, -2);
  push_where(L);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

int word_game(lua_State* L) {
  if (lua_gettop(L) != 1 || !lua_istable(L, 1)) return luaL_error(L, "game takes one table: game { ... }");
  mark_game(L);
  return 1;
}

// param(NAME, DEFAULT, DOC)

/// The integers in "1,2,3"; nothing if one is none.
std::optional<std::vector<Coordinate>> parse_list(std::string_view text) {
  std::vector<Coordinate> list;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::optional<Integer> value = parse_number(text.substr(0, comma));
    const std::optional<Coordinate> number = value ? narrow(*value) : std::nullopt;
    if (!number) return std::nullopt;
    list.push_back(*number);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return list;
}

/// The parameter as the default at index 2, and the setting if there is one, make it.
Parameter make_parameter(lua_State* L, const std::string* setting) {
  Parameter parameter;
  parameter.name = lua_tostring(L, 1);
  parameter.doc = lua_type(L, 3) == LUA_TSTRING ? lua_tostring(L, 3) : "";
  parameter.given = setting != nullptr;
  const auto wrong = [&](std::string_view what) {
    return RequestError(fmt::format("parameter {}: '{}' is not {}", parameter.name, *setting, what));
  };
  switch (lua_type(L, 2)) {
    case LUA_TNUMBER: {
      Coordinate value = lua_tointeger(L, 2);
      if (setting != nullptr) {
        const std::optional<Integer> typed = parse_number(*setting);
        if (!typed || !narrow(*typed)) throw wrong("an integer of 64 bits");
        value = *narrow(*typed);
      }
      parameter.value = value;
      break;
    }
    case LUA_TSTRING: parameter.value = setting != nullptr ? *setting : std::string(lua_tostring(L, 2)); break;
    case LUA_TTABLE: {
      std::vector<Coordinate> list;
      for (lua_Integer i = 1; lua_rawgeti(L, 2, i) != LUA_TNIL; ++i) {
        list.push_back(lua_tointeger(L, -1));
        lua_pop(L, 1);
      }
      lua_pop(L, 1);
      if (setting != nullptr) {
        std::optional<std::vector<Coordinate>> typed = parse_list(*setting);
        if (!typed) throw wrong("a list of integers, such as 1,2,3");
        list = std::move(*typed);
      }
      parameter.value = std::move(list);
      break;
    }
    default: parameter.value = Parameter::Function{setting != nullptr ? *setting : ""};
  }
  return parameter;
}

/// The names of the arguments of the function at index 2, with ", " between.
std::string argument_names(lua_State* L) {
  std::string names;
  lua_pushvalue(L, 2);
  const char* name = nullptr;
  for (int i = 1; (name = lua_getlocal(L, nullptr, i)) != nullptr; ++i) {
    names += names.empty() ? "" : ", ";
    names += name;
  }
  lua_pop(L, 1);
  return names;
}

/// The Lua text of a function parameter: a whole function as typed, or an expression in the names of the default's arguments.
std::string function_text(const std::string& arguments, const std::string& typed) {
  const std::size_t first = typed.find_first_not_of(" \t\n");
  if (first != std::string::npos && typed.compare(first, 8, "function") == 0) return "return " + typed;
  return fmt::format("return function({}) return {} end", arguments, typed);
}

/// The names that a text of Lua reads and does not declare anywhere, each once: those of globals. What stands behind a dot or
/// a colon, or before "=" as the field of a table, is none.
std::vector<std::string> names_of_globals(std::string_view text) {
  using Kind = Token::Kind;
  constexpr std::string_view kDeclaring[] = {"local", "for", "function", "goto"};
  const std::vector<Token> tokens = tokens_of(text);
  std::set<std::string_view> declared = {"_ENV"};
  bool declares = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind == Kind::keyword) declares = std::ranges::find(kDeclaring, token.text) != std::end(kDeclaring);
    else if (token.kind == Kind::name && declares) declared.insert(token.text);
    else declares = declares && (token.text == "," || token.text == "(" || token.text == "<" || token.text == ">");
    const bool ends = token.kind == Kind::name && i + 1 < tokens.size() && tokens[i + 1].kind == Kind::name;
    declares = declares && !ends;
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != Kind::name || declared.contains(tokens[i].text)) continue;
    const bool is_field = i > 0 && (tokens[i - 1].is(Kind::sign, ".") || tokens[i - 1].is(Kind::sign, ":"));
    const bool is_key = i + 1 < tokens.size() && tokens[i + 1].is(Kind::sign, "=");
    if (!is_field && !is_key && std::ranges::find(names, tokens[i].text) == names.end()) names.emplace_back(tokens[i].text);
  }
  return names;
}

/// Whether the table of globals at `index` has a value for the name.
bool is_global(lua_State* L, int index, const std::string& name) {
  lua_pushlstring(L, name.data(), name.size());
  const bool is_there = lua_rawget(L, index) != LUA_TNIL;
  lua_pop(L, 1);
  return is_there;
}

/// Body of param for a function that was typed: compiles it, as a chunk of the file that declares it, and pushes it.
/// Upvalues: the file and its globals.
void push_typed_function(lua_State* L, const std::string& typed) {
  lua_settop(L, 3);
  if (typed.find_first_not_of(" \t\n") == std::string::npos)
    throw RequestError(fmt::format("parameter {}: an expression or a function is missing", lua_tostring(L, 1)));
  const std::string arguments = argument_names(L);
  const std::string text = function_text(arguments, typed);
  int status = LUA_OK;
  {
    const std::string chunk_name = fmt::format("=-p {}", lua_tostring(L, 1));
    status = luaL_loadbufferx(L, text.data(), text.size(), chunk_name.c_str(), "t");
  }
  if (status != LUA_OK)
    throw RequestError(fmt::format("parameter {}: '{}' is neither an expression nor a function: {}", lua_tostring(L, 1), typed,
                                   lua_tostring(L, -1)));
  lua_pushvalue(L, lua_upvalueindex(2));
  for (std::string& name : names_of_globals(text)) {
    if (is_global(L, lua_gettop(L), name)) continue;
    std::string complaint = fmt::format("parameter {0}: '{1}' in '{2}' is no name that the rule file has; {0} takes {3}",
                                        lua_tostring(L, 1), name, typed, arguments.empty() ? "no argument" : arguments);
    file_of(L).typed_names.push_back({std::move(name), std::move(complaint)});
  }
  lua_setupvalue(L, -2, 1);
}

struct PushValue {
  lua_State* L;
  void operator()(Coordinate value) const { lua_pushinteger(L, value); }
  void operator()(const std::string& value) const { lua_pushlstring(L, value.data(), value.size()); }
  void operator()(const std::vector<Coordinate>& value) const { push_integers(L, value); }
  void operator()(const Parameter::Function&) const { lua_pushvalue(L, 2); }
};

/// Raises if the default at `index` is of no type that a parameter may have.
void check_default(lua_State* L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      if (lua_isinteger(L, index) == 0) luaL_error(L, "param: a default must be an integer, not a float");
      return;
    case LUA_TSTRING:
    case LUA_TFUNCTION: return;
    case LUA_TTABLE:
      for (lua_Integer i = 1; lua_rawgeti(L, index, i) != LUA_TNIL; ++i) {
        State::spend(L, 8);
        if (lua_isinteger(L, -1) == 0) luaL_error(L, "param: a default list must be of integers");
        lua_pop(L, 1);
      }
      lua_pop(L, 1);
      return;
    default:
      luaL_error(L, "param: the default is %s, expected an integer, a string, a list or a function", luaL_typename(L, index));
  }
}

/// Pushes what a variant pins the parameter named at index 1 to; false, pushing nothing, if it does not.
bool push_pinned(lua_State* L, Loading::File& file) {
  if (!file.pinned) return false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &file);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    lua_pop(L, 2);
    return false;
  }
  lua_remove(L, -2);
  file.pins_used.emplace_back(lua_tostring(L, 1));
  const bool fits = lua_type(L, -1) == lua_type(L, 2) && (lua_type(L, -1) != LUA_TNUMBER || lua_isinteger(L, -1) != 0);
  if (!fits)
    luaL_error(L, "variant: parameter %s is %s, its default is %s", lua_tostring(L, 1), luaL_typename(L, -1),
               luaL_typename(L, 2));
  return true;
}

/// Raises for a text at `index` with a zero byte: what follows it would be hidden.
void check_characters(lua_State* L, int index, const char* what) {
  if (lua_type(L, index) != LUA_TSTRING) return;
  std::size_t length = 0;
  const char* const text = lua_tolstring(L, index, &length);
  if (std::memchr(text, '\0', length) != nullptr) luaL_error(L, "%s has a zero byte in it", what);
}

int word_param(lua_State* L) {
  Loading::File& file = open_file_of(L, "param");
  if (lua_type(L, 1) != LUA_TSTRING) return luaL_error(L, "param takes a name, a default and a text: param(\"m\", 3, \"...\")");
  if (!lua_isnoneornil(L, 3) && lua_type(L, 3) != LUA_TSTRING) return luaL_error(L, "param: the third argument is not a text");
  check_characters(L, 1, "param: the name");
  check_characters(L, 2, "param: the default");
  check_characters(L, 3, "param: the text");
  lua_settop(L, 3);
  check_default(L, 2);
  if (push_pinned(L, file)) return 1;
  if (file.loading->is_declared(lua_tostring(L, 1))) return luaL_error(L, "param: '%s' is declared twice", lua_tostring(L, 1));
  const std::string* const setting = file.loading->setting(lua_tostring(L, 1));
  if (setting != nullptr && lua_isfunction(L, 2)) {
    push_typed_function(L, *setting);
    lua_call(L, 0, 1);
    if (!lua_isfunction(L, -1))
      throw RequestError(fmt::format("parameter {}: '{}' is not a function", lua_tostring(L, 1), *setting));
    const int top = lua_gettop(L);
    file.loading->declare(make_parameter(L, setting));
    lua_settop(L, top);
    return 1;
  }
  file.loading->declare(make_parameter(L, setting));
  std::visit(PushValue{L}, file.loading->parameters().back().value);
  return 1;
}

// include("name") and variant("name", fields)

/// Pushes what the rule file with the name at index 1 returns. `pinned`: index of a table of parameters that it gets, or
/// 0; raises if one of them is none of the file's.
void push_other_file(lua_State* L, Loading::File& from, int pinned) {
  Loading::File& other = from.loading->open(from.loading->find(text_at(L, 1), from), &from);
  if (pinned != 0) {
    other.pinned = true;
    lua_pushvalue(L, pinned);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &other);
  }
  lua_pushcfunction(L, &trampoline<run_rule_file>);
  lua_pushlightuserdata(L, &other);
  lua_call(L, 1, 1);
  if (pinned == 0) return;
  lua_pushnil(L);
  while (lua_next(L, pinned) != 0) {
    State::spend(L, 1024);  // pins_used is looked through
    lua_pop(L, 1);
    const bool used = lua_type(L, -1) == LUA_TSTRING && std::ranges::count(other.pins_used, lua_tostring(L, -1)) > 0;
    if (!used)
      luaL_error(L, "variant: '%s' has no parameter '%s'", lua_tostring(L, 1),
                 lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, -1));
  }
}

int word_include(lua_State* L) {
  if (lua_type(L, 1) != LUA_TSTRING) return luaL_error(L, "include takes the name of a rule file");
  push_other_file(L, open_file_of(L, "include"), 0);
  return 1;
}

int word_variant(lua_State* L) {
  if (lua_type(L, 1) != LUA_TSTRING || !lua_istable(L, 2))
    return luaL_error(L, "variant takes the name of a rule file and a table of fields: variant(\"nim\", { ... })");
  lua_settop(L, 2);
  const int params_type = lua_getfield(L, 2, "params");
  if (params_type != LUA_TNIL && params_type != LUA_TTABLE) return luaL_error(L, "variant: params is not a table");
  push_other_file(L, open_file_of(L, "variant"), params_type == LUA_TTABLE ? 3 : 0);
  if (!lua_istable(L, -1)) return luaL_error(L, "variant: '%s' does not return a game", lua_tostring(L, 1));
  const int base = lua_gettop(L);
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, base) != 0) {  // what is true of the other game is not known of this one
    State::spend(L, 16);
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, base + 1);
  }
  if (lua_getfield(L, base, "claims") == LUA_TTABLE) open_file_of(L, "variant").loading->leave_out_claims(lua_rawlen(L, -1));
  lua_pop(L, 1);
  for (const char* own : {"claims", "known", "name", "title"}) {
    lua_pushnil(L);
    lua_setfield(L, base + 1, own);
  }
  lua_pushnil(L);
  while (lua_next(L, 2) != 0) {
    State::spend(L, 16);
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, base + 1);
  }
  lua_pushnil(L);
  lua_setfield(L, base + 1, "params");
  mark_game(L);
  return 1;
}

/// A text that the compiler reads line by line, long lines in parts, with a look at the limits before each slice.
struct TextSlices {
  std::string_view rest;
  int line = 0;  ///< which is being read, from 1
  bool is_next = true;

  /// A lua_Reader.
  static const char* next(lua_State* L, void* slices, std::size_t* length) {
    constexpr std::size_t kSlice = 4096;
    auto& self = *static_cast<TextSlices*>(slices);
    State::check(L);
    const std::string_view slice = self.rest.substr(0, std::min(self.rest.find('\n'), kSlice - 1) + 1);
    if (self.is_next && !slice.empty()) ++self.line;
    self.is_next = slice.ends_with('\n');
    self.rest.remove_prefix(slice.size());
    *length = slice.size();
    return slice.data();
  }
};

/// Raises what the compiler says at the top of the stack; with the line, where Lua leaves it out: of what nests too deeply.
int raise_syntax_error(lua_State* L, const char* file, int line) {
  constexpr int kLevels = 200;  // LUAI_MAXCCALLS of Lua 5.4
  if (lua_type(L, -1) != LUA_TSTRING || std::strcmp(lua_tostring(L, -1), "C stack overflow") != 0) return lua_error(L);
  lua_pushfstring(L, "%s:%d: brackets, functions or blocks nest too deeply here: Lua reads some %d within each other", file,
                  line, kLevels);
  return lua_error(L);
}

/// Pushes a new table of globals for `file`.
void push_file_globals(lua_State* L, Loading::File& file) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &globals_key) == LUA_TNIL) {
    lua_pop(L, 1);
    push_sandbox_globals(L);
    set_move_words(L, file.loading->sink());
    set_claim_words(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &globals_key);
  }
  const int shared = lua_gettop(L);
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, shared) != 0) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, shared + 1);
  }
  static const luaL_Reg kWords[] = {
      {"game", &trampoline<word_game>},       {"piles", &trampoline<word_piles>}, {"board", &trampoline<word_board>},
      {"graph", &trampoline<word_graph>},     {"param", &trampoline<word_param>}, {"include", &trampoline<word_include>},
      {"variant", &trampoline<word_variant>}, {"value", &trampoline<word_term>},  {nullptr, nullptr}};
  lua_pushlightuserdata(L, &file);
  lua_pushvalue(L, -2);
  luaL_setfuncs(L, kWords, 2);
  lua_remove(L, shared);
}

/// With its length, so that texts one after another are not others.
void add_text(Checksum& checksum, std::string_view text) {
  std::string length;
  append_little_endian(length, static_cast<std::uint64_t>(text.size()));
  checksum.add(length);
  checksum.add(text);
}

}  // namespace

void push_shared_globals(lua_State* L) { lua_rawgetp(L, LUA_REGISTRYINDEX, &globals_key); }

int word_piles(lua_State* L) {
  if (lua_type(L, 1) != LUA_TSTRING || lua_rawlen(L, 1) == 0)
    return luaL_error(L, "piles takes a name, and perhaps a table: piles(\"a\", { min = 1 })");
  if (!lua_isnoneornil(L, 2) && !lua_istable(L, 2)) return luaL_error(L, "piles: the second argument is not a table");
  lua_settop(L, 2);
  lua_createtable(L, 0, 3);
  lua_pushboolean(L, 1);
  lua_setfield(L, -2, "piles");
  lua_pushvalue(L, 1);
  lua_setfield(L, -2, "name");
  lua_pushvalue(L, 2);
  lua_setfield(L, -2, "options");
  return 1;
}

std::filesystem::path path_in_memory(std::string_view name) { return fmt::format("{}/{}.lua", kMemory, name); }

/// The last part of the path, of which Lua cuts nothing; with a number, if another file has it already.
std::string Loading::name_in_lua(const std::filesystem::path& path) const {
  constexpr std::size_t kLongest = LUA_IDSIZE - 10;
  std::string name = path.filename().string();
  if (name.size() > kLongest) name = "..." + name.substr(name.size() - kLongest + 3);
  std::set<std::filesystem::path> others;
  for (const std::unique_ptr<File>& file : files_) {
    if (file->path == path) return file->name;
    if (file->path.filename() == path.filename()) others.insert(file->path);
  }
  return others.empty() ? name : fmt::format("{} ({})", name, others.size() + 1);
}

std::vector<std::string> Loading::paths() const {
  std::vector<std::string> paths;
  for (const std::unique_ptr<File>& file : files_)
    if (file->path.parent_path() != kMemory) paths.push_back(file->path.string());
  return paths;
}

std::uint64_t Loading::checksum() const {
  Checksum all = texts_;
  for (const auto& [name, value] : settings_) {
    add_text(all, name);
    add_text(all, value);
  }
  return all.value();
}

Loading::File& Loading::open(const std::filesystem::path& path, const File* parent) {
  const std::string shown = parent == nullptr ? shown_path(path) : path.filename().string();  // the rule may catch the error
  for (const File* file = parent; file != nullptr; file = file->parent)
    if (std::error_code error; std::filesystem::equivalent(file->path, path, error))
      throw RuleError(fmt::format("{} includes itself", shown));
  std::string text;
  if (path.parent_path() == kMemory) {
    for (const File* file = parent; file != nullptr; file = file->parent)
      if (file->path == path) throw RuleError(fmt::format("{} includes itself", shown));
    text = rule_text(sources_.at(path.stem().string()), shown);
  } else {
    text = read_rule_text(path, shown, stop_);
  }
  add_text(texts_, text);
  if (files_.empty()) asked_for_.add(text);
  std::string name = name_in_lua(path);
  files_.push_back(std::make_unique<File>());
  File& file = *files_.back();
  file.loading = this;
  file.parent = parent;
  file.path = path;
  file.name = std::move(name);
  file.text = std::move(text);
  return file;
}

std::filesystem::path Loading::find(std::string_view name, const File& from) const {
  constexpr std::string_view kOfPaths("/\\\0", 3);
  const bool plain = !name.empty() && name.find_first_of(kOfPaths) == std::string_view::npos && name.front() != '.';
  if (!plain) throw RuleError(fmt::format("'{}' is not the name of a rule file", name));
  const std::string file_name = fmt::format("{}.lua", name);
  if (is_there(from.path.parent_path() / file_name)) return from.path.parent_path() / file_name;
  // Of the files of a rule directory, those of its other folders come next.
  for (const std::filesystem::path& directory : directories_)
    if (from.path.parent_path().parent_path() == directory)
      if (std::optional<std::filesystem::path> file = find_rule_file({directory}, name)) return *std::move(file);
  if (sources_.contains(name)) return path_in_memory(name);
  if (std::optional<std::filesystem::path> file = find_rule_file(directories_, name)) return *std::move(file);
  throw RuleError(fmt::format("there is no rule file '{}' beside this one or among the games", name));
}

const std::string* Loading::setting(std::string_view name) {
  const auto found = std::find_if(settings_.rbegin(), settings_.rend(), [&](const auto& s) { return s.first == name; });
  return found == settings_.rend() ? nullptr : &found->second;
}

void Loading::check_typed_names() const {
  for (const std::unique_ptr<File>& file : files_)
    if (!file->typed_names.empty()) throw RequestError(file->typed_names.front().complaint);
}

bool Loading::is_declared(std::string_view name) const {
  return std::ranges::find(parameters_, name, &Parameter::name) != parameters_.end();
}

void Loading::check_settings(std::string_view game) const {
  for (const auto& [name, value] : settings_) {
    if (is_declared(name)) continue;
    std::vector<std::string> known;
    std::string listed;
    for (const Parameter& parameter : parameters_) {
      known.push_back(parameter.name);
      listed += (listed.empty() ? "" : ", ") + parameter.name;
    }
    if (known.empty()) throw RequestError(fmt::format("{} has no parameters, so no '{}'", game, name));
    throw RequestError(fmt::format("{} has no parameter '{}'; it has {}{}", game, name, listed, did_you_mean(name, known)));
  }
}

int run_rule_file(lua_State* L) {
  auto& file = *static_cast<Loading::File*>(lua_touserdata(L, 1));
  luaL_checkstack(L, 20, "rule file");
  TextSlices slices{file.text};
  State::of(L).name_source(file.name, shown_path(file.path));
  int status = LUA_OK;
  {
    const std::string chunk_name = "@" + file.name;
    status = lua_load(L, &TextSlices::next, &slices, chunk_name.c_str(), "t");
  }
  file.text = {};
  if (status != LUA_OK) return raise_syntax_error(L, file.name.c_str(), slices.line);
  push_file_globals(L, file);
  lua_pushvalue(L, -1);
  lua_insert(L, 2);
  lua_setupvalue(L, -2, 1);
  lua_call(L, 0, 1);
  std::erase_if(file.typed_names, [L](const Loading::File::TypedName& typed) { return is_global(L, 2, typed.name); });
  if (!file.typed_names.empty()) throw RequestError(file.typed_names.front().complaint);
  return 1;
}

int where_of_game(lua_State* L) {
  push_registry_table(L, &games_key);
  lua_pushvalue(L, 1);
  lua_rawget(L, -2);
  return 1;
}

}  // namespace bouton::lua
