#include "bindings/lua/load/loader.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <map>
#include <set>

#include <fmt/format.h>

#include "bindings/lua/host/trampoline.h"
#include "bindings/lua/language/rule_folders.h"
#include "bindings/lua/lift/bytecode/dump_format.h"
#include "bindings/lua/load/slips.h"
#include "bindings/lua/rules/closed_form_binding.h"
#include "bindings/lua/rules/game_of_file.h"
#include "bindings/lua/rules/shaped_games.h"
#include "bindings/lua/rules/strips.h"
#include "bindings/lua/sandbox/freeze.h"
#include "bindings/lua/sandbox/unknown_names.h"
#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/base/spelling.h"
#include "engine/closed_form/registry/registry.h"

namespace bouton::lua {
namespace {

namespace fs = std::filesystem;

bool is_path(std::string_view name) { return fs::path(name).has_parent_path() || name.ends_with(".lua"); }

fs::path find_game(std::string_view name, const LoaderOptions& options) {
  if (name.find('\0') != std::string_view::npos) throw RequestError("no game has a name with a zero byte in it");
  if (options.sources.contains(name)) return path_in_memory(name);
  const std::vector<fs::path>& directories = options.rule_directories;
  if (is_path(name)) {
    if (!is_there(name)) throw RequestError(fmt::format("there is no file {}", name));
    return name;
  }
  if (std::optional<fs::path> file = find_rule_file(directories, name)) return *std::move(file);
  const std::string file_name = fmt::format("{}.lua", name);
  const std::string hint =
      is_there(file_name) ? fmt::format("; the file here is ./{}", file_name) : did_you_mean(name, list_games(options));
  throw RequestError(fmt::format("there is no game '{}'{}", name, hint));
}

/// What loading has taken of its limit.
class LoadTime {
 public:
  explicit LoadTime(Seconds limit) : limit_(limit) {}
  Seconds limit() const { return limit_; }
  Seconds spent() const { return Clock::now() - start_; }

