/* The questions of questions.tsv, asked of the C interface: questions RULES QUESTIONS. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bouton.h"
#include "json_text.h"

enum { MOST_FIELDS = 10, MOST_CELLS = 1 << 16, MOST_AXES = 8 };

static bouton_runtime* runtime;

/* Whether a call has failed; then the answer is the message. */
static int failed(bouton_status status) {
  if (status < 0) printf("error %s", bouton_error_message());
  return status < 0;
}

/* The fields of a line, in which each end becomes the end of a text. */
static size_t cut(char* line, const char* separator, char** fields, size_t most) {
  size_t count = 0;
  while (line != NULL && count < most) {
    fields[count++] = line;
    line = strstr(line, separator);
    if (line != NULL) {
      *line = '\0';
      line += strlen(separator);
    }
  }
  return count;
}

/* A position: components of the game, and of other games behind a +. Null where one is refused. */
static bouton_position* place(bouton_game* game, char* text) {
  char* words[MOST_FIELDS];
  const size_t count = cut(text, " ", words, MOST_FIELDS);
  bouton_position* whole = NULL;
  bouton_game* about = game;
  for (size_t i = 0; i < count; ++i) {
    if (strcmp(words[i], "+") == 0) {
      if (failed(bouton_game_load(runtime, words[++i], NULL, 0, &about))) exit(1);
      continue;
    }
    bouton_position* part = NULL;
    if (failed(bouton_position_parse(about, words[i], &part))) return NULL;
    if (whole == NULL) {
      whole = part;
      continue;
    }
    const bouton_position* const both[2] = {whole, part};
    bouton_position* sum = NULL;
    if (failed(bouton_position_sum(both, 2, &sum))) exit(1);
    bouton_position_destroy(whole);
    bouton_position_destroy(part);
    whole = sum;
  }
  return whole;
}

static size_t box(char* text, int64_t* low, int64_t* high) {
  char* words[MOST_AXES];
  const size_t count = cut(text, " ", words, MOST_AXES);
  for (size_t i = 0; i < count; ++i) {
    char* end = NULL;
    low[i] = strtoll(words[i], &end, 10);
    high[i] = strtoll(end + 1, NULL, 10);
  }
  return count;
}

static int32_t kind_of(const char* name) {
  return strcmp(name, "grundy") == 0    ? BOUTON_VALUE_GRUNDY
         : strcmp(name, "outcome") == 0 ? BOUTON_VALUE_OUTCOME
         : strcmp(name, "longest") == 0 ? BOUTON_VALUE_LONGEST
                                        : BOUTON_VALUE_REMOTENESS;
}

static void print_cells(const uint32_t* cells, size_t count) {
  for (size_t i = 0; i < count; ++i)
    printf("%s%" PRId64, i > 0 ? " " : "",
           cells[i] >= BOUTON_CELL_INFINITE ? (int64_t)cells[i] - (INT64_C(1) << 32) : cells[i]);
}

static void ask_outcome(bouton_position* position) {
  int32_t outcome = -1;
  if (!failed(bouton_outcome(position, &outcome)))
    fputs(outcome == BOUTON_P ? "P" : outcome == BOUTON_N ? "N" : "draw", stdout);
}

static void ask_grundy(bouton_position* position) {
  char text[4096];
  const bouton_status status = bouton_grundy_text(position, text, sizeof text, NULL);
  if (!failed(status)) fputs(status == BOUTON_UNKNOWN ? "unknown" : text, stdout);
}

static void ask_moves(bouton_position* position, bouton_status (*ask)(const bouton_position*, int64_t*)) {
  int64_t moves = 0;
  const bouton_status status = ask(position, &moves);
  if (failed(status)) return;
  if (status == BOUTON_UNKNOWN) fputs("unknown", stdout);
  else printf("%" PRId64, moves);
}

static void ask_winning(bouton_position* position) {
  bouton_moves* moves = NULL;
  if (failed(bouton_winning_moves(position, 1000, &moves))) return;
  for (size_t i = 0; i < bouton_moves_size(moves); ++i) {
    const char* const label = bouton_move_label(moves, i);
    printf("%s%s%sto ", i > 0 ? "; " : "", label, *label != '\0' ? " " : "");
    const size_t parts = bouton_move_parts(moves, i);
    for (size_t part = 0; part < parts; ++part) {
      char text[4096];
      if (failed(bouton_move_text(moves, i, part, text, sizeof text, NULL))) exit(1);
      printf("%s%s", part > 0 ? " + " : "", *text != '\0' ? text : "()");
    }
    if (parts == 0) fputs("nothing", stdout);
  }
  if (bouton_moves_size(moves) == 0) fputs("none", stdout);
  bouton_moves_destroy(moves);
}

