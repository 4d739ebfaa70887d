// Games that are others in disguise: whose values are those of a game with a name, or of a take-and-break code.
//
// Sequences of values, of heaps or rows, are compared with those of the games of one heap of a library, and of short codes:
// heap n of the game with heap n + s of the other, for small s, from some small n on. Tables of two or three numbers are
// compared with those of the library at the same numbers. What was compared is said. Two sequences are equal for ever where the
// moves are those of the code, and where both are proved to repeat, with one common period of both compared.
//
// Example: a row of n squares in Dawson's chess, 0, 1, 1, 2, 0, 3, ..., is 0.137, a heap of n + 1 of 0.07, and one of n + 2 of
// 0.4. Values that are all equal say nothing, and the values 0, 1, 2, ... are those of a heap of Nim.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/budget.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/period/period.h"
#include "engine/rules/game.h"
#include "engine/theorem/proof/theorem.h"
#include "engine/values/table.h"

namespace bouton {

/// Games by name. They are loaded where a game has values that are worth comparing.
struct Library {
  std::vector<std::string> names;
  /// The game of that name with its parameters as they are. May throw what loading throws.
  std::function<std::shared_ptr<const Game>(const std::string&)> load;
};

struct Disguise {
  std::string game = {};               ///< its name; empty where it is known by its code alone
  std::string code = {};               ///< of take-and-break; empty where it has none that is known
  ValueKind kind = ValueKind::grundy;  ///< what is the same: Grundy values, or outcomes
  bool of_heaps = true;                ///< a sequence; else a table of several numbers
  std::int64_t shift = 0;              ///< the value of heap n is that of heap n + shift
  Coordinate from = 0;                 ///< for every n from here on
  bool exchanged = false;              ///< of two numbers: those of the other game in the other order
  Coordinate checked_to = 0;           ///< the greatest number compared
  bool proved = false;                 ///< for numbers of every size
  std::string theorem = {};            ///< by what, where it is proved
};

/// "the Grundy values are those of dawsons-chess (0.137)", "...of n + 1 in 0.07, for n >= 1", with what it rests on.
std::string statement_of(const Disguise& disguise);

/// What a game is compared by.
struct ComparedValues {
  std::string name;  ///< no game is a disguise of itself
  Table table;       ///< of one dimension: heaps or rows
  std::optional<Period> period = {};
  std::optional<TakeAndBreak> code = {};  ///< what its moves are recognised as
  bool names_code = false;                ///< and its rules say so themselves
};

/// Grundy values, where the game has them; else outcomes.
ValueKind kind_to_compare(const Game& game);

/// The values of a game, as far as a share of work finds them: of heaps and rows, or of a box of two or three numbers; under
/// other than normal play outcomes. Nothing where there are none that are worth comparing. Throws Interrupted.
std::optional<ComparedValues> values_to_compare(const Game& game, std::size_t dimensions, const Budget& budget);

/// Whether two cells of tables of one kind are equal; infinite nimbers are told apart.
bool is_same_value(const Table& a, std::uint64_t index_of_a, const Table& b, std::uint64_t index_of_b);

/// Compares games with those of a library; what it has found of the library it keeps for the next game.
class DisguiseFinder {
 public:
  /// `budget` must outlive it.
  DisguiseFinder(Library library, const Budget& budget);
  ~DisguiseFinder();
  DisguiseFinder(const DisguiseFinder&) = delete;
  DisguiseFinder& operator=(const DisguiseFinder&) = delete;

  /// Of which games these values are: at most three, those with names first, then the shortest codes. `theorem`, which may be
  /// null, is about the P-positions of the game. Throws Interrupted.
  std::vector<Disguise> find(const ComparedValues& values, const Theorem* theorem = nullptr);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bouton
