// Positions of a game of local moves on at most 64 cells: a word for each state, and everything done to all cells at once.
//
// *Moves.* Moves that do the same at different places are a family: cells at distances from an anchor, the states that these
// may be in, and the anchors at which there is such a move. The anchors at which it can be made now come from shifts: in cram
// `free & free >> 1` and `free & free >> 8`, without the anchors at which it would leave the board.
//
// *Components* (engine/local/structure.h says when the rest may be made walls). From one cell on, all cells are taken in that
// some move which can still be made joins to those that are there, by the same shifts, until there are no more.
//
// *Games of pairs without more.* Where every move takes two cells, and these alone, a cell can be left out if each neighbour
// has a neighbour besides it that has no other: in the row a - b - c with d beside b alone, {a, b}, {b, c} and {d, b} lead to
// the same. (Whoever takes x and its neighbour y could as well take y and the cell z that has no neighbour but y: what remains
// of the rest is the same, and z, or x, is dead. So the second player in the sum of both games answers each move in the other
// one.) Two cells that are left over are a heap of one.
//
// *Normal forms.* Of all images under the symmetries that the structure has proved, the one whose words are least.
//
// *Mirrors* (Tweedledum and Tweedledee). If a map that undoes itself maps a position onto itself and no move that can ever be
// made touches its own image in a cell that can change, the answer to a move is its image: the position is P under normal play.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/local/board_bits.h"
#include "engine/local/cell_set.h"
#include "engine/local/structure.h"
#include "engine/position/position.h"

namespace bouton::local {

/// K states besides the background.
template <int K>
class WordGame {
 public:
  using Bits = std::uint64_t;
  using States = CellStates<1, K>;

  /// A part of a position in its normal form, and how much there is to play in it, roughly.
  struct Part {
    States states;
    std::uint32_t size = 0;        ///< cells
    std::uint32_t live_moves = 0;  ///< that can ever be made; of pairs 0, as few ask for them
  };

  /// What a thread needs to list options.
  struct Room {
    explicit Room(const WordGame& game) : live(game.families_.size()) {}
    std::vector<Bits> live;  ///< by family: the anchors at which its move can ever be made
  };
  static constexpr bool kThreads = true;
  static constexpr std::uint32_t kStates = K + 1;                            ///< of a cell
  static constexpr std::uint32_t kMostDepth = LocalMoves::kMostStates * 64;  // the weights of states are less

  /// Of a structure of at most 64 cells.
  WordGame(Structure structure, bool components, bool symmetry);

  std::uint64_t checksum() const { return structure_.checksum(); }
  std::string method() const { return structure_.method(); }

  States states_of(PositionView position) const;
  /// Appends the parts of `x` that something can still happen in; without components all of them together as one. Returns the
  /// sum of the values of those that it does not append.
  std::uint32_t parts(const States& x, Room& room, std::vector<Part>& out) const {
    if (!components_ || !structure_.walled) return whole(x, room, out);
    return splits_by_pairs() ? parts_by_pairs(bits(x, 0), out) : parts_by_moves(x, room, out);
  }
  /// Appends the parts of each option and calls `visit` with the kind of the move and what parts() returns, until that is
  /// false.
  template <class Visit>
  bool each_option(const States& x, Room& room, std::vector<Part>& out, Visit visit) const {
    const Bits occupied = bits_of(x.occupied());
    for (std::size_t f = 0; f < families_.size(); ++f) {
      const Family& family = families_[f];
      for (Bits rest = anchors(family, x, occupied); rest != 0; rest &= rest - 1) {
        const int anchor = std::countr_zero(rest);
        States after = x;
        for (int k = 0; k < K; ++k) bits(after, k) = (bits(x, k) & ~(family.changes << anchor)) | family.makes[k] << anchor;
        const std::uint32_t seen = parts(after, room, out);
        if (!visit(static_cast<std::uint32_t>(f * 64) + static_cast<std::uint32_t>(anchor), seen)) return false;
      }
    }
    return true;
  }
  std::uint32_t moves(const Part& part) const {
    return splits_by_pairs() ? links_within(bits(part.states, 0)) / 2 : part.live_moves;
  }
  std::uint64_t effort(const Part& part) const { return effort_of_moves(K, moves(part)); }
  /// Whether a symmetry proves a part, in its normal form, to be a P-position.
  bool mirrors(const States& x) const;

