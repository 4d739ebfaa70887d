#include "engine/table/row_periods/column_sweep.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace bouton {
namespace {

constexpr std::uint64_t kFullColumn = ~std::uint64_t{0};
constexpr std::size_t kBits = 64;

bool contains(Interval range, std::int64_t value) { return value >= range.low && value <= range.high; }

}  // namespace

ColumnSweep::ColumnSweep(const RowMoves& moves, std::size_t memory) : moves_(moves), memory_(memory) { prepare(); }

std::size_t ColumnSweep::bytes(const RowMoves& moves) {
  std::int64_t lines = 0, steps = 1, readings = 0;  // columns that are kept
  for (std::size_t number = 0; number < moves.lines.size(); ++number) {
    std::int64_t depth = 0;
    for (const RowMoves::Move& move : moves.along_lines)
      if (move.line == number) depth = std::max(depth, move.columns + moves.lines[number].columns);
    lines += depth + 1;
  }
  for (const RowMoves::Move& move : moves.steps) steps = std::max(steps, move.columns + 1);
  readings = static_cast<std::int64_t>(moves.steps.size() + moves.along_lines.size());
  return moves.rows * (static_cast<std::size_t>(kWordsAtFirst * lines + steps) * sizeof(std::uint64_t) +
                       static_cast<std::size_t>(readings) * sizeof(Reading));
}

void ColumnSweep::prepare() {
  const std::size_t rows = moves_.rows;
  lines_read_.resize(rows);
  steps_read_.resize(rows);
  full_.resize(rows);
  column_.resize(rows);
  sets_.resize(moves_.lines.size());
  for (Sets& sets : sets_) sets.kept.resize(rows);
  const auto read = [&](const std::vector<RowMoves::Move>& list, std::vector<std::vector<Reading>>& by_row) {
    for (const RowMoves::Move& move : list)
      for (auto row = static_cast<std::size_t>(move.rows); row < rows; ++row) {
        const std::size_t to = row - static_cast<std::size_t>(move.rows);
        if (move.where[row].empty() || !contains(move.targets.rows, static_cast<std::int64_t>(to))) continue;
        by_row[row].push_back({&move, to});
      }
  };
  read(moves_.along_lines, lines_read_);
  read(moves_.steps, steps_read_);
  for (const std::vector<Reading>& readings : steps_read_)
    for (const Reading& reading : readings) step_depth_ = std::max(step_depth_, reading.move->columns);
  for (std::size_t row = rows; row-- > 0;) {
    for (const Reading& reading : lines_read_[row]) {
      Sets& sets = sets_[reading.move->line];
      const RowMoves::Line& line = moves_.lines[reading.move->line];
      sets.kept[reading.row] = true;
      sets.depth = std::max(sets.depth, reading.move->columns + line.columns);
      const bool for_ever = reading.move->where[row].high >= kUnbounded && line.targets.columns.high >= kUnbounded;
      if (line.rows == 0 && for_ever && full_[row] == nullptr &&
          contains(line.targets.rows, static_cast<std::int64_t>(reading.row)))
        full_[row] = &reading;
    }
  }
  for (std::size_t number = 0; number < sets_.size(); ++number) {
    Sets& sets = sets_[number];
    const auto by_row = static_cast<std::size_t>(moves_.lines[number].rows);
    for (std::size_t row = rows; row-- > by_row;)
      if (sets.kept[row]) sets.kept[row - by_row] = true;
    sets.words.assign(static_cast<std::size_t>(sets.depth + 1) * rows * words_, 0);
    depth_ = std::max(depth_, sets.depth);
  }
  depth_ = std::max(depth_, step_depth_);
  last_.assign(static_cast<std::size_t>(step_depth_ + 1) * rows, 0);
  used_.assign(words_, 0);
}

bool ColumnSweep::advance() {
  for (std::size_t row = 0; row < moves_.rows; ++row) {
    std::uint64_t found = value(row);
    while (found == origin_ + words_ * kBits) {
      if (!widen(2 * words_)) return false;
      found = value(row);
    }
    if (found >= std::numeric_limits<Grundy>::max()) return false;
    column_[row] = static_cast<Grundy>(found);
    last_[value_place(0, row)] = found;
    join_lines(row, found);
  }
  ++columns_;
  for (Sets& sets : sets_) sets.now = sets.now == sets.depth ? 0 : sets.now + 1;
  values_now_ = values_now_ == step_depth_ ? 0 : values_now_ + 1;
  slide();
  return true;
}

/// The least value that no option has; the one beyond all words if they hold all.
std::uint64_t ColumnSweep::value(std::size_t row) {
  now_.clear();
  for (const Reading& reading : lines_read_[row]) {
    if (reading.move->columns > columns_ || !contains(reading.move->where[row], columns_)) continue;
    const Sets& sets = sets_[reading.move->line];
    now_.push_back(sets.words.data() + place(sets, reading.move->columns, reading.row));
  }
  if (!steps_read_[row].empty()) {
    std::ranges::fill(used_, std::uint64_t{0});
    for (const Reading& reading : steps_read_[row]) {
      const std::int64_t column = columns_ - reading.move->columns;
      if (column < 0 || !contains(reading.move->where[row], columns_) || !contains(reading.move->targets.columns, column))
        continue;
      const std::uint64_t value = last_[value_place(reading.move->columns, reading.row)];
      if (value >= origin_) used_[(value - origin_) / kBits] |= std::uint64_t{1} << value % kBits;
    }
    now_.push_back(used_.data());
  }
  work_ += steps_read_[row].size() + 1;
  for (std::size_t word = 0; word < words_; ++word) {
    std::uint64_t used = 0;
    for (const std::uint64_t* set : now_) used |= set[word];
    if (used != kFullColumn) return origin_ + word * kBits + static_cast<std::size_t>(std::countr_one(used));
  }
  return origin_ + words_ * kBits;
}

