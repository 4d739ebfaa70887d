// The options of positions as the numbers of their components, asked of the rules once: for rules whose answers cost much more
// than to remember them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/nimbers/proof_file.h"
#include "engine/position/options.h"
#include "engine/position/position.h"
#include "engine/position/position_index.h"
#include "engine/rules/rules.h"

namespace bouton::nimbers {

/// Components in their normal form, numbered as they are met, and the options of those that were asked for. What it takes is
/// charged to the account until the end: LimitError where that does not suffice; and what the rules throw.
///
/// A normal form is taken to be its own: rules are not asked again about a position that is known as one.
class KeptOptions {
 public:
  using Number = PositionIndex::Number;
  using Numbers = ChargedVector<Number>;

  /// `components`: whether positions are taken apart as the rules say. Equal components of one position, two by two, are left
  /// out then: their sum is nothing.
  KeptOptions(std::shared_ptr<const Rules> rules, bool components, const std::shared_ptr<MemoryAccount>& account);

  /// Appends the components of a position to `out`, in order.
  void take_apart(PositionView position, Numbers& out);
  /// Lists the options of component `x`, unless that was done. Returns whether it was done now.
  bool list(Number x);
  bool is_listed(Number x) const { return lists_[x].first != kNotListed; }

  /// How many different options a listed component has. O(1).
  std::uint32_t options(Number x) const { return lists_[x].options; }
  /// Calls visit(components) with those of each option, a span that lasts until something is listed or taken apart; ends where
  /// that returns false.
  template <class Visit>
  void each_option(Number x, Visit visit) const {
    std::size_t at = lists_[x].first;
    for (std::uint32_t i = 0; i < lists_[x].options; ++i) {
      const std::size_t count = words_[at];
      if (!visit(std::span<const Number>(words_.data() + at + 1, count))) return;
      at += count + 1;
    }
  }

  /// Writes all that is known, and reads it again, of the same rules: knows nothing before. Throws as the file does.
  void save(ProofFileWriter& file) const;
  void load(ProofFileReader& file);

  /// The length of a component's list of integers: roughly how much there is to play.
  std::uint32_t size(Number x) const { return sizes_[x]; }
  /// How many components are known, and how many options of them are listed, equal ones too.
  std::size_t known() const { return normal_.size(); }
  std::uint64_t options_listed() const { return options_listed_; }

 private:
  static constexpr std::uint64_t kNotListed = ~std::uint64_t{0};
  struct List {
    std::uint64_t first = kNotListed;  ///< in words_: for each option the number of its components, and these
    std::uint32_t options = 0;
  };
  /// The components of a position that is not one itself, in words_.
  struct Apart {
    std::uint64_t first;
    std::uint32_t count;
  };

  void ask_apart(PositionView position, Numbers& out);
  Number number_of(PositionView normal);
  void cancel_pairs(Numbers& parts, std::size_t first) const;
  void write_words(ProofFileWriter& file, std::uint64_t first, std::size_t count) const;

  std::shared_ptr<const Rules> rules_;
  bool components_;
  PositionIndex normal_;  ///< components in their normal form
  PositionIndex others_;  ///< positions that are none
  ChargedVector<Apart> apart_;
  ChargedVector<List> lists_;
  ChargedVector<std::uint32_t> sizes_;
  Numbers words_;
  std::uint64_t options_listed_ = 0;
  Options options_, parts_;
  Position position_;
};

}  // namespace bouton::nimbers
