#include "engine/theorem/learning/row_sieve.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

namespace bouton {
namespace {

constexpr std::size_t kMostOthers = 64;
constexpr std::size_t kMostSieved = 1000;
constexpr Coordinate kGreatestDifference = 32;

/// A finite set of at most so many pairs; nothing where it is none.
std::optional<std::vector<Position>> few_pairs(const Automaton& set, std::size_t at_most) {
  if (!is_finite(set)) return std::nullopt;
  std::vector<Position> pairs;
  for (const BigPosition& numbers : first_tuples(set, at_most + 1)) {
    const std::optional<Position> pair = narrow(numbers);
    if (!pair || pairs.size() == at_most) return std::nullopt;
    pairs.push_back(*pair);
  }
  std::ranges::sort(pairs);
  return pairs;
}

/// The pairs for which the form is 0, and not both numbers are, or, where it is so `from_1_on`, neither is.
Automaton line(const Affine& zero, bool from_1_on, AutomataWorkspace& workspace) {
  LinearSet set{2, {{zero, Relation::equal}}};
  const auto at_least_1 = [&](const Affine& form) {
    set.conditions.push_back({Affine::of_constant(1) - form, Relation::at_most});
  };
  if (from_1_on) {
    at_least_1(Affine::of_variable(0));
    at_least_1(Affine::of_variable(1));
  } else {
    at_least_1(Affine::of_variable(0) + Affine::of_variable(1));
  }
  return union_of({set}, 2, Numeration::base(2), workspace);
}

/// The diagonals that are in the set but for a few of their first vectors; they are taken out of it, and looked for until what
/// is left is finite.
std::vector<TakenLines::Diagonal> take_diagonals(Automaton& set, AutomataWorkspace& workspace) {
  std::vector<TakenLines::Diagonal> diagonals;
  for (Coordinate size = 0; size <= kGreatestDifference && !is_finite(set); ++size)
    for (const Coordinate difference : {size, -size}) {
      if (size == 0 && !diagonals.empty()) break;
      const Affine zero = plus_constant(Affine::of_variable(1) - Affine::of_variable(0), -difference);
      const Automaton diagonal = line(zero, true, workspace);
      const std::optional<std::vector<Position>> missing =
          few_pairs(combined(diagonal, set, SetOperation::first_only, workspace), kMostOthers);
      if (!missing) continue;
      Coordinate first = std::max<Coordinate>(1, 1 - difference);
      for (const Position& vector : *missing) first = std::max(first, vector[0] + 1);
      diagonals.push_back({difference, first});
      set = combined(set, diagonal, SetOperation::first_only, workspace);
    }
  return diagonals;
}

}  // namespace

std::optional<TakenLines> taken_lines(const std::vector<GuardedVectors>& moves, Play play, AutomataWorkspace& workspace) {
  if (moves.empty() || moves[0].vectors.tracks() != 2) return std::nullopt;
  const Numeration binary = Numeration::base(2);
  TakenLines lines;
  Automaton all(binary, 2), exceptions(binary, 2);
  for (const GuardedVectors& some : moves) {
    all = combined(all, some.vectors, SetOperation::either, workspace);
    exceptions = combined(exceptions, complement(some.from, workspace), SetOperation::either, workspace);
  }
  std::optional<std::vector<Position>> few = few_pairs(exceptions, kMostSieved);
  if (!few || (!few->empty() && play != Play::normal)) return std::nullopt;
  lines.exceptions = *std::move(few);
  lines.at_exceptions = moves;
  Automaton others = all;
  for (const std::size_t track : {0U, 1U}) {
    const Automaton axis = line(Affine::of_variable(track), false, workspace);
    if (!combined(axis, all, SetOperation::first_only, workspace).empty()) return std::nullopt;
    others = combined(others, axis, SetOperation::first_only, workspace);
  }
  const Automaton before = others;
  lines.diagonals = take_diagonals(others, workspace);
  // Of a diagonal those vectors are left that come before all are taken.
  std::optional<std::vector<Position>> rest = few_pairs(others, kMostOthers);
  if (!rest) return std::nullopt;
  for (const TakenLines::Diagonal& diagonal : lines.diagonals)
    for (Coordinate s = std::max<Coordinate>(1, 1 - diagonal.difference); s < diagonal.first; ++s)
      if (before.contains(widen(Position{s, s + diagonal.difference}))) rest->push_back(Position{s, s + diagonal.difference});
  std::erase_if(*rest, [](const Position& vector) { return vector[0] + vector[1] == 0; });
  if (rest->size() > kMostOthers) return std::nullopt;
  lines.others = *std::move(rest);
  return lines;
}

namespace {

/// What is known of the rows so far.
class Rows {
 public:
  Rows(const TakenLines& taken, Play play, Coordinate bound, AutomataWorkspace& workspace,
       const std::function<bool(PositionView)>& is_won)
      : taken_(taken),
        is_won_(is_won),
        play_(play),
        bound_(bound),
        workspace_(workspace),
        memory_(workspace.account(), (static_cast<std::size_t>(bound) + 1) * (sizeof(std::size_t) + sizeof(Coordinate) + 1)),
        column_met_(static_cast<std::size_t>(bound) + 1, false),
        above_met_(column_met_),
        below_met_(column_met_) {}