 private:
  struct Test {
    std::uint8_t distance;  ///< of the cell from the anchor
    std::uint8_t allowed;   ///< bit k: the cell may be in plane k; bit K: in the background
  };
  /// A move, as seen from its least cell.
  struct Family {
    Bits anchors = 0;
    Bits scope = 0, needs = 0, changes = 0;  ///< cells of the move; that must not be in the background; that it changes
    std::array<Bits, K> makes{};
    std::vector<Test> tests;
    std::vector<std::uint8_t> distances;  ///< of all cells
    bool same_kind(const Family& other) const {
      return scope == other.scope && needs == other.needs && changes == other.changes && makes == other.makes &&
             std::ranges::equal(tests, other.tests,
                                [](Test a, Test b) { return a.distance == b.distance && a.allowed == b.allowed; });
    }
  };
  /// Neighbours of which one is `distance` bits after the other.
  struct Joined {
    int distance;
    Bits lower;  ///< the former ones
  };
  /// A permutation of the cells, four of them at a time.
  using Permutation = std::array<std::array<Bits, 16>, 16>;

  static Bits& bits(States& x, int k) { return x.planes[static_cast<std::size_t>(k)].words[0]; }
  static Bits bits(const States& x, int k) { return x.planes[static_cast<std::size_t>(k)].words[0]; }
  static Bits bits_of(const CellSet<1>& set) { return set.words[0]; }
  static States restricted(States x, Bits cells) {
    for (int k = 0; k < K; ++k) bits(x, k) &= cells;
    return x;
  }

  bool splits_by_pairs() const { return K == 1 && structure_.pairs && components_ && structure_.walled; }
  void add_moves();
  void add_pairs();
  void add_permutations();

  /// Where a move of the family can be made.
  Bits anchors(const Family& family, const States& x, Bits occupied) const {
    Bits found = family.anchors;
    for (const Test test : family.tests) {
      Bits fits = (test.allowed >> K & 1) != 0 ? ~occupied : 0;
      for (int k = 0; k < K; ++k)
        if ((test.allowed >> k & 1) != 0) fits |= bits(x, k);
      found &= fits >> test.distance;
    }
    return found;
  }
  static Bits spread(Bits cells, Bits anchors) {
    Bits all = 0;
    for (; cells != 0; cells &= cells - 1) all |= anchors << std::countr_zero(cells);
    return all;
  }

  Bits near(Bits x) const {
    Bits all = 0;
    if (by_shifts_) {
      for (const Joined& pair : joined_) all |= (x & pair.lower) << pair.distance | (x >> pair.distance & pair.lower);
      return all;
    }
    for (; x != 0; x &= x - 1) all |= neighbours_[static_cast<std::size_t>(std::countr_zero(x))];
    return all;
  }
  std::uint32_t links_within(Bits x) const {
    std::uint32_t count = 0;
    if (by_shifts_) {
      for (const Joined& pair : joined_)
        count += 2 * static_cast<std::uint32_t>(std::popcount(x & pair.lower & x >> pair.distance));
      return count;
    }
    for (Bits rest = x; rest != 0; rest &= rest - 1)
      count += static_cast<std::uint32_t>(std::popcount(neighbours_[static_cast<std::size_t>(std::countr_zero(rest))] & x));
    return count;
  }
  Bits without_needless(Bits x) const;
  std::uint32_t parts_by_pairs(Bits x, std::vector<Part>& out) const;
  std::uint32_t parts_by_moves(const States& x, Room& room, std::vector<Part>& out) const;
  std::uint32_t whole(const States& x, Room& room, std::vector<Part>& out) const;
  Bits find_live(const States& x, std::vector<Bits>& live) const;

