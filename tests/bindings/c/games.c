/* Loading games, positions and moves. */
#include "check.h"
#include "suites.h"

/* Positions that are not numbers are named by their texts. */
static void test_values(bouton_runtime* runtime) {
  bouton_position* position = NULL;
  bouton_game* sprouts = load(runtime, "sprouts");
  const int64_t numbers[2] = {3, 4};
  CHECK(bouton_position_of(sprouts, numbers, 2, &position) == BOUTON_ERROR_REQUEST);
  CHECK_TEXT(bouton_error_message(), "position 3,4 is not a value of integers, strings and lists");
  CHECK(bouton_position_of(sprouts, numbers, 0, &position) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_position_parse(sprouts, "3,4", &position) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_position_parse(sprouts, "({3,4})", &position) == BOUTON_ERROR_REQUEST);
  uint32_t cells[4] = {0};
  CHECK(bouton_table(sprouts, numbers, numbers, 2, BOUTON_VALUE_GRUNDY, cells, 4, NULL) == BOUTON_ERROR_REQUEST);
  position = parse(sprouts, "0.AB}0.AB}");
  CHECK_TEXT(text_of(position), "0.AB}0.AB}");
  int32_t outcome = -1;
  CHECK(bouton_outcome(position, &outcome) == BOUTON_OK && outcome == BOUTON_P);
  bouton_position_destroy(position);
  bouton_game_destroy(sprouts);
}

void test_games(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_list* names = NULL;
  CHECK(bouton_runtime_games(runtime, &names) == BOUTON_OK);
  int has_wythoff = 0;
  for (size_t i = 0; i < bouton_list_size(names); ++i)
    if (strcmp(bouton_list_at(names, i), "wythoff") == 0) has_wythoff = 1;
  CHECK(has_wythoff);
  CHECK(bouton_list_at(names, bouton_list_size(names)) == NULL);
  bouton_list_destroy(names);

  test_values(runtime);
  bouton_game* game = load(runtime, "wythoff");
  CHECK_TEXT(bouton_game_name(game), "wythoff");
  CHECK_TEXT(bouton_game_title(game), "Wythoff's Nim");
  CHECK(bouton_game_dimensions(game) == 2);
  CHECK_TEXT(bouton_game_coordinate(game, 1), "L");
  CHECK(bouton_game_coordinate(game, 2) == NULL);
  int64_t least = -1, greatest = -1;
  CHECK(bouton_game_range(game, 1, &least, &greatest) == BOUTON_OK && least == 0 && greatest == INT64_MAX);
  CHECK(bouton_game_range(game, 2, &least, &greatest) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_game_play(game) == BOUTON_PLAY_NORMAL);
  char text[16384];
  CHECK(bouton_game_explain(game, text, sizeof text, NULL) == BOUTON_OK);
  CHECK(strstr(text, "closed form") != NULL);

  bouton_position* position = NULL;
  CHECK(bouton_position_example(game, &position) == BOUTON_OK);
  CHECK_TEXT(text_of(position), "29,51");
  bouton_position_destroy(position);

  const int64_t coordinates[2] = {1, 2};
  CHECK(bouton_position_of(game, coordinates, 2, &position) == BOUTON_OK);
  CHECK(bouton_position_components(position) == 1);
  CHECK_TEXT(bouton_position_game(position, 0), "wythoff");
  CHECK(bouton_position_game(position, 1) == NULL);
  int64_t read[2] = {0, 0};
  size_t count = 0;
  CHECK(bouton_position_coordinates(position, 0, read, 2, &count) == BOUTON_OK);
  CHECK(count == 2 && read[0] == 1 && read[1] == 2);
  CHECK(bouton_position_coordinates(position, 0, read, 1, &count) == BOUTON_ERROR_SPACE);

  bouton_moves* moves = NULL;
  CHECK(bouton_options(position, &moves) == BOUTON_OK);
  CHECK(bouton_moves_size(moves) == 4);
  CHECK_TEXT(bouton_move_label(moves, 0), "horizontal");
  CHECK_TEXT(move_text(moves, 0), "0,2");
  CHECK_TEXT(bouton_move_label(moves, 3), "diagonal");
  CHECK_TEXT(move_text(moves, 3), "0,1");
  CHECK(bouton_move_label(moves, 4) == NULL);
  bouton_value value = {sizeof value, 0, 0, 0, 0};
  CHECK(bouton_move_value(moves, 0, &value) == BOUTON_UNKNOWN);
  bouton_position* next = NULL;
  CHECK(bouton_move_make(moves, 3, &next) == BOUTON_OK);
  CHECK_TEXT(text_of(next), "0,1");
  int32_t outcome = -1;
  CHECK(bouton_result(next, &outcome) == BOUTON_UNKNOWN);
  bouton_moves_destroy(moves);
  bouton_position_destroy(position);

  /* Handles outlive what they were made of. */
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
  CHECK(bouton_outcome(next, &outcome) == BOUTON_OK && outcome == BOUTON_N);
  CHECK(bouton_options(next, &moves) == BOUTON_OK);
  CHECK(bouton_moves_size(moves) == 1);
  bouton_position* last = NULL;
  CHECK(bouton_move_make(moves, 0, &last) == BOUTON_OK);
  CHECK(bouton_result(last, &outcome) == BOUTON_OK && outcome == BOUTON_P);
  bouton_moves_destroy(moves);
  bouton_position_destroy(last);
  bouton_position_destroy(next);
}