/* Lines without what is blank around them, and without empty ones. */
static void print_why(const char* json) {
  const char* const sentences = json_member(json, "reason");
  const char* before = "";
  for (size_t i = 0; json_entry(sentences, i) != NULL; ++i) {
    char text[1 << 14];
    json_text(json_entry(sentences, i), text, sizeof text);
    for (char* line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
      line += strspn(line, " ");
      size_t length = strlen(line);
      while (length > 0 && line[length - 1] == ' ') --length;
      if (length > 0) printf("%s%.*s", before, (int)length, line);
      if (length > 0) before = " | ";
    }
  }
}

static void print_nimber(const char* value) {
  if (strncmp(value, "null", 4) == 0) {
    fputs("unknown", stdout);
  } else if (*value == '{') {
    const char* const among = json_member(value, "infinity");
    fputs("infinity(", stdout);
    for (size_t i = 0; json_entry(among, i) != NULL; ++i) {
      if (i > 0) putchar(',');
      json_print(json_entry(among, i), stdout);
    }
    putchar(')');
  } else {
    json_print(value, stdout);
  }
}

static void print_graph(const char* json) {
  size_t edges = 0;
  while (json_entry(json_member(json, "edges"), edges) != NULL) ++edges;
  printf("%zu", edges);
  const char* node = NULL;
  for (size_t i = 0; (node = json_entry(json_member(json, "nodes"), i)) != NULL; ++i) {
    putchar(' ');
    print_nimber(json_member(node, "grundy"));
  }
}

static void print_match(const char* json) {
  json_print(json_member(json_entry(json_member(json, "players"), 0), "wins"), stdout);
  putchar(' ');
  json_print(json_member(json_entry(json_member(json, "players"), 1), "wins"), stdout);
  putchar(' ');
  json_print(json_member(json, "draws"), stdout);
}

static void print_two(const char* json, const char* one, const char* two) {
  json_print(json_member(json, one), stdout);
  putchar(' ');
  json_print(json_member(json, two), stdout);
}

static void print_statements(const char* list) {
  size_t i = 0;
  for (; json_entry(list, i) != NULL; ++i) {
    if (i > 0) fputs(" | ", stdout);
    json_print(json_member(json_entry(list, i), "statement"), stdout);
  }
  if (i == 0) fputs("none", stdout);
}

/* Prints an answer in JSON in the way that its verb has. */
static void print_json(const char* verb, const char* json) {
  if (strcmp(verb, "why") == 0) print_why(json);
  if (strcmp(verb, "genus") == 0) print_two(json, "genus", "outcome");
  if (strcmp(verb, "quotient") == 0) print_two(json, "order", "text");
  if (strcmp(verb, "count") == 0) {
    json_print(json_member(json, "count"), stdout);
    putchar(' ');
    print_nimber(json_member(json, "total") != NULL ? json_member(json, "total") : "null");
  }
  if (strcmp(verb, "graph") == 0) print_graph(json);
  if (strcmp(verb, "match") == 0) print_match(json);
  if (strcmp(verb, "verify") == 0) fputs(strncmp(json_member(json, "same"), "true", 4) == 0 ? "same" : "different", stdout);
  if (strcmp(verb, "theorem") == 0) print_nimber(json_member(json, "statement"));
  if (strcmp(verb, "discover") == 0) {
    print_statements(json_member(json, "theorems"));
    fputs(" ? ", stdout);
    print_statements(json_member(json, "conjectures"));
  }
}

static bouton_status ask_position(const char* verb, bouton_position* position, char** more, bouton_list** json) {
  if (strcmp(verb, "why") == 0) return bouton_why(position, json);
  if (strcmp(verb, "genus") == 0) return bouton_genus(position, json);
  if (strcmp(verb, "graph") == 0) return bouton_graph(position, 1000000, json);
  return bouton_match(position, more[0], more[1], strtoull(more[2], NULL, 10), strtoull(more[3], NULL, 10), json);
}

static bouton_status ask_game(const char* verb, bouton_game* game, char** arguments, bouton_list** json) {
  int64_t low[MOST_AXES], high[MOST_AXES];
  const uint64_t number = strtoull(arguments[0], NULL, 10);
  if (strcmp(verb, "quotient") == 0) return bouton_quotient(game, (int64_t)number, json);
  if (strcmp(verb, "theorem") == 0) return bouton_theorem(game, number, 0, 0, json);
  if (strcmp(verb, "discover") == 0) return bouton_discover(game, number, json);
  const size_t axes = box(arguments[0], low, high);
  if (strcmp(verb, "count") == 0)
    return bouton_count(game, low, high, axes, strcmp(arguments[1], "-") == 0 ? NULL : arguments[1],
                        strtoull(arguments[2], NULL, 10), *arguments[3] == '1', strtoull(arguments[4], NULL, 10), json);
  return bouton_verify(game, low, high, axes, json);
}

