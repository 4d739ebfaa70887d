#include "engine/heap/code/recognise.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "engine/heap/code/horizon.h"
#include "engine/heap/code/linear_moves.h"
#include "engine/program/analysis/ranges.h"
#include "engine/program/move_program_run.h"

namespace bouton {
namespace {

/// Options that are listed at most, and heaps whose options are. A heap without options counts as one that has one, and so do
/// some rounds of the program's loops.
constexpr std::uint64_t kMostOptions = 4'000'000;
constexpr std::uint64_t kRoundsOfAnOption = 4;
constexpr std::uint64_t kMostHeaps = 1 << 20;
/// So often the digits are read anew, of more heaps, where there are more of them than were expected.
constexpr int kMostRounds = 4;
/// The heaps that the program is read for. Greater ones are taken to be integers of any size, which do not wrap around.
constexpr Coordinate kGreatestHeap = Coordinate{1} << 60;

/// The sizes of the heaps that an option leaves, ascending, kSizeBits each: the number of heaps is that of sizes above 0.
using Left = std::uint64_t;
constexpr unsigned kSizeBits = 21;
static_assert(kMostHeaps < std::uint64_t{1} << kSizeBits && kMostHeapsLeft * kSizeBits <= 64);

/// What each option leaves; every option once, in order.
using OptionSet = std::vector<Left>;

OptionSet option_set(const Options& options) {
  OptionSet set;
  set.reserve(options.size());
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::array<Left, kMostHeapsLeft> sizes = {};
    for (std::size_t part = 0; part < options[i].size(); ++part) sizes[part] = static_cast<Left>(options[i][part][0]);
    std::ranges::sort(sizes);
    Left left = 0;
    for (const Left size : sizes) left = left << kSizeBits | size;
    set.push_back(left);
  }
  std::ranges::sort(set);
  set.erase(std::ranges::unique(set).begin(), set.end());
  return set;
}

/// Whether some number that the program computes may leave the 64 bits, so that it need not be what its form says.
bool may_wrap(const MoveProgram& program, const Axis& axis) {
  const Ranges found = ranges(program, {{axis.least, std::min(axis.greatest, kGreatestHeap)}});
  return !std::ranges::all_of(found.expressions, &Interval::bounded);
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
      // Digits are read where a quarter of them are the same. What is a game there, and none farther out, is none.
      if (std::optional<Refusal> refusal = list_options(4 * places + 24)) return *std::move(refusal);
      std::optional<TakeAndBreak> game = game_of_digits();
      if (!game) return no_game();
      if (game->digits().size() <= places) {
        if (std::optional<Refusal> refusal = compare(*game, *found)) return *std::move(refusal);
        return *std::move(game);
      }
      places = game->digits().size();
    }
    return no_game();
  }

 private:
  static Refusal no_game() { return {"the moves are not all the ways to take so many and leave so many heaps"}; }

  static Refusal too_many_moves() { return {"too many moves to be compared"}; }

  Coordinate last() const { return static_cast<Coordinate>(sets_.size()) - 1; }

  /// The options of one heap.
  Result<OptionSet> options_of(Coordinate heap) {
    budget_.check_stop();
    options_.clear();
    if (heap >= axis_.least) {
      std::uint64_t rounds = 0;
      const RunLimits limits{
          .iterations = kRoundsOfAnOption * kMostOptions, .options = kMostOptions, .stop = budget_.stop, .used = &rounds};
      if (compiled_.options(Position{heap}, options_, limits) != RunStatus::done)
        return Refusal{"the moves of small heaps cannot be listed"};
      listed_ += rounds / kRoundsOfAnOption;
      for (std::size_t part = 0; part < options_.part_count(); ++part)
        if (options_.part(part)[0] < std::max<Coordinate>(axis_.least, 0) || options_.part(part)[0] > heap)
          return Refusal{"a move leaves something that is not a heap, or a greater heap"};
    }
    listed_ += 1 + options_.size();
    if (listed_ > kMostOptions) return too_many_moves();
    return option_set(options_);
  }

  /// The options of heaps up to `last`.
  std::optional<Refusal> list_options(std::uint64_t last) {
    if (last > kMostHeaps) return Refusal{"the constants are too large"};
    for (auto heap = static_cast<Coordinate>(sets_.size()); heap <= static_cast<Coordinate>(last); ++heap) {
      Result<OptionSet> set = options_of(heap);
      if (!set) return set.refusal();
      // Greater heaps have as many options as smaller ones, or more.
      if (set->size() * (last - static_cast<std::uint64_t>(heap)) > kMostOptions) return too_many_moves();
      sets_.push_back(*std::move(set));
    }
    return std::nullopt;
  }

  /// About how many options the heaps up to `last` have, if the last one that is listed is like the others.
  double options_to(std::uint64_t last, unsigned heaps_left) const {
    const double times = static_cast<double>(last) / static_cast<double>(sets_.size());
    double options = static_cast<double>(sets_.back().size()) * static_cast<double>(last);
    for (unsigned heaps = 2; heaps <= heaps_left; ++heaps) options *= times * (heaps - 1) / heaps;
    return options;
  }

  /// Whether the heaps that are not listed, up to `last`, have the options of `game`, too: nothing if so.
  std::optional<Refusal> compare(const TakeAndBreak& game, std::uint64_t last) {
    if (last > kMostHeaps) return Refusal{"the constants are too large"};
    if (options_to(last, game.most_heaps().value_or(1)) > static_cast<double>(kMostOptions)) return too_many_moves();
    for (auto heap = static_cast<Coordinate>(sets_.size()); heap <= static_cast<Coordinate>(last); ++heap) {
      const Result<OptionSet> set = options_of(heap);
      if (!set) return set.refusal();
      if (!has_options(game, heap, *set)) return no_game();
    }
    return std::nullopt;
  }

  /// The take-and-break game that has the options listed.
  std::optional<TakeAndBreak> game_of_digits() {
    std::vector<HeapCounts> digits = read_digits();
    // From a quarter on all digits are the same, or the moves are not take-and-break moves.
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
    for (Left left : sets_.back()) {
      unsigned heaps = 0;
      Coordinate removed = last();
      for (; left != 0; left >>= kSizeBits) {
        removed -= static_cast<Coordinate>(left & ((Left{1} << kSizeBits) - 1));
        ++heaps;
      }
      if (removed >= 0 && removed <= last() / 2) digits[static_cast<std::size_t>(removed)].insert(heaps);
    }
    for (std::size_t k = 1; k < digits.size(); ++k)
      if (!sets_[k].empty() && sets_[k].front() == 0) digits[k].insert(0);
    return digits;
  }

  bool describes(const TakeAndBreak& game) {
    for (Coordinate heap = axis_.least; heap <= last(); ++heap) {
      budget_.check_stop();
      if (!has_options(game, heap, sets_[static_cast<std::size_t>(heap)])) return false;
    }
    return true;
  }

  bool has_options(const TakeAndBreak& game, Coordinate heap, const OptionSet& set) {
    options_.clear();
    game.options(heap, options_);
    return option_set(options_) == set;
  }

  CompiledProgram compiled_;
  const LinearMoves& moves_;
  const Axis& axis_;
  const Budget& budget_;
  std::uint64_t listed_ = 0;
  Options options_;
  std::vector<OptionSet> sets_;  ///< of heaps 0, 1, ...
};

}  // namespace

Result<TakeAndBreak> recognise(const MoveProgram& program, const Axis& axis, const Budget& budget) {
  if (program.dimensions != 1) return Refusal{"the game has more than one coordinate"};
  if (axis.least < 0 || axis.least > 16) return Refusal{"the least heap is not 0 or a little more"};
  Result<LinearMoves> moves = linear_moves(program);
  if (!moves) return moves.refusal();
  if (may_wrap(program, axis)) return Refusal{"a multiple of a size, which may be more than 64 bits hold"};
  return Recognising(program, *moves, axis, budget).recognise();
}

}  // namespace bouton
