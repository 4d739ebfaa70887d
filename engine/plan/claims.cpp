#include "engine/plan/claims.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/method/solvers/sum_solver.h"
#include "engine/rules/components.h"
#include "engine/rules/independence.h"
#include "engine/rules/ration.h"
#include "engine/rules/sample_box.h"
#include "engine/rules/sample_positions.h"
#include "engine/rules/unclaimed.h"

namespace bouton {
namespace {

constexpr std::uint64_t kPositions = 100;
constexpr Coordinate kHeaps = 24;
/// What the search of one of the positions may cost.
constexpr Effort kEffort{.positions = 5'000, .options = 50'000};

/// What is wrong with the rules, or takes too long, is for whoever asks about that very position. Whether there was no such
/// thing.
template <class Check>
bool where_possible(Check check) {
  try {
    check();
    return true;
  } catch (const ContradictedClaim&) {
    throw;
  } catch (const RuleError&) {
  } catch (const LimitError&) {
  } catch (const RequestError&) {}
  return false;
}

/// The claims of one game against a search that knows nothing of them.
class ClaimCheck {
 public:
  ClaimCheck(const std::shared_ptr<const Rules>& rules, const Budget& budget)
      : rules_(*rules), reference_({std::make_shared<Unclaimed>(rules)}, budget, std::make_shared<MemoryAccount>(budget)) {
    Game game;
    game.rules = rules;
    if (!rules_.domain().is_terms()) box_ = sample_box(game, kPositions);
  }

  void check_formula(ClosedForm& formula) {
    each_position([&](const Position& position) {
      const Result<Outcome> outcome = ask_formula([&] { return formula.outcome(widen(position)); });
      if (!outcome) return true;
      const std::optional<Value> found = reference_.within({0, position}, kEffort);
      if (!found) return false;
      if (found->outcome != *outcome)
        throw contradicted(
            rules_, Rules::Claim::closed_form,
            fmt::format("{} is {}, by the moves it is {}", to_string(position), name(*outcome), name(found->outcome)));
      if (!found->grundy) return true;
      const Result<Integer> grundy = ask_formula([&] { return formula.grundy(widen(position)); });
      if (grundy && Nimber(*grundy) != *found->grundy)
        throw contradicted(rules_, Rules::Claim::closed_form,
                           fmt::format("{} has Grundy value {}, by the moves it has {}", to_string(position), grundy->get_str(),
                                       found->grundy->text()));
      return true;
    });
  }

  void check_symmetry() {
    each_position([&](const Position& position) {
      Position normal = position;
      rules_.normalize(normal);
      if (normal == position || rules_.domain().complaint(PositionView(normal)) || !rules_.valid(normal)) return true;
      const std::optional<Value> here = reference_.within({0, position}, kEffort);
      const std::optional<Value> there = reference_.within({0, normal}, kEffort);
      if (!here || !there) return false;
      if (here->outcome == there->outcome && here->grundy == there->grundy && here->remoteness == there->remoteness)
        return true;
      throw contradicted(
          rules_, Rules::Claim::symmetry,
          fmt::format("{} is the same as {}, by the moves {}", shown(position), shown(normal), difference(*here, *there)));
    });
  }

  void check_independence() {
    each_position([&](const Position& position) { return check_sum(position, kEffort); });
  }

  /// Beyond the smallest positions.
  SamplesCompared check_independence(const IndependenceSamples& samples) {
    Random random(samples.seed);
    MoveWork work{.spent = 0, .most = samples.work};
    std::vector<Position> doubtful;
    SamplesCompared compared;
    for (std::uint64_t i = 0; i < samples.positions && work.left() && compared.all; ++i) {
      Position position = random_position(rules_.domain(), random);
      compared.all = where_possible([&] {
        if (!rules_.valid(position)) return;
        check_components(position);
        ++compared.positions;
        if (!moves_of_components(rules_, position, work)) doubtful.push_back(std::move(position));
      });
    }
    // The values of positions that have the least to play are found soonest.
    std::ranges::stable_sort(doubtful, {}, [&](const Position& position) { return to_play(position); });
    int too_long = 0;
    for (const Position& position : doubtful) {
      bool known = false;
      compared.all = where_possible([&] { known = check_sum(position, samples.effort); }) && compared.all;
      if (!known && ++too_long == kMostTooLong) break;
    }
    return compared;
  }

