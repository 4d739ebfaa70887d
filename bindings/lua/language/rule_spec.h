// A rule file's table of fields, checked: everything the language lets a game say.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/lua/language/datum.h"
#include "bindings/lua/language/field_lines.h"
#include "engine/position/domain.h"
#include "engine/rules/game.h"
#include "engine/rules/rules.h"

namespace bouton::lua {

/// The version of the rule language that this build understands.
inline constexpr std::int64_t kLanguageVersion = 1;

/// An entry of `claims`.
struct ClaimSpec {
  GameClaim claim;  ///< without a function
  Function check;
  std::string where;  ///< "rules/my_nim.lua:7: claims: 1"
};

struct RuleSpec {
  std::string name;
  std::string title;
  std::string source;
  std::string description;
  Domain domain = Domain::fixed({});
  Function moves;                ///< of a strip of coins its companions or runs; none of a product
  bool is_strip = false;         ///< of coins, whose moves turn companions
  bool turns_runs = false;       ///< of coins, whose moves turn neighbours; `moves` is how many, by number
  std::vector<RuleSpec> strips;  ///< whose product the game is; empty of other games
  Play play = Play::normal;
  std::optional<Function> terminal_play;  ///< where play is by_position
  std::uint64_t blocking = 0;             ///< up to how many options are forbidden before each move
  std::optional<Function> start;
  std::string start_parameter;  ///< whose value a number typed for a position is; empty where the rule names none
  std::optional<Function> random_start;
  std::optional<Function> valid;
  std::optional<Function> normalize;
  std::optional<Function> same_value;
  std::optional<Function> show;
  std::optional<Function> read;
  std::optional<Function> components;  ///< of a game of terms
  /// Groups of coordinates that may be permuted among themselves; in a piles game one group, empty, for all.
  std::vector<std::vector<std::size_t>> symmetric;
  /// Of a board or a graph: the permutations of its cells that make positions that are the same, the identity left out.
  std::vector<std::vector<std::uint32_t>> permutations;
  /// Likewise the exchanges of states, each the list of what the states become; each goes with each permutation.
  std::vector<std::vector<Coordinate>> state_exchanges;
  bool independent = false;  ///< positions are sums of their components
  std::vector<std::pair<std::string, Function>> players;
  std::vector<std::string> stakes;  ///< names of moves
  std::optional<BigPosition> example;
  std::vector<BigPosition> example_sum;  ///< two or more positions; empty where the example is one
  std::optional<BigPosition> opening;
  std::vector<KnownFact> known;
  std::vector<CellShape> known_shapes;  ///< of the facts about other boards or graphs, where these are part of the position
  std::vector<ClaimSpec> claims;
  Datum closed_form;                 ///< nil where the rule names none
  Datum heap;                        ///< nil where the rule names none
  std::string where_play;            ///< of the field play, "rules/my_nim.lua:7: "
  std::string where_blocking;        ///< of the field blocking
  std::string where_companions;      ///< of the field companions, or runs
  std::array<std::string, 5> where;  ///< of each Rules::Claim, "rules/my_nim.lua:7: "
};

/// The names of all fields that a game may have.
std::vector<std::string> game_fields();

/// The spec that `table` states, for a game in the file `default_name`.lua. Throws RuleError for whatever is wrong; the message
/// begins with `where` ("rules/my_nim.lua:3: "). `lines` are those of the fields in that file. Where the size of a board or the
/// graph is part of the position, the domain is that of `shape`, or of the example where that is null.
RuleSpec read_rule_spec(const Datum& table, const std::string& where, const std::string& default_name,
                        const FieldLines& lines = {}, const CellShape* shape = nullptr);

}  // namespace bouton::lua
