// Rows and boards of coins under misère play, as sets of heads.
//
// Under misère play heads do not add up: what a row is worth is not told by its heads one by one, nor by the sums that they can
// become, since two heads at one place turn each other back. So rows are what is searched. The places that can have heads below
// a row are numbered, companions before the coin that they are turned with; a row is a number whose bits are its heads, and a
// move is an exclusive or. A move takes the highest bit that it changes from 1 to 0, so numbers fall, and play ends. Two bits a
// row say what is known of it, found depth first with the way down on a stack of its own, since play may take as many moves as
// there are rows.
//
// Worked example: turning turtles, one coin or two. The row 1 is P: its coin must be turned, and whoever then cannot move wins.
// 10 has a move to it, and so has 11, by turning the left coin. So has 111, by turning the two on the left, while the sum of
// its three heads, nim heaps of 1, 2 and 3, is P: there that move leaves 1, 2 and 2, here it leaves 1.
//
// Cost: a row takes the moves of its heads up to the first that wins; n places have 2^n rows, of which a part is met.
// Twenty-four places, a rug of 4 x 6, take two seconds, and n of them 2^(n - 2) bytes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/rules/rules.h"
#include "engine/system/zeroed_memory.h"
#include "engine/values/outcome.h"

namespace bouton {

/// Remembers what it found. Everything may throw what the rules throw, and Interrupted.
class CoinRows {
 public:
  /// `rules` are of coins (Rules::heads_cancel). `budget` must outlive this object.
  CoinRows(std::shared_ptr<const Rules> rules, const Budget& budget, std::shared_ptr<MemoryAccount> account);

  /// At how many places moves can turn heads below these, or below others that an outcome is known of. Nothing where they are
  /// more than kMostPlaces.
  std::optional<std::size_t> places(std::span<const Position> heads);
  static constexpr std::size_t kMostPlaces = 48;
  /// What is kept of the rows of so many places.
  static double bytes(std::size_t places);

  /// The misère outcome of the row with these heads, of which two at one place are none. Nothing where the rows do not fit what
  /// is left of the account's memory.
  std::optional<Outcome> outcome(std::span<const Position> heads);

 private:
  using Row = std::uint64_t;
  /// What is known of a row, in two bits.
  enum class Known : std::uint8_t { nothing, p, n };

  std::optional<Row> bit_of(const Position& place);
  std::optional<Row> row_of(std::span<const Position> heads);
  bool make_room();
  void forget_beyond_room();
  Known known(Row row) const;
  void note(Row row, Known outcome);
  void search(Row start);

  std::shared_ptr<const Rules> rules_;
  const Budget& budget_;
  std::shared_ptr<MemoryAccount> account_;
  std::map<Position, Row> bits_;         ///< of the places that were met; 0 of those where no move turns a head
  std::vector<std::vector<Row>> moves_;  ///< of a head at each numbered place, what they change
  std::size_t room_ = 0;                 ///< how many places rows_ has room for
  std::optional<Reservation> reserved_;
  std::optional<ZeroedMemory> rows_;
};

}  // namespace bouton