  void check_heap_code(const TakeAndBreak& code) {
    for (Coordinate heap = rules_.domain().axis(0).least; heap <= kHeaps; ++heap) {
      if (!rules_.domain().contains(Position{heap}) || !rules_.valid(Position{heap})) continue;
      Options of_rules;
      rules_.reference_options(Position{heap}, of_rules);
      Options of_code;
      code.options(heap, of_code);
      if (heaps_left(of_rules) != heaps_left(of_code))
        throw contradicted(rules_, Rules::Claim::heap_code,
                           fmt::format("the moves are those of {}; those of heap {} are not", code.code(), heap));
    }
  }

 private:
  /// So many searches of doubtful positions may end without a value.
  static constexpr int kMostTooLong = 3;

  /// Throws where a position is not the sum of its components. False where that takes too long to say.
  bool check_sum(const Position& position, const Effort& effort) {
    const Options parts = check_components(position);
    if (parts.size() == 1 && std::ranges::equal(parts[0][0], position)) return true;
    Nimber sum;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::optional<Value> part = reference_.within({0, Position(parts[i][0])}, effort);
      if (!part || !part->grundy) return false;
      sum = sum + *part->grundy;
    }
    const std::optional<Value> found = reference_.within({0, position}, effort);
    if (!found || !found->grundy) return false;
    if (*found->grundy == sum) return true;
    throw contradicted(rules_, Rules::Claim::independence,
                       fmt::format("{} is the sum of its components, of Grundy value {}; by the moves it has {}",
                                   shown(position), sum.text(), found->grundy->text()));
  }

  /// The components of a position, all of which exist.
  Options check_components(const Position& position) {
    Options parts;
    rules_.components(position, parts);
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (rules_.domain().complaint(parts[i][0]) || !rules_.valid(parts[i][0]))
        throw contradicted(rules_, Rules::Claim::independence,
                           fmt::format("{} is a sum with {}, which is not a position", shown(position), shown(parts[i][0])));
    return parts;
  }

  std::string shown(PositionView position) const { return rules_.domain().text(position); }

  /// Roughly: cells that are in play, or counters.
  Coordinate to_play(const Position& position) const {
    const CellShape* const shape = rules_.domain().shape();
    if (shape == nullptr) return std::accumulate(position.begin(), position.end(), Coordinate{0});
    return std::ranges::count_if(position,
                                 [&](Coordinate state) { return state != static_cast<Coordinate>(shape->states.size() - 1); });
  }

  template <class Visit>
  void each_position(Visit visit) {
    if (rules_.domain().is_terms()) {
      Random random(1);
      for (const Position& position : sample_positions(rules_, kPositions, random))
        if (!visit(position)) return;
      return;
    }
    Position position = box_.low();
    do {
      if (rules_.valid(position) && !visit(position)) return;
    } while (box_.next(position));
  }

  static std::string difference(const Value& a, const Value& b) {
    if (a.outcome != b.outcome) return fmt::format("one is {}, the other {}", name(a.outcome), name(b.outcome));
    if (a.grundy != b.grundy) return fmt::format("one has Grundy value {}, the other {}", a.grundy->text(), b.grundy->text());
    return "they have different remotenesses";
  }

  /// The heaps that each option leaves, ascending; each option once.
  static std::set<std::vector<Coordinate>> heaps_left(const Options& options) {
    std::set<std::vector<Coordinate>> result;
    for (std::size_t i = 0; i < options.size(); ++i) {
      std::vector<Coordinate> heaps;
      for (std::size_t part = 0; part < options[i].size(); ++part)
        if (options[i][part][0] != 0) heaps.push_back(options[i][part][0]);
      std::ranges::sort(heaps);
      result.insert(std::move(heaps));
    }
    return result;
  }

  const Rules& rules_;
  SumSolver reference_;
  Box box_{{0}, {0}};
};

/// Of a look at claims, nobody is told how far it is.
Budget quiet(const Budget& budget) {
  Budget quiet = budget;
  quiet.progress = nullptr;
  quiet.polls_left = nullptr;
  return quiet;
}

}  // namespace

ContradictedClaim contradicted(const Rules& rules, Rules::Claim claim, const std::string& contradiction) {
  const char* name = "closed_form";
  if (claim == Rules::Claim::symmetry) name = "the symmetry";
  if (claim == Rules::Claim::heap_code) name = "heap";
  if (claim == Rules::Claim::independence) name = "independent";
  return ContradictedClaim(fmt::format("{}{} says that {}", rules.where(claim), name, contradiction));
}

