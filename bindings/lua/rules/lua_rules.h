// Rules that call the Lua functions of a rule file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/lua/host/limits.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/language/moves.h"
#include "bindings/lua/language/rule_spec.h"
#include "bindings/lua/language/words.h"
#include "bindings/lua/rules/lifted.h"
#include "engine/rules/rules.h"

namespace bouton::lua {

/// The values of the variables that rule functions captured, as they were when the file had been loaded.
class Captures {
 public:
  /// Remembers the captured variables of all Lua functions reachable from `functions`, through variables and through tables.
  /// `spent` is what loading has taken of its `limit` so far. Called outside protection.
  void remember(State& state, const std::vector<Function>& functions, Seconds limit, Seconds spent);
  /// Restores what has changed since. The name of the first variable that had, or null.
  const std::string* restore(State& state) const;
  /// The same, but throws RuleError, which names the variable and the function that ran, if something had changed.
  void check(State& state, const Function& ran) const;

 private:
  struct Capture {
    int function;  ///< reference of one function that captured the variable
    int upvalue;
    int value;  ///< reference
    std::string name;
  };
  std::vector<Capture> captures_;
};

/// What the options of one position may take under these limits.
OptionsLimit options_limit_of(const Limits& limits);

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
  /// on top. Throws RuleError if they are no integers.
  Position returned_position(const Function& function, std::size_t count);

  // The questions of Rules, put to the interpreter.
  void interpreted_options(PositionView position, Options& out);
  bool interpreted_valid(PositionView position);
  void interpreted_normalize(Position& position);
  Outcome interpreted_terminal_outcome(PositionView position);

  /// Runs `run`, which calls `function`: it may change nothing that it captured, and an error says what `describe` calls the
  /// call.
  template <class Describe, class Run>
  void checked_call(const Function& function, Describe describe, Run run);

  Seconds call_limit;
  OptionsLimit options_limit;
  std::unique_ptr<MoveSink> owned_sink;
  MoveSink& sink;
  std::unique_ptr<Loading> loading;    ///< null for a game of a script
  std::unique_ptr<State> owned_state;  // closed before what its words point to
  State& state;
  RuleSpec spec;
  Captures captures;
  std::optional<ClosedFormBinding> closed_form;
  std::string heap_code;         ///< what the field heap says; empty where it is left out
  std::optional<Lifter> lifter;  ///< absent where nothing is to be lifted
};

class LuaRules final : public Rules {
 public:
  explicit LuaRules(std::shared_ptr<RuleFile> file) : file_(std::move(file)) {}

  const Domain& domain() const override { return file_->spec.domain; }
  void options(PositionView position, Options& out) const override;
  void reference_options(PositionView position, Options& out) const override { file_->interpreted_options(position, out); }
  Play play() const override { return file_->spec.play; }
  Outcome terminal_outcome(PositionView position) const override;
  bool valid(PositionView position) const override;
  void normalize(Position& position) const override;
  Lifting lifting(std::size_t dimensions) const override { return lifting(dimensions, Reach::lifted); }
  Lifting unbounded_lifting(std::size_t dimensions) const override { return lifting(dimensions, Reach::any_size); }
  const ClosedFormBinding* closed_form() const override { return file_->closed_form ? &*file_->closed_form : nullptr; }
  std::string_view heap_code() const override { return file_->heap_code; }
  std::string where(Claim claim) const override { return file_->spec.where[static_cast<std::size_t>(claim)]; }
  std::string_view label_name(Label label) const override { return file_->sink.label_names()[label]; }

 private:
  Lifting lifting(std::size_t dimensions, Reach reach) const;

  std::shared_ptr<RuleFile> file_;
};

}  // namespace bouton::lua
