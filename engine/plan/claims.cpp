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
#include "engine/rules/rules_without_claims.h"
#include "engine/rules/sample_box.h"
#include "engine/rules/sample_positions.h"
#include "engine/rules/step_limited_rules.h"

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
  /// `asked` may be null.
  ClaimCheck(const std::shared_ptr<const Rules>& rules, const Budget& budget, const Position* asked = nullptr)
      : rules_(*rules),
        asked_(asked),
        reference_({std::make_shared<RulesWithoutClaims>(rules)}, budget, std::make_shared<MemoryAccount>(budget)) {
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

  void check_same_value() {
    each_position([&](const Position& position) {
      Position other = position;
      rules_.same_value(other);
      if (other == position || rules_.domain().complaint(PositionView(other)) || !rules_.valid(other)) return true;
      const std::optional<Value> here = reference_.within({0, position}, kEffort),
                                 there = reference_.within({0, other}, kEffort);
      if (!here || !there) return false;
      if (here->grundy == there->grundy) return true;
      throw contradicted(rules_, Rules::Claim::same_value,
                         fmt::format("{} has the Grundy value of {}, by the moves {}", shown(position), shown(other),
                                     difference(*here, *there)));
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

  /// At how many positions a claim was compared, each claim by itself.
  std::uint64_t compared() const { return compared_; }

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
    const auto compare = [&](const Position& position) {
      if (!visit(position)) return false;
      ++compared_;
      return true;
    };
    if (rules_.domain().is_terms()) {
      Random random(1);
      const std::vector<Position> from = asked_ != nullptr ? std::vector{*asked_} : rules_.examples();
      for (const Position& position : sample_positions(rules_, from, kPositions, random))
        if (!compare(position)) return;
      return;
    }
    Position position = box_.low();
    do {
      if (rules_.valid(position) && !compare(position)) return;
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
  const Position* asked_;
  SumSolver reference_;
  std::uint64_t compared_ = 0;
  Box box_{{0}, {0}};
};

/// The field that claims it, as people know it.
std::string_view words_of_claim(const Rules& rules, Rules::Claim claim) {
  const bool terms = rules.domain().is_terms();
  switch (claim) {
    case Rules::Claim::symmetry: return terms ? "normalize" : "the symmetry";
    case Rules::Claim::heap_code: return "heap";
    case Rules::Claim::same_value: return "same_value";
    case Rules::Claim::independence: return terms ? "components" : "independent";
    case Rules::Claim::closed_form: break;
  }
  return "closed_form";
}

/// Whether these are claims of a game of terms.
bool claims_of_terms(const Rules& rules) {
  return rules.domain().is_terms() && (!rules.where(Rules::Claim::symmetry).empty() || rules.independent() ||
                                       !rules.where(Rules::Claim::same_value).empty());
}

/// Steps that the functions of rules may take for one look.
constexpr std::uint64_t kStepsForClaims = 2'000'000;

/// Of a look at claims, nobody is told how far it is.
Budget quiet(const Budget& budget) {
  Budget quiet = budget;
  quiet.progress = nullptr;
  quiet.polls_left = nullptr;
  return quiet;
}

}  // namespace

ContradictedClaim contradicted(const Rules& rules, Rules::Claim claim, const std::string& contradiction) {
  return ContradictedClaim(fmt::format("{}{} says that {}", rules.where(claim), words_of_claim(rules, claim), contradiction));
}

Rules::Compared check_claims(const std::shared_ptr<const Rules>& rules, ClosedForm* formula, const Budget& budget,
                             const Position* asked) {
  const bool has_code = !rules->heap_code().empty() && rules->play() == Play::normal && !rules->domain().is_piles() &&
                        rules->domain().dimensions() == 1 && rules->domain().axis(0).least >= 0;
  const Budget silent = quiet(budget);
  ClaimCheck check(rules, silent, asked);
  bool all = true;
  if (formula != nullptr) all = where_possible([&] { check.check_formula(*formula); });
  if (!rules->where(Rules::Claim::symmetry).empty()) all = where_possible([&] { check.check_symmetry(); }) && all;
  if (rules->independent() && rules->play() == Play::normal) {
    all = where_possible([&] { check.check_independence(); }) && all;
    if (!rules->domain().is_terms()) all = check.check_independence(IndependenceSamples()).all && all;
  }
  if (!rules->where(Rules::Claim::same_value).empty() && rules->play() == Play::normal && !rules->obliges())
    all = where_possible([&] { check.check_same_value(); }) && all;
  if (has_code) all = where_possible([&] { check.check_heap_code(TakeAndBreak::parse(rules->heap_code())); }) && all;
  if (claims_of_terms(*rules) && check.compared() == 0) return Rules::Compared::nowhere;
  return all ? Rules::Compared::whole : Rules::Compared::in_part;
}

SamplesCompared check_independence(const std::shared_ptr<const Rules>& rules, const IndependenceSamples& samples,
                                   const Budget& budget) {
  const Budget silent = quiet(budget);
  return ClaimCheck(rules, silent).check_independence(samples);
}

Rules::Compared check_claims(const std::shared_ptr<const Rules>& rules, const Budget& budget) {
  if (rules->closed_form() == nullptr && rules->heap_code().empty() && rules->where(Rules::Claim::symmetry).empty() &&
      rules->where(Rules::Claim::same_value).empty() && !rules->independent())
    return Rules::Compared::whole;
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
  std::shared_ptr<const Rules> stated = rules->as_written();
  if (!stated) stated = rules;
  if (stated->compared() != Rules::Compared::not_yet) return;
  for (const std::shared_ptr<const Rules>& strip : stated->strips()) look_at_claims(strip, budget);
  const auto limit = limit_steps_of(*stated, kStepsForClaims);
  stated->note_compared(check_claims(stated, budget));
}

void look_at_claims(const std::shared_ptr<const Rules>& rules, const Position& asked, const Budget& budget) {
  std::shared_ptr<const Rules> stated = rules->as_written();
  if (!stated) stated = rules;
  if (!claims_of_terms(*stated) || !stated->valid(asked)) return;
  const auto limit = limit_steps_of(*stated, kStepsForClaims);
  const Rules::Compared compared = check_claims(stated, nullptr, budget, &asked);
  if (stated->compared() == Rules::Compared::nowhere) stated->note_compared(compared);
}

std::string uncompared_claims(const Rules& rules) {
  std::shared_ptr<const Rules> stated = rules.as_written();
  const Rules& by = stated ? *stated : rules;
  if (!claims_of_terms(by) || by.compared() != Rules::Compared::nowhere) return {};
  std::string claims;
  for (const Rules::Claim claim : {Rules::Claim::symmetry, Rules::Claim::same_value, Rules::Claim::independence}) {
    if (claim == Rules::Claim::independence ? !by.independent() : by.where(claim).empty()) continue;
    const std::string where = by.where(claim);
    if (!claims.empty()) claims += " and ";
    claims += words_of_claim(by, claim);
    if (const std::size_t end = where.find_last_not_of(": "); end != std::string::npos && !where.empty())
      claims += fmt::format(" ({})", where.substr(0, end + 1));
  }
  return claims;
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
