// Positions of a game of local moves on more than 128 cells as bit masks: what can be done, which parts are apart, which of all
// equal forms is the one. engine/local/word_game.h does the same for fewer cells, faster.
//
// *Components.* A move that can still be made joins the cells that it looks at and that can still change. Cells that no such
// move joins, by any way round, never hear of each other again: the position is the sum of the parts (engine/local/structure.h
// says when the rest may be made walls). In cram after a domino in the middle of 3 x 3, {(2,1),(2,2)}, the row above, the row
// below and (2,3) hang together by (1,3), (2,3), (3,3); another one at {(1,3),(2,3)} leaves {(1,1),(1,2)} and the lower row.
//
// *Normal forms.* Of all images under the symmetries that the structure has proved, the one whose words are least.
//
// *Mirrors* (Tweedledum and Tweedledee). If a map that undoes itself maps a position onto itself and no move that can ever be
// made touches its own image in a cell that can change, the answer to a move is its image: the position is P under normal play.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/local/cell_set.h"
#include "engine/local/structure.h"
#include "engine/position/position.h"

namespace bouton::local {

template <int W, int K>
class CompiledGame {
 public:
  using Set = CellSet<W>;
  using States = CellStates<W, K>;

  /// A part of a position in its normal form, and how much there is to play in it, roughly.
  struct Part {
    States states;
    std::uint32_t size = 0;   ///< cells
    std::uint32_t moves = 0;  ///< moves that can be made, or that ever can
  };

  struct Move {
    Set scope;                 ///< all cells of the move
    std::array<Set, K> bars;   ///< cells that must not be in the plane's state
    Set needs;                 ///< cells that must not be in the background
    Set changes;               ///< cells that the move changes
    std::array<Set, K> makes;  ///< those that come to the plane's state; the other changed ones become background
  };

  /// What a thread needs to list options: nothing.
  struct Room {
    explicit Room(const CompiledGame& /*game*/) {}
  };
  static constexpr bool kThreads = true;
  static constexpr std::uint32_t kStates = K + 1;                                ///< of a cell
  static constexpr std::uint32_t kMostDepth = LocalMoves::kMostStates * 64 * W;  // the weights of states are less

  CompiledGame(Structure structure, bool components, bool symmetry);

  std::uint64_t checksum() const { return structure_.checksum(); }
  std::string method() const { return structure_.method(); }

  States states_of(PositionView position) const;
  /// Appends the parts of `x` that something can still happen in; without components all of them together as one. Returns 0,
  /// the sum of the values of those that it does not append.
  std::uint32_t parts(const States& x, Room& room, std::vector<Part>& out) const;
  /// Appends the parts of each option and calls `visit` with the number of the move and what parts() returns, until that
  /// is false.
  template <class Visit>
  bool each_option(const States& x, Room& room, std::vector<Part>& out, Visit visit) const {
    for (std::size_t number = 0; number < moves_.size(); ++number) {
      if (!applies(moves_[number], x)) continue;
      const std::uint32_t seen = parts(after(moves_[number], x), room, out);
      if (!visit(static_cast<std::uint32_t>(number), seen)) return false;
    }
    return true;
  }
  /// Whether the mirror proves a part, in its normal form, to be a P-position.
  bool mirrors(const States& x) const;
  std::uint32_t moves(const Part& part) const { return part.moves; }
  std::uint64_t effort(const Part& part) const { return effort_of_moves(K, moves(part)); }

 private:
  struct Live {
    std::vector<Set> links;  ///< of each move that can ever be made: the cells that it joins
    std::vector<Set> needs;  ///< of the same moves
  };

