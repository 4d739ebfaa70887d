#include "engine/theorem/learning/theorem_search.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/theorem/learning/learner.h"
#include "engine/theorem/learning/row_sieve.h"
#include "engine/theorem/learning/sieve.h"
#include "engine/theorem/learning/systems.h"

namespace bouton {
namespace {

/// Tables to learn from: numbers up to a bound, and automata with at most so many states.
struct Stage {
  Coordinate bound;
  std::size_t states;
};

/// Tables beyond this are for the systems that they suggest alone.
constexpr Coordinate kMostOfAnySystem = 10'000;

/// Tables of two numbers are filled up to this where a sieve fails.
constexpr Coordinate kMostOfTable = 1'100;

/// How the table of P-positions is made: by the game's own solver, by a sieve of all positions, of the stretches of rows, or of
/// rows that have one P-position each.
enum class Teacher { table, sieve, stretches, rows };

std::vector<Stage> stages(std::size_t tracks, Teacher teacher, std::size_t most_states) {
  std::vector<Stage> stages;
  switch (tracks) {
    case 1: stages = {{400, 30}, {4'000, 250}, {40'000, 250}}; break;
    case 2:
      stages = {{160, 24}, {420, 60}, {1'100, 120}, {2'600, 250}};
      if (teacher != Teacher::table) stages = {{160, 24}, {700, 60}, {2'600, 120}, {8'000, 250}};
      if (teacher == Teacher::stretches) stages.push_back({20'000, 400});
      if (teacher == Teacher::rows) stages.push_back({200'000, 500});
      break;
    case 3: stages = {{31, 24}, {72, 60}, {140, 120}}; break;
    default: stages = {{15, 24}, {31, 60}}; break;
  }
  for (Stage& stage : stages) stage.states = std::min(stage.states, most_states);
  return stages;
}

/// Steps of one proof, where there are as many as usual in all.
constexpr std::uint64_t kFewSteps = 30'000'000;
constexpr std::uint64_t kManySteps = 600'000'000;

/// Whether a system has had no fair trial where numbers go up to the bound: they have few digits in it.
bool is_short_of_digits(const Numeration& system, Coordinate bound) {
  constexpr std::size_t kDigits = 6;
  return system.weight(kDigits - 1).value_or(bound + 1) > bound;
}

class Discovery {
 public:
  using Found = std::pair<Numeration, PositionSet>;

  Discovery(const Rules& rules, const GameFormula& formula, const ValueTable& table, AutomataWorkspace& workspace,
            TheoremSearch& search)
      : rules_(rules), formula_(formula), table_(table), workspace_(workspace), search_(search) {
    if (formula.blocking() > 0) return;  // the sieves take one P-position for as good as several
    taken_ = taken_vectors(formula, workspace);
    teacher_ = taken_ ? Teacher::sieve : Teacher::table;
    if (formula.tracks().size() == 2) look_at_rows();
  }

  /// A set that is proved to be that of the value after those of `lower`, which are all in one system if there are any.
  std::optional<Found> find(const std::vector<PositionSet>& lower, const TheoremLimits& limits) {
    std::vector<Guess> open;     // neither proved nor refuted in few steps, of the last table
    std::optional<Found> found;  // proved, but the system that the table suggests first is waited for
    for (Stage stage : stages(formula_.tracks().size(), lower.empty() ? teacher_ : Teacher::table, limits.most_states)) {
      stage.bound = std::min(stage.bound, limits.most_learnt);
      if (stage.bound <= search_.learnt_to || (found && stage.bound > kMostOfAnySystem)) break;
      std::vector<Sample> samples;
      try {
        samples =
            noted(fmt::format("a table of numbers to {}", stage.bound), [&] { return samples_to(stage.bound, lower.size()); });
      } catch (const TableTooDear&) {
        break;
      }
      search_.learnt_to = std::max(search_.learnt_to, stage.bound);
      const std::vector<Guess> before = std::exchange(open, {});
      std::vector<Numeration> systems = promising_systems(samples, stage.bound > kMostOfAnySystem);
      if (found) systems.resize(1, systems.front());
      for (const Numeration& system : systems) {
        if (!lower.empty() && system != lower[0][0].system()) continue;
        if (formula_.has_bit_conditions() && system != Numeration::base(2)) continue;
        std::optional<Guess> guess = noted(fmt::format("{}, numbers to {}", system.text(), stage.bound),
                                           [&] { return this->guess(samples, system, stage.states); });
        if (!guess) continue;
        // A wrong guess may take long to refute: only those that a second table bears out get many steps at once.
        const bool again = std::ranges::find(before, guess->set, &Guess::set) != before.end();
        const std::optional<bool> proved = proof(*guess, lower, again ? kManySteps : kFewSteps, limits);
        if (proved == true) {
          if (system == systems.front() || !is_short_of_digits(systems.front(), stage.bound)) return Found(system, guess->set);
          found = Found(system, guess->set);
          break;
        }
        if (!proved && !again) open.push_back(*std::move(guess));
      }
    }
    if (found) return found;
    std::ranges::stable_sort(open, {}, &Guess::states);
    for (const Guess& guess : open)
      if (proof(guess, lower, kManySteps, limits) == true) return Found(guess.system, guess.set);
    return std::nullopt;
  }

 private:
  struct Guess {
    Numeration system;
    PositionSet set;
    std::size_t states = 0;
  };

  /// Does the work; if that is interrupted, the search says so.
  template <class Work>
  auto noted(const std::string& what, Work work) -> decltype(work()) {
    workspace_.budget().report("steps of the search", steps_++, 0);
    try {
      return work();
    } catch (const Interrupted&) {
      search_.looked_at.push_back(what + ": interrupted");
      throw;
    }
  }
  std::optional<bool> proof(const Guess& guess, const std::vector<PositionSet>& lower, std::uint64_t most_steps,
                            const TheoremLimits& limits) {
    return noted(fmt::format("{}: the proof for a guess of {} states", guess.system.text(), guess.states),
                 [&] { return is_proved(guess, lower, most_steps, limits); });
  }
  /// Whether rows can be sieved.
  void look_at_rows();
  std::vector<Sample> samples_to(Coordinate bound, std::size_t value);
  /// Automata that agree with the samples; nothing, and a note, where there are none.
  std::optional<Guess> guess(const std::vector<Sample>& samples, const Numeration& system, std::size_t most_states) const;
  /// Nothing where that takes more than so many steps.
  std::optional<bool> is_proved(const Guess& guess, const std::vector<PositionSet>& lower, std::uint64_t most_steps,
                                const TheoremLimits& limits) const;

  const Rules& rules_;
  const GameFormula& formula_;
  const ValueTable& table_;
  AutomataWorkspace& workspace_;
  TheoremSearch& search_;
  std::uint64_t steps_ = 0;         ///< tables, guesses and proofs so far
  std::optional<Automaton> taken_;  ///< the vectors that moves take, where that is all there is to them
  std::optional<std::vector<GuardedVectors>> moves_;
  std::optional<Automaton> p_without_options_;  ///< where stretches are sieved
  std::optional<TakenLines> lines_;
  Teacher teacher_ = Teacher::table;
};

void Discovery::look_at_rows() {
  constexpr Coordinate kTried = 160;
  moves_ = guarded_vectors(formula_, workspace_);
  if (!moves_) return;
  const Automaton all = all_tuples(Numeration::base(2), 2);
  if (formula_.play() != Play::by_position && union_of(formula_.valid(0), 2, Numeration::base(2), workspace_) == all)
    lines_ = taken_lines(*moves_, formula_.play(), workspace_);
  if (lines_) {
    teacher_ = Teacher::rows;
    return;
  }
  const bool few_stretches = within_limits([&] {
    p_without_options_ = p_without_options(formula_, workspace_);
    sieve_stretches(*moves_, *p_without_options_, kTried, workspace_, [](PositionView) {});
  });
  if (few_stretches) teacher_ = Teacher::stretches;
}

std::vector<Sample> Discovery::samples_to(Coordinate bound, std::size_t value) {
  std::vector<Sample> samples(formula_.sheets(), Sample(formula_.tracks().size(), bound, workspace_.account()));
  const auto add = [&](PositionView numbers) { samples[0].add(numbers); };
  const Teacher teacher = value == 0 ? teacher_ : Teacher::table;
  switch (teacher) {
    case Teacher::rows: sieve_rows(*lines_, formula_.play(), bound, workspace_, add); return samples;
    case Teacher::stretches: {
      const bool within = within_limits([&] { sieve_stretches(*moves_, *p_without_options_, bound, workspace_, add); });
      if (within) return samples;
      if (workspace_.steps_left() == 0) throw AutomatonTooLarge{};
      teacher_ = Teacher::table;  // rows of many stretches or P-positions
      if (bound > kMostOfTable) throw TableTooDear{};
      return samples_to(bound, value);
    }
    case Teacher::sieve: sieve(*taken_, formula_.play(), bound, workspace_.budget(), add); return samples;
    case Teacher::table: break;
  }
  Position low, high;
  for (std::size_t i = 0; i < formula_.dimensions(); ++i) {
    const Axis& axis = rules_.domain().axis(i);
    const bool is_track = std::ranges::find(formula_.tracks(), i) != formula_.tracks().end();
    low.push_back(axis.least);
    high.push_back(is_track ? std::max(axis.least, std::min(axis.greatest, bound)) : axis.greatest);
  }
  table_(Box(low, high), value, [&](PositionView position) {
    const std::optional<GameFormula::Place> place = formula_.place_of(widen(position));
    if (!place) return;
    const std::optional<Position> numbers = narrow(place->numbers);
    if (numbers && samples[place->sheet].contains(*numbers)) samples[place->sheet].add(*numbers);
  });
  return samples;
}

std::optional<Discovery::Guess> Discovery::guess(const std::vector<Sample>& samples, const Numeration& system,
                                                 std::size_t most_states) const {
  Guess guess{system, {}};
  for (std::size_t sheet = 0; sheet < samples.size(); ++sheet) {
    const Sample& sample = samples[sheet];
    Result<Automaton> automaton = learnt(sample, system, most_states, workspace_);
    if (!automaton) {
      search_.looked_at.push_back(fmt::format("{}, numbers to {}: {}", system.text(), sample.bound(), automaton.reason()));
      return std::nullopt;
    }
    // Where positions end beyond the table, nothing in the table says so.
    const Automaton valid = union_of(formula_.valid(sheet), formula_.tracks().size(), system, workspace_);
    guess.set.push_back(combined(*automaton, valid, SetOperation::both, workspace_));
    guess.states += guess.set.back().states();
  }
  return guess;
}

std::optional<bool> Discovery::is_proved(const Guess& guess, const std::vector<PositionSet>& lower, std::uint64_t most_steps,
                                         const TheoremLimits& limits) const {
  for (const Automaton& set : guess.set)
    if (!is_well_formed(set, workspace_)) return false;
  const std::uint64_t steps = std::min(most_steps * limits.times_usual(), workspace_.steps_left());
  AutomataWorkspace attempt(workspace_, limits.states_on_the_way(), steps);
  std::optional<bool> proved;
  const bool within = within_limits([&] {
    Prover prover(formula_, guess.system, attempt);
    const PositionSet given = lower.empty() ? prover.p_positions_given(guess.set) : prover.value_given(guess.set, lower);
    const std::optional<GameFormula::Place> different = prover.difference(guess.set, given);
    if (different)
      search_.looked_at.push_back(fmt::format("{}: a guess of {} states is refuted at {}", guess.system.text(), guess.states,
                                              to_string(formula_.position_of(*different))));
    proved = !different;
  });
  if (!within && most_steps == kManySteps)
    search_.looked_at.push_back(fmt::format("{}: for a guess of {} states the proof takes automata that are too large",
                                            guess.system.text(), guess.states));
  workspace_.spend(steps - attempt.steps_left());
  return proved;
}

}  // namespace

Result<Theorem> find_theorem(const Rules& rules, const GameFormula& formula, std::size_t greatest_value,
                             const ValueTable& table, const TheoremLimits& limits, const Budget& budget,
                             TheoremSearch& search) {
  AutomataWorkspace workspace(budget, limits.states_on_the_way(), limits.most_steps);
  std::optional<Discovery> discovery;
  Theorem theorem;
  const auto not_found = [&](std::size_t value, bool within) {
    const std::string where =
        search.learnt_to == 0 ? "before any table" : fmt::format("in tables of numbers up to {}", search.learnt_to);
    return Refusal{fmt::format(
        "{} for {}, {}", within ? "no automaton was found" : "limits of states, steps and memory were reached in the search",
        value == 0 ? "the P-positions" : fmt::format("the Grundy value {}", value), where)};
  };
  if (!within_limits([&] { discovery.emplace(rules, formula, table, workspace, search); })) search.ended = not_found(0, false);
  for (std::size_t value = 0; value <= greatest_value && !search.ended; ++value) {
    std::optional<Discovery::Found> found;
    search.learnt_to = 0;
    const bool within = within_limits([&] { found = discovery->find(theorem.values, limits); });
    search.steps = limits.most_steps - workspace.steps_left();
    if (found) {
      theorem.system = found->first;
      theorem.values.push_back(std::move(found->second));
    } else {
      search.ended = not_found(value, within);
    }
  }
  if (theorem.values.empty()) return *search.ended;
  return theorem;
}

}  // namespace bouton
