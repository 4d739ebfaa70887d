/* Eight threads ask one runtime: all of them the same at once, and each something else. Each answer is compared with the one
   that a runtime gives to a single thread without a time budget. */
#include <pthread.h>

#include "crowd.h"
#include "suites.h"

enum { kCrowd = 8 };

static struct subjects new_subjects(void) {
  static const char* const pairs[kVariants] = {"5,7", "3,4"};
  static const char* const heaps[kVariants] = {"5", "8"};
  static const char* const blocked[kVariants] = {"3,5", "2,6"};
  struct subjects s;
  s.runtime = new_runtime(NULL);
  s.wythoff = load(s.runtime, "wythoff");
  s.kayles = load(s.runtime, "kayles");
  s.blocking = load(s.runtime, "blocking-nim");
  for (int i = 0; i < kVariants; ++i) {
    s.pairs[i] = parse(s.wythoff, pairs[i]);
    s.heaps[i] = parse(s.kayles, heaps[i]);
    s.blocked[i] = parse(s.blocking, blocked[i]);
    bouton_moves* options = NULL;
    const size_t first = 0;
    CHECK(bouton_options(s.blocked[i], &options) == BOUTON_OK);
    CHECK(bouton_moves_pick(options, &first, 1, &s.forbidden[i]) == BOUTON_OK);
    bouton_moves_destroy(options);
  }
  return s;
}

static void destroy_subjects(struct subjects* s) {
  for (int i = 0; i < kVariants; ++i) {
    bouton_moves_destroy(s->forbidden[i]);
    bouton_position_destroy(s->pairs[i]);
    bouton_position_destroy(s->heaps[i]);
    bouton_position_destroy(s->blocked[i]);
  }
  bouton_game_destroy(s->wythoff);
  bouton_game_destroy(s->kayles);
  bouton_game_destroy(s->blocking);
  bouton_runtime_destroy(s->runtime);
}

struct member {
  subjects* about;
  pthread_t thread;
  const char* const (*right)[kVariants]; /* the answers, by question and variant */
  int number;
  int together;
  int wrong;
};

static int question_of(const struct member* member, int turn) {
  return member->together ? turn : (turn + member->number * kQuestionCount / kCrowd) % kQuestionCount;
}

/* Asks each question. Who asks together with others asks the same as they do, and all of them wait for the same answer. */
static void* ask_all(void* argument) {
  struct member* const member = argument;
  for (int round = 0; round < (member->together ? kVariants : 1); ++round) {
    for (int turn = 0; turn < kQuestionCount; ++turn) {
      const int question = question_of(member, turn);
      const int variant = member->together ? round : (round + member->number) % kVariants;
      struct answer_text answer = {NULL, 0};
      kQuestions[question](member->about, variant, &answer);
      if (strcmp(answer.text, member->right[question][variant]) != 0) {
        if (member->wrong++ == 0)
          fprintf(stderr, "question %d, variant %d: %s\n  instead of: %s\n", question, variant, answer.text,
                  member->right[question][variant]);
      }
      free(answer.text);
    }
  }
  return NULL;
}

static void ask_by_many(double budget, int together, const char* (*right)[kVariants]) {
  struct subjects about = new_subjects();
  struct member members[kCrowd];
  CHECK(bouton_runtime_set_time_budget(about.runtime, budget) == BOUTON_OK);
  for (int i = 0; i < kCrowd; ++i) {
    const struct member member = {&about, 0, (const char* const(*)[kVariants])right, i, together, 0};
    members[i] = member;
    CHECK(pthread_create(&members[i].thread, NULL, ask_all, &members[i]) == 0);
  }
  for (int i = 0; i < kCrowd; ++i) {
    pthread_join(members[i].thread, NULL);
    CHECK(members[i].wrong == 0);
  }
  destroy_subjects(&about);
}

void test_crowd(void) {
  const char*(*const right)[kVariants] = calloc((size_t)kQuestionCount, sizeof *right);
  if (right == NULL) exit(1);
  struct subjects alone = new_subjects();
  for (int question = 0; question < kQuestionCount; ++question) {
    for (int variant = 0; variant < kVariants; ++variant) {
      struct answer_text answer = {NULL, 0};
      kQuestions[question](&alone, variant, &answer);
      CHECK(answer.length > 0 && strstr(answer.text, "misuse") == NULL && strstr(answer.text, "internal") == NULL);
      right[question][variant] = answer.text;
    }
  }
  destroy_subjects(&alone);
  ask_by_many(-1, 0, right);
  ask_by_many(PATIENCE, 1, right);
  ask_by_many(0.001, 0, right);
  for (int question = 0; question < kQuestionCount; ++question)
    for (int variant = 0; variant < kVariants; ++variant) free((char*)right[question][variant]);
  free((void*)right);
}