  template <class Image>
  static States mapped(const States& x, Image image) {
    States result;
    for (int k = 0; k < K; ++k) bits(result, k) = image(bits(x, k));
    return result;
  }
  Bits permuted(const Permutation& permutation, Bits x) const {
    Bits result = 0;
    for (std::size_t i = 0; x != 0; ++i, x >>= 4) result |= permutation[i][x & 15];
    return result;
  }
  States normal_form(const States& x) const;
  template <class Visit>
  void each_reflection(const States& cornered, const BitBox& box, Visit visit) const;
  /// `image` undoes itself and is a symmetry. Whether it maps `x` onto itself, and no move ever touches its own image.
  template <class Image>
  bool is_mirror(const States& x, Image image) const;

  Structure structure_;
  bool components_;
  bool symmetry_;
  BoardBits board_;
  bool flips_lines_ = false, flips_columns_ = false;
  std::vector<std::uint32_t> bits_;  ///< by cell
  Bits all_cells_ = 0;
  std::array<int, LocalMoves::kMostStates> plane_of_{};  ///< by state; K for the background
  std::vector<Family> families_;
  std::vector<Permutation> permutations_;
  std::vector<char> undoes_itself_;  ///< by permutation

  // Of pairs.
  std::vector<Bits> neighbours_;  ///< by bit
  std::vector<Joined> joined_;    ///< the same, where it is few distances
  bool by_shifts_ = false;
  Bits alone_ = 0;             ///< the cells that have a move of their own
  bool nothing_else_ = false;  ///< every move takes two cells and no others
};

template <int K>
WordGame<K>::WordGame(Structure structure, bool components, bool symmetry)
    : structure_(std::move(structure)), components_(components), symmetry_(symmetry) {
  const bool is_board = structure_.rows > 0;
  if (is_board) board_ = BoardBits(structure_.rows, structure_.columns);
  flips_lines_ = board_.turned() ? structure_.flips_columns : structure_.flips_rows;
  flips_columns_ = board_.turned() ? structure_.flips_rows : structure_.flips_columns;
  for (std::uint32_t cell = 0; cell < structure_.cells; ++cell) {
    bits_.push_back(is_board ? board_.bit(cell / structure_.columns, cell % structure_.columns) : cell);
    all_cells_ |= Bits{1} << bits_.back();
  }
  plane_of_.fill(K);
  int plane = 0;
  for (std::uint32_t state = 0; state < structure_.states; ++state)
    if (state != structure_.background) plane_of_[state] = plane++;
  add_moves();
  if (structure_.pairs) add_pairs();
  if (!structure_.slides) add_permutations();
}

template <int K>
void WordGame<K>::add_moves() {
  for (const LocalMove& move : structure_.moves) {
    std::vector<std::pair<std::uint32_t, LocalMove::Cell>> cells;
    for (const LocalMove::Cell& cell : move.cells) cells.emplace_back(bits_[cell.cell], cell);
    std::ranges::sort(cells);
    const std::uint32_t anchor = cells.front().first;
    Family family;
    for (const auto& [at, cell] : cells) {
      const Bits bit = Bits{1} << (at - anchor);
      family.scope |= bit;
      family.distances.push_back(static_cast<std::uint8_t>(at - anchor));
      std::uint32_t allowed = 0;
      for (std::uint32_t state = 0; state < structure_.states; ++state)
        if ((cell.allowed >> state & 1) != 0) allowed |= 1U << plane_of_[state];
      if ((allowed >> K & 1) == 0) family.needs |= bit;
      if (cell.allowed + 1 != 1U << structure_.states)
        family.tests.push_back({static_cast<std::uint8_t>(at - anchor), static_cast<std::uint8_t>(allowed)});
      if (cell.becomes < 0) continue;
      family.changes |= bit;
      const int made = plane_of_[static_cast<std::size_t>(cell.becomes)];
      if (made < K) family.makes[static_cast<std::size_t>(made)] |= bit;
    }
    auto same = std::ranges::find_if(families_, [&](const Family& other) { return family.same_kind(other); });
    if (same == families_.end()) same = families_.insert(same, std::move(family));
    same->anchors |= Bits{1} << anchor;
  }
}

template <int K>
void WordGame<K>::add_pairs() {
  neighbours_.assign(64, 0);
  nothing_else_ = true;
  for (const Family& family : families_)
    for (Bits rest = family.anchors; rest != 0; rest &= rest - 1) {
      const int anchor = std::countr_zero(rest);
      const Bits scope = family.scope << anchor;
      const int centre = std::countr_zero(family.needs) + anchor;
      if (std::has_single_bit(family.needs)) alone_ |= Bits{1} << centre;
      nothing_else_ = nothing_else_ && std::popcount(family.needs) == 2;
      neighbours_[static_cast<std::size_t>(centre)] |= scope & ~(Bits{1} << centre);
      for (Bits others = scope; others != 0; others &= others - 1)
        if (const int other = std::countr_zero(others); other != centre)
          neighbours_[static_cast<std::size_t>(other)] |= Bits{1} << centre;
    }
  constexpr std::size_t kFewDistances = 6;
  for (int distance = 1; distance < 64; ++distance) {
    Joined pair{distance, 0};
    for (int at = 0; at + distance < 64; ++at)
      if ((neighbours_[static_cast<std::size_t>(at)] >> (at + distance) & 1) != 0) pair.lower |= Bits{1} << at;
    if (pair.lower != 0) joined_.push_back(pair);
  }
  by_shifts_ = joined_.size() <= kFewDistances;
}

template <int K>
void WordGame<K>::add_permutations() {
  for (const std::vector<std::uint32_t>& cells : structure_.permutations) {
    Permutation permutation{};
    bool undoes_itself = true;
    for (std::uint32_t cell = 0; cell < structure_.cells; ++cell) {
      undoes_itself = undoes_itself && cells[cells[cell]] == cell;
      const std::uint32_t from = bits_[cell];
      for (std::size_t four = 0; four < 16; ++four)
        if ((four >> (from % 4) & 1) != 0) permutation[from / 4][four] |= Bits{1} << bits_[cells[cell]];
    }
    permutations_.push_back(permutation);
    undoes_itself_.push_back(undoes_itself ? 1 : 0);
  }
}

template <int K>
typename WordGame<K>::States WordGame<K>::states_of(PositionView position) const {
  States states;
  for (std::uint32_t cell = 0; cell < structure_.cells; ++cell)
    if (const int plane = plane_of_[static_cast<std::size_t>(position[cell])]; plane < K)
      bits(states, plane) |= Bits{1} << bits_[cell];
  return states;
}

/// The same game with fewer cells: without those that each of their neighbours has a better one for.
template <int K>
typename WordGame<K>::Bits WordGame<K>::without_needless(Bits x) const {
  Bits some = 0, several = 0;  // cells with a neighbour; with more than one
  for (const Joined& pair : joined_) {
    const Bits before = (x & pair.lower) << pair.distance, after = x >> pair.distance & pair.lower;
    several |= (some & before) | ((some | before) & after);
    some |= before | after;
  }
  const Bits leaves = x & some & ~several;
  if (leaves == 0) return x;
  Bits centres = 0, second = 0;  // neighbours of leaves; leaves beside another one of the same centre
  for (const Joined& pair : joined_) {
    const Bits after = (leaves & pair.lower) << pair.distance & x;
    second |= (centres & after) >> pair.distance & pair.lower & leaves;
    centres |= after;
    const Bits before = leaves >> pair.distance & pair.lower & x;
    second |= (centres & before) << pair.distance & leaves;
    centres |= before;
  }
  x &= ~second;
  return x & ~(x & ~leaves & ~centres & ~near(x & ~centres));
}

template <int K>
std::uint32_t WordGame<K>::parts_by_pairs(Bits x, std::vector<Part>& out) const {
  std::uint32_t seen = 0;
  x &= near(x) | alone_;
  if (nothing_else_ && by_shifts_) x = without_needless(x);
  while (x != 0) {
    Bits part = x & (~x + 1);
    for (Bits fresh = part; fresh != 0;) {
      fresh = near(fresh) & x & ~part;
      part |= fresh;
    }
    x &= ~part;
    const auto size = static_cast<std::uint32_t>(std::popcount(part));
    if (nothing_else_ && size <= 2) {
      seen ^= size - 1;
      continue;
    }
    States states;
    bits(states, 0) = part;
    out.push_back({normal_form(states), size, 0});
  }
  return seen;
}

/// Finds where moves can ever be made from `x` on; returns the cells that these can change.
template <int K>
typename WordGame<K>::Bits WordGame<K>::find_live(const States& x, std::vector<Bits>& live) const {
  const Bits occupied = bits_of(x.occupied());
  std::array<Bits, K + 1> reach;  // cells that are in the plane's state or can come to be; in the background at last
  for (int k = 0; k < K; ++k) reach[k] = bits(x, k);
  reach[K] = all_cells_ & ~occupied;
  Bits changed = 0;
  for (bool again = true, first = true; again; first = false) {
    again = false;
    for (std::size_t f = 0; f < families_.size(); ++f) {
      const Family& family = families_[f];
      Bits found = family.anchors;
      if (structure_.destructive) {
        found = anchors(family, x, occupied);
      } else {
        for (const Test test : family.tests) {
          Bits fits = 0;
          for (int k = 0; k <= K; ++k)
            if ((test.allowed >> k & 1) != 0) fits |= reach[k];
          found &= fits >> test.distance;
        }
      }
      if (first) live[f] = 0;
      const Bits fresh = found & ~live[f];
      if (fresh == 0) continue;
      live[f] |= fresh;
      again = !structure_.destructive;
      Bits cleared = family.changes;
      for (int k = 0; k < K; ++k) {
        const Bits made = spread(family.makes[k], fresh);
        changed |= made & ~bits(x, k);
        reach[k] |= made;
        cleared &= ~family.makes[k];
      }
      const Bits bare = spread(cleared, fresh);
      changed |= bare & occupied;
      reach[K] |= bare;
    }
  }
  return changed;
}

template <int K>
std::uint32_t WordGame<K>::parts_by_moves(const States& x, Room& room, std::vector<Part>& out) const {
  const Bits changed = find_live(x, room.live);
  for (std::size_t first = 0; first < families_.size(); ++first)
    while (room.live[first] != 0) {
      // The cells that hang together with those of one move, and the moves that join them.
      Bits part = (families_[first].scope << std::countr_zero(room.live[first])) & changed, kept = 0;
      std::uint32_t moves = 0;
      for (bool again = true; again;) {
        again = false;
        for (std::size_t f = first; f < families_.size(); ++f) {
          const Family& family = families_[f];
          Bits touching = 0;
          if (room.live[f] == 0) continue;
          for (const std::uint8_t distance : family.distances) touching |= part >> distance;
          touching &= room.live[f];
          if (touching == 0) continue;
          room.live[f] &= ~touching;
          moves += static_cast<std::uint32_t>(std::popcount(touching));
          part |= spread(family.scope, touching) & changed;
          kept |= spread(family.needs, touching);
          again = true;
        }
      }
      out.push_back({normal_form(restricted(x, part | kept)), static_cast<std::uint32_t>(std::popcount(part)), moves});
    }
  return 0;
}

template <int K>
std::uint32_t WordGame<K>::whole(const States& x, Room& room, std::vector<Part>& out) const {
  const Bits changed = find_live(x, room.live);
  Bits cells = 0, kept = 0;
  std::uint32_t moves = 0;
  for (std::size_t f = 0; f < families_.size(); ++f) {
    moves += static_cast<std::uint32_t>(std::popcount(room.live[f]));
    cells |= spread(families_[f].scope, room.live[f]) & changed;
    kept |= spread(families_[f].needs, room.live[f]);
  }
  if (moves == 0) return 0;
  const States states = structure_.walled ? restricted(x, cells | kept) : x;
  out.push_back({normal_form(states), static_cast<std::uint32_t>(std::popcount(cells)), moves});
  return 0;
}

/// Of a position in the corner: all reflections that are symmetries, each in the corner, itself first.
template <int K>
template <class Visit>
void WordGame<K>::each_reflection(const States& x, const BitBox& box, Visit visit) const {
  const auto mirror = [&](Bits one) { return board_.mirrored(one, box); };
  const auto half_turn = [&](Bits one) { return board_.half_turned(one, box); };
  visit(x);
  if (!flips_lines_ && !flips_columns_) return;
  const States mirrored = mapped(x, mirror);
  if (flips_columns_) visit(mirrored);
  if (!flips_lines_) return;
  visit(mapped(mirrored, half_turn));
  if (flips_columns_) visit(mapped(x, half_turn));
}

template <int K>
typename WordGame<K>::States WordGame<K>::normal_form(const States& x) const {
  if (!symmetry_ || x.empty()) return x;
  States least = x;
  if (!structure_.slides) {
    for (const Permutation& permutation : permutations_)
      least = std::min(least, mapped(x, [&](Bits one) { return permuted(permutation, one); }));
    return least;
  }
  BitBox box;
  const std::uint32_t distance = board_.distance_to_corner(bits_of(x.occupied()), box);
  least = mapped(x, [&](Bits one) { return one >> distance; });
  const States cornered = least;
  const auto offer = [&](const States& form) { least = std::min(least, form); };
  each_reflection(cornered, box, offer);
  // The transposed form must have room on the board.
  const std::uint32_t square = std::min(structure_.rows, structure_.columns);
  if (structure_.transposes && box.lines <= square && box.columns <= square)
    each_reflection(mapped(cornered, [&](Bits one) { return board_.transposed(one); }), {box.columns, box.lines}, offer);
  return least;
}

template <int K>
template <class Image>
bool WordGame<K>::is_mirror(const States& x, Image image) const {
  if (mapped(x, image) != x) return false;
  thread_local std::vector<Bits> live;
  live.resize(families_.size());
  const Bits changed = find_live(x, live);
  for (std::size_t f = 0; f < families_.size(); ++f)
    for (Bits rest = live[f]; rest != 0; rest &= rest - 1) {
      const Bits link = families_[f].scope << std::countr_zero(rest) & changed;
      if ((link & image(link)) != 0) return false;
    }
  return true;
}

template <int K>
bool WordGame<K>::mirrors(const States& x) const {
  if (!symmetry_ || x.empty()) return false;
  if (!structure_.slides) {
    for (std::size_t i = 0; i < permutations_.size(); ++i)
      if (undoes_itself_[i] != 0 && is_mirror(x, [&](Bits one) { return permuted(permutations_[i], one); })) return true;
    return false;
  }
  BitBox box;
  board_.distance_to_corner(bits_of(x.occupied()), box);
  const auto mirror = [&](Bits one) { return board_.mirrored(one, box); };
  const auto half_turn = [&](Bits one) { return board_.half_turned(one, box); };
  const auto upside_down = [&](Bits one) { return half_turn(mirror(one)); };
  if (flips_lines_ && flips_columns_ && is_mirror(x, half_turn)) return true;
  if (flips_columns_ && is_mirror(x, mirror)) return true;
  if (flips_lines_ && is_mirror(x, upside_down)) return true;
  const std::uint32_t square = std::min(structure_.rows, structure_.columns);
  if (!structure_.transposes || box.lines != box.columns || box.lines > square) return false;
  if (is_mirror(x, [&](Bits one) { return board_.transposed(one); })) return true;
  return flips_lines_ && flips_columns_ && is_mirror(x, [&](Bits one) { return half_turn(board_.transposed(one)); });
}

}  // namespace bouton::local
