// A loaded rule file: its functions, called in the interpreter.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/lua/host/limits.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/language/moves.h"
#include "bindings/lua/language/rule_spec.h"
#include "bindings/lua/language/words.h"
#include "bindings/lua/rules/captures.h"
#include "engine/rules/rules.h"

namespace bouton::lua {

/// What the options of one position may take under these limits.
OptionsLimit options_limit_of(const Limits& limits);

struct RuleFile;
/// Throws RuleError, with the line of the field, where moves oblige and the game has a play, formula or code that is not for
/// such.
void check_obligations(const RuleFile& file);

/// A loaded rule file: its Lua state and what the engine and front ends call in it.
/// Shared by the Rules and by the functions of the Game; the last of them closes the state, unless the game was made by
/// a script in the script's own state: then the state is the script's, and outlives the game.
struct RuleFile {
  RuleFile(const StateLimits& limits, Seconds call_limit, OptionsLimit options_limit, Settings settings,
           std::vector<std::filesystem::path> directories, Sources sources)
      : call_limit(call_limit),
        options_limit(options_limit),
        owned_sink(std::make_unique<MoveSink>()),
        sink(*owned_sink),
        loading(std::make_unique<Loading>(sink, std::move(settings), std::move(directories), std::move(sources), limits.stop)),
        owned_state(std::make_unique<State>(limits)),
        state(*owned_state) {}
  /// A game of a script, in the script's state, with the sink that its `move` and `split` know.
  RuleFile(State& script, MoveSink& sink, Seconds call_limit, OptionsLimit options_limit)
      : call_limit(call_limit), options_limit(options_limit), sink(sink), state(script) {}

  /// Calls `function` with the position's coordinates (a list in a piles game), and checks that it changed nothing that
  /// it captured. Leaves `results` values on the stack. Throws as State::call does.
  void call(const Function& function, PositionView position, int results);
  /// The same with a text, and for all that it returns.
  void call_with_text(const Function& function, std::string_view text);
  std::string call_text(const Function& function, PositionView position) const;
  /// Reads the position that `function` returned: the list on top of the stack in a piles game, else the `count` values
  /// on top. Throws RuleError if they are not integers.
  Position returned_position(const Function& function, std::size_t count);

  // The questions of Rules, put to the interpreter.
  void interpreted_options(PositionView position, Options& out);
  bool interpreted_valid(PositionView position);
  void interpreted_normalize(Position& position) { replace_by(*spec.normalize, position); }
  void interpreted_same_value(Position& position) { replace_by(*spec.same_value, position); }
  void interpreted_components(PositionView position, Options& out);
  Outcome interpreted_terminal_outcome(PositionView position);

  Seconds call_limit;
  OptionsLimit options_limit;
  std::unique_ptr<MoveSink> owned_sink;
  MoveSink& sink;
  std::unique_ptr<Loading> loading;    ///< null for a game of a script
  std::unique_ptr<State> owned_state;  // closed before what its words point to
  State& state;
  RuleSpec spec;
  Captures captures;
  std::vector<std::unique_ptr<RuleFile>> strips;  ///< of a product of coin-turning games, in the same state
  std::optional<ClosedFormBinding> closed_form;
  bool obliges = false;   ///< whether moves may oblige (again, entail)
  std::string heap_code;  ///< what the field heap says; empty where it is left out

 private:
  /// What `function` returns for the position takes its place.
  void replace_by(const Function& function, Position& position);
  std::string advice(std::string_view message) const;
  /// Runs `run`, which calls `function`: it may change nothing that it captured, and an error says what `describe` calls the
  /// call.
  template <class Describe, class Run>
  void checked_call(const Function& function, Describe describe, Run run);
};

}  // namespace bouton::lua
