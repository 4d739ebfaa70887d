#include <fmt/format.h>

#include "bindings/cpp/impl.h"

namespace bouton {
inline namespace v1 {

std::optional<MoveValue> best_move(Solver& solver, const Sum& sum) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&]() -> std::optional<MoveValue> {
    const core::Sum asked = impl.checked(sum);
    const std::vector<core::MoveValue> moves = impl.solver->moves(asked);
    if (moves.empty()) return std::nullopt;
    return from_core(moves[hardest_move(*impl.solver, asked, moves)]);
  });
}

std::optional<Move> player_move(Solver& solver, const Sum& sum, std::string_view player, std::uint64_t seed) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&]() -> std::optional<Move> {
    const std::optional<core::Move> chosen = chosen_move(impl.asked, impl.solver, impl.checked(sum), player, seed);
    if (!chosen) return std::nullopt;
    return from_core(*chosen);
  });
}

std::vector<Move> player_forbids(Solver& solver, const Sum& sum, std::string_view player, std::uint64_t seed) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&] { return all_from_core(chosen_to_forbid(impl.asked, impl.solver, impl.checked(sum), player, seed)); });
}

std::optional<Move> player_move_but(Solver& solver, const Sum& sum, const std::vector<Move>& forbidden, std::string_view player,
                                    std::uint64_t seed) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&]() -> std::optional<Move> {
    std::vector<core::Move> left_out;
    for (const Move& move : forbidden) left_out.push_back(to_core(move));
    const std::optional<core::Move> chosen = chosen_move(impl.asked, impl.solver, impl.checked(sum), player, seed, left_out);
    if (!chosen) return std::nullopt;
    return from_core(*chosen);
  });
}

MatchResult match(Solver& solver, const Sum& start, const std::array<std::string, 2>& players, std::uint64_t games,
                  std::uint64_t seed) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&] {
    if (games == 0 || games > INT64_MAX)
      throw core::RequestError(fmt::format("a match cannot have {} games; ask for 1 to {}", games, INT64_MAX));
    const MatchReport report = bouton::match(
        {.games = impl.asked, .start = impl.checked(start), .players = players, .rounds = games, .seed = seed}, impl.budget);
    MatchResult result{.sides = {}, .draws = report.result.draws, .games = report.result.games, .moves = report.result.moves};
    for (std::size_t i = 0; i < result.sides.size(); ++i)
      result.sides[i] = {report.players[i], report.result.sides[i].wins_moving_first,
                         report.result.sides[i].wins_moving_second};
    return result;
  });
}

struct Session::Impl {
  Impl(Access::SolverImpl& of, core::Sum start) : solver(of), session(rules_of(of.asked), std::move(start), of.budget) {
    look();
  }

  /// Changes the session, and the lists with it.
  template <class Change>
  void change(Change make) {
    solver.ask([&] {
      make();
      look();
    });
  }
  void look() {
    moves = all_from_core(session.moves());
    made.clear();
    for (std::size_t i = 0; i < session.moves_made(); ++i) made.push_back(from_core(session.move_made(i)));
  }

  Access::SolverImpl& solver;
  core::Session session;
  std::vector<Move> moves, made;
};

Session::Session(Solver& solver, const Sum& start) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  impl_ = impl.ask([&] { return std::make_unique<Impl>(impl, impl.checked(start)); });
}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

Sum Session::position() const { return from_core(impl_->session.position()); }
const std::vector<Move>& Session::moves() const { return impl_->moves; }
const std::vector<Move>& Session::made() const { return impl_->made; }
std::size_t Session::undone() const { return impl_->session.moves_undone(); }

void Session::play(std::size_t index) {
  if (index >= impl_->moves.size())
    throw RequestError(fmt::format("there is no move {}; there are {}, counted from 0", index, impl_->moves.size()));
  impl_->change([&] { impl_->session.play(index); });
}

std::uint64_t Session::may_forbid() const { return impl_->session.may_forbid(); }

void Session::forbid(const std::vector<std::size_t>& indexes) {
  for (const std::size_t index : indexes)
    if (index >= impl_->moves.size())
      throw RequestError(fmt::format("there is no move {}; there are {}, counted from 0", index, impl_->moves.size()));
  impl_->change([&] { impl_->session.forbid(indexes); });
}

std::vector<Move> Session::forbidden() const { return all_from_core(impl_->session.forbidden(impl_->session.moves_made())); }

void Session::undo(std::size_t count) {
  if (count > impl_->made.size()) throw RequestError(fmt::format("{} moves were made", impl_->made.size()));
  impl_->change([&] { impl_->session.undo(count); });
}

void Session::redo(std::size_t count) {
  if (count > undone()) throw RequestError(fmt::format("{} moves were taken back", undone()));
  impl_->change([&] { impl_->session.redo(count); });
}

std::optional<Outcome> Session::result() const {
  if (!impl_->session.over()) return std::nullopt;
  return impl_->solver.ask([&] { return from_core(impl_->session.result()); });
}

}  // namespace v1
}  // namespace bouton