static void about_position(const char* verb, bouton_game* game, char** arguments) {
  bouton_position* const position = place(game, arguments[0]);
  if (position == NULL) return;
  bouton_list* json = NULL;
  if (strcmp(verb, "outcome") == 0) {
    ask_outcome(position);
  } else if (strcmp(verb, "grundy") == 0) {
    ask_grundy(position);
  } else if (strcmp(verb, "remoteness") == 0) {
    ask_moves(position, bouton_remoteness);
  } else if (strcmp(verb, "longest") == 0) {
    ask_moves(position, bouton_longest);
  } else if (strcmp(verb, "winning") == 0) {
    ask_winning(position);
  } else if (!failed(ask_position(verb, position, arguments + 1, &json))) {
    print_json(verb, bouton_list_at(json, 0));
  }
  bouton_list_destroy(json);
  bouton_position_destroy(position);
}

static void about_numbers(const char* verb, bouton_game* game, char** arguments) {
  static uint32_t cells[MOST_CELLS];
  static int64_t found[MOST_CELLS];
  int64_t low[MOST_AXES], high[MOST_AXES];
  size_t count = 0;
  if (strcmp(verb, "table") == 0) {
    const size_t axes = box(arguments[1], low, high);
    if (!failed(bouton_table(game, low, high, axes, kind_of(arguments[0]), cells, MOST_CELLS, &count)))
      print_cells(cells, count);
  } else if (strcmp(verb, "sequence") == 0) {
    const int64_t last = strtoll(arguments[1], NULL, 10);
    if (!failed(bouton_sequence(game, last, kind_of(arguments[0]), cells, MOST_CELLS, low, &count))) print_cells(cells, count);
  } else if (strcmp(verb, "period") == 0) {
    bouton_period period = {.size = sizeof period};
    const bouton_status status = bouton_sequence_period(game, strtoll(arguments[0], NULL, 10), BOUTON_VALUE_GRUNDY, &period);
    if (failed(status)) return;
    if (status == BOUTON_UNKNOWN) fputs("unknown", stdout);
    else
      printf("%" PRId64 " %" PRId64 " %" PRId64 " %s", period.preperiod, period.period, period.saltus,
             *period.theorem != '\0' ? period.theorem : "seen");
  } else {
    const size_t axes = box(arguments[0], low, high);
    if (failed(bouton_p_positions(game, low, high, axes, found, MOST_CELLS / axes, &count))) return;
    for (size_t i = 0; i < count * axes; ++i) printf("%s%" PRId64, i == 0 ? "" : i % axes == 0 ? " " : ",", found[i]);
  }
}

static int is_among(const char* verb, const char* const* verbs) {
  for (; *verbs != NULL; ++verbs)
    if (strcmp(verb, *verbs) == 0) return 1;
  return 0;
}

static void ask(char** fields) {
  static const char* const kPositions[] = {"outcome", "grundy", "remoteness", "longest", "winning",
                                           "why",     "genus",  "graph",      "match",   NULL};
  static const char* const kNumbers[] = {"table", "sequence", "period", "positions", NULL};
  bouton_setting settings[MOST_FIELDS];
  char* texts[MOST_FIELDS];
  const size_t count = strcmp(fields[2], "-") == 0 ? 0 : cut(fields[2], " ", texts, MOST_FIELDS);
  for (size_t i = 0; i < count; ++i) {
    char* const sign = strchr(texts[i], '=');
    *sign = '\0';
    settings[i].name = texts[i];
    settings[i].value = sign + 1;
  }
  bouton_game* game = NULL;
  if (failed(bouton_game_load(runtime, fields[1], settings, count, &game))) return;
  bouton_list* json = NULL;
  if (strcmp(fields[0], "title") == 0) {
    fputs(bouton_game_title(game), stdout);
  } else if (is_among(fields[0], kPositions)) {
    about_position(fields[0], game, fields + 3);
  } else if (is_among(fields[0], kNumbers)) {
    about_numbers(fields[0], game, fields + 3);
  } else if (!failed(ask_game(fields[0], game, fields + 3, &json))) {
    print_json(fields[0], bouton_list_at(json, 0));
  }
  bouton_list_destroy(json);
  bouton_game_destroy(game);
}

int main(int argc, char** argv) {
  FILE* const file = argc == 3 ? fopen(argv[2], "r") : NULL;
  if (file == NULL || bouton_runtime_create(NULL, &runtime) != BOUTON_OK) return 1;
  if (bouton_runtime_add_directory(runtime, argv[1]) != BOUTON_OK) return 1;
  char line[4096];
  while (fgets(line, sizeof line, file) != NULL) {
    if (*line == '#') continue;
    line[strcspn(line, "\n")] = '\0';
    char* fields[MOST_FIELDS];
    cut(line, "\t", fields, MOST_FIELDS);
    ask(fields);
    putchar('\n');
  }
  fclose(file);
  bouton_runtime_destroy(runtime);
  return 0;
}
