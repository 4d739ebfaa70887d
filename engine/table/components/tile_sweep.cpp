#include "engine/table/components/tile_sweep.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

#include "engine/base/costs.h"
#include "engine/system/large_pages.h"
#include "engine/table/native/row_team.h"

namespace bouton {
namespace {

/// Positions of a side of a tile.
constexpr std::size_t kSide = 16;

std::size_t whole_tiles(std::size_t positions) { return (positions + kSide - 1) / kSide * kSide; }

/// The options of a coordinate, those that lead beyond the position's own tile first.
class TiledOptions {
 public:
  explicit TiledOptions(const AxisGame& game) : game_(game) {
    for (std::size_t i = 0; i < game.size(); ++i) {
      const std::span<const std::uint32_t> options = game.options_of(i);
      const auto near = std::ranges::lower_bound(options, i / kSide * kSide);
      near_.push_back(game.from[i] + static_cast<std::uint32_t>(near - options.begin()));
    }
  }
  std::span<const std::uint32_t> far(std::size_t position) const { return part(game_.from[position], near_[position]); }
  std::span<const std::uint32_t> near(std::size_t position) const { return part(near_[position], game_.from[position + 1]); }
  std::size_t size() const { return game_.size(); }

 private:
  std::span<const std::uint32_t> part(std::uint32_t from, std::uint32_t to) const {
    return {game_.options.data() + from, game_.options.data() + to};
  }
  const AxisGame& game_;
  std::vector<std::uint32_t> near_;  ///< where those in the tile begin
};

/// With cells of 16 or 32 bits, signed since that is what all machines compare at once.
template <class Cell>
class TileSweep {
 public:
  static constexpr Cell kLongest = std::numeric_limits<Cell>::max();
  static constexpr Cell kLeastP = kLongest / 2 + 1;
  /// No play may be longer.
  static constexpr std::uint64_t kMost = kLongest / 2 - 2;

  TileSweep(const std::vector<AxisGame>& games, Play play, const Budget& budget)
      : games_(games),
        misere_(play == Play::misere),
        budget_(budget),
        rows_(games[games.size() - 2]),
        columns_(games.back()),
        width_(whole_tiles(columns_.size())),
        height_(whole_tiles(rows_.size())),
        plane_(width_ * height_) {
    std::size_t planes = 1;
    for (std::size_t i = games.size() - 2; i-- > 0;) {
      strides_.insert(strides_.begin(), planes);
      planes *= games[i].size();
    }
    planes_ = planes;
    cells_ = fresh(planes_ * plane_);
    turned_ = fresh(plane_);
  }

  void run() {
    for (std::size_t plane = 0; plane < planes_; ++plane) {
      find_planes(plane);
      solve_plane(plane);
    }
  }
  void hand(const TakeRemotenessRow& take) {
    std::vector<std::uint32_t> row(columns_.size());
    for (std::size_t plane = 0; plane < planes_; ++plane)
      for (std::size_t a = 0; a < rows_.size(); ++a) {
        budget_.check_stop();
        const Cell* const from = cells_.get() + plane * plane_ + a * width_;
        for (std::size_t b = 0; b < row.size(); ++b) {
          const std::int32_t cell = from[b];
          row[b] = static_cast<std::uint32_t>(cell >= kLeastP ? kLongest - cell : cell - 1);
        }
        take(plane * rows_.size() + a, row);
      }
  }

 private:
  static std::unique_ptr<Cell[]> fresh(std::size_t cells) {
    const std::size_t bytes = room_for_large_pages(cells * sizeof(Cell));
    std::unique_ptr<Cell[]> made(new Cell[bytes / sizeof(Cell)]);  // every cell is written before it is read
    ask_for_large_pages(made.get(), bytes);
    return made;
  }

  /// The planes that options of the other coordinates lead to.
  void find_planes(std::size_t plane) {
    others_.clear();
    std::size_t rest = plane;
    for (std::size_t i = 0; i + 2 < games_.size(); ++i) {
      const std::size_t here = rest / strides_[i];
      rest %= strides_[i];
      for (const std::uint32_t option : games_[i].options_of(here))
        others_.push_back(cells_.get() + (plane - (here - option) * strides_[i]) * plane_);
    }
  }

  void solve_plane(std::size_t plane) {
    Cell* const cells = cells_.get() + plane * plane_;
    constexpr std::int64_t kPieces = 8;
    RowTeamwork work;
    work.threads = budget_.threads;
    const auto across = static_cast<std::int64_t>(width_ / kSide);
    work.lengths.assign(height_ / kSide, across);
    work.piece = std::max<std::int64_t>(1, across / kPieces);
    const auto solve = [&](unsigned thread, const RowPiece& piece) {
      if (thread == 0) budget_.check_stop();
      for (std::int64_t tile = piece.from; tile < piece.to; ++tile)
        solve_tile(cells, piece.row * kSide, static_cast<std::size_t>(tile) * kSide);
      return true;
    };
    if (budget_.threads > 1 && seconds_of_tiles(games_) > costs::kNativeTogether * static_cast<double>(planes_)) {
      (void)solve_rows_together(work, solve);
      return;
    }
    for (std::size_t row = 0; row < work.lengths.size(); ++row) solve(0, {row, 0, across});
  }

