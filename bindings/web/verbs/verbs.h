// What a page can ask: a table of verbs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bindings/web/desk/desk.h"

namespace bouton::web {

/// The answer to a request; `cells` receives the values of a table or a sequence. Throws what the engine and the loader throw.
using Run = Json (*)(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);

/// A line of the table. A DESCRIPTION is of a game, a SUM of positions, both as Desk takes them.
struct Verb {
  std::string_view name;
  Run run;
};

std::span<const Verb> all_verbs();

/// {"memory"?, "lua_memory"?: bytes, "seconds"?} -> null: the DeskLimits from then on. All that was found out is forgotten.
Json set_limits(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);

// Of games.

/// {"sources": {NAME: TEXT}} -> null. Rule files that games are made of from then on.
Json put_sources(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {} -> [{"name", "title", "error"?}, ..]: all games in memory.
Json list_games(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"game": DESCRIPTION} -> the game in full, as `bouton games NAME --format json` writes it.
Json describe_game(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);

// Of positions that are played.

/// {"sum": SUM, "values"?: bool, "forbidden"?: [index, ..]} -> {"sum": [PLACE, ..], "moves": [{"component", "label", "to":
/// [PLACE, ..], "after": [TEXT, ..], "outcome"?, "grundy"?, "remoteness"?}, ..], "may_forbid"?: integer, "over": bool,
/// "result": "P"|"N"|"draw"|null, "value": null|{"outcome", ..}}. The moves are all that there are, by whose numbers
/// "forbidden" names those that may not be made; "may_forbid" is up to how many may be forbidden, left out where that is none,
/// and "over" and "result" are of what is left. A PLACE is
/// {"game": number, "position": TEXT, "coordinates": [..], "shown": TEXT, "cells"?}; "cells" says how they lie where
/// that is part of the position.
Json list_moves(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"sum": SUM, "player": NAME, "seed": integer, "forbidden"?: [index, ..]} -> {"index", "move"}: the move that the player
/// makes, by its place among all moves, none of those that are forbidden.
Json choose_move(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"sum": SUM, "player": NAME, "seed": integer} -> {"indices": [index, ..], "moves": [..]}: what the player, who does not
/// move, forbids, by their places among the moves; none in games where nothing is forbidden.
Json choose_forbidden(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"game": DESCRIPTION, "like"?: TEXT, "seed": integer} -> {"position": TEXT}: a position to begin at, by chance.
Json random_position(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);

// Of positions that are asked about.

/// {"sum": SUM, "kind": "outcome"|"grundy"|"remoteness"|"suspense"|"longest"} -> {KIND: its value}; a Grundy value is an
/// integer, a text of one beyond 2^53, {"infinity": [..]}, or null where no way knows it; a remoteness is null for a draw, and
/// where it is not known.
Json find_value(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"sum": SUM, "most"?} -> as `bouton solve --format json`.
Json solve(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"sum": SUM} -> as `bouton why --format json`.
Json explain_position(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"sum": SUM, "most"?, "picture"?: bool} -> as `bouton graph --format json`, each node with its "text"; with a picture "svg",
/// null where it is too large to be drawn.
Json move_graph(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);

// Of games as a whole.

/// {"game": DESCRIPTION} -> as `bouton explain --format json`.
Json explain_game(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"game": DESCRIPTION, "piles"?, "value"?, "steps"?, "picture"?: bool} -> {"text", "theorem": as `bouton theorem --format
/// json`}; with a picture "svg", that of its automata, null where there are none or they are too large to be drawn.
Json find_theorem(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"game": DESCRIPTION, "piles"?, "further"?} -> as `bouton discover --format json`.
Json discover_game(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"game": DESCRIPTION, "low"?, "high"?} -> as `bouton verify --format json`.
Json verify_game(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"sum": SUM, "player": NAME, "other": NAME, "games"?, "seed"?} -> as `bouton match --format json`.
Json play_match(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"game": DESCRIPTION, "last"} or {"sum": SUM}, of one game -> as `bouton quotient --format json`: of heaps to the last, or
/// of all that can be reached.
Json find_quotient(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"sum": SUM} -> as `bouton genus --format json`.
Json find_genus(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"family": TEXT, "settings"?: {NAME: VALUE or RANGE}, "last"?} -> as `bouton survey --format json`.
Json survey_family(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);

// Of many positions.

/// {"game": DESCRIPTION, "low"?, "high", "value"?} -> {"value", "low", "high", "names", "most"}, with a cell for each position,
/// the last coordinate fastest.
Json fill_table(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"game": DESCRIPTION, "low"?, "high"} -> {"count", "dimensions"}: the P-positions of a box, with two cells for each
/// coordinate, which are the two halves of a double.
Json list_p_positions(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"game": DESCRIPTION, "low"?, "high", "total"?: TEXT, "heaps"?, "multisets"?: bool, "mod"?} -> as `bouton positions --count
/// --format json`.
Json count_positions(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {"game": DESCRIPTION, "last", "row"?: {NAME: VALUE}, "value"?, "period"?: bool} -> {"value", "low", "period": null|{..}},
/// with a cell for each heap.
Json fill_sequence(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// The same as fill_table, or as fill_sequence where there is a "last", and "format": csv, json, svg, bfile or text ->
/// {"text"}.
Json write_values(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);
/// {} -> {"P", "N", "draw", "infinite", "nothing": COLOUR, "sequential", "shadesP", "shadesN": [COLOUR, ..]}: the colours of
/// the engine's pictures, 0xRRGGBB.
Json colours(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells);

}  // namespace bouton::web
