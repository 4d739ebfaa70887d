// A game that is compiled in, as those who search it see it.
#pragma once

#include <cstdint>

namespace bouton::nimbers {

/// Thrown by a search under misère play that meets a move which splits the game: the parts of such a sum do not tell who wins
/// it.
struct SplitUnderMisere {};

/// A game has
///   States: a position, trivially copyable, of whole words; equal where the positions are the same;
///   Part: a component in its normal form (`states`), and how much there is to play in it (`size`, cells or counters);
///   Room: what a thread needs to list options, made of the game;
///   kMostDepth: how many moves deep the search may go before it throws LimitError;
///   parts(x, room, out): appends the components of x in which a move may be left, but for those whose values the game sees at
///     once; returns the sum of these values;
///   each_option(x, room, out, visit): for each option appends its components to `out` and calls visit(kind of move, that sum);
///     ends with false where that is false; `visit` may take away what was appended;
///   moves(part): how many moves there are in a component, or a number that grows with them; roughly;
///   effort(part): how much must be shown for a component to have some value, as a first guess;
///   mirrors(x): whether a symmetry proves that x is a P-position under normal play.
template <class Game>
inline constexpr int kWords = sizeof(typename Game::States) / sizeof(std::uint64_t);

}  // namespace bouton::nimbers