  using Tile = std::array<std::array<Cell, kSide>, kSide>;

  static void take_greater(std::array<Cell, kSide>& seen, const Cell* cells) {
    for (std::size_t i = 0; i < kSide; ++i) seen[i] = std::max(seen[i], cells[i]);
  }
  /// The greatest of some rows of 16 cells; `at` says where those of an option are.
  template <class Options, class At>
  static std::array<Cell, kSide> greatest(std::array<Cell, kSide> seen, const Options& options, const At& at) {
    for (const auto& option : options) take_greater(seen, at(option));
    return seen;
  }

  /// The tile whose first position is a, b.
  void solve_tile(Cell* cells, std::size_t a, std::size_t b) {
    alignas(32) Tile tile{}, across{};
    const std::size_t rows = std::min(kSide, rows_.size() - a), columns = std::min(kSide, columns_.size() - b);
    for (std::size_t j = 0; j < columns; ++j)
      across[j] = greatest({}, columns_.far(b + j), [&](std::uint32_t to) { return turned_.get() + to * height_ + a; });
    for (std::size_t i = 0; i < kSide; ++i)
      for (std::size_t j = 0; j < kSide; ++j) tile[i][j] = across[j][i];
    for (std::size_t i = 0; i < rows; ++i) {
      std::array<Cell, kSide>& row = tile[i];
      row = greatest(row, others_, [&](const Cell* other) { return other + (a + i) * width_ + b; });
      row = greatest(row, rows_.far(a + i), [&](std::uint32_t to) { return cells + to * width_ + b; });
      row = greatest(row, rows_.near(a + i), [&](std::uint32_t to) { return tile[to - a].data(); });
      for (std::size_t j = 0; j < columns; ++j) {
        Cell seen = row[j];
        for (const std::uint32_t to : columns_.near(b + j)) seen = std::max(seen, row[to - b]);
        row[j] = value(seen);
      }
    }
    for (std::size_t i = 0; i < kSide; ++i) std::copy_n(tile[i].data(), kSide, cells + (a + i) * width_ + b);
    for (std::size_t i = 0; i < kSide; ++i)
      for (std::size_t j = 0; j < kSide; ++j) across[j][i] = tile[i][j];
    for (std::size_t j = 0; j < kSide; ++j) std::copy_n(across[j].data(), kSide, turned_.get() + (b + j) * height_ + a);
  }

  /// From the greatest value of an option to the position's; 0 where there is none.
  Cell value(Cell seen) const {
    if (seen == 0 && misere_) return 1;
    const auto rest = static_cast<Cell>(kLongest - seen);
    return seen >= kLeastP ? static_cast<Cell>(rest + 2) : rest;
  }

  const std::vector<AxisGame>& games_;
  const bool misere_;
  const Budget& budget_;
  TiledOptions rows_, columns_;
  const std::size_t width_, height_, plane_;  ///< of a plane, whole tiles; cells of one
  std::vector<std::size_t> strides_;          ///< of the other coordinates, in planes
  std::size_t planes_ = 1;
  std::unique_ptr<Cell[]> cells_;   ///< plane by plane, row by row
  std::unique_ptr<Cell[]> turned_;  ///< the present plane, column by column
  std::vector<const Cell*> others_;
};

using Narrow = TileSweep<std::int16_t>;
using Wide = TileSweep<std::int32_t>;

double cells_of(const std::vector<AxisGame>& games) {
  double cells = 1;
  for (std::size_t i = 0; i < games.size(); ++i)
    cells *= static_cast<double>(i + 2 < games.size() ? games[i].size() : whole_tiles(games[i].size()));
  return cells;
}

}  // namespace

std::uint64_t longest_play(const std::vector<AxisGame>& games) {
  std::uint64_t sum = 0;
  for (const AxisGame& game : games) sum += std::ranges::max(longest_plays(game));
  return sum;
}

double seconds_of_tiles(const std::vector<AxisGame>& games) {
  double options = 0;
  for (const AxisGame& game : games) options += static_cast<double>(game.options.size()) / static_cast<double>(game.size());
  return cells_of(games) * (costs::kTilePosition + costs::kTileOption * options);
}

std::size_t bytes_of_tiles(const std::vector<AxisGame>& games) {
  const std::size_t cell = longest_play(games) <= Narrow::kMost ? sizeof(std::int16_t) : sizeof(std::int32_t);
  return static_cast<std::size_t>(cells_of(games)) * 2 * cell;
}

void sweep_tiles(const std::vector<AxisGame>& games, Play play, const Budget& budget, const TakeRemotenessRow& take) {
  const auto sweep = [&](auto&& tiles) {
    tiles.run();
    tiles.hand(take);
  };
  if (longest_play(games) <= Narrow::kMost) sweep(Narrow(games, play, budget));
  else sweep(Wide(games, play, budget));
}

}  // namespace bouton
