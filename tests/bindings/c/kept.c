/* Answers that are kept until they are asked for again are those of the question that is asked, and nobody waits for one that
   was cancelled. */
#include <pthread.h>
#include <unistd.h>

#include "check.h"
#include "suites.h"

/* Whoever is not let go has waited long enough then. */
enum { kSecondsAtMost = 300 };

/* Returns once all questions that were asked before have been answered: they are answered in turn. */
static void await_earlier_questions(bouton_runtime* runtime, const bouton_position* other) {
  int32_t outcome = -1;
  CHECK(bouton_runtime_set_time_budget(runtime, PATIENCE) == BOUTON_OK);
  CHECK(bouton_outcome(other, &outcome) == BOUTON_OK);
  CHECK(bouton_runtime_set_time_budget(runtime, 0) == BOUTON_OK);
}

/* A game may stand where one stood in memory whose answer nobody has asked for. */
void test_answers_of_games_that_are_gone(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* nim = load(runtime, "nim");
  CHECK(bouton_runtime_set_time_budget(runtime, 0) == BOUTON_OK);
  for (int round = 0; round < 20; ++round) {
    char text[200], number[16];
    const int most = 1 + round % 2;
    snprintf(text, sizeof text,
             "return game { position = { 'n' }, moves = function(n) for t = 1, math.min(n, %d) do move(n - t) end end }", most);
    bouton_game* game = load_text(runtime, "taken", text);
    bouton_position* position = parse(game, "3");
    snprintf(number, sizeof number, "%d", round);
    bouton_position* other = parse(nim, number);
    bouton_status status;
    int64_t grundy = -1;
    AWAIT(status, bouton_grundy(position, &grundy));
    CHECK(status == BOUTON_OK && grundy == 3 % (most + 1));
    bouton_grundy(position, &grundy); /* once more, and nobody comes for it */
    await_earlier_questions(runtime, other);
    bouton_position_destroy(other);
    bouton_position_destroy(position);
    bouton_game_destroy(game);
  }
  bouton_game_destroy(nim);
  bouton_runtime_destroy(runtime);
}

/* Who must move in which component is a part of the question. */
void test_answers_of_obliged_players(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* game = load_text(runtime, "answered",
                                "return game { position = { 'n' }, moves = function(n)\n"
                                "  if n > 0 then entail(n - 1) end\n"
                                "  for v = 0, n - 1 do move(v) end\n"
                                "end }");
  bouton_position *free_one = parse(game, "3"), *obliged = parse(game, "3!"), *beside = parse(game, "2");
  const bouton_position* const at_will[] = {free_one, beside};
  const bouton_position* const bound[] = {obliged, beside};
  bouton_position *free_sum = NULL, *bound_sum = NULL;
  CHECK(bouton_position_sum(at_will, 2, &free_sum) == BOUTON_OK);
  CHECK(bouton_position_sum(bound, 2, &bound_sum) == BOUTON_OK);
  bouton_moves *of_free = NULL, *of_bound = NULL, *asked = NULL;
  CHECK(bouton_valued_moves(free_sum, &of_free) == BOUTON_OK && bouton_valued_moves(bound_sum, &of_bound) == BOUTON_OK);
  CHECK(bouton_moves_size(of_free) == 7 && bouton_moves_size(of_bound) == 4);
  CHECK(bouton_runtime_set_time_budget(runtime, 0) == BOUTON_OK);
  /* Until nobody has come for an answer: on a busy machine one may be there before this thread has begun to wait. */
  for (int i = 0; i < 1000 && bouton_valued_moves(free_sum, &asked) != BOUTON_NOT_YET; ++i) bouton_moves_destroy(asked);
  await_earlier_questions(runtime, beside);
  bouton_status status;
  AWAIT(status, bouton_valued_moves(bound_sum, &asked));
  CHECK(status == BOUTON_OK && bouton_moves_size(asked) == 4);
  bouton_moves_destroy(asked);
  bouton_moves_destroy(of_free);
  bouton_moves_destroy(of_bound);
  bouton_position_destroy(free_sum);
  bouton_position_destroy(bound_sum);
  bouton_position_destroy(free_one);
  bouton_position_destroy(obliged);
  bouton_position_destroy(beside);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

/* Work that does not look at anything until it is let go. */
struct deaf {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int has_begun, is_free;
  const bouton_position* position;
  bouton_status status;
};

static int32_t stay_deaf(void* user, const char* doing, uint64_t done, uint64_t total) {
  struct deaf* deaf = user;
  (void)doing, (void)done, (void)total;
  pthread_mutex_lock(&deaf->mutex);
  deaf->has_begun = 1;
  pthread_cond_broadcast(&deaf->changed);
  while (!deaf->is_free) pthread_cond_wait(&deaf->changed, &deaf->mutex);
  pthread_mutex_unlock(&deaf->mutex);
  return 0;
}

static void* ask_deaf(void* argument) {
  struct deaf* deaf = argument;
  int64_t grundy = -1;
  deaf->status = bouton_grundy(deaf->position, &grundy);
  return NULL;
}

/* However long it takes the work to stop: a number of a million digits is multiplied without a look at anything. */
void test_cancelling_lets_go_at_once(void) {
  struct deaf deaf = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, NULL, BOUTON_OK};
  bouton_runtime* runtime = new_runtime(NULL);
  CHECK(bouton_runtime_set_time_budget(runtime, PATIENCE) == BOUTON_OK);
  CHECK(bouton_runtime_set_progress(runtime, stay_deaf, &deaf) == BOUTON_OK);
  bouton_game* game = load_text(runtime, "endless", kEndless);
  bouton_position* endless = parse(game, ENDLESS_POSITION);
  bouton_position* small = parse(game, "1,2,4");
  deaf.position = endless;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, ask_deaf, &deaf) == 0);
  pthread_mutex_lock(&deaf.mutex);
  while (!deaf.has_begun) pthread_cond_wait(&deaf.changed, &deaf.mutex);
  pthread_mutex_unlock(&deaf.mutex);
  bouton_runtime_cancel(runtime);
  alarm(kSecondsAtMost);
  pthread_join(thread, NULL);
  alarm(0);
  CHECK(deaf.status == BOUTON_ERROR_CANCELLED);
  /* The next question waits until the work has stopped. */
  int64_t grundy = -1;
  CHECK(bouton_runtime_set_time_budget(runtime, 0) == BOUTON_OK);
  CHECK(bouton_grundy(small, &grundy) == BOUTON_NOT_YET);
  pthread_mutex_lock(&deaf.mutex);
  deaf.is_free = 1;
  pthread_cond_broadcast(&deaf.changed);
  pthread_mutex_unlock(&deaf.mutex);
  bouton_status status;
  AWAIT(status, bouton_grundy(small, &grundy));
  CHECK(status == BOUTON_OK && grundy == 7);
  bouton_position_destroy(small);
  bouton_position_destroy(endless);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}
