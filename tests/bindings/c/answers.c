/* Questions and their answers. */
#include <dirent.h>
#include <unistd.h>

#include "check.h"
#include "suites.h"

/* The folder, with all its files. */
static void remove_files(const char* folder) {
  DIR* const files = opendir(folder);
  if (files == NULL) return;
  for (struct dirent* file = readdir(files); file != NULL; file = readdir(files)) {
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
    unlink(path);
  }
  closedir(files);
  rmdir(folder);
}

void test_answers(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* game = load(runtime, "wythoff");
  bouton_position* position = parse(game, "7,9");
  int32_t outcome = -1;
  int64_t number = -1;
  CHECK(bouton_outcome(position, &outcome) == BOUTON_OK && outcome == BOUTON_N);
  CHECK(bouton_grundy(position, &number) == BOUTON_OK && number == 14);
  CHECK(bouton_remoteness(position, &number) == BOUTON_OK && number == 5);
  char text[32];
  size_t length = 0;
  CHECK(bouton_grundy_text(position, text, sizeof text, &length) == BOUTON_OK);
  CHECK_TEXT(text, "14");
  CHECK(bouton_grundy_text(position, text, 2, &length) == BOUTON_ERROR_SPACE);
  CHECK(length == 2);
  CHECK_TEXT(text, "1");
  CHECK(bouton_grundy_text(position, NULL, 0, &length) == BOUTON_ERROR_SPACE && length == 2);
  bouton_position_destroy(position);

  position = parse(game, "5,7");
  bouton_moves* moves = NULL;
  CHECK(bouton_winning_moves(position, 100, &moves) == BOUTON_OK);
  CHECK(bouton_moves_size(moves) == 3 && bouton_moves_complete(moves));
  CHECK_TEXT(move_text(moves, 0), "4,7");
  bouton_moves_destroy(moves);
  CHECK(bouton_winning_moves(position, 1, &moves) == BOUTON_OK);
  CHECK(bouton_moves_size(moves) == 1 && !bouton_moves_complete(moves));
  bouton_moves_destroy(moves);

  /* Valued moves are the options, and agree with the winning moves. */
  bouton_moves* options = NULL;
  CHECK(bouton_valued_moves(position, &moves) == BOUTON_OK);
  CHECK(bouton_options(position, &options) == BOUTON_OK);
  CHECK(bouton_moves_size(moves) == bouton_moves_size(options));
  size_t wins = 0;
  for (size_t i = 0; i < bouton_moves_size(moves); ++i) {
    bouton_value value = {sizeof value, -1, -1, -1, -1};
    CHECK(bouton_move_value(moves, i, &value) == BOUTON_OK);
    if (value.outcome == BOUTON_P) ++wins;
    CHECK((value.outcome == BOUTON_P) == (value.has_grundy && value.grundy == 0));
    CHECK(value.remoteness >= 0);
    char other[32];
    CHECK(bouton_move_text(options, i, 0, other, sizeof other, NULL) == BOUTON_OK);
    CHECK_TEXT(move_text(moves, i), other);
  }
  CHECK(wins == 3);
  bouton_moves_destroy(options);
  bouton_moves_destroy(moves);
  bouton_position_destroy(position);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

void test_big_positions(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* game = load(runtime, "nim");
  bouton_position* heaps[] = {parse(game, "340282366920938463463374607431768211456"), parse(game, "1"), parse(game, "2")};
  bouton_position* position = NULL;
  CHECK(bouton_position_sum((const bouton_position* const*)heaps, 3, &position) == BOUTON_OK);
  for (int i = 0; i < 3; ++i) bouton_position_destroy(heaps[i]);
  char text[128];
  CHECK(bouton_grundy_text(position, text, sizeof text, NULL) == BOUTON_OK);
  CHECK_TEXT(text, "340282366920938463463374607431768211459");
  int64_t number = 0;
  CHECK(bouton_grundy(position, &number) == BOUTON_UNKNOWN);
  CHECK(bouton_position_coordinates(position, 0, &number, 1, NULL) == BOUTON_UNKNOWN);
  bouton_moves* moves = NULL;
  CHECK(bouton_best_move(position, 10, 0, &moves) == BOUTON_OK);
  CHECK_TEXT(move_text(moves, 0), "3");
  bouton_moves_destroy(moves);
  CHECK(bouton_options(position, &moves) == BOUTON_ERROR_REQUEST);
  bouton_position_destroy(position);
  bouton_game_destroy(game);

  game = load(runtime, "wythoff");
  position = parse(game, "1000000000000000000000000000000,1618033988749894848204586834365");
  int32_t outcome = -1;
  CHECK(bouton_outcome(position, &outcome) == BOUTON_OK);
  bouton_position_destroy(position);
  bouton_game_destroy(game);

  /* Without a formula: lost iff the number ends in an odd number of binary zeros (Fraenkel). By a theorem, which is kept, and
   * read by whoever loads the game again. */
  char folder[] = "/tmp/bouton-theorems-XXXXXX";
  CHECK(mkdtemp(folder) != NULL);
  CHECK(bouton_keep_theorems(folder) == BOUTON_OK);
  for (int i = 0; i < 2; ++i) {
    game = load(runtime, "mark");
    position = parse(game, "200000000000000000000");
    CHECK(bouton_outcome(position, &outcome) == BOUTON_OK && outcome == BOUTON_P);
    bouton_position_destroy(position);
    position = parse(game, "100000000000000000000");
    CHECK(bouton_outcome(position, &outcome) == BOUTON_OK && outcome == BOUTON_N);
    bouton_position_destroy(position);
    bouton_game_destroy(game);
    CHECK(rmdir(folder) != 0); /* it is not empty */
  }
  CHECK(bouton_keep_theorems(NULL) == BOUTON_OK);
  bouton_runtime_destroy(runtime);
  remove_files(folder);
}

/* Knights that are moved towards the corner: of remoteness 5 and 4, of suspense 7 and 4 by plain recursion
 * (tests/rules/several_games_test.cpp). */
void test_compounds(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* knight = load(runtime, "white-knight");
  bouton_position* parts[] = {parse(knight, "6,7"), parse(knight, "4,5")};
  const bouton_position* const* both = (const bouton_position* const*)parts;
  int64_t number = -1;
  int32_t outcome = -1;
  CHECK(bouton_remoteness(parts[0], &number) == BOUTON_OK && number == 5);
  CHECK(bouton_suspense(parts[0], &number) == BOUTON_OK && number == 7);
  CHECK(bouton_longest(parts[0], &number) == BOUTON_OK && number == 12); /* by plain recursion, too */
  bouton_position* first = NULL;
  CHECK(bouton_position_compound(both, 2, "conjunctive", &first) == BOUTON_OK);
  CHECK(bouton_position_components(first) == 1);
  CHECK_TEXT(bouton_position_way(first), "conjunctive");
  CHECK_TEXT(bouton_position_way(parts[0]), "disjunctive");
  CHECK(bouton_outcome(first, &outcome) == BOUTON_OK && outcome == BOUTON_P);
  CHECK(bouton_remoteness(first, &number) == BOUTON_OK && number == 4);
  bouton_position* last = NULL;
  CHECK(bouton_position_compound(both, 2, "continued-conjunctive", &last) == BOUTON_OK);
  CHECK(bouton_outcome(last, &outcome) == BOUTON_OK && outcome == BOUTON_N);
  CHECK(bouton_suspense(last, &number) == BOUTON_OK && number == 7);
  bouton_moves* moves = NULL;
  CHECK(bouton_winning_moves(last, 10, &moves) == BOUTON_OK && bouton_moves_size(moves) > 0);
  bouton_list* json = NULL;
  CHECK(bouton_move_json(moves, 0, &json) == BOUTON_OK);
  CHECK(strncmp(bouton_list_at(json, 0), "{\"parts\":[{\"component\":0,", 25) == 0);
  bouton_position* next = NULL;
  CHECK(bouton_move_make(moves, 0, &next) == BOUTON_OK);
  CHECK(bouton_outcome(next, &outcome) == BOUTON_OK && outcome == BOUTON_P);
  bouton_list_destroy(json);
  bouton_moves_destroy(moves);

  /* What is no way, and a compound of compounds. */
  bouton_position* none = NULL;
  CHECK(bouton_position_compound(both, 2, "alternating", &none) == BOUTON_ERROR_REQUEST);
  const bouton_position* mixed[] = {first, parts[0]};
  CHECK(bouton_position_compound(mixed, 2, "selective", &none) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_position_compound(both, 2, NULL, &none) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_position_compound(both, 2, "disjunctive", &none) == BOUTON_OK);
  CHECK(bouton_position_components(none) == 2);

  bouton_position_destroy(none);
  bouton_position_destroy(next);
  bouton_position_destroy(last);
  bouton_position_destroy(first);
  for (size_t i = 0; i < 2; ++i) bouton_position_destroy(parts[i]);
  bouton_game_destroy(knight);
  bouton_runtime_destroy(runtime);
}

void test_sums(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* wythoff = load(runtime, "wythoff");
  bouton_game* kayles = load(runtime, "kayles");
  bouton_position* parts[] = {parse(wythoff, "7,9"), parse(kayles, "5"), parse(kayles, "12")};
  bouton_position* sum = NULL;
  CHECK(bouton_position_sum((const bouton_position* const*)parts, 2, &sum) == BOUTON_OK);
  int64_t number = -1;
  CHECK(bouton_grundy(sum, &number) == BOUTON_OK && number == 10);
  CHECK(bouton_remoteness(sum, &number) == BOUTON_OK && number == 9);
  bouton_moves* moves = NULL;
  CHECK(bouton_winning_moves(sum, 10, &moves) == BOUTON_OK);
  CHECK(bouton_moves_size(moves) == 2);
  CHECK(bouton_move_component(moves, 0) == 0);
  CHECK_TEXT(move_text(moves, 0), "7,6");
  bouton_position* next = NULL;
  CHECK(bouton_move_make(moves, 0, &next) == BOUTON_OK);
  int32_t outcome = -1;
  CHECK(bouton_outcome(next, &outcome) == BOUTON_OK && outcome == BOUTON_P);
  bouton_moves_destroy(moves);

  /* A sum of sums, and a split. */
  const bouton_position* more[] = {next, parts[2]};
  bouton_position* three = NULL;
  CHECK(bouton_position_sum(more, 2, &three) == BOUTON_OK);
  CHECK(bouton_position_components(three) == 3);
  CHECK_TEXT(bouton_position_game(three, 2), "kayles");
  CHECK(bouton_grundy(three, &number) == BOUTON_OK && number == 4);
  CHECK(bouton_options(parts[2], &moves) == BOUTON_OK);
  size_t i = 0;
  while (i < bouton_moves_size(moves) && bouton_move_parts(moves, i) != 2) ++i;
  CHECK(i < bouton_moves_size(moves));
  bouton_position* split = NULL;
  CHECK(bouton_move_make(moves, i, &split) == BOUTON_OK);
  CHECK(bouton_position_components(split) == 2);
  bouton_moves_destroy(moves);

  /* Conventions do not mix. */
  bouton_game* misere = load(runtime, "misere-nim");
  bouton_position* heap = parse(misere, "3");
  const bouton_position* mixed[] = {parts[1], heap};
  bouton_position* mixture = NULL;
  CHECK(bouton_position_sum(mixed, 2, &mixture) == BOUTON_OK);
  CHECK(bouton_outcome(mixture, &outcome) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_grundy(heap, &number) == BOUTON_ERROR_REQUEST);
  bouton_position_destroy(mixture);
  bouton_position_destroy(heap);
  bouton_game_destroy(misere);

  bouton_position_destroy(split);
  bouton_position_destroy(three);
  bouton_position_destroy(next);
  bouton_position_destroy(sum);
  for (i = 0; i < 3; ++i) bouton_position_destroy(parts[i]);
  bouton_game_destroy(kayles);
  bouton_game_destroy(wythoff);
  bouton_runtime_destroy(runtime);
}

void test_tables(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* game = load(runtime, "wythoff");
  const int64_t low[2] = {0, 0};
  const int64_t high[2] = {8, 10};
  uint32_t cells[99];
  size_t count = 0;
  CHECK(bouton_table(game, low, high, 2, BOUTON_VALUE_GRUNDY, cells, 98, &count) == BOUTON_ERROR_SPACE);
  CHECK(count == 99);
  CHECK(bouton_table(game, low, high, 2, BOUTON_VALUE_GRUNDY, cells, 99, &count) == BOUTON_OK);
  for (int64_t s = 0; s <= 8; ++s) {
    for (int64_t l = 0; l <= 10; l += 5) {
      const int64_t coordinates[2] = {s, l};
      bouton_position* position = NULL;
      int64_t grundy = -1;
      CHECK(bouton_position_of(game, coordinates, 2, &position) == BOUTON_OK);
      CHECK(bouton_grundy(position, &grundy) == BOUTON_OK && (uint32_t)grundy == cells[s * 11 + l]);
      bouton_position_destroy(position);
    }
  }
  CHECK(bouton_table(game, low, high, 2, BOUTON_VALUE_OUTCOME, cells, 99, NULL) == BOUTON_OK);
  CHECK(cells[1 * 11 + 2] == BOUTON_P && cells[1 * 11 + 3] == BOUTON_N);
  CHECK(bouton_table(game, low, high, 2, BOUTON_VALUE_REMOTENESS, cells, 99, NULL) == BOUTON_OK);
  CHECK(cells[4 * 11 + 7] == 6);
  int64_t positions[20];
  CHECK(bouton_p_positions(game, low, high, 2, positions, 10, &count) == BOUTON_OK);
  CHECK(count == 8 && positions[0] == 0 && positions[2] == 1 && positions[3] == 2);
  CHECK(bouton_p_positions(game, low, high, 2, positions, 3, &count) == BOUTON_ERROR_SPACE && count == 8);
  const int64_t upside_down[2] = {-1, -1};
  CHECK(bouton_table(game, low, upside_down, 2, BOUTON_VALUE_GRUNDY, cells, 99, NULL) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_table(game, low, high, 1, BOUTON_VALUE_GRUNDY, cells, 99, NULL) == BOUTON_ERROR_REQUEST);
  bouton_game_destroy(game);

  /* A loopy game, and positions that are not valid. */
  game = load_text(runtime, "circle",
                   "local arrows = { { 2 }, { 1, 3 }, { 4, 5 }, {}, { 4 } }\n"
                   "return game { position = { { 'square', min = 1, max = 5 } },\n"
                   "  moves = function(square) for _, to in ipairs(arrows[square]) do move(to) end end }");
  const int64_t first = 1, last = 5;
  CHECK(bouton_table(game, &first, &last, 1, BOUTON_VALUE_GRUNDY, cells, 99, NULL) == BOUTON_OK);
  CHECK(cells[0] == BOUTON_CELL_INFINITE && cells[1] == BOUTON_CELL_INFINITE && cells[2] == 2 && cells[3] == 0);
  bouton_position* second = parse(game, "2");
  char text[32];
  CHECK(bouton_grundy_text(second, text, sizeof text, NULL) == BOUTON_OK);
  CHECK_TEXT(text, "infinity(2)");
  int32_t outcome = -1;
  int64_t number = -1;
  CHECK(bouton_outcome(second, &outcome) == BOUTON_OK && outcome == BOUTON_DRAW);
  CHECK(bouton_grundy(second, &number) == BOUTON_UNKNOWN);
  CHECK(bouton_remoteness(second, &number) == BOUTON_UNKNOWN);
  bouton_position_destroy(second);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

void test_sequences(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* game = load(runtime, "kayles");
  uint32_t cells[301];
  int64_t low = -1;
  size_t count = 0;
  CHECK(bouton_sequence(game, 300, BOUTON_VALUE_GRUNDY, cells, 300, &low, &count) == BOUTON_ERROR_SPACE && count == 301);
  CHECK(bouton_sequence(game, 300, BOUTON_VALUE_GRUNDY, cells, 301, &low, &count) == BOUTON_OK);
  CHECK(low == 0 && count == 301);
  /* The mex of what its moves leave. */
  for (int n = 0; n < 60; ++n) {
    int seen[64] = {0};
    for (int taken = 1; taken <= 2 && taken <= n; ++taken)
      for (int left = 0; left <= n - taken; ++left) seen[cells[left] ^ cells[n - taken - left]] = 1;
    uint32_t mex = 0;
    while (seen[mex]) ++mex;
    CHECK(cells[n] == mex);
  }
  /* R. K. Guy, C. A. B. Smith (1956): the period is 12, from heap 71 on. */
  bouton_period period;
  memset(&period, 0, sizeof period);
  CHECK(bouton_sequence_period(game, 300, BOUTON_VALUE_GRUNDY, &period) == BOUTON_ERROR_MISUSE);
  period.size = sizeof period;
  CHECK(bouton_sequence_period(game, 300, BOUTON_VALUE_GRUNDY, &period) == BOUTON_OK);
  CHECK(period.preperiod == 71 && period.period == 12 && period.saltus == 0 && period.proved == 1);
  CHECK(strlen(period.theorem) > 0 && period.checked_to >= 83);
  CHECK(bouton_sequence(game, -1, BOUTON_VALUE_GRUNDY, cells, 301, &low, &count) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_sequence(game, 3, 7, cells, 301, &low, &count) == BOUTON_ERROR_MISUSE);
  bouton_game_destroy(game);
  /* Given as one number; seen, not proved; no period. */
  game = load(runtime, "take-away");
  CHECK(bouton_sequence(game, 8, BOUTON_VALUE_OUTCOME, cells, 301, &low, NULL) == BOUTON_OK);
  CHECK(low == 0 && cells[5] == BOUTON_P && cells[6] == BOUTON_N && cells[8] == BOUTON_P);
  CHECK(bouton_sequence_period(game, 60, BOUTON_VALUE_OUTCOME, &period) == BOUTON_UNKNOWN);
  bouton_game_destroy(game);
  game = load_text(runtime, "odd", "return game { position = { { 'n', min = 1 } }, play = 'misere',\n"
                                   "  moves = function(n) if n > 1 then move(n - 1) end end }");
  CHECK(bouton_sequence(game, 9, BOUTON_VALUE_OUTCOME, cells, 301, &low, &count) == BOUTON_OK);
  CHECK(low == 1 && count == 9 && cells[0] == BOUTON_N && cells[1] == BOUTON_P && cells[8] == BOUTON_N);
  CHECK(bouton_sequence_period(game, 60, BOUTON_VALUE_OUTCOME, &period) == BOUTON_OK);
  CHECK(period.preperiod == 1 && period.period == 2 && period.proved == 0);
  CHECK_TEXT(period.theorem, "");
  bouton_game_destroy(game);
  game = load(runtime, "wythoff");
  CHECK(bouton_sequence(game, 9, BOUTON_VALUE_GRUNDY, cells, 301, &low, &count) == BOUTON_ERROR_REQUEST);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

/* Whether an answer holds some words of JSON; ends its list. */
static int holds(bouton_list* json, const char* words) {
  const int found = bouton_list_size(json) == 1 && strstr(bouton_list_at(json, 0), words) != NULL;
  if (!found) fprintf(stderr, "%s\n", bouton_list_size(json) > 0 ? bouton_list_at(json, 0) : "(nothing)");
  bouton_list_destroy(json);
  return found;
}

void test_json_answers(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* game = load(runtime, "wythoff");
  bouton_position* position = parse(game, "5,7");
  bouton_list* json = NULL;
  CHECK(bouton_solve(position, 1, &json) == BOUTON_OK);
  CHECK(holds(json, "\"winning_moves\":[{\"component\":0,\"label\":\"horizontal\",\"to\":[[4,7]]}],\"winning_moves_complete\":false"));
  CHECK(bouton_quotient(game, 5, &json) == BOUTON_ERROR_REQUEST);
  bouton_game* nim = load(runtime, "nim");
  bouton_position* three = parse(nim, "3");
  const bouton_position* parts[] = {position, three};
  bouton_position* mixed = NULL;
  CHECK(bouton_position_sum(parts, 2, &mixed) == BOUTON_OK);
  CHECK(bouton_quotient_below(mixed, &json) == BOUTON_ERROR_REQUEST);
  bouton_position_destroy(mixed);
  /* Nim with heaps to 3 has the quotient T2, of six elements (T. E. Plambeck, A. N. Siegel, 2008). */
  CHECK(bouton_quotient(nim, 3, &json) == BOUTON_OK);
  CHECK(holds(json, "\"order\":6,"));
  CHECK(bouton_quotient_below(three, &json) == BOUTON_OK);
  CHECK(holds(json, "\"order\":6,"));
  CHECK(bouton_genus(three, &json) == BOUTON_OK);
  CHECK(holds(json, "\"grundy\":3,\"misere_grundy\":3,"));
  const int64_t none[2] = {0, 0}, far[2] = {INT64_C(1000000000000000000), INT64_C(1000000000000000000)};
  CHECK(bouton_count(game, none, far, 2, NULL, 0, 0, 0, &json) == BOUTON_OK); /* of the pairs floor(n phi), floor(n phi) + n */
  CHECK(holds(json, "\"count\":\"763932022500210305\""));
  CHECK(bouton_count(game, none, far, 2, NULL, 0, 1, 0, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_count(game, none, far, 2, "S / L", 0, 0, 0, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_count(game, none, far, 1, NULL, 0, 0, 0, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_count(game, far, none, 2, NULL, 0, 0, 0, &json) == BOUTON_ERROR_REQUEST);
  const int64_t heap_of_1 = 1, heap_of_3 = 3;
  CHECK(bouton_count(nim, &heap_of_1, &heap_of_3, 1, "n", 3, 1, 0, &json) == BOUTON_OK); /* 1, 2 and 3 */
  CHECK(holds(json, "\"count\":1,\"total\":6,"));
  CHECK(bouton_why(position, &json) == BOUTON_OK);
  CHECK(holds(json, "\"outcome\":\"N\""));
  CHECK(bouton_graph(three, 4, &json) == BOUTON_OK);
  CHECK(holds(json, "\"nodes\":["));
  CHECK(bouton_graph(three, 3, &json) == BOUTON_ERROR_LIMIT);
  CHECK(bouton_draw_graph(three, 4, &json) == BOUTON_OK);
  CHECK(holds(json, "<svg "));
  CHECK(bouton_draw_graph(three, 3, &json) == BOUTON_ERROR_LIMIT);
  bouton_position* large = parse(nim, "500");
  CHECK(bouton_draw_graph(large, 1000, &json) == BOUTON_ERROR_REQUEST);
  bouton_position_destroy(large);
  CHECK(bouton_draw_sequence(nim, 9, BOUTON_VALUE_GRUNDY, &json) == BOUTON_OK);
  CHECK(holds(json, "<svg "));
  CHECK(bouton_draw_sequence(nim, -1, BOUTON_VALUE_GRUNDY, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_draw_sequence(nim, 9, 5, &json) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_draw_sequence(nim, 9, BOUTON_VALUE_GRUNDY, NULL) == BOUTON_ERROR_MISUSE);
  const int64_t low[] = {0, 0}, high[] = {4, 4};
  CHECK(bouton_draw_table(game, low, high, 2, BOUTON_VALUE_OUTCOME, &json) == BOUTON_OK);
  CHECK(holds(json, "<svg "));
  CHECK(bouton_draw_table(game, low, high, 1, BOUTON_VALUE_OUTCOME, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_verify(game, low, high, 2, &json) == BOUTON_OK);
  CHECK(holds(json, "\"same\":true"));
  CHECK(bouton_verify(game, low, high, 1, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_match(position, "perfect", "perfect", 4, 1, &json) == BOUTON_OK);
  CHECK(holds(json, "\"wins_moving_first\":2,\"wins_moving_second\":0"));
  CHECK(bouton_match(position, "nobody", "perfect", 4, 1, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_match(position, "perfect", "perfect", 0, 1, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_match(position, "perfect", "perfect", (uint64_t)-3, 1, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_quotient(nim, -1, &json) == BOUTON_ERROR_REQUEST);
  /* Under misere play a heap of 1 is lost; what was made before keeps its play. */
  int32_t outcome = -1;
  CHECK(bouton_game_set_play(nim, BOUTON_PLAY_MISERE) == BOUTON_OK);
  CHECK(bouton_game_play(nim) == BOUTON_PLAY_MISERE);
  bouton_position* one = parse(nim, "1");
  CHECK(bouton_outcome(one, &outcome) == BOUTON_OK && outcome == BOUTON_P);
  bouton_position_destroy(one);
  CHECK(bouton_outcome(three, &outcome) == BOUTON_OK && outcome == BOUTON_N);
  CHECK(bouton_game_set_play(nim, BOUTON_PLAY_BY_POSITION) == BOUTON_OK);
  CHECK(bouton_game_play(nim) == BOUTON_PLAY_NORMAL);
  CHECK(bouton_game_set_play(nim, 7) == BOUTON_ERROR_MISUSE);
  bouton_position_destroy(three);
  bouton_game_destroy(nim);
  bouton_position_destroy(position);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

static int stop_at_once(void* user, const char* doing, uint64_t done, uint64_t total) {
  (void)user, (void)doing, (void)done, (void)total;
  return 1;
}

void test_theorems(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  /* Lost iff the number ends in an odd number of binary zeros (Fraenkel): an automaton of base 2. */
  bouton_game* mark = load(runtime, "mark");
  bouton_list* json = NULL;
  CHECK(bouton_theorem(mark, 0, 0, 0, &json) == BOUTON_OK);
  CHECK(holds(json, "\"proved\":true,\"reason\":null"));
  CHECK(bouton_theorem(mark, 0, 0, 0, &json) == BOUTON_OK);
  CHECK(holds(json, "\"system\":\"base 2\""));
  CHECK(bouton_theorem(mark, 0, 0, 1, &json) == BOUTON_OK); /* no work at all */
  CHECK(holds(json, "\"proved\":false"));
  CHECK(bouton_draw_theorem(mark, 0, 0, 0, &json) == BOUTON_OK);
  CHECK(bouton_list_size(json) == 2 && strstr(bouton_list_at(json, 0), "\"proved\":true") != NULL);
  CHECK(strstr(bouton_list_at(json, 1), "<svg ") != NULL);
  bouton_list_destroy(json);
  CHECK(bouton_draw_theorem(mark, 0, 0, 1, &json) == BOUTON_OK);
  CHECK(holds(json, "\"proved\":false"));
  CHECK(bouton_draw_theorem(mark, 0, 0, 0, NULL) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_theorem(mark, 2, 0, 0, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_theorem(mark, 0, 64, 0, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_theorem(mark, 0, 0, 0, NULL) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_theorem(NULL, 0, 0, 0, &json) == BOUTON_ERROR_MISUSE);
  bouton_game_destroy(mark);
  bouton_game* piles = load(runtime, "misere-nim");
  CHECK(bouton_theorem(piles, 2, 0, 0, &json) == BOUTON_OK);
  CHECK(holds(json, "\"proved\":true"));
  CHECK(bouton_theorem(piles, 0, 0, 0, &json) == BOUTON_OK); /* as many as the example has */
  CHECK(holds(json, "\"proved\":true"));
  CHECK(bouton_theorem(piles, UINT64_MAX, 0, 0, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_theorem(piles, 2, 1, 0, &json) == BOUTON_ERROR_REQUEST); /* there are no Grundy values */
  bouton_game_destroy(piles);

  /* R. K. Guy, C. A. B. Smith (1956): the period of Kayles is 12. Within a time budget. */
  bouton_game* kayles = load(runtime, "kayles");
  CHECK(bouton_runtime_set_time_budget(runtime, 0.001) == BOUTON_OK);
  bouton_status status = BOUTON_NOT_YET;
  AWAIT(status, bouton_discover(kayles, 0, &json));
  CHECK(status == BOUTON_OK);
  CHECK(holds(json, "\"period\":{\"preperiod\":71,\"period\":12,\"saltus\":0,\"proved\":true"));
  CHECK(bouton_discover(kayles, 2, &json) == BOUTON_ERROR_REQUEST);
  AWAIT(status, bouton_discover_further(kayles, 0, 65, &json));
  CHECK(status == BOUTON_ERROR_REQUEST);
  CHECK(bouton_discover(kayles, 0, NULL) == BOUTON_ERROR_MISUSE);
  bouton_game* lasker = load(runtime, "lasker");
  AWAIT(status, bouton_discover_further(lasker, 0, 2, &json));
  CHECK(status == BOUTON_OK);
  CHECK(holds(json, "\"check_further\":\"bouton discover lasker --further 4\""));
  bouton_game_destroy(lasker);
  bouton_game_destroy(kayles);
  bouton_runtime_destroy(runtime);
}

void test_surveys(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_list* json = NULL;
  /* The same paper: the period of Dawson's Kayles, 0.07, is 34, from heap 53 on. */
  CHECK(bouton_survey(runtime, "octal:0.0d", NULL, 0, 300, &json) == BOUTON_OK);
  CHECK(holds(json, "{\"game\":\"octal\",\"params\":{\"code\":\"0.07\"},"));
  CHECK(bouton_runtime_set_time_budget(runtime, 0.001) == BOUTON_OK);
  bouton_status status = BOUTON_NOT_YET;
  AWAIT(status, bouton_survey(runtime, "octal:0.07", NULL, 0, 300, &json));
  CHECK(status == BOUTON_OK);
  CHECK(holds(json, "\"period\":{\"preperiod\":53,\"period\":34,\"saltus\":0,\"proved\":true"));
  CHECK(bouton_runtime_set_time_budget(runtime, -1) == BOUTON_OK);
  const bouton_setting range = {"most", "2:3"};
  bouton_game_destroy(load_text(runtime, "few",
                                "local most = param('most', 1)\n"
                                "return game { position = { 'n' }, moves = function(n)\n"
                                "  if most == 3 then error('three') end\n"
                                "  for t = 1, math.min(n, most) do move(n - t) end end }"));
  CHECK(bouton_survey(runtime, "few", &range, 1, 100, &json) == BOUTON_OK);
  CHECK(bouton_list_size(json) == 1 && strstr(bouton_list_at(json, 0), "\"params\":{\"most\":2}") != NULL);
  CHECK(holds(json, "<memory>/few.lua:3: three"));
  const bouton_setting wrong = {"most", "3:2"}, nothing = {NULL, "3"};
  CHECK(bouton_survey(runtime, "few", &wrong, 1, 100, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_survey(runtime, "few", &nothing, 1, 100, &json) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_survey(runtime, "few", NULL, 1, 100, &json) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_survey(runtime, "no-such-game", NULL, 0, 100, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_survey(runtime, "octal:0.0d", NULL, 0, 0, &json) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_survey(runtime, NULL, NULL, 0, 100, &json) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_survey(NULL, "kayles", NULL, 0, 100, &json) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_runtime_set_progress(runtime, stop_at_once, NULL) == BOUTON_OK);
  CHECK(bouton_survey(runtime, "octal:0.dd", NULL, 0, 2000, &json) == BOUTON_ERROR_CANCELLED);
  bouton_runtime_destroy(runtime);
}

/* A claim that is false is an error of the first question; what is not a question is answered. */
void test_false_claims(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* game = load_text(runtime, "wrong",
                                "return game { position = { 'n' }, moves = function(n) if n > 0 then move(n - 1) end end,\n"
                                "  closed_form = 'nim' }");
  bouton_position* position = parse(game, "9");
  bouton_moves* moves = NULL;
  CHECK(bouton_options(position, &moves) == BOUTON_OK);
  bouton_moves_destroy(moves);
  int32_t outcome = -1;
  int64_t number = -1;
  bouton_list* json = NULL;
  for (int question = 0; question < 7; ++question) {
    bouton_status status = BOUTON_OK;
    switch (question) {
      case 0: status = bouton_outcome(position, &outcome); break;
      case 1: status = bouton_remoteness(position, &number); break;
      case 2: status = bouton_player_move(position, "random", 1, &moves); break;
      case 3: status = bouton_genus(position, &json); break;
      case 4: status = bouton_quotient(game, 9, &json); break;
      case 5: status = bouton_theorem(game, 0, 0, 0, &json); break;
      default: status = bouton_graph(position, 100, &json);
    }
    CHECK(status == BOUTON_ERROR_RULE);
    CHECK_TEXT(bouton_error_message(), "<memory>/wrong.lua:2: closed_form says that 2 is N, by the moves it is P");
    CHECK(bouton_error_line() == 2);
  }
  CHECK(bouton_verify(game, NULL, NULL, 0, &json) == BOUTON_OK);
  CHECK(holds(json, "\"same\":false"));
  bouton_position_destroy(position);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

/* Plays a game to its end: the first player at `first`, the second at `second`. Who has won: 0 or 1. */
static int play(const bouton_game* game, const char* start, int32_t first, int32_t second, uint64_t seed) {
  bouton_position* position = parse(game, start);
  for (int player = 0;; player = 1 - player) {
    bouton_moves* move = NULL;
    const bouton_status status = bouton_best_move(position, player == 0 ? first : second, seed++, &move);
    if (status == BOUTON_UNKNOWN) {
      int32_t outcome = -1;
      CHECK(bouton_result(position, &outcome) == BOUTON_OK);
      bouton_position_destroy(position);
      return outcome == BOUTON_N ? player : 1 - player;
    }
    CHECK(status == BOUTON_OK && bouton_moves_size(move) == 1);
    if (status != BOUTON_OK) exit(1);
    bouton_position* next = NULL;
    CHECK(bouton_move_make(move, 0, &next) == BOUTON_OK);
    bouton_moves_destroy(move);
    bouton_position_destroy(position);
    position = next;
  }
}

void test_best_moves(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* game = load(runtime, "wythoff");
  /* (7, 9) is won by who moves first, (4, 7) by who moves second, if they play perfectly. */
  int beaten = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    CHECK(play(game, "7,9", 10, (int32_t)(seed % 11), seed * 100) == 0);
    CHECK(play(game, "4,7", (int32_t)(seed % 11), 10, seed * 100) == 1);
    beaten += play(game, "7,9", 2, 10, seed * 100);
  }
  CHECK(beaten > 20);
  /* The same seed, the same move; different seeds, different moves. */
  bouton_position* position = parse(game, "29,51");
  int different = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    bouton_moves *a = NULL, *b = NULL, *c = NULL;
    CHECK(bouton_best_move(position, 0, seed, &a) == BOUTON_OK);
    CHECK(bouton_best_move(position, 0, seed, &b) == BOUTON_OK);
    CHECK(bouton_best_move(position, 0, seed + 1, &c) == BOUTON_OK);
    char text[64];
    CHECK(bouton_move_text(a, 0, 0, text, sizeof text, NULL) == BOUTON_OK);
    CHECK_TEXT(move_text(b, 0), text);
    different += strcmp(move_text(c, 0), text) != 0;
    bouton_moves_destroy(a);
    bouton_moves_destroy(b);
    bouton_moves_destroy(c);
  }
  CHECK(different > 10);
  bouton_moves* none = NULL;
  CHECK(bouton_best_move(position, 11, 0, &none) == BOUTON_ERROR_REQUEST);
  bouton_position_destroy(position);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

/* Before each move the other player forbids an option. */
void test_blocking(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* plain = load(runtime, "wythoff");
  CHECK(bouton_game_blocking(plain) == 0);
  CHECK(bouton_game_blocking(NULL) == BOUTON_ERROR_MISUSE);
  bouton_game_destroy(plain);
  bouton_game* game = load(runtime, "blocking-wythoff");
  CHECK(bouton_game_blocking(game) == 1);
  CHECK(bouton_game_play(game) == BOUTON_PLAY_NORMAL);
  bouton_position* lost = parse(game, "4,6");
  int32_t outcome = -1;
  CHECK(bouton_outcome(lost, &outcome) == BOUTON_OK && outcome == BOUTON_P);
  int64_t number = -1;
  CHECK(bouton_grundy(lost, &number) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_remoteness(lost, &number) == BOUTON_OK && number % 2 == 0);
  bouton_list* json = NULL;
  CHECK(bouton_solve(lost, 100, &json) == BOUTON_OK);
  CHECK(holds(json, "\"blocking\":1"));
  bouton_moves* forbidden = NULL;
  CHECK(bouton_player_forbids(lost, "perfect", 1, &forbidden) == BOUTON_OK);
  CHECK(bouton_moves_size(forbidden) == 1);
  CHECK_TEXT(move_text(forbidden, 0), "1,3");
  /* The best that is left leads to an N-position. */
  bouton_moves* move = NULL;
  CHECK(bouton_player_move_but(forbidden, "perfect", 1, &move) == BOUTON_OK);
  bouton_position* next = NULL;
  CHECK(bouton_move_make(move, 0, &next) == BOUTON_OK);
  CHECK(bouton_outcome(next, &outcome) == BOUTON_OK && outcome == BOUTON_N);
  bouton_position_destroy(next);
  bouton_moves_destroy(move);
  bouton_moves_destroy(forbidden);
  /* A person forbids another one: then that to 1,3 wins. */
  bouton_moves* options = NULL;
  CHECK(bouton_options(lost, &options) == BOUTON_OK);
  const size_t first = 0, twice[] = {1, 1};
  bouton_moves* picked = NULL;
  CHECK(bouton_moves_pick(options, twice, 2, &picked) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_moves_pick(options, &first, 1, &picked) == BOUTON_OK);
  CHECK(bouton_player_move_but(picked, "perfect", 1, &move) == BOUTON_OK);
  CHECK_TEXT(move_text(move, 0), "1,3");
  bouton_moves_destroy(move);
  bouton_moves_destroy(picked);
  bouton_moves_destroy(options);
  /* All that is left may be forbidden. */
  bouton_position* last = parse(game, "0,1");
  CHECK(bouton_player_forbids(last, "perfect", 1, &forbidden) == BOUTON_OK);
  CHECK(bouton_moves_size(forbidden) == 1);
  CHECK(bouton_player_move_but(forbidden, "perfect", 1, &move) == BOUTON_UNKNOWN);
  bouton_moves_destroy(forbidden);
  bouton_position_destroy(last);
  bouton_position_destroy(lost);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}
