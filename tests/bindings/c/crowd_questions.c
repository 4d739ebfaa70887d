/* Every question of the interface, in several variants, and its answer as a text. */
#include <inttypes.h>

#include "crowd.h"

static void add(struct answer_text* answer, const char* more) {
  const size_t length = strlen(more);
  char* const grown = realloc(answer->text, answer->length + length + 1);
  if (grown == NULL) exit(1);
  memcpy(grown + answer->length, more, length + 1);
  answer->text = grown;
  answer->length += length;
}

static void add_number(struct answer_text* answer, int64_t number) {
  char text[32];
  snprintf(text, sizeof text, "%" PRId64 " ", number);
  add(answer, text);
}

static void add_status(struct answer_text* answer, bouton_status status) {
  if (status == BOUTON_OK) return;
  add(answer, bouton_status_name(status));
  if (status < 0) add(answer, bouton_error_message());
}

/* All that can be asked of a list of moves, which is destroyed. */
static void add_moves(struct answer_text* answer, bouton_status status, bouton_moves* moves) {
  add_status(answer, status);
  if (status != BOUTON_OK) return;
  add(answer, bouton_moves_complete(moves) ? "all" : "some");
  for (size_t i = 0; i < bouton_moves_size(moves); ++i) {
    add(answer, "; ");
    add(answer, bouton_move_label(moves, i));
    add_number(answer, (int64_t)bouton_move_component(moves, i));
    add_number(answer, bouton_move_kind(moves, i));
    for (size_t part = 0; part < bouton_move_parts(moves, i); ++part) {
      char text[64];
      add_status(answer, bouton_move_text(moves, i, part, text, sizeof text, NULL));
      add(answer, text);
      add(answer, " ");
    }
    bouton_value value = {sizeof value, -1, -1, -1, -1};
    if (bouton_move_value(moves, i, &value) != BOUTON_OK) continue;
    add_number(answer, value.outcome);
    add_number(answer, value.has_grundy ? value.grundy : -2);
    add_number(answer, value.remoteness);
  }
  bouton_moves_destroy(moves);
}

/* The texts of a list, which is destroyed, but for how long it took. */
static void add_texts(struct answer_text* answer, bouton_status status, bouton_list* list) {
  static const char kSeconds[] = "\"seconds\":";
  add_status(answer, status);
  if (status != BOUTON_OK) return;
  for (size_t i = 0; i < bouton_list_size(list); ++i) {
    const size_t before = answer->length;
    add(answer, bouton_list_at(list, i));
    for (char* place = answer->text + before; (place = strstr(place, kSeconds)) != NULL;)
      for (place += sizeof kSeconds - 1; strchr("0123456789.e-+", *place) != NULL && *place != '\0'; ++place) *place = '#';
    /* Digits that are blank have a length, which must not differ. */
    char* to = answer->text + before;
    for (const char* from = to; *from != '\0'; ++from)
      if (*from != '#') *to++ = *from;
    *to = '\0';
    answer->length = (size_t)(to - answer->text);
  }
  bouton_list_destroy(list);
}

static void add_cells(struct answer_text* answer, bouton_status status, const uint32_t* cells, size_t count) {
  add_status(answer, status);
  for (size_t i = 0; status == BOUTON_OK && i < count; ++i) add_number(answer, cells[i]);
}

static void ask_outcome(subjects* s, int variant, answer_text* answer) {
  int32_t outcome = -1;
  bouton_status status;
  AWAIT(status, bouton_outcome(s->pairs[variant], &outcome));
  add_status(answer, status);
  add_number(answer, outcome);
}

static void ask_grundy_value(subjects* s, int variant, answer_text* answer) {
  int64_t value = -1;
  bouton_status status;
  AWAIT(status, bouton_grundy(s->pairs[variant], &value));
  add_status(answer, status);
  add_number(answer, value);
}

static void ask_grundy_text(subjects* s, int variant, answer_text* answer) {
  char text[32] = "";
  bouton_status status;
  AWAIT(status, bouton_grundy_text(s->pairs[variant], text, sizeof text, NULL));
  add_status(answer, status);
  add(answer, text);
}

