// Laws of the games of a family: what is found out about each, as a function of the parameter that tells them apart.
//
// Idea: the first half of the members suggests a law, the other half speaks for it or against it. A law is a formula, a sum of
// multiples of 1, the parameter and a power of 2 that goes with it, on a class of members: all of them, a residue class, or
// those where the exponent of 2 in the parameter (or a neighbour of it) is even or odd. Classes are gone through from the
// largest to the smallest, and members that a law is about already are no evidence for another one. The coefficients are
// those that the last members of the first half give exactly, so a few small members may be exceptions.
//
// So many classes and formulas are tried that some fit by accident, above all where a quantity has few values. A law is claimed
// only if that is unlikely: with p the share of the members outside of the class that have what the formula says, and n members
// beyond those that give its coefficients, p^n times the number of all that is tried is less than 1/1000.
//
// Example: of No copycats, with 1 to m to be taken, the starts that are P-positions have period m + 1 exactly where the
// exponent of 2 in m + 1 is even: 33 of the 100 odd m from 3 to 201.
//
// A slope is known within an interval; its law is linear, or that of the root of a quadratic equation whose coefficients are
// linear: (2 - k + sqrt(k^2 + 4))/2 of Fraenkel's k-Wythoff.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bouton {

/// Numbers with a name, one for each member of the family; nothing where a member has none.
struct FamilyQuantity {
  std::string name;  ///< "the period of the Grundy values"
  std::vector<std::optional<std::int64_t>> values;
};

/// All slopes from `least` to `greatest` are possible.
struct SlopeRange {
  double least = 0, greatest = 0;
};

struct FamilySlope {
  std::string name;
  std::vector<std::optional<SlopeRange>> ranges;
};

struct FamilyEvidence {
  std::string parameter;              ///< its name
  std::vector<std::int64_t> numbers;  ///< what it is for each member, ascending; their sizes are at most 2^31
  std::vector<FamilyQuantity> quantities;
  std::vector<FamilySlope> slopes;
};

/// A conjecture that holds for all members of its class that are known, from `from` on.
struct FamilyLaw {
  std::string quantity;                               ///< its name
  std::string formula;                                ///< "m + 1"
  std::string where;                                  ///< "m = 5 mod 8"; empty: all members
  bool exactly = false;                               ///< whether no member outside of the class has what the formula says
  std::int64_t from = 0, found_to = 0, holds_to = 0;  ///< numbers of members of the class
  std::size_t found = 0;                              ///< members that it was found from
  std::size_t checked = 0;                            ///< members beyond found_to that it was checked on
  std::size_t members = 0;                            ///< of the family, from `from` on, that have such a number
  std::size_t unknown = 0;                            ///< that have none: of these nothing is said

  /// A sentence without its full stop.
  std::string statement(const std::string& parameter) const;
};

/// The laws, quantity by quantity, those of the largest classes first. Nothing of a quantity that is 0 everywhere. O(members^2)
/// for each formula.
std::vector<FamilyLaw> family_laws(const FamilyEvidence& evidence);

}  // namespace bouton
