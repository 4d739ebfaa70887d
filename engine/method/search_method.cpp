// Answers from the moves themselves: a search of all positions below, or the graph of them where play has cycles; of a sum that
// is solved as one position, also its misère quotient.
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/method/method.h"
#include "engine/method/method_parts.h"
#include "engine/method/solvers/listed_options.h"
#include "engine/method/solvers/sum_solver.h"
#include "engine/rules/followers.h"
#include "engine/rules/rising_play.h"
#include "engine/rules/rules.h"
#include "engine/sum/coin_rows.h"

namespace bouton {
namespace {

/// What a search and a graph share.
class BelowMethod : public AnsweringMethod {
 public:
  BelowMethod(const MethodParts& parts, Method method, Preparation preparation)
      : AnsweringMethod(parts, method, preparation), sums_(parts.sums) {}

  Method answered() const override { return answered_; }
  bool looks_below() const override { return true; }
  bool knows_blocking() const override { return true; }
  Outcome outcome(const Component& component) override;
  Nimber nimber(const Component& component) override;
  std::optional<Nimber> nimber_beside(const Component& component) override;
  std::optional<Remoteness> suspense(const Component& component) override;
  std::optional<Remoteness> longest(const Component& component) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override;

 protected:
  SumSolver& sums() { return sums_; }
  /// Why neither answers, if that is so.
  std::optional<Refusal> objection(const Question& question) const;
  /// The components of a sum; refused where a coordinate has more than 64 bits.
  Result<SumSolver::Parts> parts_of(const Sum& sum) const;

  void note_answered(Method method) { answered_ = method; }

 private:
  SumSolver& sums_;
  Method answered_ = Method::search;
};

class SearchMethod final : public BelowMethod {
 public:
  explicit SearchMethod(const MethodParts& parts) : BelowMethod(parts, Method::search, Preparation::probe) {}
  bool knows_obligations() const override { return true; }
  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  std::optional<std::uint64_t> looked_at() const override { return looked_at_; }

 private:
  Result<Proposal> propose_box(const Question& question);
  bool heaps_tell(const Question& question);
  double options_in_the_middle(const Box& box) const;
  double options_of(const SumPart& part) const;
  std::optional<Proposal> proposal_of_row(const SumPart& part);
  double options_at(const SumPart& part) const;
  double rounds_at(const SumPart& part) const;
  Proposal proposal_of(const Question& question, const Position& position, double options, const Probe& probe) const;

  std::optional<std::uint64_t> looked_at_;
};

class GraphMethod final : public BelowMethod {
 public:
  explicit GraphMethod(const MethodParts& parts)
      : BelowMethod(parts, Method::graph, Preparation::analysis),
        is_only_method_(parts.allowed.only && parts.allowed.only->method == Method::graph) {}
  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  bool run(const Question& question, const Effort& allowance) override;

 private:
  Result<Proposal> propose_sum(const Sum& sum);
  bool has_cycles(const SumPart& part);
  std::optional<Position> last_valid_position(const Box& box) const;

