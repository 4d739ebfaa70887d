#include "engine/local/dense_search.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/nimbers/wrapped_search.h"

namespace bouton::local {
namespace {

using nimbers::NimberSearch;

constexpr std::uint32_t kMostCells = 26;
/// So many positions of the array take as long as one of a search, by measurement.
constexpr std::uint64_t kPositionsOfArray = 128;

/// A move as bits of cells: it can be made where the cells of `care` are as in `want`, and adds `adds`.
struct BitMove {
  std::uint32_t care = 0, want = 0, adds = 0;
};

/// The state that moves leave, if it is one, the moves look at two states, and each surely changes a cell.
std::optional<std::uint32_t> state_that_is_left(const Structure& structure) {
  if (structure.states != 2 || structure.cells > kMostCells || structure.walled) return std::nullopt;
  std::optional<std::uint32_t> left;
  for (const LocalMove& move : structure.moves) {
    bool changes = false;
    for (const LocalMove::Cell& cell : move.cells) {
      if (cell.becomes < 0) continue;
      const auto becomes = static_cast<std::uint32_t>(cell.becomes);
      if (left && *left != becomes) return std::nullopt;
      left = becomes;
      changes = changes || cell.allowed == 1U << (1 - becomes);
    }
    if (!changes) return std::nullopt;
  }
  return left;
}

/// The values of all positions that can be reached from one.
class DenseArray {
 public:
  /// `free`: the cells that some move may still change.
  DenseArray(const std::vector<BitMove>& moves, std::uint32_t start, std::uint32_t free, Play play, const Budget& budget,
             const std::shared_ptr<MemoryAccount>& account)
      : values_(account), start_(start), free_(free) {
    std::vector<BitMove> packed;
    for (const BitMove& move : moves) {
      // Cells that cannot change any more are looked at now.
      const std::uint32_t fixed = move.care & ~free_;
      if ((start & fixed) != (move.want & fixed)) continue;
      packed.push_back({pack(move.care), pack(move.want), pack(move.adds)});
    }
    const std::uint32_t bits = static_cast<std::uint32_t>(std::popcount(free_));
    values_.resize(std::size_t{1} << bits);
    if (bits < kBlockBits) fill(packed, 0, static_cast<std::uint32_t>(values_.size()), play);
    std::vector<BitMove> of_block;
    for (std::size_t block = values_.size() >> kBlockBits; block-- > 0;) {
      budget.check_stop_at(block);
      const auto high = static_cast<std::uint32_t>(block << kBlockBits);
      of_block.clear();
      for (const BitMove& move : packed)
        if (((high ^ move.want) & move.care & ~kLow) == 0) of_block.push_back({move.care & kLow, move.want & kLow, move.adds});
      fill(of_block, high, kLow + 1, play);
    }
  }

  /// Of a position; nothing where it cannot be reached from that one.
  std::optional<std::uint8_t> value(std::uint32_t position) const {
    if (((position ^ start_) & ~free_) != 0) return std::nullopt;
    return values_[pack(position)];
  }
  std::size_t size() const { return values_.size(); }

 private:
  static constexpr std::uint32_t kBlockBits = 6, kLow = (1U << kBlockBits) - 1;

  /// The free cells as the lowest bits.
  std::uint32_t pack(std::uint32_t cells) const {
    std::uint32_t packed = 0, at = 0;
    for (std::uint32_t rest = free_; rest != 0; rest &= rest - 1, ++at) packed |= (cells >> std::countr_zero(rest) & 1U) << at;
    return packed;
  }

  /// The values of numbers [first, first + count), of moves whose tests on the bits of `first` hold. A value is at most the
  /// number of cells.
  void fill(const std::vector<BitMove>& moves, std::uint32_t first, std::uint32_t count, Play play) {
    std::uint8_t* const values = values_.data();
    for (std::uint32_t low = count; low-- > 0;) {
      const std::uint32_t position = first | low;
      std::uint64_t seen = 0;
      for (const BitMove& move : moves) seen |= std::uint64_t{(low & move.care) == move.want} << values[position | move.adds];
      // Under misère play: 1 for N. Who cannot move has won.
      values[position] = static_cast<std::uint8_t>(play == Play::misere ? seen == 0 || (seen & 1) != 0 : std::countr_one(seen));
    }
  }

