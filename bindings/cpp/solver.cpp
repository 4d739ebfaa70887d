#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "bindings/cpp/rules.h"

namespace bouton {
inline namespace v1 {
namespace {

constexpr unsigned kMostThreads = 4096;

Limit kind_of(core::Limit limit) { return limit == core::Limit::memory ? Limit::memory : Limit::fixed; }

Answer from_core(const core::Answer& answer) {
  Answer converted{.value = v1::from_core(answer.value),
                   .winning_moves = all_from_core(answer.winning_moves),
                   .winning_moves_complete = answer.winning_moves_complete,
                   .winning_moves_given_up = answer.winning_moves_given_up,
                   .left_out = all_from_core(answer.left_out),
                   .method = answer.solver,
                   .fallbacks = {},
                   .theorem = answer.theorem,
                   .claim = answer.claim,
                   .forbid = std::nullopt};
  if (answer.forbid) converted.forbid = all_from_core(*answer.forbid);
  for (const auto& fallback : answer.fallbacks) converted.fallbacks.push_back({std::string(name(fallback.from)), fallback.why});
  return converted;
}

core::Sum checked_sum(const core::Games& games, const Sum& sum) {
  for (const Component& component : sum) {
    if (component.game >= games.size())
      throw core::RequestError(
          fmt::format("there is no game number {}; there are {}, counted from 0", component.game, games.size()));
    check_position(*games[component.game], to_core(component.position));
  }
  return to_core(sum);
}

std::size_t memory_of(const Limits& limits) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(limits.memory, SIZE_MAX / 2));
}

}  // namespace

Together play_together(const std::vector<Game>& games, const Sum& sum, Compound compound, Limits limits) {
  return translated([&] {
    if (compound == Compound::disjunctive) throw core::RequestError("a disjunctive sum is not a game of its own: it is a Sum");
    core::Games played;
    for (const Game& game : games) played.push_back(Access::impl_of(game).game);
    core::Sum positions = checked_sum(played, sum);
    core::Budget budget;
    budget.memory = memory_of(limits);
    play_as(to_core(compound), played, positions, budget);
    return Together{Access::game(played.front()), v1::from_core(positions.front().position)};
  });
}

std::vector<MovePart> parts_of(const Game& game, const Position& position, const Move& move) {
  return translated([&] {
    const core::Games games = {Access::impl_of(game).game};
    if (components_of(*games.front()).empty()) throw core::RequestError("the game is not a compound of several");
    const core::Sum sum = checked_sum(games, position);
    const core::Move made = to_core(move);
    const auto is_made = [&](const Option& option) { return option.to == move.to; };
    if (std::ranges::none_of(game.options(position), is_made))
      throw core::RequestError(fmt::format("that is not a move from {}", game.text(position)));
    return all_from_core(parts_of(games, sum, made));
  });
}

void rethrow(const Watch* watch) {
  try {
    throw;
  } catch (const UserThrew& error) {
    std::rethrow_exception(error.thrown());
  } catch (const core::LimitError& error) {
    throw LimitError(error.what(), kind_of(error.limit()));
  } catch (const core::RequestError& error) {
    throw RequestError(error.what());
  } catch (const core::RuleError& error) {
    throw RuleError(error.what());
  } catch (const core::Interrupted&) {
    if (watch != nullptr && watch->expired())
      throw LimitError("the question took longer than the seconds allowed", Limit::seconds);
    throw Cancelled();
  } catch (const core::Error& error) {
    throw Error(error.what());
  }
}

Watch::Watch(double seconds, std::atomic<bool>& stop) {
  // Longer than anybody waits; more would not fit what clocks count in.
  constexpr double kLongest = 1e9;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::nanoseconds>(
                                                          std::chrono::duration<double>(std::min(seconds, kLongest)));
  thread_ = std::thread([this, end, &stop] {
    std::unique_lock lock(mutex_);
    if (ended_.wait_until(lock, end, [this] { return over_; })) return;
    expired_.store(true);
    stop.store(true);
  });
}