bool check_claims(const std::shared_ptr<const Rules>& rules, ClosedForm* formula, const Budget& budget) {
  const bool has_code = !rules->heap_code().empty() && rules->play() == Play::normal && !rules->domain().is_piles() &&
                        rules->domain().dimensions() == 1 && rules->domain().axis(0).least >= 0;
  const Budget silent = quiet(budget);
  ClaimCheck check(rules, silent);
  bool all = true;
  if (formula != nullptr) all = where_possible([&] { check.check_formula(*formula); });
  if (!rules->where(Rules::Claim::symmetry).empty()) all = where_possible([&] { check.check_symmetry(); }) && all;
  if (rules->independent() && rules->play() == Play::normal) {
    all = where_possible([&] { check.check_independence(); }) && all;
    if (!rules->domain().is_terms()) all = check.check_independence(IndependenceSamples()).all && all;
  }
  if (has_code) all = where_possible([&] { check.check_heap_code(TakeAndBreak::parse(rules->heap_code())); }) && all;
  return all;
}

SamplesCompared check_independence(const std::shared_ptr<const Rules>& rules, const IndependenceSamples& samples,
                                   const Budget& budget) {
  const Budget silent = quiet(budget);
  return ClaimCheck(rules, silent).check_independence(samples);
}

bool check_claims(const std::shared_ptr<const Rules>& rules, const Budget& budget) {
  if (rules->closed_form() == nullptr && rules->heap_code().empty() && rules->where(Rules::Claim::symmetry).empty() &&
      !rules->independent())
    return true;
  Formulas formulas({rules}, budget);
  ClosedForm* formula = nullptr;
  try {
    if (const Result<ClosedForm*> form = formulas.form(0)) formula = *form;
  } catch (const RequestError& error) {
    throw RuleError(rules->where(Rules::Claim::closed_form) + error.what());
  }
  return check_claims(rules, formula, budget);
}

void look_at_claims(const std::shared_ptr<const Rules>& rules, const Budget& budget) {
  constexpr std::uint64_t kSteps = 2'000'000;
  std::shared_ptr<const Rules> stated = rules->stated();
  if (!stated) stated = rules;
  if (stated->compared() != Rules::Compared::not_yet) return;
  for (const std::shared_ptr<const Rules>& strip : stated->strips()) look_at_claims(strip, budget);
  const auto ration = ration_of(*stated, kSteps);
  stated->note_compared(check_claims(stated, budget) ? Rules::Compared::whole : Rules::Compared::in_part);
}

void look_at_claims(const std::vector<std::shared_ptr<const Rules>>& games, const Budget& budget) {
  for (const std::shared_ptr<const Rules>& rules : games) look_at_claims(rules, budget);
}

void check_against_search(const Rules& rules, PositionView position, const Value& found, const Answer& answer) {
  const auto fail = [&](const std::string& what) {
    throw contradicted(rules, Rules::Claim::closed_form, fmt::format("{} {}", to_string(position), what));
  };
  if (found.outcome != answer.value.outcome)
    fail(fmt::format("is {}, by the moves it is {}", letter(answer.value.outcome), letter(found.outcome)));
  if (answer.value.grundy && found.grundy && *answer.value.grundy != *found.grundy)
    fail(fmt::format("has Grundy value {}, by the moves it has {}", answer.value.grundy->text(), found.grundy->text()));
  if ((answer.value.outcome == Outcome::N) == answer.winning_moves.empty() && answer.winning_moves_complete &&
      rules.play() == Play::normal)
    fail(fmt::format("is {}, and has {} winning moves", letter(answer.value.outcome), answer.winning_moves.size()));
  Options options;
  rules.options(position, options);
  std::set<std::vector<BigPosition>> to;
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::vector<BigPosition> parts;
    for (std::size_t part = 0; part < options[i].size(); ++part) parts.push_back(widen(options[i][part]));
    to.insert(std::move(parts));
  }
  for (const Move& move : answer.winning_moves)
    if (!to.contains(move.to))
      fail(fmt::format("is won by a move to {}, which is not one of its moves", to_string(move.to[0])));
}

void check_remoteness(const Rules& rules, const BigPosition& position, const Answer& answer) {
  if (!answer.value.remoteness || rules.play() != Play::normal || rules.obliges()) return;
  if ((*answer.value.remoteness % 2 == 0) == (answer.value.outcome == Outcome::P)) return;
  const Rules::Claim claim = rules.heap_code().empty() ? Rules::Claim::closed_form : Rules::Claim::heap_code;
  throw contradicted(rules, claim,
                     fmt::format("{} is {}, by the moves it has remoteness {}", to_string(position),
                                 letter(answer.value.outcome), *answer.value.remoteness));
}

}  // namespace bouton