static void ask_remoteness(subjects* s, int variant, answer_text* answer) {
  int64_t moves = -1;
  bouton_status status;
  AWAIT(status, bouton_remoteness(s->pairs[variant], &moves));
  add_status(answer, status);
  add_number(answer, moves);
}

static void ask_suspense(subjects* s, int variant, answer_text* answer) {
  int64_t moves = -1;
  bouton_status status;
  AWAIT(status, bouton_suspense(s->pairs[variant], &moves));
  add_status(answer, status);
  add_number(answer, moves);
}

static void ask_longest(subjects* s, int variant, answer_text* answer) {
  int64_t moves = -1;
  bouton_status status;
  AWAIT(status, bouton_longest(s->pairs[variant], &moves));
  add_status(answer, status);
  add_number(answer, moves);
}

static void ask_explain(subjects* s, int variant, answer_text* answer) {
  char text[8192] = "";
  char* rest = NULL;
  const bouton_game* const game = variant == 0 ? s->wythoff : s->kayles;
  add_status(answer, bouton_game_explain(game, text, sizeof text, NULL));
  for (char* line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
    if (strstr(line, "seconds") == NULL) add(answer, line); /* some are measured */
}

static void ask_result(subjects* s, int variant, answer_text* answer) {
  int32_t outcome = -1;
  add_status(answer, bouton_result(s->pairs[variant], &outcome));
  add_number(answer, outcome);
}

static void ask_options(subjects* s, int variant, answer_text* answer) {
  bouton_moves* moves = NULL;
  const bouton_status status = bouton_options(s->pairs[variant], &moves);
  add_moves(answer, status, moves);
}

#define ASK_MOVES(name, call)                                       \
  static void name(subjects* s, int variant, answer_text* answer) { \
    bouton_moves* moves = NULL;                                     \
    bouton_status status;                                           \
    AWAIT(status, call);                                            \
    add_moves(answer, status, moves);                               \
  }
ASK_MOVES(ask_winning_moves, bouton_winning_moves(s->pairs[variant], 1000, &moves))
ASK_MOVES(ask_some_winning_moves, bouton_winning_moves(s->pairs[variant], 1, &moves))
ASK_MOVES(ask_valued_moves, bouton_valued_moves(s->pairs[variant], &moves))
ASK_MOVES(ask_best_move, bouton_best_move(s->pairs[variant], 10, 1, &moves))
ASK_MOVES(ask_weak_move, bouton_best_move(s->pairs[variant], 3, 7, &moves))
ASK_MOVES(ask_player_move, bouton_player_move(s->pairs[variant], "random", 5, &moves))
ASK_MOVES(ask_forbidden, bouton_player_forbids(s->blocked[variant], "perfect", 1, &moves))
ASK_MOVES(ask_move_but, bouton_player_move_but(s->forbidden[variant], "perfect", 1, &moves))

static const bouton_setting kRange = {"m", "2:3"}; /* a family of two */

#define ASK_TEXTS(name, call)                                       \
  static void name(subjects* s, int variant, answer_text* answer) { \
    const int64_t low[2] = {0, 0}, high[2] = {2 + variant, 3};      \
    bouton_list* texts = NULL;                                      \
    bouton_status status;                                           \
    (void)low, (void)high;                                          \
    AWAIT(status, call);                                            \
    add_texts(answer, status, texts);                               \
  }
ASK_TEXTS(ask_solve, bouton_solve(s->pairs[variant], 100, &texts))
ASK_TEXTS(ask_count, bouton_count(s->wythoff, low, high, 2, "S + L", (uint64_t)variant, 0, 0, &texts))
ASK_TEXTS(ask_quotient, bouton_quotient(s->kayles, 5 + variant, &texts))
ASK_TEXTS(ask_quotient_below, bouton_quotient_below(s->heaps[variant], &texts))
ASK_TEXTS(ask_genus, bouton_genus(s->heaps[variant], &texts))
ASK_TEXTS(ask_why, bouton_why(s->pairs[variant], &texts))
ASK_TEXTS(ask_verify, bouton_verify(s->wythoff, low, high, 2, &texts))
ASK_TEXTS(ask_graph, bouton_graph(s->pairs[variant], 500, &texts))
ASK_TEXTS(ask_match, bouton_match(s->pairs[variant], "perfect", "random", 4, 1, &texts))
ASK_TEXTS(ask_theorem,
          bouton_theorem(variant == 0 ? s->wythoff : s->kayles, 0, 0, UINT64_C(4000000000) + (uint64_t)variant, &texts))
ASK_TEXTS(ask_drawn_theorem, bouton_draw_theorem(s->wythoff, 0, 0, UINT64_C(4000000000) + (uint64_t)variant, &texts))
ASK_TEXTS(ask_discover, bouton_discover(s->kayles, 0, &texts))
ASK_TEXTS(ask_discover_further, bouton_discover_further(s->kayles, 0, 2 + (uint64_t)variant, &texts))
ASK_TEXTS(ask_survey, bouton_survey(s->runtime, "copycat", &kRange, 1, 20 + variant, &texts))
ASK_TEXTS(ask_drawn_table, bouton_draw_table(s->wythoff, low, high, 2, BOUTON_VALUE_GRUNDY, &texts))
ASK_TEXTS(ask_drawn_sequence, bouton_draw_sequence(s->kayles, 20 + variant, BOUTON_VALUE_GRUNDY, &texts))
ASK_TEXTS(ask_drawn_graph, bouton_draw_graph(s->heaps[variant], 140, &texts))

static void ask_table(subjects* s, int variant, answer_text* answer) {
  const int64_t low[2] = {0, 0}, high[2] = {9, 7};
  uint32_t cells[80];
  bouton_status status;
  AWAIT(status, bouton_table(s->wythoff, low, high, 2, variant, cells, 80, NULL));
  add_cells(answer, status, cells, 80);
}

static void ask_p_positions(subjects* s, int variant, answer_text* answer) {
  const int64_t low[2] = {0, variant}, high[2] = {20, 20};
  int64_t coordinates[100];
  size_t count = 0;
  bouton_status status;
  AWAIT(status, bouton_p_positions(s->wythoff, low, high, 2, coordinates, 50, &count));
  add_status(answer, status);
  for (size_t i = 0; status == BOUTON_OK && i < 2 * count; ++i) add_number(answer, coordinates[i]);
}

static void ask_sequence(subjects* s, int variant, answer_text* answer) {
  uint32_t cells[60];
  size_t count = 0;
  bouton_status status;
  AWAIT(status, bouton_sequence(s->kayles, 50 + variant, BOUTON_VALUE_GRUNDY, cells, 60, NULL, &count));
  add_cells(answer, status, cells, count);
}

static void ask_period(subjects* s, int variant, answer_text* answer) {
  bouton_period period;
  memset(&period, 0, sizeof period);
  period.size = sizeof period;
  bouton_status status;
  AWAIT(status, bouton_sequence_period(s->kayles, 300 + variant, BOUTON_VALUE_GRUNDY, &period));
  add_status(answer, status);
  add_number(answer, period.preperiod);
  add_number(answer, period.period);
  add(answer, period.theorem);
}

const question kQuestions[] = {
    ask_outcome,       ask_grundy_value,  ask_grundy_text,
    ask_remoteness,    ask_suspense,      ask_explain,
    ask_options,       ask_winning_moves, ask_some_winning_moves,
    ask_valued_moves,  ask_best_move,     ask_weak_move,
    ask_player_move,   ask_forbidden,     ask_move_but,
    ask_solve,         ask_quotient,      ask_quotient_below,
    ask_genus,         ask_why,           ask_verify,
    ask_graph,         ask_match,         ask_theorem,
    ask_drawn_theorem, ask_discover,      ask_discover_further,
    ask_survey,        ask_drawn_table,   ask_drawn_sequence,
    ask_drawn_graph,   ask_table,         ask_p_positions,
    ask_sequence,      ask_period,        ask_result,
    ask_longest,       ask_count,
};
const int kQuestionCount = sizeof kQuestions / sizeof kQuestions[0];
