#include "bindings/web/verbs/verbs.h"

namespace bouton::web {
namespace {

constexpr Verb kVerbs[] = {
    {"sources", put_sources},        {"games", list_games},       {"game", describe_game},   {"moves", list_moves},
    {"choose", choose_move},         {"random", random_position}, {"solve", solve},          {"why", explain_position},
    {"graph", move_graph},           {"explain", explain_game},   {"theorem", find_theorem}, {"table", fill_table},
    {"sequence", fill_sequence},     {"write", write_values},     {"colours", colours},      {"value", find_value},
    {"positions", list_p_positions}, {"quotient", find_quotient}, {"genus", find_genus},     {"verify", verify_game},
    {"match", play_match},           {"discover", discover_game}, {"survey", survey_family}, {"limits", set_limits},
    {"forbid", choose_forbidden},    {"count", count_positions},
};

}  // namespace

std::span<const Verb> all_verbs() { return kVerbs; }

}  // namespace bouton::web
