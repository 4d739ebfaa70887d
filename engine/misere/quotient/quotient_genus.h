// The genus of sums of heaps, told by a misère quotient.
//
// The misère Grundy value of G + k *2 is the one n for which G + k *2 + *n is a misère P-position, so the genus of G can be
// read off the misère quotient of the game's heaps and of Nim heaps together: the elements of G, G + *2, G + *2 + *2, ... come
// round in a finite monoid, and each is tried with *0, *1, *2, *3. Nothing below G is looked at, so a heap whose positions
// below are beyond counting costs no more than a small one. Larger Nim heaps are not tried: quotients with them are soon too
// large, or infinite. Worked example: G is heap 2 of Kayles. G + *2 is a P-position, so its misère Grundy value is 2; (G + *2)
// + *0 is the same one, so the next is 0; (G + *2 + *2) + *2 is one again, and so on: the genus is 2^20.
//
// Tame is what has the genus of a position of Nim, and all below it. A sum is tame if and only if its heaps are: of tame heaps
// it is one (Winning Ways, ch. 13), and beside a wild heap all others can be played away, which leaves the wild one.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/misere/quotient/genus.h"
#include "engine/misere/quotient/heap_game.h"
#include "engine/misere/quotient/quotient.h"

namespace bouton {

class QuotientGenus {
 public:
  /// `budget` must outlive this object. `quotient` is that of the first heaps of `game`, as many as it has been grown to.
  QuotientGenus(const HeapGame& game, MisereQuotient quotient, const Budget& budget);

  /// The genus of a sum, and whether it is tame. Nothing if the quotient grows beyond its limits (it may be infinite), or a
  /// value beyond 63. Once the quotient is there: O(heaps + size of the quotient), and the options of each heap once.
  std::optional<GenusSolver::Found> find(const HeapSum& sum);

 private:
  std::optional<Genus> genus(const HeapSum& sum);
  bool reach(std::size_t heaps);
  bool is_p(Element element, Grundy nim_heap);
  std::optional<Grundy> misere_value(Element element);
  Grundy normal(Heap heap);
  std::optional<bool> tame(Heap heap);

  static constexpr Grundy kGreatest = 3;

  const Budget& budget_;
  HeapGame heaps_;          ///< those of the game, and Nim heaps behind them
  std::size_t game_heaps_;  ///< how many are of the game
  MisereQuotient quotient_;
  GenusSolver below_;  ///< of the game's heaps
  bool grows_ = true;  ///< false once the quotient was given up
  std::vector<Grundy> normal_;
  std::vector<bool> tame_;
};

}  // namespace bouton
