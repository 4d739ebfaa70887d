// What is found out about the games of a family, for laws in the parameter that tells them apart.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/budget.h"
#include "engine/conjecture/family_laws.h"
#include "engine/study/survey.h"

namespace bouton {

/// What is found out about one game. Numbers and slopes are by the keys of family_quantities().
struct FamilyFacts {
  std::map<std::string, std::int64_t> numbers;
  std::map<std::string, SlopeRange> slopes;
  std::string error;  ///< why nothing was found out, where there was an error
};

struct FamilyQuantityName {
  std::string_view key;    ///< "grundy_period"
  std::string_view words;  ///< "the period of the Grundy values"
};
/// What laws are looked for: numbers, then slopes.
std::span<const FamilyQuantityName> family_quantities();

/// The proved period of the Grundy values and of the outcomes, of heaps or of what `start` makes of one number; else the states
/// of a theorem about the P-positions; and, of two heaps, the lines that the P-positions lie near. Each with its share of work,
/// which is counted. Throws RuleError, LimitError, Interrupted.
FamilyFacts family_facts(const Game& game, const Budget& budget);
/// The same of a member; an error is what its facts say. Throws Interrupted.
FamilyFacts family_facts(const FamilyMember& member, const LoadMember& load, const Budget& budget);

/// A family that one parameter tells apart.
struct ParameterFamily {
  std::string parameter;
  std::vector<FamilyMember> members;
  std::vector<std::int64_t> numbers;  ///< the parameter of each, ascending
};

/// The members of a game, one of whose settings is a range LO:HI or LO:HI:STEP. Throws RequestError where not one of them is,
/// where it has numbers beyond 2^31, or where the members are more than a million.
ParameterFamily parameter_family(const FamilyMember& family);

/// Facts of all members, for family_laws.
FamilyEvidence family_evidence(const ParameterFamily& family, const std::vector<FamilyFacts>& facts);

}  // namespace bouton