Watch::~Watch() {
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

Solver::Impl::Impl(std::vector<Game> given, Limits given_limits) : games(std::move(given)), limits(given_limits) {
  if (games.empty()) throw RequestError("a solver needs at least one game");
  if (limits.threads < 1 || limits.threads > kMostThreads)
    throw RequestError(fmt::format("{} threads are not possible; choose 1 to {}", limits.threads, kMostThreads));
  if (limits.seconds && !(*limits.seconds > 0)) throw RequestError("seconds must be more than 0");
  for (const Game& game : games) asked.push_back(Access::impl_of(game).game);
  budget.memory = memory_of(limits);
  budget.threads = limits.threads;
  budget.stop = &stop;
  budget.progress = [this](const core::Progress& progress) {
    if (listener) listener({progress.doing, progress.done, progress.is_step ? 0 : progress.total});
  };
  solver = std::make_shared<core::Solver>(rules_of(asked), budget);
}

core::Sum Solver::Impl::checked(const Sum& sum) const { return checked_sum(asked, sum); }

core::Box Solver::Impl::checked(const Box& box) const {
  const core::Domain& domain = asked[0]->rules->domain();
  if (!domain.has_length(box.low.size()))
    throw core::RequestError(
        fmt::format("the box has {} ranges, but {} has the coordinates {}", box.low.size(), asked[0]->name, domain.names()));
  return core::Box(core::Position(PositionView(box.low)), core::Position(PositionView(box.high)));
}

Solver::Solver(Game game, Limits limits) : Solver(std::vector<Game>{std::move(game)}, limits) {}
Solver::Solver(std::vector<Game> games, Limits limits)
    : impl_(translated([&] { return std::make_unique<Impl>(std::move(games), limits); })) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

const std::vector<Game>& Solver::games() const { return impl_->games; }
const Limits& Solver::limits() const { return impl_->limits; }
void Solver::cancel() noexcept { impl_->stop.store(true, std::memory_order_relaxed); }

void Solver::on_progress(std::function<void(const Progress&)> listener) {
  if (impl_->busy) throw RequestError("this solver is already answering a question");
  impl_->listener = std::move(listener);
}

Answer Solver::solve(const Sum& sum, std::size_t most_moves) {
  return impl_->ask([&] { return from_core(impl_->solver->solve(impl_->checked(sum), most_moves)); });
}

Outcome Solver::outcome(const Sum& sum) {
  return impl_->ask([&] { return v1::from_core(impl_->solver->outcome(impl_->checked(sum))); });
}

std::optional<Nimber> Solver::grundy(const Sum& sum) {
  return impl_->ask([&]() -> std::optional<Nimber> {
    const std::optional<core::Nimber> nimber = impl_->solver->grundy(impl_->checked(sum));
    if (!nimber) return std::nullopt;
    return v1::from_core(*nimber);
  });
}

std::optional<std::uint64_t> Solver::remoteness(const Sum& sum) {
  return impl_->ask([&] { return std::optional<std::uint64_t>(impl_->solver->remoteness(impl_->checked(sum))); });
}

std::optional<std::uint64_t> Solver::longest(const Sum& sum) {
  return impl_->ask([&] { return std::optional<std::uint64_t>(impl_->solver->longest(impl_->checked(sum))); });
}

std::optional<std::uint64_t> Solver::suspense(const Sum& sum) {
  return impl_->ask([&] { return std::optional<std::uint64_t>(impl_->solver->suspense(impl_->checked(sum))); });
}

std::vector<MoveValue> Solver::moves(const Sum& sum) {
  return impl_->ask([&] { return all_from_core(impl_->solver->moves(impl_->checked(sum))); });
}

Table Solver::table(const Box& box, ValueKind kind) {
  return impl_->ask([&] { return Access::table(impl_->solver->table(impl_->checked(box), to_core(kind))); });
}

std::uint64_t Solver::p_positions(const Box& box, const std::function<void(PositionView)>& visit) {
  return impl_->ask([&] { return impl_->solver->positions(impl_->checked(box), visit); });
}

}  // namespace v1
}  // namespace bouton