 private:
  using Clock = std::chrono::steady_clock;
  Seconds limit_;
  Clock::time_point start_ = Clock::now();
};

int freeze_function(lua_State* L) {
  const auto* function = static_cast<const Function*>(lua_touserdata(L, 1));
  lua_rawgeti(L, LUA_REGISTRYINDEX, function->reference);
  freeze(L);
  return 0;
}

/// Freezes what the rule's functions reach, and remembers their captured variables.
void freeze_all(RuleFile& file, const std::vector<Function>& functions, const LoadTime& time) {
  lua_State* L = file.state.get();
  for (const Function& function : functions) {
    if (!function.title.empty()) file.state.set_doing(&function.title);
    lua_pushcfunction(L, &freeze_function);
    lua_pushlightuserdata(L, const_cast<Function*>(&function));
    file.state.call(1, 0, time.limit(), Limit::load_time, time.spent());
  }
  file.captures.remember(file.state, functions, time.limit(), time.spent());
}

std::vector<Function> all_functions(const RuleSpec& spec) {
  std::vector<Function> functions;
  if (spec.strips.empty()) functions.push_back(spec.moves);
  for (const RuleSpec& strip : spec.strips)
    for (const Function& function : all_functions(strip)) functions.push_back(function);
  for (const auto& function :
       {spec.terminal_play, spec.start, spec.valid, spec.normalize, spec.same_value, spec.show, spec.read})
    if (function) functions.push_back(*function);
  for (const auto& [name, player] : spec.players) functions.push_back(player);
  for (const ClaimSpec& claim : spec.claims) functions.push_back(claim.check);
  for (const Function& function : functions_of_closed_form(spec)) functions.push_back(function);
  return functions;
}

/// A file that was run, for the lines of its fields. The text is empty where it is longer than anyone writes.
struct RanFile {
  static constexpr std::size_t kLongestText = std::size_t{1} << 20;
  std::string where;  ///< as messages show it, and a colon
  std::string text;
};

/// Runs the file at `path` and leaves the value that it returns on the stack.
RanFile run(RuleFile& file, const fs::path& path, const LoadTime& time) {
  Loading::File& opened = file.loading->open(path, nullptr);
  RanFile ran{shown_path(path) + ":", opened.text.size() <= RanFile::kLongestText ? opened.text : ""};
  lua_State* L = file.state.get();
  lua_checkstack(L, 200);
  lua_pushcfunction(L, &trampoline<run_rule_file>);
  lua_pushlightuserdata(L, &opened);
  try {
    file.state.call(1, 1, time.limit(), Limit::load_time, time.spent());
  } catch (const RuleError& error) {
    file.loading->check_typed_names();  // what was typed is not the file's fault
    const std::string_view message = error.what();
    const int line = message.starts_with(ran.where) ? std::atoi(message.data() + ran.where.size()) : 0;
    std::string advice = advice_on(message);
    if (advice.empty() && line > 0) advice = advice_on_syntax(message, ran.text, line);
    if (advice.empty()) throw;
    throw RuleError(std::string(message) + advice);
  }
  return ran;
}

/// The lines of the fields of the game that was made at `where`, "rules/nim.lua:3: ", if that is in the file.
FieldLines lines_at(const std::string& where, const RanFile& ran) {
  if (!where.starts_with(ran.where)) return {};
  return field_lines(ran.text, std::atoi(where.c_str() + ran.where.size()));
}

/// Reads the spec from the value on the stack, which is popped.
RuleSpec take_spec(RuleFile& file, const fs::path& path, const RanFile& ran, const CellShape* shape, const LoadTime& time) {
  lua_State* L = file.state.get();
  const int value = lua_gettop(L);
  lua_pushcfunction(L, &where_of_game);
  lua_pushvalue(L, value);
  file.state.call(1, 1, Seconds(0), Limit::fixed);
  if (!lua_istable(L, value) || lua_type(L, -1) != LUA_TSTRING)
    throw RuleError(fmt::format("{}: the file returns {}, it must end with return game {{ ... }}", shown_path(path),
                                lua_istable(L, value) ? "a plain table" : luaL_typename(L, value)));
  const std::string where = file.state.shown(lua_tostring(L, -1));
  lua_settop(L, value);
  const Datum datum = read_datum(file.state, where, time.limit(), time.spent());
  lua_settop(L, value - 1);
  return read_rule_spec(datum, where, path.stem().string(), lines_at(where, ran), shape);
}

/// Throws RuleError where there is no formula of the name that the file gives, or none that takes its arguments.
void check_closed_form(const RuleFile& file, const LoaderOptions& options) {
  if (!file.closed_form) return;
  constexpr std::uint64_t kInstructions = 2'000'000;
  const State::StepLimit limit(file.state, kInstructions);
  Budget budget;
  budget.stop = options.stop;
  try {
    (void)make_closed_form(file.closed_form->name, file.closed_form->arguments, budget);
  } catch (const RequestError& error) {
    throw RuleError(file.spec.where[static_cast<std::size_t>(Rules::Claim::closed_form)] + error.what());
  }
}

/// Whether the text has the word, as a name of its own.
bool has_word(std::string_view text, std::string_view word) {
  const auto part_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || (!part_of_name(text[at - 1]) && text[at - 1] != '.' && text[at - 1] != ':');
    const bool ends = at + word.size() == text.size() || !part_of_name(text[at + word.size()]);
    if (begins && ends) return true;
  }
  return false;
}

/// Finds out whether moves oblige, and refuses what does not go with that.
void look_for_obligations(RuleFile& file, const RanFile& ran) {
  file.obliges = file.spec.strips.empty() && reaches_obliging_word(file.state, file.spec.moves);
  // Where no code can be read, the text tells.
  if (!dump_format_is_known())
    file.obliges = std::ranges::any_of(kObligingWords, [&](const char* word) { return has_word(ran.text, word); });
  check_obligations(file);
}

/// The games of a file with other values of the parameter that its `start` names.
using NumberedGames = std::map<Coordinate, std::weak_ptr<const Game>>;

std::shared_ptr<const Game> game_in_file(const fs::path& path, const Settings& settings, const LoaderOptions& options,
                                         const std::shared_ptr<NumberedGames>& numbered);

/// The game in the file; on that board or graph, where there is one and it is part of the position.
std::shared_ptr<Game> load_file(const fs::path& path, const Settings& settings, const LoaderOptions& options,
                                const CellShape* shape) {
  const std::string doing = shown_path(path);
  const StateLimits limits{options.limits.memory, options.stop, options.alarm, options.clock, nullptr, options.print};
  auto file = std::make_shared<RuleFile>(limits, options.limits.call, options_limit_of(options.limits), settings,
                                         options.rule_directories, options.sources);
  file->state.set_doing(&doing);
  const LoadTime time(options.limits.load);
  const RanFile ran = run(*file, path, time);
  file->spec = take_spec(*file, path, ran, shape, time);
  file->loading->check_settings(file->spec.name);
  look_for_obligations(*file, ran);
  file->loading->finish();
  freeze_all(*file, all_functions(file->spec), time);
  make_strips(*file, time.limit(), time.spent());
  file->closed_form = bind_closed_form(*file);
  if (!file->spec.heap.is_nil()) file->heap_code = file->spec.heap["code"].string;
  file->state.set_doing(nullptr);
  check_closed_form(*file, options);
  for (const std::unique_ptr<RuleFile>& strip : file->strips) check_closed_form(*strip, options);
  return game_of_file(file, doing,
                      !options.lift         ? Lift::never
                      : options.native_code ? Lift::where_possible
                                            : Lift::without_machine_code);
}

std::shared_ptr<const Game> game_in_file(const fs::path& path, const Settings& settings, const LoaderOptions& options,
                                         const std::shared_ptr<NumberedGames>& numbered) {
  return shaped_game([=](const CellShape* shape) {
    std::shared_ptr<Game> game = load_file(path, settings, options, shape);
    if (game->start_parameter.empty()) return game;
    game->with_number = [=, parameter = game->start_parameter](Coordinate number) {
      std::weak_ptr<const Game>& kept = (*numbered)[number];
      if (std::shared_ptr<const Game> known = kept.lock()) return known;
      Settings others = settings;
      others.emplace_back(parameter, std::to_string(number));
      std::shared_ptr<const Game> made = game_in_file(path, others, options, numbered);
      kept = made;
      return made;
    };
    return game;
  });
}

}  // namespace

std::shared_ptr<const Game> load_game(std::string_view name_or_path, const Settings& settings, const LoaderOptions& options) {
  const fs::path path = find_game(name_or_path, options);
  return game_in_file(path, settings, options, std::make_shared<NumberedGames>());
}

std::vector<std::string> list_games(const std::vector<fs::path>& rule_directories) {
  std::set<std::string> names;
  for (const fs::path& directory : rule_directories)
    for (const fs::path& folder : rule_folders(directory)) {
      std::error_code error;
      for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        if (entry.path().extension() == ".lua") names.insert(entry.path().stem().string());
    }
  return {names.begin(), names.end()};
}

std::vector<std::string> list_games(const LoaderOptions& options) {
  std::vector<std::string> names = list_games(options.rule_directories);
  for (const auto& [name, text] : options.sources) names.push_back(name);
  std::ranges::sort(names);
  const auto [first, last] = std::ranges::unique(names);
  names.erase(first, last);
  return names;
}

}  // namespace bouton::lua