  ChargedVector<std::uint8_t> values_;  ///< by the free cells
  std::uint32_t start_, free_;
};

class DenseSearch final : public nimbers::WrappedSearch {
 public:
  DenseSearch(std::unique_ptr<NimberSearch> search, const Structure& structure, std::uint32_t left, Play play,
              const Budget& budget, std::shared_ptr<MemoryAccount> account)
      : WrappedSearch(std::move(search)), left_(left), play_(play), budget_(budget), account_(std::move(account)) {
    for (const LocalMove& move : structure.moves) {
      BitMove bits;
      for (const LocalMove::Cell& cell : move.cells) {
        const std::uint32_t bit = 1U << cell.cell;
        if (cell.allowed == 1U || cell.allowed == 2U) bits.care |= bit;
        if (cell.allowed == 1U << left) bits.want |= bit;
        if (cell.becomes >= 0) bits.adds |= bit;
      }
      moves_.push_back(bits);
      changed_ |= bits.adds;
    }
  }

  std::optional<Outcome> outcome(PositionView position, std::uint32_t heap, std::uint64_t most_positions) override {
    return asked(
        position, most_positions, [&](std::uint64_t most) { return inner().outcome(position, heap, most); },
        [&](std::uint8_t value) { return value == heap ? Outcome::P : Outcome::N; });
  }
  std::optional<Grundy> grundy(PositionView position, std::uint64_t most_positions) override {
    return asked(
        position, most_positions, [&](std::uint64_t most) { return inner().grundy(position, most); },
        [](std::uint8_t value) { return Grundy{value}; });
  }
  Effort effort() const override {
    Effort effort = inner().effort();
    effort.positions += in_arrays_ / kPositionsOfArray;
    return effort;
  }
  std::string method() const override {
    return inner().method() + "; all positions below in one array where that is not soon done";
  }

 private:
  template <class Ask, class Answer>
  std::invoke_result_t<Ask, std::uint64_t> asked(PositionView position, std::uint64_t most, Ask ask, Answer answer) {
    const std::uint32_t bits = bits_of(position);
    if (array_)
      if (const auto value = array_->value(bits)) return answer(*value);
    // Whoever asks about the options of a position asks about all of them: one array is for all, unless it is much longer.
    if (!start_ || ((bits ^ *start_) & ~free(*start_)) != 0 || std::popcount(bits ^ *start_) > kNear) start_ = bits;
    const std::uint64_t positions = std::uint64_t{1} << std::popcount(free(*start_));
    const std::uint64_t worth = (std::uint64_t{1} << std::popcount(free(bits))) / kPositionsOfArray;
    auto found = ask(std::min(most, worth));
    if (found || most <= worth) return found;
    if (positions > (account_->limit() - account_->used()) / 2) return ask(most - worth);
    array_.reset();
    array_.emplace(moves_, *start_, free(*start_), play_, budget_, account_);
    in_arrays_ += array_->size();
    return answer(*array_->value(bits));
  }
  /// The cells that can still change below a position.
  std::uint32_t free(std::uint32_t bits) const { return changed_ & ~bits; }
  std::uint32_t bits_of(PositionView position) const {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < position.size(); ++i)
      bits |= static_cast<std::uint32_t>(position[i] == static_cast<Coordinate>(left_)) << i;
    return bits;
  }

  std::uint32_t left_;  ///< the state that moves leave
  Play play_;
  const Budget& budget_;
  std::shared_ptr<MemoryAccount> account_;
  std::vector<BitMove> moves_;
  std::optional<DenseArray> array_;  ///< of the position that was asked about last
  std::uint64_t in_arrays_ = 0;

  static constexpr int kNear = 5;       ///< so many cells
  std::uint32_t changed_ = 0;           ///< cells that some move changes
  std::optional<std::uint32_t> start_;  ///< the position that an array would begin with
};

}  // namespace

std::unique_ptr<NimberSearch> with_dense_array(std::unique_ptr<NimberSearch> search, const Structure& structure, Play play,
                                               const Budget& budget, const std::shared_ptr<MemoryAccount>& account) {
  const std::optional<std::uint32_t> left = state_that_is_left(structure);
  if (!left) return search;
  return std::make_unique<DenseSearch>(std::move(search), structure, *left, play, budget, account);
}

}  // namespace bouton::local
