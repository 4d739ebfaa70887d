#include "engine/theorem/learning/function_search.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/theorem/learning/learner.h"

namespace bouton {
namespace {

/// Tables to learn from: numbers up to a bound, and automata with at most so many states.
struct FunctionStage {
  Coordinate bound;
  std::size_t states;
};

std::vector<FunctionStage> function_stages(std::size_t tracks) {
  switch (tracks) {
    case 1: return {{63, 24}, {255, 60}, {1'023, 150}, {4'095, 250}};
    case 2: return {{31, 40}, {63, 90}, {127, 150}, {255, 250}};
    default: return {{7, 40}, {15, 80}, {31, 150}};
  }
}

/// Steps of one proof, where there are as many as usual in all.
constexpr std::uint64_t kMostStepsOfProof = 400'000'000;

std::vector<Numeration> systems_to_try(const GameFormula& formula) {
  if (formula.has_bit_conditions()) return {Numeration::base(2)};
  std::vector<Numeration> systems = {Numeration::base(2), Numeration::base(3), Numeration::recurrence(1)};
  if (formula.tracks().size() == 1)
    for (const int b : {5, 7, 10}) systems.push_back(Numeration::base(b));
  return systems;
}

class FunctionDiscovery {
 public:
  FunctionDiscovery(const Rules& rules, const GameFormula& formula, const FunctionTable& table, const TheoremLimits& limits,
                    AutomataWorkspace& workspace, TheoremSearch& search)
      : rules_(rules), formula_(formula), table_(table), limits_(limits), workspace_(workspace), search_(search) {}

  std::optional<Theorem> find() {
    for (const FunctionStage& stage : function_stages(formula_.tracks().size())) {
      if (stage.bound > limits_.most_learnt) break;
      const std::vector<Sample> samples = samples_to(stage.bound);
      search_.learnt_to = stage.bound;
      for (const Numeration& system : systems_to_try(formula_)) {
        std::optional<std::vector<Automaton>> function = guess(samples, system, std::min(stage.states, limits_.most_states));
        if (!function || !is_proved(*function, system)) continue;
        PositionSet zeros;
        for (const Automaton& automaton : *function) zeros.push_back(zeros_of(automaton, workspace_));
        return Theorem{system, {std::move(zeros)}, *std::move(function)};
      }
    }
    return std::nullopt;
  }

 private:
  std::vector<Sample> samples_to(Coordinate bound) const {
    workspace_.budget().report("steps of the search", search_.looked_at.size(), 0);
    std::vector<Sample> samples(formula_.sheets(), Sample(formula_.tracks().size() + 1, bound, workspace_.account()));
    Position low, high;
    for (std::size_t i = 0; i < formula_.dimensions(); ++i) {
      const Axis& axis = rules_.domain().axis(i);
      const bool is_track = std::ranges::find(formula_.tracks(), i) != formula_.tracks().end();
      low.push_back(axis.least);
      high.push_back(is_track ? std::max(axis.least, std::min(axis.greatest, bound)) : axis.greatest);
    }
    table_(Box(low, high), [&](PositionView position, std::uint64_t value) {
      if (value > static_cast<std::uint64_t>(bound)) return;  // that it is none of the lesser ones is known
      const std::optional<GameFormula::Place> place = formula_.place_of(widen(position));
      std::optional<Position> numbers = place ? narrow(place->numbers) : std::nullopt;
      if (!numbers) return;
      numbers->push_back(static_cast<Coordinate>(value));
      if (samples[place->sheet].contains(*numbers)) samples[place->sheet].add(*numbers);
    });
    return samples;
  }

  std::optional<std::vector<Automaton>> guess(const std::vector<Sample>& samples, const Numeration& system,
                                              std::size_t most_states) {
    std::vector<Automaton> guess;
    for (const Sample& sample : samples) {
      const Result<Automaton> automaton = learnt(sample, system, most_states, workspace_);
      if (!automaton) {
        search_.looked_at.push_back(fmt::format("{}, numbers to {}: {}", system.text(), sample.bound(), automaton.reason()));
        return std::nullopt;
      }
      guess.push_back(*automaton);
    }
    return guess;
  }

  bool is_proved(const std::vector<Automaton>& function, const Numeration& system) {
    std::size_t states = 0;
    for (const Automaton& automaton : function) {
      if (!is_well_formed(automaton, workspace_)) return false;
      states += automaton.states();
    }
    const std::uint64_t steps = std::min(kMostStepsOfProof * limits_.times_usual(), workspace_.steps_left());
    AutomataWorkspace attempt(workspace_, limits_.states_on_the_way(), steps);
    bool proved = false;
    const bool within = within_limits([&] {
      Prover prover(formula_, system, attempt);
      std::optional<GameFormula::Place> different = prover.difference(function, prover.function_given(function));
      proved = !different;
      if (proved) return;
      const std::string value = different->numbers.back().get_str();
      different->numbers.pop_back();
      search_.looked_at.push_back(fmt::format("{}: a guess of {} states is refuted at {} and the value {}", system.text(),
                                              states, to_string(formula_.position_of(*different)), value));
    });
    if (!within)
      search_.looked_at.push_back(
          fmt::format("{}: for a guess of {} states the proof takes automata that are too large", system.text(), states));
    workspace_.spend(steps - attempt.steps_left());
    return proved;
  }

  const Rules& rules_;
  const GameFormula& formula_;
  const FunctionTable& table_;
  const TheoremLimits& limits_;
  AutomataWorkspace& workspace_;
  TheoremSearch& search_;
};

}  // namespace

Result<Theorem> find_function(const Rules& rules, const GameFormula& formula, const FunctionTable& table,
                              const TheoremLimits& limits, const Budget& budget, TheoremSearch& search) {
  constexpr std::size_t kMostNumbers = 3;
  const auto refused = [&](std::string reason) {
    search.ended = Refusal{std::move(reason)};
    return *search.ended;
  };
  if (formula.play() != Play::normal) return refused("Grundy values exist under normal play only");
  if (formula.tracks().size() > kMostNumbers)
    return refused(fmt::format("the Grundy function is looked for with up to {} numbers, this game has {}", kMostNumbers,
                               formula.tracks().size()));
  AutomataWorkspace workspace(budget, limits.states_on_the_way(), limits.most_steps);
  std::optional<Theorem> found;
  const bool within =
      within_limits([&] { found = FunctionDiscovery(rules, formula, table, limits, workspace, search).find(); });
  search.steps = limits.most_steps - workspace.steps_left();
  if (found) return *std::move(found);
  return refused(fmt::format(
      "{} for the Grundy function, in tables of numbers up to {}",
      within ? "no automaton was found" : "limits of states, steps and memory were reached in the search", search.learnt_to));
}

}  // namespace bouton