  bool is_only_method_;
};

class QuotientMethod final : public BelowMethod {
 public:
  explicit QuotientMethod(const MethodParts& parts) : BelowMethod(parts, Method::quotient, Preparation::analysis) {}
  bool knows_blocking() const override { return false; }
  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  bool run(const Question& question, const Effort& allowance) override;
};

/// Of a position.
constexpr std::size_t kBytes = 30, kBytesInGraph = 60;
/// Positions of a box are not looked at farther than this from its corner.
constexpr Coordinate kFarthestLook = 500;
/// A position with more options is not looked at beforehand.
constexpr double kMostToLookAt = 1e6;
/// Methods that take less make a look at the moves superfluous; in seconds.
constexpr double kWorthProbing = 2e-3;

/// Where a look does not come to the end, there are so many times as many positions as it saw, or more.
constexpr double kBeyondALook = 2;

/// Why play has no end.
std::string endless_text(const Rules& rules, std::size_t raised) {
  return fmt::format("a move raises {} again and again, so that the positions below have no end",
                     rules.domain().coordinate_name(raised));
}
std::string endless_work() {
  return fmt::format("no more than {} positions are looked at; an outcome that these decide is told",
                     RisingPlay::kMostPositions);
}

constexpr const char* kHeapsTell = "the heaps are counted one by one, by the moves of each kind";
constexpr const char* kWork = "the options of every position once; some 30 bytes a position";
constexpr const char* kNoCycle = "no cycle of moves was met";
constexpr const char* kGraphWork = "the options of every position once; some 60 bytes a position and 8 an option";

ValueKind kind_of(const Question& question) {
  return question.of == Question::Of::grundy ? ValueKind::grundy : ValueKind::outcome;
}

/// How many positions there are in a domain of numbers, about.
double positions_of_domain(const Rules& rules) {
  Position last;
  for (std::size_t i = 0; i < rules.domain().dimensions(); ++i) last.push_back(rules.domain().axis(i).greatest);
  return most_below(rules, last);
}

/// How many positions there are below, about: those with no greater coordinates, and more where moves are seen to lead to more.
/// Where a look has met more, moves make coordinates greater, and all positions of the domain may lie below.
double positions_below(const Rules& rules, PositionView position, std::uint64_t met) {
  constexpr double kWorthAsking = 1e5, kStep = 8;
  constexpr int kMostSteps = 3;
  double most = most_below(rules, position);
  if (rules.domain().shape() == nullptr && !rules.domain().is_piles() && static_cast<double>(met) > most)
    return positions_of_domain(rules);
  if (rules.domain().shape() != nullptr || most < kWorthAsking) return most;
  for (int i = 0; i < kMostSteps; ++i) {
    const double more = kStep * most;
    if (more > 1e15 || !more_followers_than(rules, position, static_cast<std::uint64_t>(more), true)) return most;
    most = more;
  }
  return most;
}

}  // namespace

std::optional<Refusal> BelowMethod::objection(const Question& question) const {
  const Component& component = *question.component;
  if (question.of == Question::Of::grundy && rules(component.game).play() != Play::normal)
    return Refusal{"Grundy values exist under normal play only"};
  if (!narrow(component.position)) return Refusal{kBeyond64Bits};
  if (sums_.splits(component.game) && rules(component.game).play() == Play::by_position)
    return Refusal{"the last position says who has won, and moves split the game"};
  return std::nullopt;
}

Result<SumSolver::Parts> BelowMethod::parts_of(const Sum& sum) const {
  SumSolver::Parts parts;
  for (const Component& component : sum) {
    const std::optional<Position> position = narrow(component.position);
    if (!position) return Refusal{kBeyond64Bits};
    parts.push_back({component.game, *position});
  }
  return parts;
}

Outcome BelowMethod::outcome(const Component& component) {
  const SumSolver::Parts parts = {{component.game, *narrow(component.position)}};
  const Outcome outcome = sums_.outcome(parts);
  answered_ = sums_.choose(parts);
  return outcome;
}

Nimber BelowMethod::nimber(const Component& component) {
  const SumPart part{component.game, *narrow(component.position)};
  const Nimber nimber = sums_.nimber(part);
  answered_ = sums_.choose_for_nimber(part);
  return nimber;
}

std::optional<Nimber> BelowMethod::nimber_beside(const Component& component) {
  return sums_.nimber({component.game, *narrow(component.position)}, kEffortForExtras);
}

std::optional<Remoteness> BelowMethod::suspense(const Component& component) {
  answered_ = Method::search;
  return sums_.suspense({{component.game, *narrow(component.position)}});
}

std::optional<Remoteness> BelowMethod::longest(const Component& component) {
  answered_ = Method::search;
  return sums_.longest({component.game, *narrow(component.position)});
}

std::optional<Table> BelowMethod::table(const Box& box, ValueKind kind) {
  if (kind == ValueKind::longest) {
    answered_ = Method::search;
    return sums_.longest_plays(box);
  }
  Table table = sums_.table(box, kind);
  answered_ = sums_.loopy(0) ? Method::graph : Method::search;
  return table;
}

// Search ----------------------------------------------------------------------------------------------------------------

Result<Proposal> SearchMethod::propose(const Question& question, const ProposedSoFar& known) {
  if (question.of_box()) return propose_box(question);
  if (question.of == Question::Of::sum) {
    const Result<SumSolver::Parts> parts = parts_of(*question.components);
    if (!parts) return parts.refusal();
    (void)sums().play(*parts);  // a mixture of conventions is refused first
    return Proposal{.method = Method::search,
                    .reason = "under misère play a sum is solved as one position",
                    .work = "that of every sum it can become",
                    .cost = {.seconds = Cost::kUnknown, .bytes = 0},
                    .open_ended = true};
  }
  if (std::optional<Refusal> refusal = objection(question)) return *std::move(refusal);
  if (question.of_suspense() || question.of_longest())
    return Proposal{.method = Method::search,
                    .reason = "every position below once",
                    .work = kWork,
                    .cost = {.seconds = Cost::kUnknown, .bytes = 0},
                    .open_ended = true};
  if (heaps_tell(question)) return Refusal{kHeapsTell};
  if (known.certain < kWorthProbing) return Refusal{"another method takes less than a look at the moves"};
  if (known.apart) return Refusal{"the position is searched by its components"};
  const Component& component = *question.component;
  const SumPart part{component.game, *narrow(component.position)};
  const double options = options_at(part);
  // All methods list the options; a look does it once more.
  if (known.certain < kWorthProbing + 2 * seconds_of_options(rules(part.game), part.position))
    return Refusal{"another method takes less than a look at the moves"};
  if (options > kMostToLookAt && known.certain < Cost::kUnknown)
    return Refusal{fmt::format("the position alone has up to {:.3g} options", options)};
  if (options > kMostToLookAt)
    return Proposal{.method = Method::search,
                    .reason = "the moves",
                    .work = fmt::format("{}; the position alone has up to {:.3g} options", kWork, options),
                    .cost = {.seconds = Cost::kUnknown, .bytes = 0},
                    .open_ended = true};
  const Probe probe = sums().probe(part, kind_of(question));
  if (probe.standing == Probe::Standing::loopy) return Refusal{"the moves have cycles"};
  if (question.of != Question::Of::remoteness)
    if (std::optional<Proposal> of_row = proposal_of_row(part)) return *std::move(of_row);
  return proposal_of(question, part.position, options, probe);
}

/// Of a head of coins under misère play.
std::optional<Proposal> SearchMethod::proposal_of_row(const SumPart& part) {
  const std::optional<std::size_t> places = sums().places_of_row({part});
  if (!places || CoinRows::bytes(*places) > static_cast<double>(sums().memory_left())) return std::nullopt;
  return Proposal{.method = Method::search,
                  .reason = fmt::format("a row of coins under misère play is a set of heads, at {} places", *places),
                  .work = fmt::format("the moves of up to 2^{} rows, each once", *places),
                  .cost = {.seconds = Cost::kUnknown, .bytes = static_cast<std::size_t>(CoinRows::bytes(*places))},
                  .open_ended = true};
}

/// How many options the position has, as far as that is known without making them.
double SearchMethod::options_at(const SumPart& part) const { return known_options(rules(part.game), part.position); }

/// After the look.
Proposal SearchMethod::proposal_of(const Question& question, const Position& position, double options,
                                   const Probe& probe) const {
  const Rules& game = rules(question.component->game);
  Proposal proposal{.method = Method::search, .reason = "the moves have no cycles", .work = kWork};
  if (game.obliges()) proposal.reason += "; moves oblige (again, entail), so values are nimbers or loony";
  if (game.blocking() > 0)
    proposal.reason += fmt::format("; a position is P if at most {} of its options are P", game.blocking());
  if (probe.standing == Probe::Standing::known) {
    proposal.cost = {.seconds = costs::kAtHand, .bytes = bytes_of(probe.positions, kBytes)};
    return proposal;
  }
  proposal.open_ended = true;
  if (const std::optional<std::size_t> raised = endlessly_raised(game, position)) {
    proposal.reason = endless_text(game, *raised);
    proposal.work = endless_work();
    proposal.cost.seconds = Cost::kUnknown;
    return proposal;
  }
  const double most =
      std::max(positions_below(game, position, probe.positions), kBeyondALook * static_cast<double>(probe.positions));
  // The look has seen the small positions first; large ones have more options.
  constexpr double kShareOfTop = 0.4;
  double of_one = probe.options_of_one();
  if (most <= kMostToLookAt) of_one = std::max(of_one, kShareOfTop * options_of({question.component->game, position}));
  else of_one = std::max(of_one, kShareOfTop * options);
  if (probe.standing == Probe::Standing::sums) {
    proposal.reason += "; positions are sums of what the splits leave";
    proposal.cost.seconds = Cost::kUnknown;
    return proposal;
  }
  const double usual = costs::kSearchPosition + costs::kSearchOption * of_one;
  double seconds = usual;
  seconds += costs::kSearchRound * kShareOfTop * rounds_at({question.component->game, position});
  if (seconds > 2 * usual) proposal.seconds_of_position = seconds;
  proposal.cost = {.seconds = costs::kSearch + most * seconds, .bytes = 0};
  proposal.work += fmt::format("; some {:.3g} positions, which have {:.0f} options each or so", most, of_one);
  return proposal;
}

/// Of the loops that find the options of a position, as far as they are known as control flow.
double SearchMethod::rounds_at(const SumPart& part) const {
  const std::optional<OptionCount> count = count_options(rules(part.game), part.position);
  return count ? count->rounds : 0;
}

/// Whether heaps whose moves oblige are counted one by one, which tells what is asked.
bool SearchMethod::heaps_tell(const Question& question) {
  const bool remoteness =
      question.of == Question::Of::remoteness || (question.of == Question::Of::table && question.kind == ValueKind::remoteness);
  return !remoteness && sums().entailing_heaps(question.of_box() ? 0 : question.component->game) != nullptr;
}

Result<Proposal> SearchMethod::propose_box(const Question& question) {
  const Box& box = *question.box;
  if (!question.of_suspense() && !question.of_longest() && heaps_tell(question)) return Refusal{kHeapsTell};
  if (sums().loopy(0) && !question.of_longest()) return Refusal{"the moves have cycles"};
  const auto positions = static_cast<double>(box.size());
  const double options = options_in_the_middle(box);
  Position middle = box.low();
  for (std::size_t i = 0; i < box.dimensions(); ++i) middle[i] += static_cast<Coordinate>(box.length(i) / 2);
  const double of_one =
      costs::kSearchPosition + costs::kSearchOption * options + costs::kSearchRound * rounds_at({0, std::move(middle)});
  return Proposal{.method = Method::search,
                  .reason = rules(0).blocking() == 0
                                ? "every position once, what is known is kept"
                                : fmt::format("every position once: a position is P if at most {} of its options are P",
                                              rules(0).blocking()),
                  .work = fmt::format("{} positions, {} or more", box.size(), format_bytes(box.size() * 8)),
                  .cost = {.seconds = costs::kSearch + positions * of_one, .bytes = bytes_of_cells(box)},
                  .open_ended = true};
}

/// Of one position in the middle of the box; of rules that are not known as a program each counts for several.
double SearchMethod::options_in_the_middle(const Box& box) const {
  constexpr double kUnknown = 10;
  Position middle = box.low();
  double farther = 1;  // the middle of a large box is not looked at: its options are about as many times more
  for (std::size_t i = 0; i < box.dimensions(); ++i) {
    const auto half = static_cast<Coordinate>(box.length(i) / 2);
    middle[i] += std::min(half, kFarthestLook);
    farther = std::max(farther, static_cast<double>(half) / static_cast<double>(kFarthestLook));
  }
  if (!rules(0).domain().contains(middle) || !rules(0).valid(middle)) return kUnknown;
  return std::max(1.0, farther * options_of({0, middle}));
}

/// How many options a position has; of rules that are not known as a program each counts for several.
double SearchMethod::options_of(const SumPart& part) const {
  constexpr double kOfInterpreted = 3;
  // The options of a code that leaves many heaps are counted, and not listed.
  if (!rules(part.game).heap_code().empty()) return kOfInterpreted * options_at(part);
  Options options;
  try {
    if (const std::optional<double> size = rules(part.game).size_of_options(part.position)) return kOfInterpreted * *size;
    rules(part.game).options(part.position, options);
  } catch (const RuleError&) {
    return 0;  // who answers says so
  }
  const bool interpreted = rules(part.game).lifting(part.position.size()).moves == nullptr;
  return (interpreted ? kOfInterpreted : 1) * static_cast<double>(options.size());
}

bool SearchMethod::run(const Question& question, const Effort& allowance) {
  looked_at_.reset();
  if (question.of_box()) return true;
  if (question.of == Question::Of::sum) {
    const SumSolver::Parts parts = *parts_of(*question.components);
    if (!allowance.unlimited() && parts.size() > 1) return sums().search_whole_within(parts, allowance);
    (void)sums().outcome(parts);
    return true;
  }
  if (question.of_suspense() || question.of_longest()) return true;
  const SumPart part{question.component->game, *narrow(question.component->position)};
  if (!allowance.unlimited()) {
    const std::uint64_t before = sums().looked_at(part.game);
    const bool found =
        options_at(part) <= static_cast<double>(allowance.options) && sums().search_within(part, kind_of(question), allowance);
    looked_at_ = sums().looked_at(part.game) - before;
    return found;
  }
  if (question.of == Question::Of::grundy) (void)nimber(*question.component);
  else (void)outcome(*question.component);
  return true;
}

// Graph -----------------------------------------------------------------------------------------------------------------

/// Whether a cycle of moves is known of. The search meets them as a rule; where it is not asked, all below the position is
/// looked at here.
bool GraphMethod::has_cycles(const SumPart& part) {
  if (!sums().loopy(part.game) && is_only_method_) (void)sums().look(part, {});
  return sums().loopy(part.game);
}

std::optional<Position> GraphMethod::last_valid_position(const Box& box) const {
  for (std::uint64_t index = box.size(); index-- > 0;)
    if (Position position = box.position(index); rules(0).domain().contains(position) && rules(0).valid(position))
      return position;
  return std::nullopt;
}

/// A sum has a cycle of moves if a component has one.
Result<Proposal> GraphMethod::propose_sum(const Sum& sum) {
  if (!is_only_method_) return Refusal{"a sum is searched"};
  const Result<SumSolver::Parts> parts = parts_of(sum);
  if (!parts) return parts.refusal();
  (void)sums().play(*parts);  // a mixture of conventions is refused first
  if (std::ranges::none_of(*parts, [&](const SumPart& part) { return has_cycles(part); })) return Refusal{kNoCycle};
  return Proposal{.method = Method::graph,
                  .reason = "the moves have cycles, and a sum is solved as one position",
                  .work = kGraphWork,
                  .cost = {.seconds = Cost::kUnknown, .bytes = 0},
                  .open_ended = true};
}

Result<Proposal> GraphMethod::propose(const Question& question, const ProposedSoFar&) {
  if (question.of == Question::Of::sum) return propose_sum(*question.components);
  const std::size_t game = question.of_box() ? 0 : question.component->game;
  if (!question.of_box())
    if (std::optional<Refusal> refusal = objection(question)) return *std::move(refusal);
  const std::optional<Position> position =
      question.of_box() ? last_valid_position(*question.box) : narrow(question.component->position);
  if (!position || !has_cycles({game, *position})) return Refusal{kNoCycle};
  Proposal proposal{.method = Method::graph, .reason = "the moves have cycles", .work = kGraphWork};
  if (const std::uint64_t blocked = rules(game).blocking(); blocked > 0)
    proposal.reason += fmt::format("; a position is lost if at most {} of its options are not won", blocked);
  if (question.of == Question::Of::grundy) proposal.reason += ", so there are loopy nimbers";
  const double most = question.of_box() ? static_cast<double>(question.box->size())
                                        : most_below(rules(game), *narrow(question.component->position));
  proposal.cost = {.seconds = costs::kSearch + 2 * most * costs::kSearchPosition,
                   .bytes = question.of_box() ? bytes_of(question.box->size(), kBytesInGraph) : 0};
  proposal.open_ended = true;
  if (const std::optional<std::size_t> raised = endlessly_raised(rules(game), *position)) {
    proposal.reason += "; " + endless_text(rules(game), *raised);
    proposal.work = endless_work();
    proposal.cost.seconds = Cost::kUnknown;
  }
  return proposal;
}

bool GraphMethod::run(const Question& question, const Effort&) {
  if (question.of_box()) return true;
  if (question.of == Question::Of::sum) {
    (void)sums().outcome(*parts_of(*question.components));
    note_answered(Method::graph);
    return true;
  }
  const SumPart part{question.component->game, *narrow(question.component->position)};
  if (question.of == Question::Of::grundy) (void)sums().nimber(part);
  else (void)sums().outcome({part});
  note_answered(Method::graph);
  return true;
}

// Misère quotient ---------------------------------------------------------------------------------------------------------

Result<Proposal> QuotientMethod::propose(const Question& question, const ProposedSoFar&) {
  if (question.of != Question::Of::sum) return Refusal{"a quotient is for sums"};
  const Result<SumSolver::Parts> parts = parts_of(*question.components);
  if (!parts) return parts.refusal();
  if (sums().play(*parts) != Play::misere) return Refusal{"Grundy values add up"};
  if (!sums().has_quotients()) return Refusal{"quotients are turned off"};
  return Proposal{.method = Method::quotient,
                  .reason = "the misère quotient of what the sum can become, where a search of it as one position is too much",
                  .work = "for every position of a component one check of the quotient",
                  .cost = {.seconds = Cost::kUnknown, .bytes = 0},
                  .open_ended = true};
}

bool QuotientMethod::run(const Question& question, const Effort&) {
  return sums().has_quotient(*parts_of(*question.components));
}

void add_search(const MethodParts& parts, MethodList& methods) { methods.push_back(std::make_unique<SearchMethod>(parts)); }

void add_graph(const MethodParts& parts, MethodList& methods) { methods.push_back(std::make_unique<GraphMethod>(parts)); }

void add_quotient(const MethodParts& parts, MethodList& methods) {
  if (parts.allowed.quotients) methods.push_back(std::make_unique<QuotientMethod>(parts));
}

}  // namespace bouton
