#include "check.h"
#include "suites.h"

int failures = 0;

/* Heaps of stones, by a rule that is interpreted. */
const char kEndless[] =
    "return game { position = piles('a', { max = 1000 }),\n"
    "  moves = function(a)\n"
    "    local t = {}\n"
    "    for i = 1, #a do\n"
    "      for v = 0, a[i] - 1 do t[1] = a:with(i, v); move(t[1]) end\n"
    "    end\n"
    "  end }";

bouton_runtime* new_runtime(const bouton_limits* limits) {
  bouton_limits patient;
  bouton_limits_init(&patient);
  patient.load_seconds = patient.call_seconds = PATIENCE;
  if (limits == NULL) limits = &patient;
  bouton_runtime* runtime = NULL;
  if (bouton_runtime_create(limits, &runtime) == BOUTON_OK &&
      bouton_runtime_add_directory(runtime, RULES_DIRECTORY) == BOUTON_OK)
    return runtime;
  fprintf(stderr, "no runtime: %s\n", bouton_error_message());
  exit(1);
}

bouton_game* load(bouton_runtime* runtime, const char* name) {
  bouton_game* game = NULL;
  if (bouton_game_load(runtime, name, NULL, 0, &game) == BOUTON_OK) return game;
  fprintf(stderr, "no game %s: %s\n", name, bouton_error_message());
  exit(1);
}

bouton_game* load_text(bouton_runtime* runtime, const char* name, const char* text) {
  CHECK(bouton_runtime_add_source(runtime, name, text, strlen(text)) == BOUTON_OK);
  return load(runtime, name);
}

bouton_position* parse(const bouton_game* game, const char* text) {
  bouton_position* position = NULL;
  if (bouton_position_parse(game, text, &position) == BOUTON_OK) return position;
  fprintf(stderr, "no position %s: %s\n", text, bouton_error_message());
  exit(1);
}

const char* text_of(const bouton_position* position) {
  static char text[256];
  return bouton_position_text(position, 0, text, sizeof text, NULL) == BOUTON_OK ? text : NULL;
}

const char* move_text(const bouton_moves* moves, size_t index) {
  static char text[256];
  return bouton_move_text(moves, index, 0, text, sizeof text, NULL) == BOUTON_OK ? text : NULL;
}

int main(int count, char** arguments) {
  int ran = 0;
#define RUN(name)                                            \
  if (count < 2 || strcmp(arguments[1], #name) == 0) {       \
    const int before = failures;                             \
    test_##name();                                           \
    printf("%s: %s\n", #name, failures == before ? "ok" : "FAILED"); \
    ++ran;                                                   \
  }
  EACH_TEST(RUN)
  if (ran == 0) fprintf(stderr, "there is no test %s\n", arguments[1]);
  return failures == 0 && ran > 0 ? 0 : 1;
}