  void next_row(const std::function<void(PositionView)>& visit) {
    const auto a = static_cast<Coordinate>(row_begin_.size());
    row_begin_.push_back(columns_.size());
    for (const TakenLines::Diagonal& diagonal : taken_.diagonals)
      if (a >= diagonal.first) meet_diagonal(a - diagonal.first, diagonal.difference);
    while (first_column_ <= bound_ && column_met_[index(first_column_)]) ++first_column_;
    while (first_above_ <= bound_ && above_met_[index(first_above_)]) ++first_above_;
    while (first_below_ <= bound_ && below_met_[index(first_below_)]) ++first_below_;
    const auto add = [&](Coordinate b) {
      visit(Position{a, b});
      columns_.push_back(b);
      column_met_[index(b)] = true;
    };
    bool is_open = true;  // no P-position in this row so far
    Coordinate from = 0;
    const auto settle_before = [&](Coordinate end) {
      if (!is_open) return;
      const Coordinate b = first_not_met(a, from, end);
      if (b >= end) return;
      add(b);
      is_open = false;
    };
    for (; exception_ < taken_.exceptions.size() && taken_.exceptions[exception_][0] == a; ++exception_) {
      const Coordinate b = taken_.exceptions[exception_][1];
      if (b > bound_) continue;
      settle_before(b);
      from = b + 1;
      if (is_met_exception(a, b) || is_won_(Position{a, b})) continue;
      add(b);
      is_open = false;
    }
    settle_before(bound_ + 1);
  }