/// The sets of the lines through the position of this column: what is on them before it, and its value.
void ColumnSweep::join_lines(std::size_t row, std::uint64_t value) {
  for (std::size_t number = 0; number < sets_.size(); ++number) {
    Sets& sets = sets_[number];
    if (!sets.kept[row]) continue;
    const RowMoves::Line& line = moves_.lines[number];
    std::uint64_t* const to = sets.words.data() + place(sets, 0, row);
    const auto by_row = static_cast<std::size_t>(line.rows);
    if (row >= by_row && columns_ >= line.columns)
      std::copy_n(sets.words.data() + place(sets, line.columns, row - by_row), words_, to);
    else std::fill_n(to, words_, std::uint64_t{0});
    work_ += words_;
    if (contains(line.targets.rows, static_cast<std::int64_t>(row)) && contains(line.targets.columns, columns_))
      to[(value - origin_) / kBits] |= std::uint64_t{1} << value % kBits;
  }
}

/// Makes room in all sets. False where it would be too much.
bool ColumnSweep::widen(std::size_t words) {
  std::size_t all = 0;
  for (const Sets& sets : sets_) all += sets.words.size() / words_;
  if (words > memory_ / sizeof(std::uint64_t) / (2 * all + 1)) return false;
  for (Sets& sets : sets_) {
    std::vector<std::uint64_t> wide(sets.words.size() / words_ * words, 0);
    for (std::size_t set = 0; set < sets.words.size() / words_; ++set)
      std::copy_n(sets.words.begin() + static_cast<std::ptrdiff_t>(set * words_), words_,
                  wide.begin() + static_cast<std::ptrdiff_t>(set * words));
    sets.words = std::move(wide);
  }
  words_ = words;
  used_.assign(words_, 0);
  return true;
}

/// How many bits of the set are there before the first that is not; 0 of a column before the first.
std::size_t ColumnSweep::first_missing(const Sets& sets, std::int64_t back, std::size_t row) const {
  if (back > columns_) return 0;
  const std::uint64_t* const set = sets.words.data() + place(sets, back, row);
  std::size_t word = 0;
  while (word < words_ && set[word] == kFullColumn) ++word;
  return word * kBits + (word == words_ ? 0 : static_cast<std::size_t>(std::countr_one(set[word])));
}

std::uint64_t ColumnSweep::base() const {
  std::size_t least = words_ * kBits;
  for (std::size_t row = 0; row < moves_.rows && least > 0; ++row) {
    const Reading* const reading = full_[row];
    if (reading == nullptr) return 0;
    // The sets that later columns read hold these: one for each remainder of the column.
    const std::int64_t step = moves_.lines[reading->move->line].columns;
    const Sets& sets = sets_[reading->move->line];
    for (std::int64_t back = 1; back <= step; ++back)
      least = std::min(least, first_missing(sets, reading->move->columns + back, reading->row));
  }
  return origin_ + least;
}

/// Leaves out words that are full for ever.
void ColumnSweep::slide() {
  if (columns_ < moves_.settled) return;
  const std::size_t words = static_cast<std::size_t>(base() - origin_) / kBits;
  if (words == 0) return;
  for (Sets& sets : sets_)
    for (std::size_t at = 0; at < sets.words.size(); at += words_) {
      const auto set = sets.words.begin() + static_cast<std::ptrdiff_t>(at);
      std::fill(std::copy(set + static_cast<std::ptrdiff_t>(words), set + static_cast<std::ptrdiff_t>(words_), set),
                set + static_cast<std::ptrdiff_t>(words_), std::uint64_t{0});
    }
  origin_ += words * kBits;
}

/// How many words there are, and then the set from `base` on.
void ColumnSweep::add_set(const Sets& sets, std::int64_t back, std::size_t row, std::uint64_t base,
                          std::vector<std::uint64_t>& state) const {
  const std::uint64_t* const set = sets.words.data() + place(sets, back, row);
  const std::size_t skipped = static_cast<std::size_t>(base - origin_) / kBits;
  const unsigned shift = static_cast<unsigned>((base - origin_) % kBits);
  const std::size_t start = state.size();
  state.push_back(0);
  for (std::size_t word = skipped; word < words_; ++word) {
    std::uint64_t bits = set[word] >> shift;
    if (shift > 0 && word + 1 < words_) bits |= set[word + 1] << (kBits - shift);
    state.push_back(bits);
  }
  while (state.size() > start + 1 && state.back() == 0) state.pop_back();
  state[start] = state.size() - start - 1;
}

std::vector<std::uint64_t> ColumnSweep::state() const {
  const std::uint64_t from = base();
  std::vector<std::uint64_t> state;
  for (const Sets& sets : sets_)
    for (std::int64_t back = 1; back <= sets.depth; ++back)
      for (std::size_t row = 0; row < moves_.rows; ++row)
        if (sets.kept[row]) add_set(sets, back, row, from, state);
  for (std::int64_t back = 1; back <= step_depth_; ++back)
    for (std::size_t row = 0; row < moves_.rows; ++row) {
      const std::uint64_t value = last_[value_place(back, row)];
      state.push_back(value < from ? 0 : value - from + 1);
    }
  return state;
}

}  // namespace bouton