  bool applies(const Move& move, const States& x) const {
    if (!move.needs.within(x.occupied())) return false;
    for (int k = 0; k < K; ++k)
      if (move.bars[k].meets(x.planes[k])) return false;
    return true;
  }
  States after(const Move& move, States x) const {
    for (int k = 0; k < K; ++k) x.planes[k] = x.planes[k].without(move.changes) | move.makes[k];
    return x;
  }
  void compile();
  void add_pairs();
  void parts_by_pairs(const States& x, std::vector<Part>& out) const;
  void parts_by_moves(const States& x, std::vector<Part>& out) const;
  void whole(const States& x, std::vector<Part>& out) const;
  void find_live(const States& x, Live& live) const;
  Set changeable(const States& x, std::vector<std::size_t>& live_moves) const;
  States normal_form(const States& x) const;
  States normal_form_of_board(const States& x) const;
  template <class Image>
  States mapped(const States& x, Image image) const;
  template <class Image>
  bool is_mirror(const States& x, Image image) const;

  Structure structure_;
  bool components_;
  bool symmetry_;
  std::size_t stride_ = 0;  ///< bits from one row to the next, of a board
  std::array<int, LocalMoves::kMostStates> plane_of_{};
  std::vector<Move> moves_;
  std::vector<Set> neighbours_;  ///< of pairs: by bit
  Set alone_;                    ///< of pairs: the cells that have a move of their own
};

template <int W, int K>
CompiledGame<W, K>::CompiledGame(Structure structure, bool components, bool symmetry)
    : structure_(std::move(structure)), components_(components), symmetry_(symmetry) {
  stride_ = structure_.columns;
  plane_of_.fill(-1);
  int plane = 0;
  for (std::uint32_t state = 0; state < structure_.states; ++state)
    if (state != structure_.background) plane_of_[state] = plane++;
  compile();
  if (structure_.pairs) add_pairs();
}

template <int W, int K>
void CompiledGame<W, K>::compile() {
  for (const LocalMove& pattern : structure_.moves) {
    Move move;
    for (const LocalMove::Cell& cell : pattern.cells) {
      const std::size_t at = cell.cell;
      move.scope.insert(at);
      for (std::uint32_t state = 0; state < structure_.states; ++state) {
        if ((cell.allowed >> state & 1) != 0) continue;
        if (state == structure_.background) move.needs.insert(at);
        else move.bars[static_cast<std::size_t>(plane_of_[state])].insert(at);
      }
      if (cell.becomes < 0) continue;
      move.changes.insert(at);
      if (static_cast<std::uint32_t>(cell.becomes) != structure_.background)
        move.makes[static_cast<std::size_t>(plane_of_[static_cast<std::size_t>(cell.becomes)])].insert(at);
    }
    moves_.push_back(move);
  }
}

template <int W, int K>
void CompiledGame<W, K>::add_pairs() {
  neighbours_.assign(64 * W, Set{});
  for (const Move& move : moves_) {
    const std::size_t centre = move.needs.first();
    if (move.needs.size() == 1) alone_.insert(centre);
    neighbours_[centre] |= move.scope;
    move.scope.each([&](std::size_t other) { neighbours_[other].insert(centre); });
  }
}

template <int W, int K>
typename CompiledGame<W, K>::States CompiledGame<W, K>::states_of(PositionView position) const {
  States states;
  for (std::uint32_t cell = 0; cell < structure_.cells; ++cell) {
    const int plane = plane_of_[static_cast<std::size_t>(position[cell])];
    if (plane >= 0) states.planes[static_cast<std::size_t>(plane)].insert(cell);
  }
  return states;
}

template <int W, int K>
std::uint32_t CompiledGame<W, K>::parts(const States& x, Room& /*room*/, std::vector<Part>& out) const {
  if (!components_ || !structure_.walled) {
    whole(x, out);
  } else if (K == 1 && structure_.pairs) {
    parts_by_pairs(x, out);
  } else {
    parts_by_moves(x, out);
  }
  return 0;
}

template <int W, int K>
void CompiledGame<W, K>::parts_by_pairs(const States& x, std::vector<Part>& out) const {
  Set rest = x.planes[0];
  while (!rest.empty()) {
    Set part = Set::of(rest.first());
    Set fresh = part;
    std::uint32_t links = 0;  // from both of its ends
    while (!fresh.empty()) {
      const std::size_t cell = fresh.first();
      const Set near = neighbours_[cell] & x.planes[0];
      links += static_cast<std::uint32_t>(near.size());
      fresh = (fresh | near.without(part)).without(Set::of(cell));
      part |= near;
    }
    rest = rest.without(part);
    const auto size = static_cast<std::uint32_t>(part.size());
    if (size == 1 && !part.meets(alone_)) continue;
    out.push_back({normal_form(x.restricted_to(part)), size, links / 2});
  }
}

/// The moves that can ever be made from `x` on, and the cells that they can change.
template <int W, int K>
typename CompiledGame<W, K>::Set CompiledGame<W, K>::changeable(const States& x, std::vector<std::size_t>& live_moves) const {
  std::array<Set, K> reach = x.planes;  // cells that can come to be in the plane's state, or are
  Set changed;                          // cells that can change
  Set bare;                             // cells that are background or can become it
  for (std::size_t at = 0; at < structure_.cells; ++at) bare.insert(at);
  bare = bare.without(x.occupied());
  live_moves.clear();
  const auto possible = [&](const Move& move) {
    bool fits = true;
    move.scope.each([&](std::size_t at) {
      bool some = bare.contains(at) && !move.needs.contains(at);
      for (int k = 0; k < K; ++k) some = some || (reach[k].contains(at) && !move.bars[k].contains(at));
      fits = fits && some;
    });
    return fits;
  };
  std::vector<bool> found(moves_.size(), false);
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      const Move& move = moves_[i];
      if (found[i] || !(structure_.destructive ? applies(move, x) : possible(move))) continue;
      found[i] = true;
      again = !structure_.destructive;
      live_moves.push_back(i);
      Set cleared = move.changes;
      for (int k = 0; k < K; ++k) {
        changed |= move.makes[k].without(x.planes[k]);
        reach[k] |= move.makes[k];
        cleared = cleared.without(move.makes[k]);
      }
      changed |= cleared & x.occupied();
      bare |= cleared;
    }
  }
  return changed;
}

