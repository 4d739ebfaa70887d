#include "engine/local/parity.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bouton::local {
namespace {

/// Factors of tests that are multiplied, and words of equations that are added, at most: some hundredths of a second.
constexpr std::uint64_t kMostWork = 30'000'000;

/// A product of cells, ascending; a cell stands for 1 where it is in state 1.
using Monomial = std::vector<std::uint32_t>;
/// A sum modulo 2 of distinct monomials.
using Polynomial = std::vector<Monomial>;

/// A linear equation modulo 2: a bit for each unknown, and the last one for the right-hand side.
using Equation = std::vector<std::uint64_t>;

void flip(Equation& equation, std::size_t bit) { equation[bit / 64] ^= std::uint64_t{1} << bit % 64; }
bool has(const Equation& equation, std::size_t bit) { return (equation[bit / 64] >> bit % 64 & 1) != 0; }

/// Equations in echelon form.
class EquationSystem {
 public:
  explicit EquationSystem(std::size_t unknowns) : unknowns_(unknowns), leading_(unknowns) {}

  Equation nothing() const { return Equation(unknowns_ / 64 + 1); }

  /// False where the equation contradicts those before.
  bool add(Equation equation) {
    for (std::size_t unknown = 0; unknown < unknowns_; ++unknown) {
      if (!has(equation, unknown)) continue;
      std::optional<Equation>& leading = leading_[unknown];
      if (!leading) {
        leading = std::move(equation);
        return true;
      }
      for (std::size_t i = 0; i < equation.size(); ++i) equation[i] ^= (*leading)[i];
      work_ += equation.size();
    }
    return !has(equation, unknowns_);
  }
  /// One solution, in which unknowns that may be anything are 0.
  std::vector<bool> solution() const {
    std::vector<bool> values(unknowns_);
    for (std::size_t unknown = unknowns_; unknown-- > 0;) {
      if (!leading_[unknown]) continue;
      bool value = has(*leading_[unknown], unknowns_);
      for (std::size_t other = unknown + 1; other < unknowns_; ++other)
        value = value != (values[other] && has(*leading_[unknown], other));
      values[unknown] = value;
    }
    return values;
  }
  std::uint64_t work() const { return work_; }

 private:
  std::size_t unknowns_;
  std::vector<std::optional<Equation>> leading_;  ///< by the first unknown
  std::uint64_t work_ = 0;
};

/// The state of a cell before a move and after it, where the move can be made: nothing where it may be either.
struct CellStates {
  std::optional<bool> before, after;
};

class ParityFinder {
 public:
  explicit ParityFinder(const Structure& structure)
      : moves_(structure.moves), system_(moves_.size()), looking_(structure.cells), states_(structure.cells) {
    for (std::size_t i = 0; i < moves_.size(); ++i)
      for (const LocalMove::Cell& cell : moves_[i].cells)
        if (cell.allowed != kEither) looking_[cell.cell].push_back(i);
  }

  /// The moves whose tests make the sum; nothing where none do, or it is too much work.
  std::optional<std::vector<LocalMove>> find() {
    if (moves_.empty()) return std::nullopt;
    for (const LocalMove& move : moves_)
      if (!add_equations_of(move)) return std::nullopt;
    std::vector<LocalMove> summed;
    const std::vector<bool> values = system_.solution();
    for (std::size_t i = 0; i < moves_.size(); ++i)
      if (values[i]) summed.push_back(moves_[i]);
    return summed;
  }

 private:
  static constexpr std::uint32_t kEither = 3;  ///< the states in which a cell may be, as bits

  /// That the move changes the sum by 1.
  bool add_equations_of(const LocalMove& move) {
    for (const LocalMove::Cell& cell : move.cells) {
      CellStates& states = states_[cell.cell];
      if (cell.allowed != kEither) states.before = states.after = cell.allowed == 2;
      if (cell.becomes >= 0) states.after = cell.becomes == 1;
    }
    std::map<Monomial, Equation> equations;
    const auto equation = [&](const Monomial& monomial) -> Equation& {
      return equations.try_emplace(monomial, system_.nothing()).first->second;
    };
    for (const std::size_t other : tests_that_change(move))
      for (const bool after : {false, true})
        for (const Monomial& monomial : test_of(moves_[other], after)) flip(equation(monomial), other);
    flip(equation({}), moves_.size());
    for (const LocalMove::Cell& cell : move.cells) states_[cell.cell] = {};
    for (auto& [monomial, coefficients] : equations)
      if (!system_.add(std::move(coefficients))) return false;
    return work_ + system_.work() <= kMostWork;
  }

