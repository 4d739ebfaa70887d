/* Hosts that fork: the child goes on with what its parent has made, or is told what to do. */
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "suites.h"

/* Nothing that these tests ask takes a thousandth of it: a child that waits for a thread of its parent's ends by it. */
enum { kSecondsOfChild = 300 };

struct family {
  bouton_runtime* runtime;
  bouton_game *game, *heaps;
  bouton_position *asked, *other;
};

/* Runs `child` in a copy of this process, and counts its failures as failures of the test. */
static void run_in_child(void (*child)(struct family*), struct family* family) {
  fflush(NULL);
  const pid_t process = fork();
  CHECK(process >= 0);
  if (process == 0) {
    failures = 0;
    alarm(kSecondsOfChild);
    child(family);
    fflush(NULL);
    _exit(failures == 0 ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(process, &status, 0) == process);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void destroy_family(struct family* family) {
  bouton_position_destroy(family->asked);
  bouton_position_destroy(family->other);
  bouton_game_destroy(family->game);
  bouton_game_destroy(family->heaps);
  bouton_runtime_destroy(family->runtime);
}

static void check_grundy(const bouton_position* position, int64_t expected) {
  int64_t grundy = -1;
  bouton_status status;
  AWAIT(status, bouton_grundy(position, &grundy));
  CHECK(status == BOUTON_OK && grundy == expected);
}

static void check_kayles(const bouton_game* kayles) {
  enum { kHeaps = 20000 };
  static uint32_t cells[kHeaps + 1];
  bouton_status status;
  AWAIT(status, bouton_sequence(kayles, kHeaps, BOUTON_VALUE_GRUNDY, cells, kHeaps + 1, NULL, NULL));
  CHECK(status == BOUTON_OK && cells[5] == 4 && cells[kHeaps] == cells[kHeaps - 12 * 1000]);
}

static void ask_as_parent(struct family* family) {
  check_grundy(family->asked, 5);
  check_grundy(family->other, 9);
  check_kayles(family->heaps);
}

/* What the parent knows, and what it does not. */
static void go_on_in_child(struct family* family) {
  ask_as_parent(family);
  bouton_position* fresh = parse(family->game, "12");
  check_grundy(fresh, 12);
  bouton_moves* moves = NULL;
  CHECK(bouton_options(fresh, &moves) == BOUTON_OK && bouton_moves_size(moves) == 12);
  bouton_moves_destroy(moves);
  bouton_position_destroy(fresh);
  CHECK(bouton_game_reload(family->game) == BOUTON_OK);
  run_in_child(ask_as_parent, family);
  destroy_family(family);
}

void test_forks(void) {
  static const double kBudgets[] = {-1, 0.001, PATIENCE};
  for (int round = 0; round < 3; ++round) {
    bouton_limits limits;
    bouton_limits_init(&limits);
    limits.load_seconds = limits.call_seconds = PATIENCE;
    limits.threads = 2;
    struct family family = {new_runtime(&limits), NULL, NULL, NULL, NULL};
    CHECK(bouton_runtime_set_time_budget(family.runtime, kBudgets[round]) == BOUTON_OK);
    family.game = load(family.runtime, "nim");
    family.heaps = load(family.runtime, "kayles");
    family.asked = parse(family.game, "5");
    family.other = parse(family.game, "9");
    run_in_child(go_on_in_child, &family);
    check_grundy(family.asked, 5);
    check_kayles(family.heaps);
    run_in_child(go_on_in_child, &family);
    check_grundy(family.other, 9);
    destroy_family(&family);
  }
}

/* Somebody who was at work is not there, and has left things half done. */
static void refuse_in_child(struct family* family) {
  int64_t grundy = -1;
  bouton_status status;
  AWAIT(status, bouton_grundy(family->other, &grundy));
  CHECK(status == BOUTON_ERROR_REQUEST);
  CHECK(strstr(bouton_error_message(), "make a new runtime in the child") != NULL);
  bouton_runtime_cancel(family->runtime);
  uint64_t done = 0, total = 0;
  CHECK(bouton_runtime_progress(family->runtime, &done, &total) == BOUTON_UNKNOWN);
  bouton_runtime* own = new_runtime(NULL);
  CHECK(bouton_runtime_set_time_budget(own, PATIENCE) == BOUTON_OK);
  bouton_game* game = load(own, "nim");
  bouton_position* position = parse(game, "7");
  check_grundy(position, 7);
  bouton_position_destroy(position);
  bouton_game_destroy(game);
  bouton_runtime_destroy(own);
}

static void refuse_in_children(struct family* family) {
  refuse_in_child(family);
  run_in_child(refuse_in_child, family);
  destroy_family(family);
}

void test_forks_at_work(void) {
  struct family family = {new_runtime(NULL), NULL, NULL, NULL, NULL};
  family.game = load_text(family.runtime, "endless", kEndless);
  family.asked = parse(family.game, ENDLESS_POSITION);
  family.other = parse(family.game, "1,2,3");
  CHECK(bouton_runtime_set_time_budget(family.runtime, 0) == BOUTON_OK);
  int64_t grundy = -1;
  uint64_t done = 0, total = 0;
  do CHECK(bouton_grundy(family.asked, &grundy) == BOUTON_NOT_YET);
  while (bouton_runtime_progress(family.runtime, &done, &total) == BOUTON_UNKNOWN);
  run_in_child(refuse_in_children, &family);
  bouton_runtime_cancel(family.runtime);
  check_grundy(family.other, 0);
  destroy_family(&family);
}
