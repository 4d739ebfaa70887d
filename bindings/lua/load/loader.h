// From a rule file to a game.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/lua/host/alarm.h"
#include "bindings/lua/host/limits.h"
#include "bindings/lua/language/sources.h"
#include "engine/rules/game.h"

namespace bouton::lua {

struct LoaderOptions {
  /// Where the games that are named without a path stand, in order of precedence.
  std::vector<std::filesystem::path> rule_directories;
  Limits limits;
  /// Whether rule functions are lifted to native programs where they can be; else all is interpreted.
  bool lift = true;
  /// Whether machine code may be made to list options, as Budget::native_code says of tables.
  bool native_code = true;
  /// Set to true, from any thread or signal handler, to stop whatever Lua is doing: Interrupted.
  const std::atomic<bool>* stop = nullptr;
  /// How limits end what Lua does.
  Alarm alarm = kUsualAlarm;
  /// The clock that Alarm::hook reads.
  std::chrono::steady_clock::time_point (*clock)() = &std::chrono::steady_clock::now;
  /// Takes what rule files print, as plain text, some thousand characters at most; must not throw. Empty: nobody does.
  std::function<void(std::string_view)> print = {};
  /// Rule files in memory, name to text: found before those of the directories. Messages call them <memory>/NAME.lua.
  Sources sources = {};
};

/// The game in `name_or_path`.lua of the first rule directory that has it, in itself or in a folder of it, or in the file at
/// that path (a path has a slash or ends in .lua). Throws RequestError if there is no such file (naming near misses) or a
/// setting does not fit; RuleError, beginning with file and line, if the file is wrong; LimitError; Interrupted. What the file
/// claims of its moves is compared with them by the first question (engine/plan/claims.h). A game may be used by one thread at
/// a time; games loaded apart may be used at the same time.
std::shared_ptr<const Game> load_game(std::string_view name_or_path, const Settings& settings, const LoaderOptions& options);

/// The names of all games in the rule directories, sorted, each once.
std::vector<std::string> list_games(const std::vector<std::filesystem::path>& rule_directories);
/// The same, and those in memory.
std::vector<std::string> list_games(const LoaderOptions& options);

}  // namespace bouton::lua
