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

  /// The P-positions of sheets that are known, by sheet, all in one system; of the sheets that moves lead to from there, too.
  using KnownSheets = std::vector<std::optional<Automaton>>;

  Discovery(const Rules& rules, const GameFormula& formula, const ValueTable& table, AutomataWorkspace& workspace,
            TheoremSearch& search, KnownSheets known = {})
      : rules_(rules), formula_(formula), table_(table), workspace_(workspace), search_(search), known_(std::move(known)) {
    if (formula.blocking() > 0) return;  // the sieves take one P-position for as good as several
    if (!known_.empty()) {
      look_at_rows_above_known();
      return;
    }
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
      const Automaton* const lower_sheet = known_sheet();
      std::vector<Numeration> systems = lower_sheet != nullptr ? std::vector{lower_sheet->system()}
                                                               : promising_systems(samples, stage.bound > kMostOfAnySystem);
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
  /// Whether the rows of the one sheet that is not known can be.
  void look_at_rows_above_known();
  const Automaton* known_sheet() const {
    for (const std::optional<Automaton>& sheet : known_)
      if (sheet) return &*sheet;
    return nullptr;
  }
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
  KnownSheets known_;             ///< empty where no sheet is known
  std::size_t row_sheet_ = 0;     ///< of which the rows are sieved
  std::optional<Automaton> won_;  ///< the positions there from which a move wins that leads to a known sheet
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

void Discovery::look_at_rows_above_known() {
  const std::size_t tracks = formula_.tracks().size();
  const auto is_unknown = [](const std::optional<Automaton>& sheet) { return !sheet; };
  const auto unknown = std::ranges::find_if(known_, is_unknown);
  if (tracks != 2 || formula_.play() != Play::normal || std::ranges::count_if(known_, is_unknown) != 1) return;
  row_sheet_ = static_cast<std::size_t>(unknown - known_.begin());
  const GameFormula own = formula_.part({row_sheet_});
  moves_ = guarded_vectors(own, workspace_);
  if (!moves_ || union_of(own.valid(0), 2, Numeration::base(2), workspace_) != all_tuples(Numeration::base(2), 2)) return;
  lines_ = taken_lines(*moves_, Play::normal, workspace_);
  if (!lines_) return;
  won_.emplace(known_sheet()->system(), tracks);
  for (const Clause& clause : formula_.clauses()) {
    if (clause.from != row_sheet_ || clause.to == row_sheet_) continue;
    Conjunction moves = conjunction_of(clause.moves, won_->system(), clause.moves.variables);
    moves.add(*known_[clause.to], clause.target);
    won_ = combined(*won_, moves.projection({0, 1}, workspace_), SetOperation::either, workspace_);
  }
  teacher_ = Teacher::rows;
}

std::vector<Sample> Discovery::samples_to(Coordinate bound, std::size_t value) {
  std::vector<Sample> samples(formula_.sheets(), Sample(formula_.tracks().size(), bound, workspace_.account()));
  const auto add = [&](PositionView numbers) { samples[row_sheet_].add(numbers); };
  const Teacher teacher = value == 0 ? teacher_ : Teacher::table;
  switch (teacher) {
    case Teacher::rows:
      sieve_rows(*lines_, formula_.play(), bound, workspace_, add,
                 [&](PositionView numbers) { return won_ && won_->contains(widen(numbers)); });
      return samples;
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
    if (!known_.empty() && known_[sheet]) {
      guess.set.push_back(*known_[sheet]);
      guess.states += guess.set.back().states();
      continue;
    }
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

namespace {

/// The sheets from each of which moves may lead to each other, in an order in which moves lead to earlier ones alone.
std::vector<std::vector<std::size_t>> layers_of(const GameFormula& formula) {
  const std::size_t sheets = formula.sheets();
  std::vector<std::vector<bool>> leads(sheets, std::vector<bool>(sheets, false));
  for (std::size_t sheet = 0; sheet < sheets; ++sheet) leads[sheet][sheet] = true;
  for (const Clause& clause : formula.clauses()) leads[clause.from][clause.to] = true;
  for (std::size_t between = 0; between < sheets; ++between)
    for (std::size_t from = 0; from < sheets; ++from)
      for (std::size_t to = 0; to < sheets && leads[from][between]; ++to)
        if (leads[between][to]) leads[from][to] = true;
  std::vector<std::vector<std::size_t>> layers;
  for (std::size_t sheet = 0; sheet < sheets; ++sheet) {
    std::vector<std::size_t> layer;
    for (std::size_t other = 0; other < sheets; ++other)
      if (leads[sheet][other] && leads[other][sheet]) layer.push_back(other);
    if (layer[0] == sheet) layers.push_back(std::move(layer));
  }
  // Moves lead to more sheets from a layer than from any below it.
  std::ranges::stable_sort(layers, {},
                           [&](const std::vector<std::size_t>& layer) { return std::ranges::count(leads[layer[0]], true); });
  return layers;
}

}  // namespace

std::optional<LayerTheorem> find_layers(const Rules& rules, const GameFormula& formula, const ValueTable& table,
                                        const TheoremLimits& limits, const Budget& budget, TheoremSearch& search) {
  constexpr std::size_t kMostSheets = 64;
  if (formula.sheets() < 2 || formula.sheets() > kMostSheets || formula.blocking() > 0) return std::nullopt;
  const std::vector<std::vector<std::size_t>> layers = layers_of(formula);
  if (layers.size() < 2) return std::nullopt;
  Discovery::KnownSheets known(formula.sheets());
  for (const std::vector<std::size_t>& layer : layers) {
    const auto is_in_layer = [&](std::size_t sheet) { return std::ranges::binary_search(layer, sheet); };
    const bool can_be_looked_at = std::ranges::all_of(formula.clauses(), [&](const Clause& clause) {
      return !is_in_layer(clause.from) || is_in_layer(clause.to) || known[clause.to];
    });
    if (!can_be_looked_at) continue;
    std::vector<std::size_t> sheets;
    Discovery::KnownSheets below;
    for (std::size_t sheet = 0; sheet < formula.sheets(); ++sheet)
      if (known[sheet] || is_in_layer(sheet)) {
        sheets.push_back(sheet);
        below.push_back(known[sheet]);
      }
    if (below.size() == layer.size()) below.clear();
    const GameFormula part = formula.part(sheets);
    AutomataWorkspace workspace(budget, limits.states_on_the_way(), limits.most_steps);
    TheoremSearch tried;
    std::optional<Discovery::Found> found;
    within_limits([&] { found = Discovery(rules, part, table, workspace, tried, std::move(below)).find({}, limits); });
    search.steps += limits.most_steps - workspace.steps_left();
    for (const std::string& looked : tried.looked_at)
      search.looked_at.push_back(fmt::format("{}: {}", formula.sheet_name(layer[0]), looked));
    if (!found) continue;
    for (std::size_t i = 0; i < sheets.size(); ++i) known[sheets[i]] = std::move(found->second[i]);
  }
  std::vector<std::size_t> sheets;
  LayerTheorem proved{formula, {}, {}};
  for (std::size_t sheet = 0; sheet < formula.sheets(); ++sheet) {
    if (!known[sheet]) {
      proved.left_out.push_back(formula.sheet_name(sheet));
      continue;
    }
    sheets.push_back(sheet);
    proved.theorem.system = known[sheet]->system();
  }
  if (sheets.empty()) return std::nullopt;
  proved.formula = formula.part(sheets);
  proved.theorem.values.emplace_back();
  for (const std::size_t sheet : sheets) proved.theorem.values[0].push_back(*std::move(known[sheet]));
  return proved;
}

}  // namespace bouton
