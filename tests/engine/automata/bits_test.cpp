#include "engine/automata/bits.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

TEST(BitRelations, AreThoseOfTheDigits) {
  for (const int truth : {8, 14, 6, 4, 2, 10}) {
    const Automaton relation = bit_relation(static_cast<std::uint8_t>(truth));
    for (Coordinate a = 0; a < 20; ++a)
      for (Coordinate b = 0; b < 20; ++b)
        for (Coordinate c = 0; c < 34; ++c) {
          const Coordinate expected = truth == 8    ? a & b
                                      : truth == 14 ? a | b
                                      : truth == 6  ? a ^ b
                                      : truth == 4  ? a & ~b
                                      : truth == 2  ? b & ~a
                                                    : b;
          EXPECT_EQ(relation.contains({widen(a), widen(b), widen(c)}), c == expected) << truth << " of " << a << " " << b;
        }
  }
}

}  // namespace
}  // namespace bouton
