// Positions of a game of local moves as words with a bit for each cell (engine/local/word_bits.h): one where cells have two
// states; two with the bits of the state's number where they have up to four. Everything is done to all cells at once.
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
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/local/board_bits.h"
#include "engine/local/cell_set.h"
#include "engine/local/structure.h"
#include "engine/local/word_bits.h"
#include "engine/position/position.h"

namespace bouton::local {

/// Cells have up to 2^K states; a set of cells is a word of 64 bits, or a CellSet.
template <int K, class Word = std::uint64_t>
class WordGame {
 public:
  using Bits = Word;
  static constexpr int kCells = kCellsOf<Bits>;
  using States = CellStates<kWordsOf<Bits>, K>;

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
  static constexpr std::uint32_t kMostDepth = LocalMoves::kMostStates * kCells;  ///< the weights of states are less

  /// Of a structure of at most kCells cells and 2^K states.
  WordGame(Structure structure, bool components, bool symmetry);

  std::uint32_t states_of_a_cell() const { return structure_.states; }

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
    const ByState cells = cells_by_state(x);
    for (std::size_t f = 0; f < families_.size(); ++f) {
      const Family& family = families_[f];
      for (Bits rest = anchors(family, cells); !is_empty(rest); rest = without_first(rest)) {
        const int anchor = first_bit(rest);
        States after = x;
        for (int k = 0; k < K; ++k) bits(after, k) = (bits(x, k) & ~(family.changes << anchor)) | family.makes[k] << anchor;
        const std::uint32_t seen = parts(after, room, out);
        if (!visit(static_cast<std::uint32_t>(f * kCells) + static_cast<std::uint32_t>(anchor), seen)) return false;
      }
    }
    return true;
  }
  std::uint32_t moves(const Part& part) const {
    return splits_by_pairs() ? links_within(bits(part.states, 0)) / 2 : part.live_moves;
  }
  std::uint64_t effort(const Part& part) const { return effort_of_moves(structure_.states, moves(part)); }
  /// Whether a symmetry proves a part, in its normal form, to be a P-position.
  bool mirrors(const States& x) const;

 private:
  /// Numbers of states: 0 is the background.
  static constexpr int kStates = 1 << K;
  using ByState = std::array<Bits, kStates>;

  struct Test {
    std::uint8_t distance;  ///< of the cell from the anchor
    std::uint8_t allowed;   ///< bit s: the cell may be in state s
  };
  /// A move, as seen from its least cell.
  struct Family {
    Bits anchors{};
    Bits scope{}, needs{}, changes{};  ///< cells of the move; that must not be in the background; that it changes
    std::array<Bits, K> makes{};       ///< bit k of the states that it makes
    ByState becomes{};                 ///< cells that come to be in the state
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
  using Permutation = std::array<std::array<Bits, 16>, kCells / 4>;

  static Bits& bits(States& x, int k) { return bits_of(x.planes[static_cast<std::size_t>(k)]); }
  static const Bits& bits(const States& x, int k) { return bits_of(x.planes[static_cast<std::size_t>(k)]); }
  template <class Set>
  static auto& bits_of(Set& set) {
    if constexpr (kWordsOf<Bits> == 1) return set.words[0];
    else return set;
  }
  static Bits occupied_in(const States& x) {
    const auto all = x.occupied();
    return bits_of(all);
  }
  /// In state 0 are those too that the game does not have.
  static ByState cells_by_state(const States& x) {
    if constexpr (K == 1) return {~bits(x, 0), bits(x, 0)};
    else return {~(bits(x, 0) | bits(x, 1)), bits(x, 0) & ~bits(x, 1), bits(x, 1) & ~bits(x, 0), bits(x, 0) & bits(x, 1)};
  }
  static States restricted(States x, const Bits& cells) {
    for (int k = 0; k < K; ++k) bits(x, k) &= cells;
    return x;
  }

  bool splits_by_pairs() const { return structure_.states <= 2 && structure_.pairs && components_ && structure_.walled; }
  void add_moves();
  void add_pairs();
  void add_permutations();

