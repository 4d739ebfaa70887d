#include "engine/heap/code/recognise.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/heap/code/horizon.h"
#include "engine/heap/code/linear_moves.h"
#include "engine/program/move_program_run.h"

namespace bouton {
namespace {

/// Options that are listed at most, and heaps whose options are.
constexpr std::uint64_t kMostOptions = 4'000'000;
constexpr std::uint64_t kMostHeaps = 1 << 20;
/// So often a horizon is looked for that covers the digits found up to it.
constexpr int kMostRounds = 4;

/// The sizes of the heaps, ascending, that each option leaves; every option once, in order.
using OptionSet = std::vector<std::vector<Coordinate>>;

OptionSet option_set(const Options& options) {
  OptionSet set;
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::vector<Coordinate> sizes;
    for (std::size_t part = 0; part < options[i].size(); ++part)
      if (options[i][part][0] != 0) sizes.push_back(options[i][part][0]);
    std::ranges::sort(sizes);
    set.push_back(std::move(sizes));
  }
  std::ranges::sort(set);
  set.erase(std::ranges::unique(set).begin(), set.end());
  return set;
}

class Recognising {
 public:
  Recognising(const MoveProgram& program, const LinearMoves& moves, const Axis& axis, const Budget& budget)
      : compiled_(program), moves_(moves), axis_(axis), budget_(budget) {}

  Result<TakeAndBreak> recognise() {
    // Digits differ at numbers of tokens that the program names, or next to them.
    auto places = static_cast<std::uint64_t>(moves_.greatest_constant) + 2;
    for (int round = 0; round < kMostRounds; ++round) {
      const Result<std::uint64_t> found = horizon(moves_, places, static_cast<std::uint64_t>(axis_.least));
      if (!found) return found.refusal();
      // Digits are read where a quarter of them are the same.
      if (std::optional<Refusal> refusal = list_options(std::max(*found, 4 * places + 24))) return *std::move(refusal);
      std::optional<TakeAndBreak> game = game_of_digits();
      if (!game) return no_game();
      if (game->digits().size() <= places) return *std::move(game);
      places = game->digits().size();
    }
    return no_game();
  }

 private:
  static Refusal no_game() { return {"the moves are not all ways to leave so many heaps when so many are taken", 0}; }

  Coordinate last() const { return static_cast<Coordinate>(sets_.size()) - 1; }

  /// The options of heaps up to `last`.
  std::optional<Refusal> list_options(std::uint64_t last) {
    if (last > kMostHeaps) return Refusal{"the constants are too large"};
    Options options;
    for (auto heap = static_cast<Coordinate>(sets_.size()); heap <= static_cast<Coordinate>(last); ++heap) {
      budget_.check_stop();
      options.clear();
      if (heap >= axis_.least) {
        const RunLimits limits{.iterations = 4 * kMostOptions, .options = kMostOptions, .stop = budget_.stop};
        if (compiled_.options(Position{heap}, options, limits) != RunStatus::done)
          return Refusal{"the moves of small heaps cannot be listed"};
        for (std::size_t part = 0; part < options.part_count(); ++part)
          if (options.part(part)[0] < std::max<Coordinate>(axis_.least, 0)) return Refusal{"a move leaves what is no heap"};
      }
      listed_ += options.size();
      if (listed_ > kMostOptions) return Refusal{"too many moves to be compared"};
      sets_.push_back(option_set(options));
    }
    return std::nullopt;
  }

  /// The take-and-break game that has the options listed.
  std::optional<TakeAndBreak> game_of_digits() const {
    std::vector<HeapCounts> digits = read_digits();
    // From a quarter on all digits are the same, or the moves are no take-and-break moves.
    const std::size_t quarter = digits.size() / 2;
    const bool uniform = std::equal(digits.begin() + static_cast<std::ptrdiff_t>(quarter) + 1, digits.end(),
                                    digits.begin() + static_cast<std::ptrdiff_t>(quarter));
    if (!uniform || digits[0].contains(0) || digits[0].contains(1)) return std::nullopt;
    digits.resize(quarter + 1);
    for (const HeapConstraint constraint :
         {HeapConstraint::none, HeapConstraint::unequal, HeapConstraint::not_all_equal, HeapConstraint::all_equal}) {
      TakeAndBreak game(digits, quarter > 0 ? 1 : 0, constraint);
      if (describes(game)) return game;
    }
    return std::nullopt;
  }

  /// The digits that the moves from the last heap, and those that take a whole heap, show.
  std::vector<HeapCounts> read_digits() const {
    std::vector<HeapCounts> digits(static_cast<std::size_t>(last() / 2) + 1);
    for (const std::vector<Coordinate>& sizes : sets_.back()) {
      Coordinate left = 0;
      for (const Coordinate size : sizes) left += size;
      const Coordinate removed = last() - left;
      if (removed >= 0 && removed <= last() / 2 && sizes.size() <= HeapCounts::kMost)
        digits[static_cast<std::size_t>(removed)].insert(static_cast<unsigned>(sizes.size()));
    }
    for (std::size_t k = 1; k < digits.size(); ++k)
      if (!sets_[k].empty() && sets_[k].front().empty()) digits[k].insert(0);
    return digits;
  }

  bool describes(const TakeAndBreak& game) const {
    Options options;
    for (Coordinate heap = axis_.least; heap <= last(); ++heap) {
      budget_.check_stop();
      options.clear();
      game.options(heap, options);
      if (option_set(options) != sets_[static_cast<std::size_t>(heap)]) return false;
    }
    return true;
  }

  CompiledProgram compiled_;
  const LinearMoves& moves_;
  const Axis& axis_;
  const Budget& budget_;
  std::uint64_t listed_ = 0;
  std::vector<OptionSet> sets_;  ///< of heaps 0, 1, ...
};

}  // namespace

Result<TakeAndBreak> recognise(const MoveProgram& program, const Axis& axis, const Budget& budget) {
  if (program.dimensions != 1) return Refusal{"the game has more than one coordinate"};
  if (axis.least < 0 || axis.least > 16) return Refusal{"the least heap is not 0 or a little more"};
  Result<LinearMoves> moves = linear_moves(program);
  if (!moves) return moves.refusal();
  return Recognising(program, *moves, axis, budget).recognise();
}

}  // namespace bouton