 private:
  static std::size_t index(Coordinate n) { return static_cast<std::size_t>(n); }
  std::span<const Coordinate> row(Coordinate a) const {
    const std::size_t end = index(a) + 1 < row_begin_.size() ? row_begin_[index(a) + 1] : columns_.size();
    return std::span(columns_).subspan(row_begin_[index(a)], end - row_begin_[index(a)]);
  }
  void meet_diagonal(Coordinate from, Coordinate difference) {
    for (const Coordinate b : row(from)) {
      const Coordinate above = b - from + difference;
      if (std::abs(above) > bound_) continue;
      if (above >= 0) above_met_[index(above)] = true;
      if (above <= 0) below_met_[index(-above)] = true;
    }
  }
  bool is_met(Coordinate a, Coordinate b) const {
    if (column_met_[index(b)]) return true;
    if (b >= a ? above_met_[index(b - a)] : below_met_[index(a - b)]) return true;
    return std::ranges::any_of(taken_.others, [&](const Position& vector) {
      if (vector[0] > a || vector[1] > b) return false;
      const std::span<const Coordinate> beside = row(a - vector[0]);
      return std::ranges::find(beside, b - vector[1]) != beside.end();
    });
  }
  /// The first of the row that no P-position meets, from `from` to before `end`; else `end` or more.
  Coordinate first_not_met(Coordinate a, Coordinate from, Coordinate end) {
    std::uint64_t steps = 1;
    Coordinate b = std::max(from, first_column_);
    for (; b < end; ++b, ++steps) {
      if (b > a - first_below_) b = std::max(b, a + first_above_);
      if (b >= end) break;
      // Under misère play the one terminal position is not a P-position.
      if (!is_met(a, b) && (play_ == Play::normal || a + b > 0) && !is_won_(Position{a, b})) break;
    }
    workspace_.spend(steps + taken_.diagonals.size());
    return b;
  }
  /// By all P-positions so far.
  bool is_met_exception(Coordinate a, Coordinate b) {
    for (const GuardedVectors& some : taken_.at_exceptions) {
      if (!some.from.contains(widen(Position{a, b}))) continue;
      for (Coordinate at = 0; at <= a; ++at)
        for (const Coordinate column : row(at)) {
          workspace_.spend(8);
          if (column <= b && some.vectors.contains(widen(Position{a - at, b - column}))) return true;
        }
    }
    return false;
  }

  const TakenLines& taken_;
  const std::function<bool(PositionView)>& is_won_;
  const Play play_;
  const Coordinate bound_;
  AutomataWorkspace& workspace_;
  Reservation memory_;
  std::vector<std::size_t> row_begin_;
  std::vector<Coordinate> columns_;                                  ///< of the P-positions, row by row
  std::vector<bool> column_met_, above_met_, below_met_;             ///< diagonals by b - a and a - b
  Coordinate first_column_ = 0, first_above_ = 0, first_below_ = 0;  ///< not met yet
  std::size_t exception_ = 0;                                        ///< the first that is in no row so far
};

/// Numbers from the first to the last.
struct Stretch {
  Coordinate first = 0, last = 0;
};
using Stretches = std::vector<Stretch>;

/// The rows of a set of pairs in base 2.
class StretchReader {
 public:
  StretchReader(const Automaton& set, Coordinate bound, AutomataWorkspace& workspace) : set_(set), workspace_(workspace) {
    while (Coordinate{1} << places_ <= bound) ++places_;
  }

  /// The numbers beside `a` up to the bound and a bit more, ascending.
  Stretches row(Coordinate a) {
    a_ = a;
    known_.assign((places_ + 1) * set_.states(), std::nullopt);
    return below(places_, 0);
  }

 private:
  static constexpr std::size_t kMost = 32;

  const Stretches& below(std::size_t places, State state) {
    static const Stretches none;
    if (state == kNoState) return none;
    std::optional<Stretches>& known = known_[places * set_.states() + static_cast<std::size_t>(state)];
    if (known) return *known;
    Stretches found;
    if (places == 0) {
      if (set_.accepting(state)) found.push_back({0, 0});
    } else {
      const auto digit = static_cast<Letter>(a_ >> (places - 1) & 1);
      found = below(places - 1, set_.next(state, digit));
      const Coordinate half = Coordinate{1} << (places - 1);
      for (const Stretch& stretch : below(places - 1, set_.next(state, digit + 2))) {
        if (!found.empty() && found.back().last + 1 == stretch.first + half) found.back().last = stretch.last + half;
        else found.push_back({stretch.first + half, stretch.last + half});
      }
    }
    workspace_.spend(found.size() + 1);
    if (found.size() > kMost) throw AutomatonTooLarge{};
    known = std::move(found);
    return *known;
  }

