// The games of a family beside each other: what is found out about each alike.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules/game.h"
#include "engine/study/discovery/theorem.h"
#include "engine/study/sequence/heap_run.h"

namespace bouton {

/// Of a game of one heap, and of one whose starts are heaps with a period that its formula proves, the values of heaps 0..last,
/// their period and so on; of any other a theorem about its P-positions.
struct SurveyEntry {
  std::optional<HeapRun> heaps;
  std::optional<Grundy> largest;      ///< of these heaps' values, if they are Grundy values
  std::optional<std::uint64_t> rare;  ///< rare heaps among them; where the game has the sparse way
  std::optional<TheoremReport> theorem;
};

/// Looks at a game. Throws RequestError where there is nothing to be looked at (a piles game without a number of piles), and
/// what run_heaps and find_theorem throw.
SurveyEntry survey(const Game& game, Coordinate last, const Budget& budget);

/// The codes of a family such as "0.ddd": each d is any digit from 0 to 7, in ascending order. Throws RequestError where the
/// pattern is not a code with some digits left open, or has more than a million codes.
std::vector<std::string> codes_of(std::string_view pattern);

/// A game of a family, or a family: the name of a game, and what its parameters are set to, as they are typed.
struct FamilyMember {
  std::string game;
  std::vector<std::pair<std::string, std::string>> settings;
};

/// The games of a family: "octal:CODE" with a d for each digit that is left open; a game with settings that are ranges of
/// integers, LO:HI or LO:HI:STEP; or a folder, whose rule files, and those of the folders in it, have all these settings. At
/// least one. Throws RequestError where there are none, or more than a million.
std::vector<FamilyMember> members_of(const FamilyMember& family);

/// Whether a setting is such a range.
bool is_range(const std::string& setting);

/// Loads a member, each time anew. May throw what loading throws.
using LoadMember = std::function<std::shared_ptr<const Game>(const FamilyMember&)>;

struct SurveyRow {
  FamilyMember member;
  std::shared_ptr<const Game> game;  ///< null where nothing was found out
  SurveyEntry entry;
  std::string error;  ///< why nothing was; empty where there is a game
};

/// Looks at a member; an error is what its row says. Throws Interrupted.
SurveyRow survey(const FamilyMember& member, const LoadMember& load, Coordinate last, const Budget& budget);

/// Throws RequestError where `last` is less than 1 or the first member names no game or no parameter of it: then all rows would
/// say the same.
void check_family(const std::vector<FamilyMember>& members, const LoadMember& load, Coordinate last);

/// All of it, one member after the other; each row is gone after its visit. Throws what check_family and `visit` throw,
/// Interrupted.
void survey(const std::vector<FamilyMember>& members, const LoadMember& load, Coordinate last, const Budget& budget,
            const std::function<void(const SurveyRow&)>& visit);

}  // namespace bouton
