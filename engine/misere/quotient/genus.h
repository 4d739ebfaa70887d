// The genus of positions: how they behave beside Nim under misère play.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/budget.h"
#include "engine/misere/quotient/heap_game.h"
#include "engine/values/mex.h"

namespace bouton {

/// The Grundy value of a position G under normal play, and the misère Grundy values of G, G + *2, G + *2 + *2, ... The
/// misère Grundy value of G is the one n for which G + *n is a misère P-position: 1 if G has no options, else the least
/// number that no option has. From some point on the sequence alternates between two values.
/// Source: E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 13.
struct Genus {
  Grundy normal = 0;
  /// Up to the last two, which repeat without end; two at least, and no more than necessary. 1, 2, 0 for nothing.
  std::vector<Grundy> misere = {1, 2, 0};

  /// The misère Grundy value of G + k *2.
  Grundy beside(std::size_t twos) const;
  /// A position of Nim with this genus would have only heaps of 0 and 1 (fickle), or some larger one (firm).
  bool fickle() const;
  bool firm() const;
  /// "0^120", "2^1420"; values of two digits and more in parentheses: "3^1(10)8(10)".
  std::string text() const;

  friend bool operator==(const Genus&, const Genus&) = default;
};

/// The genus of Nim positions with `nim_sum`, which has to be 0 or 1 if they have no heap beyond 1.
Genus nim_genus(Grundy nim_sum, bool fickle);

/// The genera of the sums of a game's heaps, found from those of all positions below and remembered.
/// A position is tame if it and all positions below have the genus of a position of Nim, else wild; the genus of a sum of
/// tame heaps is that of the sum of Nim positions, and nothing below it need be looked at.
class GenusSolver {
 public:
  /// `game` and `budget` must outlive this object; the game may grow.
  GenusSolver(const HeapGame& game, const Budget& budget) : game_(game), budget_(budget) {}

  struct Found {
    Genus genus;
    bool tame = true;
  };
  /// Throws LimitError if more than `most_positions` positions would have to be remembered.
  Found find(const HeapSum& sum, std::size_t most_positions = ~std::size_t{0});

 private:
  struct SumHash {
    std::size_t operator()(const HeapSum& sum) const;
  };

  /// Remembers it.
  const Found* add(const HeapSum& sum, Found found);
  const Found* known(const HeapSum& sum);
  Found combine(const HeapSum& sum);

  const HeapGame& game_;
  const Budget& budget_;
  std::unordered_map<HeapSum, Found, SumHash> found_;
  std::size_t bytes_ = 0;  ///< of found_
};

}  // namespace bouton
