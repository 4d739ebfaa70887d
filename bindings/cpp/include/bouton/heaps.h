// Games of heaps: sequences of values with their periods; misère quotients and genera.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <bouton/solver.h>

namespace bouton {
inline namespace v1 {

/// value(n + period) = value(n) + saltus for all heaps n >= preperiod: as far as values were looked at, or proved for all.
struct Period {
  std::int64_t preperiod = 0;
  std::uint64_t period = 0;
  std::int64_t saltus = 0;
  bool proved = false;
  std::string theorem = {};     ///< what proves it; else empty
  std::int64_t checked_to = 0;  ///< the last heap whose value was looked at
};

/// The values of heaps up to `last` in the first game of `solver`, which has one coordinate: a table of one dimension that
/// begins with its least value. Throws RequestError for other games, and as Solver does.
Table sequence(Solver& solver, Coordinate last, ValueKind kind = ValueKind::grundy);

/// The period of these values; nothing if they show none. Where the game has a heap code and the values are cheap, more of them
/// are looked at if that proves it. Throws the same.
std::optional<Period> period(Solver& solver, Coordinate last, ValueKind kind = ValueKind::grundy);

/// The misère quotient of sums of some positions: a finite commutative monoid, written by generators a, b, c, ... and
/// relations.
struct MisereQuotient {
  struct Heap {
    Position position = {};
    std::string value = {};  ///< a word such as "ab^2", "1" for the identity; "?" for a position that was not reached
    std::string genus = {};  ///< "0^120"; empty where it takes too long
    bool tame = false;       ///< whether it behaves as a position of Nim; false where the genus is not known
  };
  struct Relation {
    std::string left, right;
  };
  std::size_t order = 0;  ///< how many elements there are
  std::vector<std::string> generators = {};
  std::vector<Relation> relations = {};
  std::vector<std::string> p_portion = {};  ///< the elements that are P-positions
  std::vector<Heap> heaps = {};             ///< options before what they are options of
  std::size_t reached = 0;                  ///< it is proved for sums of the first so many of them
  std::string given_up = {};                ///< why it does not reach them all; empty if it does
  std::string text = {};                    ///< "⟨a, b | a^2 = 1, b^3 = b⟩, P = {a, b^2}"
};

/// The misère quotient of heaps up to `last` in the first game of `solver`, whatever play it names. Throws RequestError for
/// games that have more than one coordinate or in which play can go on for ever, and as Solver does.
MisereQuotient misere_quotient(Solver& solver, Coordinate last);
/// The same of all that can be reached from the components of a sum, positions of the first game.
MisereQuotient misere_quotient(Solver& solver, const Sum& below);

/// How a position behaves beside Nim under misère play (Winning Ways, ch. 13).
struct Genus {
  std::string text = {};  ///< "2^1420"
  bool tame = true;
  Outcome outcome = Outcome::P;  ///< under misère play
};

/// Of a sum, whatever play its games name. Throws as misere_quotient does.
Genus genus(Solver& solver, const Sum& sum);

}  // namespace v1
}  // namespace bouton