template <int W, int K>
void CompiledGame<W, K>::find_live(const States& x, Live& live) const {
  std::vector<std::size_t> found;
  const Set changed = changeable(x, found);
  live.links.clear();
  live.needs.clear();
  for (const std::size_t i : found) {
    live.links.push_back(moves_[i].scope & changed);
    live.needs.push_back(moves_[i].needs);
  }
}

template <int W, int K>
void CompiledGame<W, K>::parts_by_moves(const States& x, std::vector<Part>& out) const {
  thread_local Live live;
  find_live(x, live);
  struct Group {
    Set cells, kept;
    std::uint32_t moves;
  };
  std::vector<Group> groups;
  for (std::size_t i = 0; i < live.links.size(); ++i) {
    Group joined{live.links[i], live.needs[i], 1};
    for (std::size_t g = groups.size(); g-- > 0;) {
      if (!groups[g].cells.meets(joined.cells)) continue;
      joined.cells |= groups[g].cells;
      joined.kept |= groups[g].kept;
      joined.moves += groups[g].moves;
      groups[g] = groups.back();
      groups.pop_back();
    }
    groups.push_back(joined);
  }
  for (const Group& group : groups)
    out.push_back(
        {normal_form(x.restricted_to(group.cells | group.kept)), static_cast<std::uint32_t>(group.cells.size()), group.moves});
}

template <int W, int K>
void CompiledGame<W, K>::whole(const States& x, std::vector<Part>& out) const {
  thread_local Live live;
  find_live(x, live);
  if (live.links.empty()) return;
  Set cells, kept;
  for (std::size_t i = 0; i < live.links.size(); ++i) {
    cells |= live.links[i];
    kept |= live.needs[i];
  }
  const States states = structure_.walled ? x.restricted_to(cells | kept) : x;
  out.push_back({normal_form(states), static_cast<std::uint32_t>(cells.size()), static_cast<std::uint32_t>(live.links.size())});
}

