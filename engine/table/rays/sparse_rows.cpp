#include "engine/table/rays/sparse_rows.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

#include "engine/base/costs.h"

namespace bouton {
namespace {

constexpr std::int64_t kBetweenReports = std::int64_t{1} << 16;

bool runs_along_row(const BoxRay& ray) { return ray.step[0] == 0; }

/// The lines of one direction, numbered from 0 on, and which of them have met a P-position.
class UsedLines {
 public:
  UsedLines(const BoxRay& ray, const Box& box) : along_(ray.step[0]), down_(ray.step[1]) {
    const std::int64_t farthest = down_ * static_cast<std::int64_t>(box.length(0) - 1);
    shift_ = std::max<std::int64_t>(0, farthest);
    lines_ = along_ * static_cast<std::int64_t>(box.length(1) - 1) - std::min<std::int64_t>(0, farthest) + shift_ + 1;
    words_.assign(static_cast<std::size_t>(words(ray, box)), 0);
  }
  /// With room for reading 64 bits anywhere.
  static std::uint64_t words(const BoxRay& ray, const Box& box) {
    const auto along = static_cast<std::uint64_t>(ray.step[0]), down = static_cast<std::uint64_t>(std::abs(ray.step[1]));
    return (along * box.length(1) + down * box.length(0)) / 64 + 3;
  }

  /// Whether the line of each column is one further than that of the column before.
  bool is_dense() const { return along_ == 1; }
  std::int64_t line(std::int64_t row, std::int64_t column) const { return along_ * column - down_ * row + shift_; }
  bool is_used(std::int64_t line) const {
    return (words_[static_cast<std::size_t>(line / 64)] >> (static_cast<std::uint64_t>(line) % 64) & 1U) != 0;
  }
  /// From a line on, which may be one of the last.
  std::uint64_t next_64(std::int64_t line) const {
    const auto word = static_cast<std::size_t>(line / 64);
    const auto bit = static_cast<unsigned>(line % 64);
    return bit == 0 ? words_[word] : words_[word] >> bit | words_[word + 1] << (64 - bit);
  }
  /// The first column from this one on whose line is not in the run of used lines.
  std::int64_t behind_run(std::int64_t row, std::int64_t column) const {
    const std::int64_t at = line(row, column);
    return at >= run_begin_ && at < run_end_ ? column + (run_end_ - at) : column;
  }
  void use(std::int64_t line) {
    words_[static_cast<std::size_t>(line / 64)] |= std::uint64_t{1} << (static_cast<std::uint64_t>(line) % 64);
    if (run_begin_ == run_end_) run_begin_ = run_end_ = line;
    while (run_end_ < lines_ && is_used(run_end_)) ++run_end_;
    while (run_begin_ > 0 && is_used(run_begin_ - 1)) --run_begin_;
  }

 private:
  std::int64_t along_, down_;
  std::int64_t shift_ = 0, lines_ = 0;
  std::int64_t run_begin_ = 0, run_end_ = 0;
  std::vector<std::uint64_t> words_;
};

std::size_t bytes_of_lines(const std::vector<BoxRay>& rays, const Box& box) {
  std::uint64_t words = 0;
  for (const BoxRay& ray : rays)
    if (!runs_along_row(ray)) words += UsedLines::words(ray, box);
  return static_cast<std::size_t>(std::min<std::uint64_t>(words * sizeof(std::uint64_t), SIZE_MAX));
}

/// The column of a row's P-position; nothing where the box holds none.
std::optional<std::int64_t> column_of(const std::vector<UsedLines>& directions, std::int64_t row, std::int64_t columns,
                                      const Budget& budget) {
  std::int64_t column = 0;
  const auto pass_runs = [&] {
    for (bool has_moved = true; has_moved && column < columns;) {
      has_moved = false;
      for (const UsedLines& lines : directions) {
        if (!lines.is_dense()) continue;
        const std::int64_t behind = lines.behind_run(row, column);
        has_moved = has_moved || behind != column;
        column = behind;
        if (column >= columns) return;
      }
    }
  };
  const auto is_free = [&](std::int64_t at) {
    return std::ranges::all_of(directions, [&](const UsedLines& lines) {
      return lines.is_dense() || !lines.is_used(lines.line(row, at));
    });
  };
  for (std::uint64_t words = 0;; ++words) {
    budget.check_stop_at(words);
    pass_runs();
    if (column >= columns) return std::nullopt;
    std::uint64_t used = 0;
    for (const UsedLines& lines : directions)
      if (lines.is_dense()) used |= lines.next_64(lines.line(row, column));
    for (std::uint64_t open = ~used; open != 0; open &= open - 1) {
      const std::int64_t at = column + std::countr_zero(open);
      if (at >= columns) return std::nullopt;
      if (is_free(at)) return at;
    }
    column += 64;
  }
}

}  // namespace

std::optional<SparseRowsEstimate> estimate_sparse_rows(const std::vector<BoxRay>& rays, const Box& box, Play play) {
  constexpr std::uint64_t kMostPositions = std::uint64_t{1} << 40;  // along a side
  if (box.dimensions() != 2 || play != Play::normal || rays.empty()) return std::nullopt;
  if (box.length(0) > kMostPositions || box.length(1) > kMostPositions) return std::nullopt;
  constexpr std::int64_t kMostStep = std::int64_t{1} << 16;
  bool has_row = false;
  for (const BoxRay& ray : rays) {
    if (!ray.plain || !ray.guards.empty() || std::gcd(ray.step[0], ray.step[1]) != 1) return std::nullopt;
    if (ray.step[0] > kMostStep || ray.step[1] > kMostStep || ray.step[1] < -kMostStep) return std::nullopt;
    has_row = has_row || runs_along_row(ray);
  }
  if (!has_row) return std::nullopt;
  return SparseRowsEstimate{
      .seconds = costs::kRaySparseRow * static_cast<double>(rays.size()) * static_cast<double>(box.length(0)),
      .bytes = bytes_of_lines(rays, box)};
}

void sparse_rows(const std::vector<BoxRay>& rays, const Box& box, const Budget& budget,
                 const std::function<void(std::uint64_t row, std::uint64_t column)>& visit,
                 const std::function<void(std::uint64_t row)>& passed) {
  budget.check_memory(bytes_of_lines(rays, box), "a bit for each line");
  std::vector<UsedLines> directions;
  for (const BoxRay& ray : rays)
    if (!runs_along_row(ray)) directions.emplace_back(ray, box);
  const auto rows = static_cast<std::int64_t>(box.length(0)), columns = static_cast<std::int64_t>(box.length(1));
  for (std::int64_t row = 0; row < rows; ++row) {
    budget.check_stop_at(static_cast<std::uint64_t>(row));
    if (row % kBetweenReports == 0) budget.report("rows", static_cast<std::uint64_t>(row), box.length(0));
    if (const std::optional<std::int64_t> column = column_of(directions, row, columns, budget)) {
      for (UsedLines& lines : directions) lines.use(lines.line(row, *column));
      visit(static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(*column));
    }
    passed(static_cast<std::uint64_t>(row));
  }
}

}  // namespace bouton
