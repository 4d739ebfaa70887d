// The moves as control flow beside the interpreter of rules: compared with it, and asked in its place.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>

#include "bindings/lua/rules/known_words.h"
#include "bindings/lua/rules/rule_file.h"
#include "engine/base/refusal.h"
#include "engine/flow/flow_program.h"
#include "engine/flow/listing/option_lister.h"
#include "engine/position/options.h"

namespace bouton::lua {

/// Where a program of moves is compared with the interpreter of rules.
struct FlowTrial {
  std::function<Position(std::mt19937_64&)> sample;  ///< a random position, small or of few states; it need not exist
  std::function<bool(PositionView)> exists;          ///< whether it is a position of the game; may raise the rule's error
  std::function<std::string(PositionView)> text;
  int samples = 0;             ///< positions to compare
  std::int64_t most_work = 0;  ///< stops once the program has taken so many rounds and named so many options
};

/// Where the program and the interpreter differ, at random positions where the program takes few steps; nothing where they do
/// not. The program has no options where it traps or one of them is not a position, as the interpreter raises an error there.
/// Takes what the rule takes at these positions. Throws Interrupted.
std::optional<Refusal> flow_difference(RuleFile& file, const FlowProgram& program, const FlowTrial& trial);

/// Lists options by a program of moves: at once where it is at hand, else once they have been asked for often enough for the
/// moves to be lifted.
class FlowOptions {
 public:
  /// `machine_code`: whether that may be made. `file` must outlive this object.
  FlowOptions(RuleFile& file, bool machine_code)
      : file_(file), machine_code_(machine_code), labels_(label_numbers(file.sink)) {}

  /// Adds the options of `position` to `out`, which is empty; false, with `out` empty again, where the interpreter must be
  /// asked: so far they were asked for too little, the program does not come to an end within its limits, or it names a
  /// position that does not exist. `program()` lifts the moves, or is null: asked once, and it must outlive this object.
  /// `is_at_hand`: whether `program()` takes no work to speak of. `exists(position)`, of what an option names, is asked where
  /// the rule has a function `valid`, and may raise its error.
  template <class Program, class Exists>
  bool options(PositionView position, Options& out, const Program& program, bool is_at_hand, const Exists& exists) {
    if (!lister_) {
      if (is_refused_ || (!is_at_hand && !is_asked_much())) return false;
      const FlowProgram* const lifted = program();
      is_refused_ = lifted == nullptr;
      if (is_refused_) return false;
      const Domain* const domain = file_.spec.domain.shape() == nullptr ? &file_.spec.domain : nullptr;
      lister_.emplace(*lifted, machine_code_, domain, &labels_);
    }
    // Rounds beyond some million are counted by the interpreter, which looks at the limits of time as it goes.
    constexpr std::uint64_t kMostRounds = std::uint64_t{1} << 24;
    const std::uint64_t left = file_.state.steps_left();
    const auto rounds = static_cast<std::int64_t>(std::min(kMostRounds, left));
    const bool is_listed = lister_->list(position, out, rounds, file_.options_limit.bytes) == FlowStatus::done &&
                           out.size() <= left && (!file_.spec.valid || each_part(out, exists));
    if (is_listed) file_.state.count_steps(static_cast<std::uint64_t>(lister_->ticks()) + out.size());
    else out.clear();
    return is_listed;
  }

 private:
  template <class Exists>
  static bool each_part(const Options& options, const Exists& exists) {
    for (std::size_t part = 0; part < options.part_count(); ++part)
      if (!exists(options.part(part))) return false;
    return true;
  }
  bool is_asked_much();

  RuleFile& file_;
  bool machine_code_;
  OptionLister::LabelNumbers labels_;
  std::optional<OptionLister> lister_;
  bool is_refused_ = false;  ///< there is no program
  int asked_ = 0;            ///< before there is a lister
};

}  // namespace bouton::lua
