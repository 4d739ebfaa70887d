#include "engine/table/rays/sparse_rows.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

#include "engine/base/costs.h"

namespace bouton {
namespace {

constexpr std::int64_t kRowsBetweenReports = std::int64_t{1} << 16;

bool runs_along_row(const BoxRay& ray) { return ray.step[0] == 0; }

/// The lines of one direction, and which of them have met a P-position: those that a row meets at its columns one after another
/// have numbers one after another, so that lines s0 b - s1 a with one remainder modulo s0 stand together. A bit each, above
/// them a bit for each word of which all are set, and so on.
class UsedLines {
 public:
  UsedLines(const BoxRay& ray, const Box& box)
      : along_(ray.step[0]),
        down_(ray.step[1]),
        shift_(std::max<std::int64_t>(0, down_ * static_cast<std::int64_t>(box.length(0) - 1))),
        lines_of_remainder_(static_cast<std::int64_t>(64 * words_of_remainder(ray, box))) {
    for (std::uint64_t count = words(ray, box);; count = count / 64 + kSpare) {
      levels_.emplace_back(static_cast<std::size_t>(count), 0);
      if (count <= kFewWords) return;
    }
  }
  /// Of the lowest level.
  static std::uint64_t words(const BoxRay& ray, const Box& box) {
    return static_cast<std::uint64_t>(ray.step[0]) * words_of_remainder(ray, box);
  }

  std::int64_t line(std::int64_t row, std::int64_t column) const {
    const std::int64_t line = along_ * column - down_ * row + shift_;
    return along_ == 1 ? line : line % along_ * lines_of_remainder_ + line / along_;
  }
  /// From a line on, which may be one of the last.
  std::uint64_t next_64(std::int64_t line) const {
    const auto word = static_cast<std::size_t>(line / 64);
    const auto bit = static_cast<unsigned>(line % 64);
    return bit == 0 ? levels_[0][word] : levels_[0][word] >> bit | levels_[0][word + 1] << (64 - bit);
  }
  /// The first line from this one on that is not used.
  std::int64_t next_free(std::int64_t line) const {
    return static_cast<std::int64_t>(first_free(0, static_cast<std::uint64_t>(line)));
  }
  void use(std::int64_t line) {
    auto at = static_cast<std::uint64_t>(line);
    for (std::vector<std::uint64_t>& level : levels_) {
      std::uint64_t& word = level[static_cast<std::size_t>(at / 64)];
      word |= std::uint64_t{1} << (at % 64);
      if (~word != 0) return;
      at /= 64;
    }
  }

 private:
  static constexpr std::uint64_t kSpare = 3, kFewWords = 16;

  /// With room for reading 64 bits anywhere, and a free line behind the last.
  static std::uint64_t words_of_remainder(const BoxRay& ray, const Box& box) {
    const auto along = static_cast<std::uint64_t>(ray.step[0]), down = static_cast<std::uint64_t>(std::abs(ray.step[1]));
    return (box.length(1) + down * box.length(0) / along) / 64 + kSpare;
  }
  std::uint64_t first_free(std::size_t level, std::uint64_t from) const {
    const std::vector<std::uint64_t>& words = levels_[level];
    std::uint64_t word = from / 64;
    std::uint64_t open = ~words[static_cast<std::size_t>(word)] & (~std::uint64_t{0} << (from % 64));
    if (open == 0) {
      ++word;
      if (level + 1 < levels_.size()) word = first_free(level + 1, word);
      else
        while (~words[static_cast<std::size_t>(word)] == 0) ++word;
      open = ~words[static_cast<std::size_t>(word)];
    }
    return 64 * word + static_cast<unsigned>(std::countr_zero(open));
  }

  std::int64_t along_, down_, shift_, lines_of_remainder_;
  std::vector<std::vector<std::uint64_t>> levels_;
};

std::size_t bytes_of_lines(const std::vector<BoxRay>& rays, const Box& box) {
  std::uint64_t words = 0;
  for (const BoxRay& ray : rays)
    if (!runs_along_row(ray)) words += UsedLines::words(ray, box);
  return static_cast<std::size_t>(std::min<std::uint64_t>(words * sizeof(std::uint64_t), SIZE_MAX));
}

/// The column of a row's P-position; `columns` or more where the box holds none.
std::int64_t column_of(const std::vector<UsedLines>& directions, std::int64_t row, std::int64_t columns, const Budget& budget) {
  constexpr std::int64_t kWord = 64;
  std::int64_t column = 0;
  // Past what single directions forbid, while that is more than the next word.
  const auto pass_used = [&] {
    for (std::int64_t before = -kWord; column - before >= kWord && column < columns;) {
      before = column;
      for (const UsedLines& lines : directions)
        if (column < columns) {
          const std::int64_t line = lines.line(row, column);
          column += lines.next_free(line) - line;
        }
    }
  };
  for (std::uint64_t words = 0;; ++words) {
    budget.check_stop_at(words);
    pass_used();
    if (column >= columns) return column;
    std::uint64_t used = 0;
    for (const UsedLines& lines : directions) used |= lines.next_64(lines.line(row, column));
    if (~used != 0) return column + std::countr_zero(~used);
    column += kWord;
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
    if (row % kRowsBetweenReports == 0) budget.report("rows", static_cast<std::uint64_t>(row), box.length(0));
    if (const std::int64_t column = column_of(directions, row, columns, budget); column < columns) {
      for (UsedLines& lines : directions) lines.use(lines.line(row, column));
      visit(static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column));
    }
    passed(static_cast<std::uint64_t>(row));
  }
}

}  // namespace bouton