  /// Where a move of the family can be made, if the cells are in these states, or may be in several.
  Bits anchors(const Family& family, const ByState& cells) const {
    Bits found = family.anchors;
    for (const Test test : family.tests) {
      Bits fits{};
      for (int state = 0; state < kStates; ++state)
        if ((test.allowed >> state & 1) != 0) fits |= cells[state];
      found &= fits >> test.distance;
    }
    return found;
  }
  static Bits spread(Bits cells, const Bits& anchors) {
    Bits all{};
    for (; !is_empty(cells); cells = without_first(cells)) all |= anchors << first_bit(cells);
    return all;
  }

  Bits near(Bits x) const {
    Bits all{};
    if (by_shifts_) {
      for (const Joined& pair : joined_) all |= (x & pair.lower) << pair.distance | (x >> pair.distance & pair.lower);
      return all;
    }
    for (; !is_empty(x); x = without_first(x)) all |= neighbours_[static_cast<std::size_t>(first_bit(x))];
    return all;
  }
  std::uint32_t links_within(const Bits& x) const {
    std::uint32_t count = 0;
    if (by_shifts_) {
      for (const Joined& pair : joined_) count += 2 * count_bits(x & pair.lower & x >> pair.distance);
      return count;
    }
    for (Bits rest = x; !is_empty(rest); rest = without_first(rest))
      count += count_bits(neighbours_[static_cast<std::size_t>(first_bit(rest))] & x);
    return count;
  }
  Bits without_needless(const Bits& x) const;
  std::uint32_t parts_by_pairs(Bits x, std::vector<Part>& out) const;
  std::uint32_t parts_by_moves(const States& x, Room& room, std::vector<Part>& out) const;
  std::uint32_t whole(const States& x, Room& room, std::vector<Part>& out) const;
  Bits find_live(const States& x, std::vector<Bits>& live) const;

  template <class Image>
  static States mapped(const States& x, Image image) {
    States result;
    for (int k = 0; k < K; ++k) {
      if (K == 1 || !is_empty(bits(x, k))) bits(result, k) = image(bits(x, k));  // the second plane often is
    }
    return result;
  }
  Bits permuted(const Permutation& permutation, const Bits& x) const {
    Bits result{};
    for (int from = 0; from < kCells; from += 64) {
      std::uint64_t word = word_from(x, static_cast<std::uint32_t>(from));
      for (auto i = static_cast<std::size_t>(from / 4); word != 0; ++i, word >>= 4) result |= permutation[i][word & 15];
    }
    return result;
  }
  States normal_form(const States& x) const;
  template <class Visit>
  void each_reflection(const States& cornered, const BitBox& box, Visit visit) const;
  /// `image` undoes itself and is a symmetry. Whether it maps `x` onto itself, and no move ever touches its own image.
  template <class Image>
  bool is_mirror(const States& x, Image image) const {
    return mapped(x, image) == x && no_move_touches(x, image);
  }
  bool no_move_touches(const States& x, const std::function<Bits(const Bits&)>& image) const;

  Structure structure_;
  bool components_;
  bool symmetry_;
  BoardBits<Bits> board_;
  bool flips_lines_ = false, flips_columns_ = false;
  std::vector<std::uint32_t> bits_;                                 ///< by cell
  std::array<std::uint32_t, LocalMoves::kMostStates> number_of_{};  ///< by state of the structure; 0 for the background
  std::vector<Family> families_;
  std::vector<Permutation> permutations_;
  std::vector<char> undoes_itself_;  ///< by permutation