template <int W, int K>
template <class Image>
typename CompiledGame<W, K>::States CompiledGame<W, K>::mapped(const States& x, Image image) const {
  States result;
  for (int k = 0; k < K; ++k) x.planes[k].each([&](std::size_t at) { result.planes[k].insert(image(at)); });
  return result;
}

template <int W, int K>
typename CompiledGame<W, K>::States CompiledGame<W, K>::normal_form(const States& x) const {
  if (!symmetry_ || x.empty()) return x;
  if (structure_.slides) return normal_form_of_board(x);
  States least = x;
  for (const std::vector<std::uint32_t>& permutation : structure_.permutations)
    least = std::min(least, mapped(x, [&](std::size_t at) { return permutation[at]; }));
  return least;
}

template <int W, int K>
typename CompiledGame<W, K>::States CompiledGame<W, K>::normal_form_of_board(const States& x) const {
  std::size_t top = stride_ * structure_.rows, left = stride_, bottom = 0, right = 0;
  x.occupied().each([&](std::size_t at) {
    top = std::min(top, at / stride_);
    bottom = std::max(bottom, at / stride_);
    left = std::min(left, at % stride_);
    right = std::max(right, at % stride_);
  });
  const std::size_t height = bottom - top, width = right - left;
  const bool turns = structure_.transposes && std::max(height, width) < std::min(structure_.rows, structure_.columns);
  States least;
  for (int which = 0; which < 8; ++which) {
    if (((which & 1) != 0 && !structure_.flips_rows) || ((which & 2) != 0 && !structure_.flips_columns) ||
        ((which & 4) != 0 && !turns))
      continue;
    const States form = mapped(x, [&](std::size_t at) {
      std::size_t r = at / stride_ - top, c = at % stride_ - left;
      if ((which & 1) != 0) r = height - r;
      if ((which & 2) != 0) c = width - c;
      if ((which & 4) != 0) std::swap(r, c);
      return r * stride_ + c;
    });
    if (which == 0 || form < least) least = form;
  }
  return least;
}

/// `image` undoes itself and is a symmetry. Whether it maps `x` onto itself, and no move ever touches its own image.
template <int W, int K>
template <class Image>
bool CompiledGame<W, K>::is_mirror(const States& x, Image image) const {
  if (mapped(x, image) != x) return false;
  Live live;
  find_live(x, live);
  return std::ranges::none_of(live.links, [&](const Set& link) {
    bool touches = false;
    link.each([&](std::size_t at) { touches = touches || link.contains(image(at)); });
    return touches;
  });
}

template <int W, int K>
bool CompiledGame<W, K>::mirrors(const States& x) const {
  if (!symmetry_ || x.empty()) return false;
  if (!structure_.slides) {
    return std::ranges::any_of(structure_.permutations, [&](const std::vector<std::uint32_t>& permutation) {
      for (std::uint32_t cell = 0; cell < structure_.cells; ++cell)
        if (permutation[permutation[cell]] != cell) return false;
      return is_mirror(x, [&](std::size_t at) { return permutation[at]; });
    });
  }
  // A normal form touches the first row and the first column.
  std::size_t height = 0, width = 0;
  x.occupied().each([&](std::size_t at) {
    height = std::max(height, at / stride_);
    width = std::max(width, at % stride_);
  });
  const bool square = structure_.transposes && height == width && height < std::min(structure_.rows, structure_.columns);
  for (const int which : {3, 1, 2, 4, 7}) {
    if (((which & 1) != 0 && !structure_.flips_rows) || ((which & 2) != 0 && !structure_.flips_columns) ||
        ((which & 4) != 0 && !square))
      continue;
    const bool mirrored = is_mirror(x, [&](std::size_t at) {
      std::size_t r = at / stride_, c = at % stride_;
      if ((which & 1) != 0) r = height - r;
      if ((which & 2) != 0) c = width - c;
      if ((which & 4) != 0) std::swap(r, c);
      return r * stride_ + c;
    });
    if (mirrored) return true;
  }
  return false;
}

}  // namespace bouton::local
