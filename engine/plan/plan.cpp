#include "engine/plan/plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/whole_part.h"
#include "engine/method/method_parts.h"
#include "engine/plan/theorems.h"
#include "engine/rules/followers.h"
#include "engine/rules/rising_play.h"
#include "engine/sum/compound_rules.h"

namespace bouton {
namespace {

// Open-ended methods take turns, each worth twice the one before, up to half of what the cheapest certain method takes, which
// has the answer then. Where nothing is certain, turns are worth some seconds at most, and then one method goes on to its end.

/// What turns are worth, in seconds: the first, the longest, and the only one of a search that goes on to its end at once.
constexpr double kFirstTurn = 0.1, kLongestTurn = 8, kTurnAlone = 0.8;
constexpr double kShare = 0.5;
/// Where a certain method takes no more seconds, or an open-ended one perhaps so many times as many, the latter has no turn
/// before it.
constexpr double kWorthATurn = 0.005, kHopeless = 20;
/// How far beyond its estimate an open-ended method may go.
constexpr double kFar = 2;
/// A position of a game of terms takes a search so many times as long: only functions of a rule file know it.
constexpr double kSlownessOfTerms = 50;
/// A search that is estimated to take no more seconds has the first turn, which is worth more than that.
constexpr double kQuick = 1;
/// A search by nimbers tells less than others: it has no shorter turn where one of them may end within so many seconds.
constexpr double kFirstOfNimbers = 1, kWaitedFor = 60;

/// Heaps up to this have their remoteness searched for, where moves split them.
constexpr std::int64_t kSearchedSplits = 1000;
/// The same of products of strips of coins.
constexpr std::int64_t kSearchedPlaces = 20;

std::string reason_of(const Refusal& refusal) {
  return refusal.line > 0 ? fmt::format("{} (line {})", refusal.reason, refusal.line) : refusal.reason;
}

/// Compounds of so many positions have remoteness and Grundy value searched for, which no theory tells of most of them.
constexpr double kSearchedCompound = 20'000;

/// What positions a question is about.
struct Positions {
  bool sums = false;
  bool terms = false;
};

/// What a step may do in so many seconds.
Effort worth(const Step& step, double seconds, double slowness) {
  Effort effort = Effort::worth(seconds / slowness);
  if (const double one = step.proposal.seconds_of_position; one > 0)
    effort.positions = std::min(effort.positions, whole_part(seconds / one));
  return effort;
}

/// Whether a run of the method ends where its allowance is used up.
bool can_be_stopped(const Step& step) {
  const Method method = step.proposal.method;
  return method != Method::graph && method != Method::quotient && method != Method::compound;
}

/// The order in which methods have their turns.
int rank(const Step& step) {
  switch (step.proposal.method) {
    case Method::search: return step.proposal.cost.seconds <= kQuick ? 0 : 2;
    case Method::theorem: return 1;
    default: return 3;
  }
}

/// Whether an open-ended method has turns before a certain one that takes so many seconds.
bool has_turns_before(double certain, const Step& step) {
  const double most = step.proposal.cost.seconds;
  if (!can_be_stopped(step)) return false;
  if (certain == Cost::kUnknown || most <= certain) return true;
  return certain >= kWorthATurn && (most == Cost::kUnknown || most <= kHopeless * certain);
}

/// The turns of open-ended methods where the cheapest certain one takes so many seconds.
std::vector<Step> turns(std::vector<Step> open, double certain, const Positions& positions) {
  const double slowness = positions.terms ? kSlownessOfTerms : 1;
  std::vector<Step> steps;
  const bool has_cycles = std::ranges::any_of(open, [](const Step& step) { return step.proposal.method == Method::graph; });
  const auto is_by_nimbers = [](const Step& step) { return step.proposal.method == Method::nimbers; };
  std::erase_if(open, [&](const Step& step) {
    // Where moves have cycles, a search by nimbers may come to no end.
    return !has_turns_before(certain, step) || (has_cycles && is_by_nimbers(step));
  });
  if (open.empty()) return steps;
  std::ranges::stable_sort(open, {}, rank);
  const double estimate = open.front().proposal.cost.seconds;
  double longest = std::min(kLongestTurn, kShare * certain);
  if (open.size() == 1 && certain == Cost::kUnknown) {
    // A theorem is looked for within the bound alone, and a search without an end is refused where it has no room. All others
    // take their turn at the end.
    const Method alone = open.front().proposal.method;
    if (alone == Method::search) longest = kTurnAlone;
    else if (alone != Method::theorem) return steps;
  }
  const bool nimbers_wait =
      !positions.sums && std::ranges::any_of(open, [](const Step& step) { return step.proposal.cost.seconds <= kWaitedFor; });
  double seconds = std::min(longest, estimate <= kQuick ? std::max(kFirstTurn, kFar * estimate) : kFirstTurn);
  const auto add = [&](const Step& step, double worth_seconds) {
    if (steps.empty() || steps.back().by != step.by) steps.push_back(step);
    steps.back().allowance = worth(step, worth_seconds, slowness);
  };
  for (std::size_t next = 0; seconds > 0 && seconds <= longest; ++next) {
    const Step& step = open[next % open.size()];
    if (nimbers_wait && is_by_nimbers(step) && seconds < kFirstOfNimbers) continue;
    add(step, seconds);
    seconds *= 2;
  }
  // What is estimated to take less than the certain one goes beyond its turns where the estimate is right.
  for (const Step& step : open) {
    const double most = step.proposal.cost.seconds;
    if (certain == Cost::kUnknown || most > certain) continue;
    const Effort beyond = worth(step, kFar * most, slowness);
    const auto covers = [&](const Step& turn) { return turn.by == step.by && turn.allowance.covers(beyond); };
    if (std::ranges::none_of(steps, covers)) add(step, kFar * most);
  }
  return steps;
}

/// The order in which methods go on to their end: first what looks at least.
int last_rank(const Step& step) {
  switch (step.proposal.method) {
    case Method::nimbers: return 1;
    case Method::search: return 2;
    default: return 0;
  }
}

/// Where all others fail, whatever can go on does so without an end in sight; a theorem is not looked for without a bound.
/// Nothing comes after a search without an end.
void add_last_turns(std::vector<Step> open, std::vector<Step>& steps) {
  std::ranges::stable_sort(open, {}, last_rank);
  std::erase_if(open, [](const Step& step) { return step.proposal.method == Method::theorem; });
  steps.insert(steps.end(), open.begin(), open.end());
  const auto endless = std::ranges::find_if(steps, [](const Step& step) {
    return step.proposal.method == Method::search && step.proposal.open_ended && step.allowance.unlimited();
  });
  if (endless != steps.end()) steps.erase(endless + 1, steps.end());
}

}  // namespace

std::string refusal(const std::vector<Declined>& declined) {
  const auto search = std::ranges::find(declined, Method::search, &Declined::method);
  if (search != declined.end()) return search->reason;
  return declined.empty() ? "no method answers this question" : declined.back().reason;
}

Plan::Plan(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget, Methods methods)
    : games_(std::move(games)),
      budget_(budget),
      allowed_(std::move(methods)),
      formulas_(games_, budget_),
      heaps_(games_, budget_) {
  forget();
}

void Plan::forget() {
  answering_ = nullptr;
  methods_.clear();
  sums_.reset();
  account_ = std::make_shared<MemoryAccount>(budget_);
  // Where another method is asked for, searches do not go over to tables either.
  const bool heaps = allowed_.heap && (!allowed_.only || option_name(allowed_.only->method) == option_name(Method::heap));
  const bool tables = allowed_.kernels && (!allowed_.only || allowed_.only->method == Method::table);
  const std::optional<TableKernel> kernel = allowed_.only ? allowed_.only->kernel : std::nullopt;
  using Quotients = SumSolver::Quotients;
  const bool quotient_alone = allowed_.only && allowed_.only->method == Method::quotient;
  const Quotients quotients = !allowed_.quotients || (allowed_.only && !quotient_alone) ? Quotients::none
                              : quotient_alone                                          ? Quotients::alone
                                                                                        : Quotients::after_search;
  sums_ = std::make_unique<SumSolver>(games_, budget_, account_, tables, quotients, kernel, heaps);
  const MethodParts parts{games_, budget_, allowed_, account_, formulas_, heaps_, *sums_, theorem_source(budget_)};
#define BOUTON_ADD_METHOD(id, name, option) add_##id(parts, methods_);
  BOUTON_METHODS(BOUTON_ADD_METHOD)
#undef BOUTON_ADD_METHOD
  std::ranges::stable_sort(methods_, {}, [](const auto& method) { return method->preparation(); });
}

std::optional<Refusal> Plan::objection(const Proposal& proposal) const {
  if (allowed_.only && allowed_.only->kernel && proposal.kernel != allowed_.only->kernel)
    return Refusal{"another kernel is asked for"};
  const std::size_t free = account_->limit() - account_->used();
  // What nobody knows beforehand ends at the limit when it gets there.
  if (proposal.open_ended || proposal.cost.bytes <= free) return std::nullopt;
  return Refusal{fmt::format("it takes {}, more than the {} there are", format_bytes(proposal.cost.bytes), format_bytes(free))};
}

/// What the methods propose, in their order.
std::vector<Step> Plan::proposals(const Question& question, std::vector<Declined>& declined) {
  std::vector<Step> steps;
  ProposedSoFar known;
  const bool obliges = asks_of_obligations(question), blocks = asks_of_blocking(question);
  // Methods that people need not tell apart give one reason.
  const auto decline = [&](Method method, const Refusal& refusal) {
    const auto same = [&](Method other) { return option_name(other) == option_name(method); };
    const auto proposed = [&](const Step& step) { return same(step.proposal.method); };
    const bool known_of = std::ranges::any_of(declined, same, &Declined::method);
    if (!known_of && std::ranges::none_of(steps, proposed)) declined.push_back({method, reason_of(refusal)});
  };
  for (const std::unique_ptr<AnsweringMethod>& method : methods_) {
    if (allowed_.only && option_name(method->method()) != option_name(allowed_.only->method)) continue;
    if (method->method() == Method::compound && !asks_of_compound(question)) continue;
    if (obliges && !method->knows_obligations()) {
      const auto stands_in = [&](const auto& other) {
        return other->knows_obligations() && option_name(other->method()) == option_name(method->method());
      };
      if (std::ranges::any_of(methods_, stands_in)) continue;
      decline(method->method(), Refusal{"it does not know moves that oblige (again, entail)"});
      continue;
    }
    if (blocks && !method->knows_blocking()) {
      decline(method->method(), Refusal{"it takes it for granted that every option can be taken (blocking)"});
      continue;
    }
    if (question.of_suspense() && method->method() != Method::search && method->method() != Method::compound) {
      decline(method->method(), Refusal{"it does not tell suspense numbers"});
      continue;
    }
    if (question.of_longest() && method->method() != Method::search) {
      decline(method->method(), Refusal{"it does not tell how long play can last"});
      continue;
    }
    if (!steps.empty() && steps.front().proposal.method == Method::compound) {
      decline(method->method(), Refusal{"the theory of the compound tells it by the single components"});
      continue;
    }
    Result<Proposal> proposal = method->propose(question, known);
    if (!proposal) {
      decline(method->method(), proposal.refusal());
      continue;
    }
    if (const std::optional<Refusal> refusal = objection(*proposal)) {
      decline(method->method(), *refusal);
      continue;
    }
    double& least = proposal->open_ended ? known.open : known.certain;
    least = std::min(least, proposal->cost.seconds);
    known.apart = known.apart || proposal->method == Method::cells;
    steps.push_back({*std::move(proposal), {}, method.get()});
  }
  return steps;
}

QuestionPlan Plan::plan(const Question& question) {
  QuestionPlan plan;
  std::vector<Step> proposed = proposals(question, plan.declined);
  const auto by_cost = [](const Step& step) { return step.proposal.cost.seconds; };
  const auto is_certain = [&](const Step& step) {
    return !step.proposal.open_ended || (question.of_box() && step.proposal.method != Method::theorem);
  };
  const auto first_open = std::stable_partition(proposed.begin(), proposed.end(), is_certain);
  std::ranges::stable_sort(proposed.begin(), first_open, {}, by_cost);
  const double certain = first_open == proposed.begin() ? Cost::kUnknown : by_cost(proposed.front());
  const std::vector<Step> open(first_open, proposed.end());
  plan.steps = turns(open, certain, {is_sum(question), is_of_terms(question)});
  plan.steps.insert(plan.steps.end(), proposed.begin(), first_open);
  add_last_turns(open, plan.steps);
  return plan;
}

AnsweringMethod& Plan::run(const Question& question) { return run(question, plan(question)); }

AnsweringMethod& Plan::run(const Question& question, const QuestionPlan& plan) {
  begin_question();
  try {
    return run_steps(question, plan);
  } catch (const LimitError& met) {
    if (AnsweringMethod* const method = run_within_bound(question, met)) return *(answering_ = method);
    throw;
  }
}

/// Where play goes up without an end, which another method has met or would never have come to the end of: the method that
/// looks at a bounded number of positions, if these decide the question. What was met, and the bound, are told as a fallback.
AnsweringMethod* Plan::run_within_bound(const Question& question, const LimitError& met) {
  if (question.component == nullptr || asks_of_obligations(question) || asks_of_blocking(question)) return nullptr;
  if (asks_of_compound(question)) return nullptr;
  if (allowed_.only && option_name(allowed_.only->method) != option_name(Method::within_bound)) return nullptr;
  const Component& component = *question.component;
  const std::optional<Position> position = narrow(component.position);
  if (!position) return nullptr;
  const bool is_endless = dynamic_cast<const EndlessPlay*>(&met) != nullptr;
  if (!is_endless && !endlessly_raised(*games_[component.game], *position)) return nullptr;
  const auto within_bound =
      std::ranges::find(methods_, Method::within_bound, [](const auto& method) { return method->method(); });
  if (!(*within_bound)->run(question, {})) return nullptr;
  fallbacks_.push_back({sums_->loopy(component.game) ? Method::graph : Method::search,
                        fmt::format("{}; the {} positions that are met first decide the outcome, whatever the others are",
                                    met.what(), (*within_bound)->looked_at().value_or(0))});
  return within_bound->get();
}

AnsweringMethod& Plan::run_steps(const Question& question, const QuestionPlan& plan) {
  const auto runs = [&](const Step& step) {
    if (step.by->run(question, step.allowance)) return true;
    note_fallback(step);
    return false;
  };
  for (const Step& step : plan.steps)
    if (runs(step)) return *(answering_ = step.by);
  const bool by_theory = !plan.steps.empty() && plan.steps.front().proposal.method == Method::compound;
  if (!by_theory) refuse(question, plan);
  // The theory has met play without an end, and proposes nothing more: the others are asked now.
  const QuestionPlan without = this->plan(question);
  for (const Step& step : without.steps)
    if (runs(step)) return *(answering_ = step.by);
  refuse(question, without);
}

void Plan::begin_question() {
  fallbacks_.clear();
  looked_at_.clear();
}

/// A method is named once, with what it did in all of its turns.
void Plan::note_fallback(const Step& step) {
  const Method method = step.proposal.method;
  const std::optional<std::uint64_t> looked_at = step.by->looked_at();
  std::uint64_t& in_all_turns = looked_at_[method];
  in_all_turns += looked_at.value_or(0);
  std::string why = "it turned out not to apply";
  if (method == Method::theorem) {
    why = "none was found";
  } else if (in_all_turns > 0) {
    why = fmt::format("{} positions were looked at without an end", in_all_turns);
  } else if (looked_at) {
    why = "the position may have more options than are looked at for a start";
  } else if (!step.allowance.unlimited()) {
    why = fmt::format("it came to no end within {} positions", step.allowance.positions);
  }
  const auto earlier = std::ranges::find(fallbacks_, method, &Fallback::from);
  if (earlier == fallbacks_.end()) fallbacks_.push_back({method, std::move(why)});
  else earlier->why = std::move(why);
}

/// Whether the position asked about is a sum of what the rule says are its components.
bool Plan::is_sum(const Question& question) const {
  if (question.component == nullptr) return false;
  const Rules& rules = *games_[question.component->game];
  return rules.independent() && rules.play() == Play::normal;
}

/// Whether the question is about several games that are played at once, other than as a disjunctive sum.
bool Plan::asks_of_compound(const Question& question) const {
  return question.component != nullptr && compound_of(*games_[question.component->game]) != nullptr;
}

/// Whether moves oblige in a game that the question is about.
bool Plan::asks_of_obligations(const Question& question) const {
  if (question.components != nullptr)
    return std::ranges::any_of(*question.components, [&](const Component& part) { return games_[part.game]->obliges(); });
  return games_[question.component != nullptr ? question.component->game : 0]->obliges();
}

/// Whether options are forbidden in a game that the question is about.
bool Plan::asks_of_blocking(const Question& question) const {
  if (question.components != nullptr)
    return std::ranges::any_of(*question.components, [&](const Component& part) { return games_[part.game]->blocking() > 0; });
  return games_[question.component != nullptr ? question.component->game : 0]->blocking() > 0;
}

bool Plan::is_of_terms(const Question& question) const {
  return question.component != nullptr && games_[question.component->game]->domain().is_terms();
}

bool Plan::all_normal(const Sum& sum) const {
  return std::ranges::all_of(sum, [&](const Component& part) { return games_[part.game]->play() == Play::normal; });
}

/// By a bound on the number of positions with no greater coordinates.
bool Plan::is_worth_searching(const Component& component) {
  const std::optional<Position> found = narrow(component.position);
  if (!found) return false;
  const Rules& rules = *games_[component.game];
  if (const CompoundRules* const compound = compound_of(rules)) {
    double most = 1;
    const CompoundRules::Positions positions = CompoundRules::positions_in(*found);
    for (std::size_t i = 0; i < positions.size(); ++i) most *= most_below(*compound->games()[i], positions[i]);
    return most <= kSearchedCompound;
  }
  if (most_below(rules, *found) > static_cast<double>(kEffortForExtras.positions)) return false;
  if (rules.domain().shape() != nullptr) return true;
  // A move of a product of strips may turn as many coins as there are below.
  if (!rules.strips().empty() && std::ranges::max(*found) > kSearchedPlaces) return false;
  const bool splits = heaps_.applies(component.game) && heaps_.description(component.game).most_heaps().value_or(2) >= 2;
  return !splits || (*found)[0] <= kSearchedSplits;
}

bool Plan::adds_values(const Sum& sum) {
  if (sum.size() < 2 || !all_normal(sum)) return false;
  if (allowed_.only) return true;  // it tells the value of each, or refuses
  if (std::ranges::any_of(sum, [&](const Component& part) { return games_[part.game]->obliges(); })) return true;
  bool all = true;
  for (const Component& component : sum) {
    const QuestionPlan plan = this->plan(Question::about(Question::Of::grundy, component));
    const auto looks_below = [](const Step& step) { return step.by->looks_below(); };
    if (!std::ranges::all_of(plan.steps, looks_below) && !is_worth_searching(component)) return true;
    all = all && !plan.steps.empty() && !plan.steps.front().by->looks_below();
  }
  return all;
}

std::set<Method> Plan::methods_of(const Sum& sum) {
  const auto first = [this](const Question& question) {
    const QuestionPlan plan = this->plan(question);
    if (plan.steps.empty()) refuse(question, plan);
    return plan.steps.front().proposal.method;
  };
  if (sum.size() == 1) return {first(Question::about(Question::Of::winning_moves, sum[0]))};
  if (!all_normal(sum)) return {first(Question::about(sum))};
  const bool by_values = adds_values(sum);
  std::set<Method> methods;
  for (const Component& component : sum) methods.insert(first(Question::about(Question::Of::grundy, component)));
  if (!by_values) return {methods.contains(Method::graph) ? Method::graph : Method::search};
  return methods;
}

void Plan::refuse(const Question& question, const QuestionPlan& plan) {
  if (question.component != nullptr && !narrow(question.component->position)) refuse_beyond_64_bits(*question.component);
  if (allowed_.only) {
    const std::string why = !plan.declined.empty() ? refusal(plan.declined)
                            : !fallbacks_.empty()  ? fallbacks_.back().why
                                                   : "it is turned off, or did not find an answer";
    refuse_method(why);
  }
  throw RequestError(refusal(plan.declined));
}

void Plan::refuse_method(std::string_view why) const {
  throw RequestError(fmt::format("the method '{}' does not answer this question: {}", option_name(allowed_.only->method), why));
}

void Plan::refuse_beyond_64_bits(const Component& component) {
  const Rules& rules = *games_[component.game];
  std::string why = "this game has none";
  const QuestionPlan plan = this->plan(Question::about(Question::Of::winning_moves, component));
  if (rules.closed_form() != nullptr || !rules.strips().empty())
    for (const Declined& declined : plan.declined)
      if (declined.method == Method::closed_form) why = "this game's does not answer this question: " + declined.reason;
  if (!plan.steps.empty())
    why = fmt::format("the {} tells the outcome and the moves that win, but not what is asked here besides",
                      name(plan.steps.front().proposal.method));
  throw RequestError(
      fmt::format("position {}: coordinates beyond 64 bits take a formula, and {}", to_string(component.position), why));
}

SumSolver::Parts Plan::narrow_parts(const Sum& sum) {
  SumSolver::Parts parts;
  parts.reserve(sum.size());
  for (const Component& component : sum) {
    const std::optional<Position> position = narrow(component.position);
    if (!position) refuse_beyond_64_bits(component);
    parts.push_back({component.game, *position});
  }
  return parts;
}

}  // namespace bouton