  // Of pairs.
  std::vector<Bits> neighbours_;  ///< by bit
  std::vector<Joined> joined_;    ///< the same, where it is few distances
  bool by_shifts_ = false;
  Bits alone_{};               ///< the cells that have a move of their own
  bool nothing_else_ = false;  ///< every move takes two cells and no others
};

template <int K, class Word>
WordGame<K, Word>::WordGame(Structure structure, bool components, bool symmetry)
    : structure_(std::move(structure)), components_(components), symmetry_(symmetry) {
  const bool is_board = structure_.rows > 0;
  if (is_board) board_ = BoardBits<Bits>(structure_.rows, structure_.columns);
  flips_lines_ = board_.turned() ? structure_.flips_columns : structure_.flips_rows;
  flips_columns_ = board_.turned() ? structure_.flips_rows : structure_.flips_columns;
  for (std::uint32_t cell = 0; cell < structure_.cells; ++cell) {
    bits_.push_back(is_board ? board_.bit(cell / structure_.columns, cell % structure_.columns) : cell);
  }
  std::uint32_t states = 0;
  for (std::uint32_t state = 0; state < structure_.states; ++state)
    if (state != structure_.background) number_of_[state] = ++states;
  add_moves();
  if (structure_.pairs) add_pairs();
  if (!structure_.slides) add_permutations();
}

template <int K, class Word>
void WordGame<K, Word>::add_moves() {
  for (const LocalMove& move : structure_.moves) {
    std::vector<std::pair<std::uint32_t, LocalMove::Cell>> cells;
    for (const LocalMove::Cell& cell : move.cells) cells.emplace_back(bits_[cell.cell], cell);
    std::ranges::sort(cells);
    const std::uint32_t anchor = cells.front().first;
    Family family;
    for (const auto& [at, cell] : cells) {
      const Bits bit = single_bit<Bits>(static_cast<int>(at - anchor));
      family.scope |= bit;
      family.distances.push_back(static_cast<std::uint8_t>(at - anchor));
      std::uint32_t allowed = 0;
      for (std::uint32_t state = 0; state < structure_.states; ++state)
        if ((cell.allowed >> state & 1) != 0) allowed |= 1U << number_of_[state];
      if ((allowed & 1) == 0) family.needs |= bit;
      if (cell.allowed + 1 != 1U << structure_.states)
        family.tests.push_back({static_cast<std::uint8_t>(at - anchor), static_cast<std::uint8_t>(allowed)});
      if (cell.becomes < 0) continue;
      family.changes |= bit;
      const std::uint32_t made = number_of_[static_cast<std::size_t>(cell.becomes)];
      family.becomes[made] |= bit;
      for (std::size_t k = 0; k < K; ++k)
        if ((made >> k & 1) != 0) family.makes[k] |= bit;
    }
    auto same = std::ranges::find_if(families_, [&](const Family& other) { return family.same_kind(other); });
    if (same == families_.end()) same = families_.insert(same, std::move(family));
    same->anchors |= single_bit<Bits>(static_cast<int>(anchor));
  }
}

template <int K, class Word>
void WordGame<K, Word>::add_pairs() {
  neighbours_.assign(kCells, Bits{});
  nothing_else_ = true;
  for (const Family& family : families_)
    for (Bits rest = family.anchors; !is_empty(rest); rest = without_first(rest)) {
      const int anchor = first_bit(rest);
      const Bits scope = family.scope << anchor;
      const int centre = first_bit(family.needs) + anchor;
      const std::uint32_t needs = count_bits(family.needs);
      if (needs == 1) alone_ |= single_bit<Bits>(centre);
      nothing_else_ = nothing_else_ && needs == 2;
      neighbours_[static_cast<std::size_t>(centre)] |= scope & ~single_bit<Bits>(centre);
      for (Bits others = scope; !is_empty(others); others = without_first(others))
        if (const int other = first_bit(others); other != centre)
          neighbours_[static_cast<std::size_t>(other)] |= single_bit<Bits>(centre);
    }
  constexpr std::size_t kFewDistances = 6;
  for (int distance = 1; distance < kCells; ++distance) {
    Joined pair{distance, {}};
    for (int at = 0; at + distance < kCells; ++at)
      if (has_bit(neighbours_[static_cast<std::size_t>(at)], at + distance)) pair.lower |= single_bit<Bits>(at);
    if (!is_empty(pair.lower)) joined_.push_back(pair);
  }
  by_shifts_ = joined_.size() <= kFewDistances;
}

template <int K, class Word>
void WordGame<K, Word>::add_permutations() {
  for (const std::vector<std::uint32_t>& cells : structure_.permutations) {
    Permutation permutation{};
    bool undoes_itself = true;
    for (std::uint32_t cell = 0; cell < structure_.cells; ++cell) {
      undoes_itself = undoes_itself && cells[cells[cell]] == cell;
      const std::uint32_t from = bits_[cell];
      for (std::size_t four = 0; four < 16; ++four)
        if ((four >> (from % 4) & 1) != 0)
          permutation[from / 4][four] |= single_bit<Bits>(static_cast<int>(bits_[cells[cell]]));
    }
    permutations_.push_back(permutation);
    undoes_itself_.push_back(undoes_itself ? 1 : 0);
  }
}

template <int K, class Word>
typename WordGame<K, Word>::States WordGame<K, Word>::states_of(PositionView position) const {
  States states;
  for (std::uint32_t cell = 0; cell < structure_.cells; ++cell)
    for (int k = 0; k < K; ++k)
      if ((number_of_[static_cast<std::size_t>(position[cell])] >> k & 1) != 0)
        bits(states, k) |= single_bit<Bits>(static_cast<int>(bits_[cell]));
  return states;
}

/// The same game with fewer cells: without those that each of their neighbours has a better one for.
template <int K, class Word>
typename WordGame<K, Word>::Bits WordGame<K, Word>::without_needless(const Bits& x) const {
  Bits some{}, several{};  // cells with a neighbour; with more than one
  for (const Joined& pair : joined_) {
    const Bits before = (x & pair.lower) << pair.distance, after = x >> pair.distance & pair.lower;
    several |= (some & before) | ((some | before) & after);
    some |= before | after;
  }
  const Bits leaves = x & some & ~several;
  if (is_empty(leaves)) return x;
  Bits centres{}, second{};  // neighbours of leaves; leaves beside another one of the same centre
  for (const Joined& pair : joined_) {
    const Bits after = (leaves & pair.lower) << pair.distance & x;
    second |= (centres & after) >> pair.distance & pair.lower & leaves;
    centres |= after;
    const Bits before = leaves >> pair.distance & pair.lower & x;
    second |= (centres & before) << pair.distance & leaves;
    centres |= before;
  }
  const Bits rest = x & ~second;
  return rest & ~(rest & ~leaves & ~centres & ~near(rest & ~centres));
}

template <int K, class Word>
std::uint32_t WordGame<K, Word>::parts_by_pairs(Bits x, std::vector<Part>& out) const {
  std::uint32_t seen = 0;
  x &= near(x) | alone_;
  if (nothing_else_ && by_shifts_) x = without_needless(x);
  while (!is_empty(x)) {
    Bits part = single_bit<Bits>(first_bit(x));
    for (Bits fresh = part; !is_empty(fresh);) {
      fresh = near(fresh) & x & ~part;
      part |= fresh;
    }
    x &= ~part;
    const std::uint32_t size = count_bits(part);
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
template <int K, class Word>
typename WordGame<K, Word>::Bits WordGame<K, Word>::find_live(const States& x, std::vector<Bits>& live) const {
  const ByState now = cells_by_state(x);
  ByState reach = now;  // cells that are in the state or can come to be
  Bits changed{};
  std::ranges::fill(live, Bits{});
  for (bool again = true; again;) {
    again = false;
    for (std::size_t f = 0; f < families_.size(); ++f) {
      const Family& family = families_[f];
      const Bits fresh = anchors(family, reach) & ~live[f];
      if (is_empty(fresh)) continue;
      live[f] |= fresh;
      again = !structure_.destructive;
      for (int state = 0; state < kStates; ++state) {
        if (is_empty(family.becomes[state])) continue;
        const Bits made = spread(family.becomes[state], fresh);
        changed |= made & ~now[state];
        if (!structure_.destructive) reach[state] |= made;
      }
    }
  }
  return changed;
}

template <int K, class Word>
std::uint32_t WordGame<K, Word>::parts_by_moves(const States& x, Room& room, std::vector<Part>& out) const {
  const Bits changed = find_live(x, room.live);
  for (std::size_t first = 0; first < families_.size(); ++first)
    while (!is_empty(room.live[first])) {
      // The cells that hang together with those of one move, and the moves that join them.
      Bits part = (families_[first].scope << first_bit(room.live[first])) & changed, kept{};
      std::uint32_t moves = 0;
      for (bool again = true; again;) {
        again = false;
        for (std::size_t f = first; f < families_.size(); ++f) {
          const Family& family = families_[f];
          Bits touching{};
          if (is_empty(room.live[f])) continue;
          for (const std::uint8_t distance : family.distances) touching |= part >> distance;
          touching &= room.live[f];
          if (is_empty(touching)) continue;
          room.live[f] &= ~touching;
          moves += count_bits(touching);
          part |= spread(family.scope, touching) & changed;
          kept |= spread(family.needs, touching);
          again = true;
        }
      }
      out.push_back({normal_form(restricted(x, part | kept)), count_bits(part), moves});
    }
  return 0;
}

template <int K, class Word>
std::uint32_t WordGame<K, Word>::whole(const States& x, Room& room, std::vector<Part>& out) const {
  const Bits changed = find_live(x, room.live);
  Bits cells{}, kept{};
  std::uint32_t moves = 0;
  for (std::size_t f = 0; f < families_.size(); ++f) {
    moves += count_bits(room.live[f]);
    cells |= spread(families_[f].scope, room.live[f]) & changed;
    kept |= spread(families_[f].needs, room.live[f]);
  }
  if (moves == 0) return 0;
  const States states = structure_.walled ? restricted(x, cells | kept) : x;
  out.push_back({normal_form(states), count_bits(cells), moves});
  return 0;
}

/// Of a position in the corner: all reflections that are symmetries, each in the corner, itself first.
template <int K, class Word>
template <class Visit>
void WordGame<K, Word>::each_reflection(const States& x, const BitBox& box, Visit visit) const {
  const auto mirror = [&](const Bits& one) { return board_.mirrored(one, box); };
  const auto half_turn = [&](const Bits& one) { return board_.half_turned(one, box); };
  visit(x);
  if (!flips_lines_ && !flips_columns_) return;
  const States mirrored = mapped(x, mirror);
  if (flips_columns_) visit(mirrored);
  if (!flips_lines_) return;
  visit(mapped(mirrored, half_turn));
  if (flips_columns_) visit(mapped(x, half_turn));
}

template <int K, class Word>
typename WordGame<K, Word>::States WordGame<K, Word>::normal_form(const States& x) const {
  if (!symmetry_ || x.empty()) return x;
  States least = x;
  if (!structure_.slides) {
    for (const Permutation& permutation : permutations_)
      least = std::min(least, mapped(x, [&](const Bits& one) { return permuted(permutation, one); }));
    return least;
  }
  BitBox box;
  const std::uint32_t distance = board_.distance_to_corner(occupied_in(x), box);
  least = mapped(x, [&](const Bits& one) { return one >> static_cast<int>(distance); });
  const States cornered = least;
  const auto offer = [&](const States& form) { least = std::min(least, form); };
  each_reflection(cornered, box, offer);
  // The transposed form must have room on the board.
  const std::uint32_t square = std::min(structure_.rows, structure_.columns);
  if (structure_.transposes && box.lines <= square && box.columns <= square)
    each_reflection(mapped(cornered, [&](const Bits& one) { return board_.transposed(one); }), {box.columns, box.lines}, offer);
  return least;
}

template <int K, class Word>
bool WordGame<K, Word>::no_move_touches(const States& x, const std::function<Bits(const Bits&)>& image) const {
  thread_local std::vector<Bits> live;
  live.resize(families_.size());
  const Bits changed = find_live(x, live);
  for (std::size_t f = 0; f < families_.size(); ++f)
    for (Bits rest = live[f]; !is_empty(rest); rest = without_first(rest)) {
      const Bits link = families_[f].scope << first_bit(rest) & changed;
      if (!is_empty(link & image(link))) return false;
    }
  return true;
}

template <int K, class Word>
bool WordGame<K, Word>::mirrors(const States& x) const {
  if (!symmetry_ || x.empty()) return false;
  if (!structure_.slides) {
    for (std::size_t i = 0; i < permutations_.size(); ++i)
      if (undoes_itself_[i] != 0 && is_mirror(x, [&](const Bits& one) { return permuted(permutations_[i], one); })) return true;
    return false;
  }
  BitBox box;
  board_.distance_to_corner(occupied_in(x), box);
  const auto mirror = [&](const Bits& one) { return board_.mirrored(one, box); };
  const auto half_turn = [&](const Bits& one) { return board_.half_turned(one, box); };
  const auto upside_down = [&](const Bits& one) { return half_turn(mirror(one)); };
  if (flips_lines_ && flips_columns_ && is_mirror(x, half_turn)) return true;
  if (flips_columns_ && is_mirror(x, mirror)) return true;
  if (flips_lines_ && is_mirror(x, upside_down)) return true;
  const std::uint32_t square = std::min(structure_.rows, structure_.columns);
  if (!structure_.transposes || box.lines != box.columns || box.lines > square) return false;
  if (is_mirror(x, [&](const Bits& one) { return board_.transposed(one); })) return true;
  return flips_lines_ && flips_columns_ && is_mirror(x, [&](const Bits& one) { return half_turn(board_.transposed(one)); });
}

}  // namespace bouton::local
