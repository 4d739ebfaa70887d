#include "engine/plan/solver.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/progress.h"
#include "engine/plan/claims.h"
#include "engine/plan/solver_impl.h"
#include "engine/rules/obligations.h"

namespace bouton {

namespace {

constexpr const char* kNoSumsWithBlocking =
    "positions of a game with blocking are not added up: what may be forbidden belongs to the whole sum; ask for one position";
constexpr const char* kNoValuesWithBlocking =
    "a game with blocking has no Grundy values: the values of its components do not tell who wins a sum; ask for outcomes";

}  // namespace

std::vector<Nimber> rest_of_each(const std::vector<Nimber>& values) {
  std::vector<Nimber> rests(values.size());
  Nimber before;
  for (std::size_t i = 0; i < values.size(); ++i) {
    rests[i] = before;
    before = before + values[i];
  }
  Nimber behind;
  for (std::size_t i = values.size(); i-- > 0;) {
    rests[i] = rests[i] + behind;
    behind = behind + values[i];
  }
  return rests;
}

void Solver::Impl::check_games(const Sum& sum) {
  if (std::ranges::count(sum, true, &Component::obliged) > 1)
    throw RequestError("the player to move can be obliged to move in one component only");
  for (const Component& component : sum) {
    if (component.game >= plan_.games().size())
      throw RequestError(fmt::format("game number {} of {}", component.game, plan_.games().size()));
    const Domain& domain = rules(component.game).domain();
    if (domain.is_terms())
      if (const std::optional<std::string> complaint = domain.complaint(component.position))
        throw RequestError(fmt::format("position {} {}", to_string(component.position), *complaint));
    if (rules(component.game).blocking() > 0 && sum.size() > 1) throw RequestError(kNoSumsWithBlocking);
    if (component.obliged && rules(component.game).play() != Play::normal)
      throw RequestError("an obligation to move in one component (!) is for normal play, where whoever cannot move loses");
    check_claims_of(component.game);
    check_claims_at(component);
  }
  if (has_obligations(sum) && !plan_.all_normal(sum)) throw MixedPlay();
  check_length(sum);
}

/// GMP ends the process where it gets no memory, and no exception may pass through it: so numbers whose arithmetic would need
/// more than there is are refused before it begins. Automata take the most: a letter for each of their digits.
void Solver::Impl::check_length(const Sum& sum) const {
  constexpr std::size_t kBytesOfWork = 256;  // for each byte of the numbers
  constexpr std::size_t kShort = 1000;       // bytes, of which that is not worth a message
  std::size_t bytes = 0, longest = 0;
  for (const Component& component : sum) {
    for (const Integer& number : component.position) {
      bytes += mpz_size(number.get_mpz_t()) * sizeof(mp_limb_t);
      longest = std::max(longest, mpz_sizeinbase(number.get_mpz_t(), 10));
    }
  }
  if (bytes <= kShort) return;
  const std::size_t work = bytes > SIZE_MAX / kBytesOfWork ? SIZE_MAX : bytes * kBytesOfWork;
  budget_.check_memory(work, fmt::format("arithmetic on numbers of {} digits", longest));
}

/// What the games of a compound say of themselves counts as what one game says.
void Solver::Impl::check_claims_of_components(const CompoundRules& compound) {
  for (const std::shared_ptr<const Rules>& component : compound.games()) {
    look_at_claims(component, budget_);
    if (component->compared() == Rules::Compared::whole) continue;
    Formulas formulas({component}, budget_);
    const Result<ClosedForm*> form = formulas.form(0);
    check_claims(component, allowed_.closed_form && form ? *form : nullptr, budget_);
  }
}

void Solver::Impl::check_claims_of(std::size_t game) {
  if (!allowed_.claims) return;
  look_at_claims(plan_.games()[game], budget_);
  if (rules(game).compared() == Rules::Compared::whole) return;
  claims_looked_at_.resize(plan_.games().size());
  if (claims_looked_at_[game]) return;
  if (const CompoundRules* const compound = compound_of(rules(game))) check_claims_of_components(*compound);
  ClosedForm* formula = nullptr;
  if (allowed_.closed_form)
    if (const Result<ClosedForm*> form = plan_.formulas().form(game)) formula = *form;
  check_claims(plan_.games()[game], formula, budget_);
  claims_looked_at_[game] = true;
}

/// The first few positions that are asked about: each costs some milliseconds.
void Solver::Impl::check_claims_at(const Component& component) {
  constexpr int kMostLookedAt = 8;
  if (!allowed_.claims || !rules(component.game).domain().is_terms()) return;
  const std::optional<Position> position = narrow(component.position);
  if (!position || claims_looked_at_from_ >= kMostLookedAt) return;
  ++claims_looked_at_from_;
  look_at_claims(plan_.games()[component.game], *position, budget_);
}

void Solver::Impl::check_box(const Box& box) {
  if (plan_.games().empty()) throw RequestError("there is no game to make a table of");
  for (const Position& corner : {box.low(), box.high()})
    if (const std::optional<std::string> complaint = rules(0).domain().complaint(corner))
      throw RequestError(fmt::format("the corner {} of the box {}", to_string(corner), *complaint));
  check_claims_of(0);
}

// Values of positions ------------------------------------------------------------------------------------------------

Nimber Solver::Impl::nimber(const Component& component) {
  return plan_.run(Question::about(Question::Of::grundy, component)).nimber(component);
}

/// The value under normal play, and the method that tells it, where that takes little and is not a search of all below.
/// `outcome` is that of the component, if it is known.
std::optional<std::pair<Nimber, AnsweringMethod*>> Solver::Impl::nimber_without_search(const Component& component,
                                                                                       std::optional<Outcome> outcome) {
  if (rules(component.game).play() != Play::normal) return std::nullopt;
  const QuestionPlan plan = plan_.plan(Question::about(Question::Of::grundy, component, outcome));
  for (const Step& step : plan.steps) {
    if (step.by->looks_below()) continue;
    if (step.proposal.open_ended && step.proposal.method != Method::cells && step.proposal.method != Method::nimbers) continue;
    const std::optional<Nimber> nimber = step.by->nimber_beside(component);
    if (nimber) return std::pair(*nimber, step.by);
  }
  return std::nullopt;
}

/// Whether the sequence of a game's values tells those of its positions.
bool Solver::Impl::counts_heaps(std::size_t game) {
  const bool is_asked = !allowed_.only || option_name(allowed_.only->method) == option_name(Method::heap);
  return allowed_.heap && is_asked && plan_.heaps().applies(game);
}

/// The value of one position among many, by the sequence of values where there is one, else by search; by the one method that
/// is asked for, where that is neither.
Nimber Solver::Impl::nimber_of(std::size_t game, PositionView position) {
  const auto is_searched = [](Method method) {
    return method == Method::search || method == Method::graph || method == Method::table || method == Method::heap;
  };
  if (allowed_.only && !is_searched(allowed_.only->method)) return nimber(Component{game, widen(position)});
  if (counts_heaps(game)) {
    const std::optional<Grundy> value = plan_.heaps().grundy_at_hand(game, static_cast<std::uint64_t>(position[0]));
    return value ? Nimber(*value) : Nimber(plan_.heaps().grundy(game, widen(position[0])));
  }
  return plan_.sums().nimber({game, Position(position)});
}

Nimber Solver::Impl::nimber_after(const SumPart& moved, const Options::Option& option, const Nimber& rest) {
  Nimber sum = rest;
  for (std::size_t part = 0; part < option.size(); ++part) sum = sum + nimber_of(moved.game, option[part]);
  return sum;
}

std::vector<Nimber> Solver::Impl::nimbers_of(const Parts& parts) {
  std::vector<Nimber> values;
  for (const SumPart& part : parts) values.push_back(nimber_of(part.game, part.position));
  return values;
}

std::optional<Nimber> Solver::Impl::nimber(const Sum& sum) {
  check_games(sum);
  if (obliged_component(sum)) return std::nullopt;  // a sum with an obligation is not a component of others
  if (!sum.empty() && !plan_.all_normal(sum)) {
    (void)plan_.sums().play(plan_.narrow_parts(sum));  // a mixture of conventions is refused first
    if (rules(sum[0].game).blocking() > 0) throw RequestError(kNoValuesWithBlocking);
    throw RequestError("a Grundy value exists under normal play only");
  }
  Nimber total;
  std::vector<Nimber> values;
  for (const Component& component : sum) values.push_back(nimber(component));
  check_no_loops(sum, values);
  for (const Nimber& value : values) total = total + value;
  return total;
}

Outcome Solver::Impl::outcome(const Sum& sum) {
  check_games(sum);
  if (has_obligations(sum)) {
    Answer ignored;
    return outcome_with_obligations(sum, values_of(sum, ignored));
  }
  if (sum.size() == 1) return plan_.run(Question::about(Question::Of::outcome, sum[0])).outcome(sum[0]);
  if (!sum.empty() && plan_.all_normal(sum)) return nimber(sum)->outcome();
  run_only_method(sum);
  return plan_.sums().outcome(plan_.narrow_parts(sum));
}

std::optional<Remoteness> Solver::Impl::remoteness(const Sum& sum) {
  check_games(sum);
  if (sum.size() > 1 && has_obligations(sum)) return std::nullopt;  // nobody has counted the moves of such sums
  const Parts parts = plan_.narrow_parts(sum);
  if (sum.size() == 1) {
    // Of what moves split into a sum it may be left out; else the plan has found it then.
    const Question question = Question::about(Question::Of::remoteness, sum[0]);
    const QuestionPlan plan = plan_.plan(question);
    if (!plan.steps.empty() && !plan_.sums().splits(sum[0].game))
      if (const std::optional<Remoteness> told = plan_.run(question, plan).remoteness(sum[0])) return told;
  }
  return plan_.sums().remoteness(parts);
}

std::optional<Remoteness> Solver::Impl::suspense(const Sum& sum) {
  check_games(sum);
  for (const Component& part : sum) refuse_obligations(rules(part.game), "suspense numbers");
  if (sum.size() != 1) return plan_.sums().suspense(plan_.narrow_parts(sum));
  return plan_.run(Question::about(Question::Of::suspense, sum[0])).suspense(sum[0]);
}

/// Moves in one component leave the others as they are, so the longest plays are added up.
std::optional<Remoteness> Solver::Impl::longest(const Sum& sum) {
  check_games(sum);
  for (const Component& part : sum)
    if (sum.size() > 1) refuse_obligations(rules(part.game), "longest plays of sums");
  Remoteness longest = 0;
  for (const Component& part : sum) {
    const std::optional<Remoteness> found = plan_.run(Question::about(Question::Of::longest, part)).longest(part);
    if (!found) return std::nullopt;
    longest += *found;
  }
  return longest;
}

/// Of a sum that is solved as one position: where one method alone is asked for, it answers or refuses.
void Solver::Impl::run_only_method(const Sum& sum) {
  if (allowed_.only && sum.size() > 1) (void)plan_.run(Question::about(sum));
}

/// What has answered is the method that is asked for, where that is one alone.
void Solver::Impl::check_only_method(const Answer& answer) const {
  if (!allowed_.only) return;
  for (const Method method : answer.methods)
    if (option_name(method) != option_name(allowed_.only->method))
      plan_.refuse_method(fmt::format("the {} would answer it", name(method)));
}

// Values of boxes ----------------------------------------------------------------------------------------------------

void Solver::Impl::check_table(const Box& box, ValueKind kind) {
  check_box(box);
  if (kind == ValueKind::grundy && rules(0).blocking() > 0) throw RequestError(kNoValuesWithBlocking);
  if (kind == ValueKind::grundy && rules(0).play() != Play::normal)
    throw RequestError("Grundy values exist under normal play only; ask for outcomes");
  if (kind == ValueKind::suspense) refuse_obligations(rules(0), "suspense numbers");
}

Table Solver::Impl::table(const Box& box, ValueKind kind) {
  check_table(box, kind);
  return plan_.answer_box(Question::table_of(box, kind), [&](AnsweringMethod& method) { return method.table(box, kind); });
}

bool Solver::Impl::stream(const Box& box, ValueKind kind, Striping striping, ValueSink& sink) {
  check_table(box, kind);
  const Question question = Question::table_of(box, kind, striping);
  return plan_.answer_box(question, [&](AnsweringMethod& method) { return method.stream(question, sink); });
}

std::optional<Division> Solver::Impl::division(const Box& box, ValueKind kind) {
  check_table(box, kind);
  Kernels* const kernels = plan_.sums().kernels();
  if (kernels == nullptr || plan_.sums().loopy(0)) return std::nullopt;
  return kernels->division(box, kind);
}

bool Solver::Impl::solve_block(const Box& box, ValueKind kind, Ranks& ranks, BlockSink& sink) {
  return division(box, kind) && plan_.sums().kernels()->solve_block(box, kind, ranks, sink);
}

std::uint64_t Solver::Impl::positions(const Box& box, const std::function<void(PositionView)>& visit, ResumableRun* resumable) {
  check_box(box);
  return plan_.answer_box(Question::positions_of(box),
                          [&](AnsweringMethod& method) { return method.positions(box, visit, resumable); });
}

// The outside --------------------------------------------------------------------------------------------------------

Solver::Solver(std::vector<std::shared_ptr<const Rules>> games, Budget budget, Methods methods)
    : impl_(std::make_unique<Impl>(std::move(games), std::move(budget), std::move(methods))) {}

Solver::~Solver() = default;

Answer Solver::solve(const Sum& sum, std::size_t most_moves, const Wanted& wanted) {
  const ProgressSteps steps(impl_->budget());
  return impl_->ask([&] { return impl_->solve(sum, most_moves, wanted); });
}

std::vector<MoveValue> Solver::moves(const Sum& sum) {
  const ProgressSteps steps(impl_->budget());
  return impl_->ask([&] { return impl_->moves(sum); });
}

Outcome Solver::outcome(const Sum& sum) {
  const ProgressSteps steps(impl_->budget());
  return impl_->ask([&] { return impl_->outcome(sum); });
}

std::optional<Nimber> Solver::grundy(const Sum& sum) {
  const ProgressSteps steps(impl_->budget());
  return impl_->ask([&] { return impl_->nimber(sum); });
}

std::optional<Remoteness> Solver::remoteness(const Sum& sum) {
  const ProgressSteps steps(impl_->budget());
  return impl_->ask([&] { return impl_->remoteness(sum); });
}

std::optional<Remoteness> Solver::suspense(const Sum& sum) {
  const ProgressSteps steps(impl_->budget());
  return impl_->ask([&] { return impl_->suspense(sum); });
}

std::optional<Remoteness> Solver::longest(const Sum& sum) {
  const ProgressSteps steps(impl_->budget());
  return impl_->ask([&] { return impl_->longest(sum); });
}

Solver::Look Solver::look(const Component& component, std::uint64_t most_positions, std::uint64_t most_options) {
  const ProgressSteps steps(impl_->budget());
  SumSolver& sums = impl_->plan().sums();
  const SumPart part = impl_->plan().narrow_parts({component})[0];
  const Search::Status status = sums.look(part, {.positions = most_positions, .options = most_options});
  return {sums.loopy(part.game), sums.splits(part.game), status == Search::Status::found};
}

void Solver::keep_searches() { impl_->plan().keep(); }

Method Solver::answered() const { return impl_->plan().answered(); }

const std::vector<Fallback>& Solver::fallbacks() const { return impl_->plan().fallbacks(); }

QuestionPlan Solver::plan(const Question& question) {
  const ProgressSteps steps(impl_->budget());
  return impl_->plan().plan(question);
}

std::set<Method> Solver::methods_of(const Sum& sum) {
  const ProgressSteps steps(impl_->budget());
  return impl_->plan().methods_of(sum);
}

std::size_t Solver::peak_memory() { return impl_->plan().account()->take_peak(); }

Table Solver::table(const Box& box, ValueKind kind) {
  ProgressTotal progress(impl_->budget(), "positions", box.size());
  Table table = impl_->ask([&] { return impl_->table(box, kind); });
  progress.finish();
  return table;
}

bool Solver::stream(const Box& box, ValueKind kind, Striping striping, ValueSink& sink) {
  ProgressTotal progress(impl_->budget(), "positions", box.size());
  const bool done = impl_->stream(box, kind, striping, sink);
  if (done) progress.finish();
  return done;
}

std::optional<Division> Solver::division(const Box& box, ValueKind kind) { return impl_->division(box, kind); }

bool Solver::solve_block(const Box& box, ValueKind kind, Ranks& ranks, BlockSink& sink) {
  ProgressTotal progress(impl_->budget(), "positions", box.size());
  const bool done = impl_->solve_block(box, kind, ranks, sink);
  if (done) progress.finish();
  return done;
}

std::uint64_t Solver::positions(const Box& box, const std::function<void(PositionView)>& visit, ResumableRun* resumable) {
  ProgressTotal progress(impl_->budget(), "positions", box.size());
  const std::uint64_t count = impl_->positions(box, visit, resumable);
  progress.finish();
  return count;
}

}  // namespace bouton
