#include "bindings/c/best_move.h"

#include "engine/errors.h"
#include "engine/play/perfect.h"
#include "engine/play/session.h"

namespace bouton::c {
namespace {

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014).
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  /// Uniform in 0..n - 1; n >= 1.
  std::uint64_t below(std::uint64_t n) {
    const std::uint64_t uneven = -n % n;  // 2^64 mod n: so many of the least numbers would favour some results
    std::uint64_t number = next();
    while (number < uneven) number = next();
    return number % n;
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

/// Beyond so many moves a winning one is taken without valuing all of them.
constexpr std::size_t kMostValued = 20'000;

bool is_narrow(const Sum& sum) {
  for (const Component& component : sum)
    if (!narrow(component.position)) return false;
  return true;
}

std::optional<ChosenMove> any_winning_move(Solver& solver, const Sum& sum) {
  Answer answer = solver.solve(sum, 1);
  if (answer.winning_moves.empty()) return std::nullopt;
  return ChosenMove{std::move(answer.winning_moves.front()), std::nullopt};
}

}  // namespace

std::optional<ChosenMove> best_move(Solver& solver, const std::vector<std::shared_ptr<const Rules>>& rules, const Sum& sum,
                                    int level, std::uint64_t seed) {
  Chance chance(seed);
  const bool sees = level >= kPerfect || chance.below(kPerfect) < static_cast<std::uint64_t>(level);
  if (!is_narrow(sum)) {
    if (std::optional<ChosenMove> move = any_winning_move(solver, sum)) return move;
    throw RequestError("no move wins, and the moves of a position beyond 64 bits cannot be listed");
  }
  const Session session(rules, sum);
  if (session.over()) return std::nullopt;
  const std::size_t count = session.moves().size();
  if (!sees) return ChosenMove{session.moves()[chance.below(count)], std::nullopt};
  if (count > kMostValued)
    if (std::optional<ChosenMove> move = any_winning_move(solver, sum)) return move;
  std::vector<MoveValue> moves = solver.moves(sum);
  MoveValue& best = moves[perfect_move(moves)];
  return ChosenMove{std::move(best.move), std::move(best.value)};
}

}  // namespace bouton::c