  const Automaton& set_;
  AutomataWorkspace& workspace_;
  std::size_t places_ = 0;
  Coordinate a_ = 0;
  std::vector<std::optional<Stretches>> known_;  ///< of this row, by the digits that follow and the state
};

/// How many stretches each number of a row is in.
class Cover {
 public:
  explicit Cover(Coordinate bound) : bound_(bound), change_(static_cast<std::size_t>(bound) + 2, 0) {}

  void clear() {
    std::ranges::fill(change_, 0);
    depth_ = 0;
  }
  void add(const Stretches& stretches, Coordinate from) {
    for (const Stretch& stretch : stretches) {
      if (from + stretch.first > bound_) return;
      ++change_[static_cast<std::size_t>(from + stretch.first)];
      --change_[static_cast<std::size_t>(std::min(bound_, from + stretch.last) + 1)];
    }
  }
  /// Whether the number is in some stretch; they are asked about one after the other from 0 on.
  bool covers(Coordinate at) { return (depth_ += change_[static_cast<std::size_t>(at)]) > 0; }

 private:
  const Coordinate bound_;
  std::vector<std::int32_t> change_;
  std::int64_t depth_ = 0;
};

/// No move leaves a position as it is.
void leave_out_zero(Stretches& stretches) {
  if (stretches.empty() || stretches[0].first > 0) return;
  stretches[0].first = 1;
  if (stretches[0].last == 0) stretches.erase(stretches.begin());
}

}  // namespace

void sieve_rows(const TakenLines& taken, Play play, Coordinate bound, AutomataWorkspace& workspace,
                const std::function<void(PositionView)>& visit, const std::function<bool(PositionView)>& is_won) {
  Rows rows(taken, play, bound, workspace, is_won);
  for (Coordinate a = 0; a <= bound; ++a) rows.next_row(visit);
}

void sieve_stretches(const std::vector<GuardedVectors>& moves, const Automaton& p_without_options, Coordinate bound,
                     AutomataWorkspace& workspace, const std::function<void(PositionView)>& visit) {
  constexpr std::size_t kMostOfRow = 16;  // P-positions, on average
  const auto size = static_cast<std::size_t>(bound) + 1;
  const Reservation memory(workspace.account(), moves.size() * size * (sizeof(Stretches) + 4 * sizeof(Stretch)));
  std::vector<std::vector<Stretches>> taken(moves.size());  // of each move, by the number that is taken from the first
  std::vector<StretchReader> vectors, guards;
  std::vector<Cover> covers(moves.size(), Cover(bound));
  Cover open(bound);
  std::vector<Cover> from(moves.size(), Cover(bound));
  StretchReader allowed(p_without_options, bound, workspace);
  for (const GuardedVectors& some : moves) {
    vectors.emplace_back(some.vectors, bound, workspace);
    guards.emplace_back(some.from, bound, workspace);
  }
  std::vector<Position> found;
  for (Coordinate a = 0; a <= bound; ++a) {
    workspace.spend(size / 4 + found.size() * moves.size());
    open.clear();
    open.add(allowed.row(a), 0);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      taken[i].push_back(vectors[i].row(a));
      if (a == 0) leave_out_zero(taken[i][0]);
      covers[i].clear();
      from[i].clear();
      from[i].add(guards[i].row(a), 0);
      for (const Position& p : found) covers[i].add(taken[i][static_cast<std::size_t>(a - p[0])], p[1]);
    }
    for (Coordinate b = 0; b <= bound; ++b) {
      bool met = !open.covers(b);
      for (std::size_t i = 0; i < moves.size(); ++i) {
        const bool may_move = from[i].covers(b), is_covered = covers[i].covers(b);
        met = met || (may_move && is_covered);
      }
      if (met) continue;
      visit(Position{a, b});
      found.push_back(Position{a, b});
      if (found.size() > kMostOfRow * size) throw AutomatonTooLarge{};
      for (std::size_t i = 0; i < moves.size(); ++i) covers[i].add(taken[i][0], b);
    }
  }
}

}  // namespace bouton