  /// The moves that look at a cell that the move changes.
  std::vector<std::size_t> tests_that_change(const LocalMove& move) const {
    std::vector<std::size_t> found;
    for (const LocalMove::Cell& cell : move.cells)
      if (cell.becomes >= 0) found.insert(found.end(), looking_[cell.cell].begin(), looking_[cell.cell].end());
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  /// The test of a move in the cells whose state is not known.
  Polynomial test_of(const LocalMove& move, bool after) {
    Polynomial product = {{}};
    for (const LocalMove::Cell& cell : move.cells) {
      if (cell.allowed == kEither) continue;
      const bool wanted = cell.allowed == 2;
      const std::optional<bool>& state = after ? states_[cell.cell].after : states_[cell.cell].before;
      if (state && *state != wanted) return {};
      if (state) continue;
      // x, or 1 + x
      const std::size_t size = product.size();
      for (std::size_t i = 0; i < size; ++i) {
        Monomial longer = product[i];
        longer.push_back(cell.cell);
        if (wanted) product[i] = std::move(longer);
        else product.push_back(std::move(longer));
      }
      work_ += product.size();
      if (work_ > kMostWork) return {};
    }
    return product;
  }

  const std::vector<LocalMove>& moves_;
  EquationSystem system_;
  std::vector<std::vector<std::size_t>> looking_;  ///< by cell: the moves that ask for its state
  std::vector<CellStates> states_;                 ///< by cell: as the move that is looked at has it
  std::uint64_t work_ = 0;
};

bool can_be_made(const LocalMove& move, PositionView position) {
  return std::ranges::all_of(move.cells, [&](const LocalMove::Cell& cell) {
    return (cell.allowed >> static_cast<std::uint32_t>(position[cell.cell]) & 1) != 0;
  });
}

class ParitySearch final : public nimbers::NimberSearch {
 public:
  ParitySearch(const Structure& structure, std::vector<LocalMove> summed, Play play)
      : moves_(structure.moves), summed_(std::move(summed)), cells_(structure.cells), play_(play) {}

  std::optional<Outcome> outcome(PositionView position, std::uint32_t heap, std::uint64_t /*most_positions*/) override {
    ++effort_.positions;
    // Under misère play whoever makes the last move loses.
    if (play_ == Play::misere) return odd(position) ? Outcome::P : Outcome::N;
    return (odd(position) ? 1U : 0U) == heap ? Outcome::P : Outcome::N;
  }
  /// Where an odd number of moves is left all options have an even number left, and the other way round.
  std::optional<Grundy> grundy(PositionView position, std::uint64_t /*most_positions*/) override {
    ++effort_.positions;
    return odd(position) ? 1 : 0;
  }
  Effort effort() const override { return effort_; }
  std::uint32_t to_play(PositionView position) const override {
    std::vector<bool> may_change(cells_);
    for (const LocalMove& move : moves_)
      for (const LocalMove::Cell& cell : move.cells) {
        const auto state = static_cast<std::uint32_t>(position[cell.cell]);
        if (cell.becomes >= 0 && (cell.allowed >> state & 1) != 0) may_change[cell.cell] = true;
      }
    return static_cast<std::uint32_t>(std::ranges::count(may_change, true));
  }
  std::string method() const override {
    return "whether an even or an odd number of moves is left does not depend on which are made: each changes the parity of "
           "the "
           "same sum of tests, which is 0 where no move is left";
  }
  void save(const std::filesystem::path& /*path*/, std::uint64_t /*most_positions*/) const override {}
  void load(const std::filesystem::path& /*path*/) override {}
  std::uint64_t places() const override { return 0; }
  std::uint64_t stored() const override { return 0; }

 private:
  bool odd(PositionView position) const {
    return std::ranges::count_if(summed_, [&](const LocalMove& move) { return can_be_made(move, position); }) % 2 == 1;
  }

  std::vector<LocalMove> moves_, summed_;
  std::uint32_t cells_;
  Play play_;
  Effort effort_;
};

}  // namespace

std::unique_ptr<nimbers::NimberSearch> parity_search(const Structure& structure, Play play) {
  if (structure.states != 2) return nullptr;
  std::optional<std::vector<LocalMove>> summed = ParityFinder(structure).find();
  return summed ? std::make_unique<ParitySearch>(structure, *std::move(summed), play) : nullptr;
}

}  // namespace bouton::local