void test_parameters(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  const bouton_setting settings[] = {{"f", "3*x"}};
  bouton_game* game = NULL;
  CHECK(bouton_game_load(runtime, "take-away", settings, 1, &game) == BOUTON_OK);
  bouton_list* values = NULL;
  bouton_list* docs = NULL;
  CHECK(bouton_game_parameters(game, &values, &docs) == BOUTON_OK);
  CHECK(bouton_list_size(values) == 1 && bouton_list_size(docs) == 1);
  CHECK_TEXT(bouton_list_at(values, 0), "f=3*x");
  bouton_list_destroy(values);
  bouton_list_destroy(docs);

  /* One number is enough to start with. 8 is in the sequence for 3x (1 2 3 4 6 8 11 ...), 5 is not. */
  bouton_position* eight = parse(game, "8");
  CHECK_TEXT(text_of(eight), "8,7");
  int32_t outcome = -1;
  CHECK(bouton_outcome(eight, &outcome) == BOUTON_OK && outcome == BOUTON_P);

  CHECK(bouton_game_set(game, "f", "2*x") == BOUTON_OK);
  bouton_position* now_eight = parse(game, "8");
  bouton_position* five = parse(game, "7");
  CHECK(bouton_outcome(now_eight, &outcome) == BOUTON_OK && outcome == BOUTON_P);
  CHECK(bouton_outcome(five, &outcome) == BOUTON_OK && outcome == BOUTON_N);
  bouton_position* six = parse(game, "6");
  CHECK(bouton_outcome(six, &outcome) == BOUTON_OK && outcome == BOUTON_N);
  bouton_position_destroy(six);
  CHECK(bouton_game_set(game, "f", "3*") == BOUTON_ERROR_REQUEST);
  CHECK(bouton_game_set(game, "g", "1") == BOUTON_ERROR_REQUEST);
  CHECK(strstr(bouton_error_message(), "no parameter 'g'") != NULL);
  six = parse(game, "6"); /* still with 2x */
  CHECK(bouton_outcome(six, &outcome) == BOUTON_OK && outcome == BOUTON_N);
  CHECK(bouton_game_set(game, "f", "3*x") == BOUTON_OK);
  bouton_position* six_again = parse(game, "6");
  CHECK(bouton_outcome(six_again, &outcome) == BOUTON_OK && outcome == BOUTON_P);
  CHECK(bouton_outcome(six, &outcome) == BOUTON_OK && outcome == BOUTON_N); /* its rules are the old ones */

  bouton_position_destroy(six_again);
  bouton_position_destroy(six);
  bouton_position_destroy(five);
  bouton_position_destroy(now_eight);
  bouton_position_destroy(eight);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

static const char kTake[] =
    "return game {\n"
    "  position = { 'n' },\n"
    "  moves = function(n) for t = 1, math.min(n, 3) do move(n - t) end end,\n"
    "}\n";

void test_memory_and_reload(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* game = load_text(runtime, "mine", kTake);
  CHECK_TEXT(bouton_game_name(game), "mine");
  bouton_position* four = parse(game, "4");
  int64_t grundy = -1;
  CHECK(bouton_grundy(four, &grundy) == BOUTON_OK && grundy == 0);

  /* Wrong rules change nothing. */
  const char* wrong = "return game {\n  position = { 'n' },\n  moves = function(n) move(n - ) end }";
  CHECK(bouton_runtime_add_source(runtime, "mine", wrong, strlen(wrong)) == BOUTON_OK);
  CHECK(bouton_game_reload(game) == BOUTON_ERROR_RULE);
  CHECK_TEXT(bouton_error_file(), "<memory>/mine.lua");
  CHECK(bouton_error_line() == 3);
  bouton_position* five = parse(game, "5");
  CHECK(bouton_grundy(five, &grundy) == BOUTON_OK && grundy == 1);

  /* Right ones do, for positions made from now on; other files in memory may be included. */
  const char* most = "return 4\n";
  const char* right =
      "local most = include('most')\n"
      "return game { position = { 'n' }, moves = function(n) for t = 1, math.min(n, most) do move(n - t) end end }";
  CHECK(bouton_runtime_add_source(runtime, "most", most, strlen(most)) == BOUTON_OK);
  CHECK(bouton_runtime_add_source(runtime, "mine", right, strlen(right)) == BOUTON_OK);
  CHECK(bouton_game_reload(game) == BOUTON_OK);
  bouton_position* new_five = parse(game, "5");
  CHECK(bouton_grundy(new_five, &grundy) == BOUTON_OK && grundy == 0);
  CHECK(bouton_grundy(five, &grundy) == BOUTON_OK && grundy == 1);

  /* Positions of both editions make a sum: 1 + 0. */
  const bouton_position* both[] = {five, new_five};
  bouton_position* sum = NULL;
  CHECK(bouton_position_sum(both, 2, &sum) == BOUTON_OK);
  CHECK(bouton_grundy(sum, &grundy) == BOUTON_OK && grundy == 1);
  bouton_position_destroy(sum);

  CHECK(bouton_runtime_add_source(runtime, "a/b", kTake, strlen(kTake)) == BOUTON_ERROR_REQUEST);
  const char* itself = "return include('itself')";
  CHECK(bouton_runtime_add_source(runtime, "itself", itself, strlen(itself)) == BOUTON_OK);
  bouton_game* none = NULL;
  CHECK(bouton_game_load(runtime, "itself", NULL, 0, &none) == BOUTON_ERROR_RULE);
  CHECK(none == NULL);
  bouton_position_destroy(new_five);
  bouton_position_destroy(five);
  bouton_position_destroy(four);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}
