// Whether a monoid tells the outcome of every sum, of any number of heaps.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/misere/quotient/cayley_graph.h"

namespace bouton {

/// Sets of elements as rows of bits.
class ElementSets {
 public:
  ElementSets(std::size_t elements, const std::shared_ptr<MemoryAccount>& account)
      : words_((elements + 63) / 64), bits_(account) {}
  std::size_t words() const { return words_; }
  std::size_t size() const { return bits_.size() / words_; }
  std::uint64_t* add() {
    bits_.resize(bits_.size() + words_);
    return bits_.data() + bits_.size() - words_;
  }
  std::uint64_t* operator[](std::size_t set) { return bits_.data() + set * words_; }
  const std::uint64_t* operator[](std::size_t set) const { return bits_.data() + set * words_; }
  static bool contains(const std::uint64_t* set, Element element) { return (set[element >> 6] >> (element & 63) & 1) != 0; }
  static void insert(std::uint64_t* set, Element element) { set[element >> 6] |= std::uint64_t{1} << (element & 63); }

 private:
  std::size_t words_;
  ChargedVector<std::uint64_t> bits_;
};

/// The products of all elements, a row of size() for each, and the P-sets: for each element the elements that make
/// it a P-position.
class ProductTable {
 public:
  ProductTable(const CayleyGraph& graph, const Representatives& least);
  std::size_t size() const { return size_; }
  Element operator()(Element a, Element b) const { return products_[a * size_ + b]; }
  const Element* row(Element element) const { return products_.data() + element * size_; }
  const std::uint64_t* p_set(Element element) const { return p_sets_[element]; }

 private:
  std::size_t size_;
  ChargedVector<Element> products_;
  ElementSets p_sets_;
};

/// What a heap adds to a sum: its element, and the rests with which a move in it reaches a P-position.
class HeapMoves {
 public:
  HeapMoves(const CayleyGraph& graph, const HeapGame& game, const ProductTable& product, Heap heap);
  Element element() const { return element_; }
  /// The elements r for which a move in the heap leads from the heap + r to a P-position.
  const std::uint64_t* winning() const { return winning_.data(); }
  /// The elements of the options, each once.
  const std::vector<Element>& options() const { return options_; }

 private:
  Element element_;
  std::vector<Element> options_;
  std::vector<std::uint64_t> winning_;
};

/// A sum of the least depth whose outcome, as `graph` has it, does not follow from those of its options; nothing if there
/// is none: then `graph` is right about every sum of the game's heaps.
///
/// That no P-position has an option that is one is seen heap by heap. That every other position has one (or no option at
/// all) is seen on the pairs (element x of a sum, the elements z such that a move in the sum wins when z is added); they
/// are finite in number, sums of pairs are pairs, and of two pairs with the same x the one with more z need not be looked
/// at. (The transition algebra of T. E. Plambeck and A. N. Siegel (2008), Misère quotients for impartial games,
/// J. Combin. Theory Ser. A 115:593-622, in a form in which only what wins is kept.)
/// Throws LimitError where the pairs take too much memory.
std::optional<HeapSum> find_mistake(const CayleyGraph& graph, const HeapGame& game, const Representatives& least,
                                    const ProductTable& product, const Budget& budget);

}  // namespace bouton
