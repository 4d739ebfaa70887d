// The words of the rule language that a file may use while it is being loaded: game, piles, param, include, variant.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lua.hpp>

#include "bindings/lua/language/moves.h"
#include "bindings/lua/language/rule_text.h"
#include "bindings/lua/language/sources.h"
#include "engine/base/checksum.h"
#include "engine/rules/game.h"

namespace bouton::lua {

/// All files that take part in loading one game. Must live as long as the Lua state, whose words point to it.
class Loading {
 public:
  /// One of them: its text, and who asked for it.
  struct File {
    Loading* loading = nullptr;
    const File* parent = nullptr;
    std::filesystem::path path;
    std::string name;  ///< what Lua calls it in errors, which a rule may look at: the same wherever the file lies
    std::string text;
    bool pinned = false;  ///< a table of parameters that a variant sets stands in the registry under this address
    std::vector<std::string> pins_used;
    /// A name in a function that was typed, which is none of its own.
    struct TypedName {
      std::string name;
      std::string complaint;  ///< what to say where the file has no such global either
    };
    std::vector<TypedName> typed_names;
  };

  /// `stop` (perhaps null) ends the wait for a file.
  Loading(MoveSink& sink, Settings settings, std::vector<std::filesystem::path> directories, Sources sources,
          const std::atomic<bool>* stop)
      : sink_(sink),
        settings_(std::move(settings)),
        directories_(std::move(directories)),
        sources_(std::move(sources)),
        stop_(stop) {}

  /// Reads the file at `path`, for `parent` (null: it is the one asked for). Throws RuleError if it cannot be read or
  /// includes itself.
  File& open(const std::filesystem::path& path, const File* parent);
  /// The rule file with this name beside `from`, or in a rule directory (its own first). Throws RuleError if there is none.
  std::filesystem::path find(std::string_view name, const File& from) const;

  MoveSink& sink() { return sink_; }
  /// The setting of a parameter as typed; marks it as used.
  const std::string* setting(std::string_view name);
  void declare(Parameter parameter) { parameters_.push_back(std::move(parameter)); }
  bool is_declared(std::string_view name) const;
  const std::vector<Parameter>& parameters() const { return parameters_; }
  /// A variant leaves out the claims of the game that it is made of; how many that are all together.
  void leave_out_claims(std::size_t count) { claims_left_out_ += count; }
  std::size_t claims_left_out() const { return claims_left_out_; }
  /// Throws RequestError for a setting of a parameter that no file declares.
  void check_settings(std::string_view game) const;
  /// Of the text of the file that was asked for, which was opened.
  std::uint64_t digest() const { return asked_for_.value(); }
  /// The files that were opened, but for those in memory.
  std::vector<std::string> paths() const;
  /// Of the texts of all files that were opened, and of the settings.
  std::uint64_t checksum() const;
  /// Throws RequestError where a function that was typed uses a name that no file that is being run has made a global so far.
  void check_typed_names() const;
  /// From finish() on, the words raise.
  void finish() { is_over_ = true; }
  bool is_over() const { return is_over_; }

 private:
  std::string name_in_lua(const std::filesystem::path& path) const;

  MoveSink& sink_;
  Settings settings_;
  std::vector<std::filesystem::path> directories_;
  Sources sources_;
  const std::atomic<bool>* stop_;
  std::vector<std::unique_ptr<File>> files_;
  Checksum texts_;
  Checksum asked_for_;  ///< the text of the first file alone
  std::vector<Parameter> parameters_;
  std::size_t claims_left_out_ = 0;
  bool is_over_ = false;
};

/// lua_CFunction. Argument: a light userdata with a Loading::File. Runs it and returns what it returned.
int run_rule_file(lua_State* L);

/// lua_CFunction. Argument: the table that game{...} returned. Returns "file:line: " of that call, or nil for a value
/// that no game or variant made.
int where_of_game(lua_State* L);

/// Pushes the globals that all rule files of a state share, once one has been run.
void push_shared_globals(lua_State* L);

/// The word piles, which needs no file: a lua_CFunction once wrapped in a trampoline.
int word_piles(lua_State* L);

/// The path that the rule file in memory with this name goes by.
std::filesystem::path path_in_memory(std::string_view name);

}  // namespace bouton::lua
