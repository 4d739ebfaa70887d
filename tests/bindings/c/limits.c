/* What goes wrong, and what takes too long. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include "check.h"
#include "suites.h"

/* A game whose rule never returns. */
static const char kSpinning[] = "return game { position = { 'n' }, moves = function(n) while true do end end }";

/* Limits that no machine is too slow for: what passes one of the others never meets a limit of time. */
static bouton_limits patient_limits(void) {
  bouton_limits limits;
  bouton_limits_init(&limits);
  limits.load_seconds = limits.call_seconds = PATIENCE;
  return limits;
}

void test_errors(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* game = NULL;
  CHECK(bouton_game_load(runtime, "wythof", NULL, 0, &game) == BOUTON_ERROR_REQUEST);
  CHECK(strstr(bouton_error_message(), "wythoff") != NULL);
  CHECK_TEXT(bouton_error_file(), "");
  CHECK(bouton_error_line() == 0);
  const char* wrong = "return game { position = { 'n' },\n moves = function(n)\n  move(n - 1, 2)\n end }";
  game = load_text(runtime, "wrong", wrong);
  bouton_position* position = parse(game, "3");
  bouton_moves* moves = NULL;
  CHECK(bouton_options(position, &moves) == BOUTON_ERROR_RULE);
  CHECK(moves == NULL);
  CHECK_TEXT(bouton_error_file(), "<memory>/wrong.lua");
  CHECK(bouton_error_line() == 3);
  bouton_game_destroy(game);
  /* A line that no file has stays unknown. */
  const char* far = "error('far.lua:99999999999999999999: hi', 0)";
  CHECK(bouton_runtime_add_source(runtime, "far", far, strlen(far)) == BOUTON_OK);
  CHECK(bouton_game_load(runtime, "far", NULL, 0, &game) == BOUTON_ERROR_RULE);
  CHECK_TEXT(bouton_error_message(), "far.lua:99999999999999999999: hi");
  CHECK(bouton_error_line() == 0);
  game = load_text(runtime, "wrong", wrong);
  int32_t outcome = 77;
  CHECK(bouton_outcome(position, &outcome) == BOUTON_ERROR_RULE && outcome == 77);
  bouton_position_destroy(position);
  CHECK(bouton_position_parse(game, "-1", &position) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_position_parse(game, "one", &position) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_position_parse(game, "1,2", &position) == BOUTON_ERROR_REQUEST);
  CHECK_TEXT(bouton_status_name(BOUTON_ERROR_REQUEST), "request");
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

void test_misuse(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  bouton_game* game = load(runtime, "nim");
  bouton_position* position = parse(game, "2");
  bouton_moves* moves = NULL;
  int32_t outcome = 0;
  int64_t number = 0;
  CHECK(bouton_runtime_create(NULL, NULL) == BOUTON_ERROR_MISUSE);
  bouton_limits limits;
  bouton_runtime* none = NULL;
  memset(&limits, 0, sizeof limits);
  CHECK(bouton_runtime_create(&limits, &none) == BOUTON_ERROR_MISUSE);
  bouton_limits_init(&limits);
  limits.threads = (uint32_t)-1;
  CHECK(bouton_runtime_create(&limits, &none) == BOUTON_ERROR_REQUEST);
  bouton_limits_init(&limits);
  limits.call_seconds = -1;
  CHECK(bouton_runtime_create(&limits, &none) == BOUTON_ERROR_REQUEST);
  /* Sizes that were negative numbers: nothing is read. */
  const int64_t few[] = {1, 2};
  bouton_list* json = NULL;
  size_t count = 0;
  CHECK(bouton_position_of(game, few, (size_t)-2, &position) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_table(game, few, few, (size_t)-2, BOUTON_VALUE_GRUNDY, NULL, 0, &count) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_p_positions(game, few, few, (size_t)-2, NULL, 0, &count) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_verify(game, few, few, (size_t)-2, &json) == BOUTON_ERROR_MISUSE);
  const bouton_setting setting = {"m", "1"};
  CHECK(bouton_game_load(runtime, "nim", &setting, (size_t)-2, &game) == BOUTON_ERROR_MISUSE);
  const bouton_position* const of_sum[] = {position};
  CHECK(bouton_position_sum(of_sum, (size_t)-2, &position) == BOUTON_ERROR_MISUSE);
  /* How many they are is asked before there is room for them; what cannot be had is a limit. */
  CHECK(bouton_sequence(game, INT64_MAX - 1, BOUTON_VALUE_GRUNDY, NULL, 0, NULL, &count) == BOUTON_ERROR_LIMIT);
  CHECK(bouton_sequence(game, 9, BOUTON_VALUE_GRUNDY, NULL, 0, NULL, &count) == BOUTON_ERROR_SPACE && count == 10);
  char long_name[301] = {0};
  memset(long_name, 'x', 300);
  CHECK(bouton_game_load(runtime, long_name, NULL, 0, &game) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_runtime_add_directory(runtime, long_name) == BOUTON_ERROR_REQUEST);
  CHECK(bouton_runtime_add_directory(NULL, "x") == BOUTON_ERROR_MISUSE);
  CHECK(bouton_runtime_add_directory(runtime, NULL) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_runtime_add_directory(runtime, "/no/such/directory") == BOUTON_ERROR_REQUEST);
  CHECK(bouton_runtime_games(runtime, NULL) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_game_load(runtime, NULL, NULL, 0, &game) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_game_load(runtime, "nim", NULL, 1, &game) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_game_reload(NULL) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_position_parse(NULL, "1", &position) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_position_parse(game, "1", NULL) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_position_sum(NULL, 0, &position) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_outcome(NULL, &outcome) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_outcome(position, NULL) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_grundy(NULL, &number) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_options(NULL, &moves) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_best_move(position, 1, 1, NULL) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_move_make(NULL, 0, &position) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_options(position, &moves) == BOUTON_OK);
  bouton_position* next = NULL;
  CHECK(bouton_move_make(moves, 99, &next) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_move_text(moves, 0, 5, NULL, 0, NULL) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_move_text(moves, 0, 0, NULL, 5, NULL) == BOUTON_ERROR_MISUSE);
  bouton_moves_destroy(moves);
  const bouton_position* absent[] = {position, NULL};
  CHECK(bouton_position_sum(absent, 2, &next) == BOUTON_ERROR_MISUSE);
  bouton_runtime* other = new_runtime(NULL);
  bouton_game* far = load(other, "nim");
  const bouton_position* strangers[] = {position, parse(far, "1")};
  CHECK(bouton_position_sum(strangers, 2, &next) == BOUTON_ERROR_MISUSE);
  bouton_position_destroy((bouton_position*)strangers[1]);
  bouton_game_destroy(far);
  bouton_runtime_destroy(other);
  CHECK(bouton_runtime_progress(runtime, NULL, NULL) == BOUTON_ERROR_MISUSE);
  CHECK(bouton_moves_size(NULL) == 0 && bouton_list_size(NULL) == 0 && bouton_position_components(NULL) == 0);
  CHECK(bouton_list_at(NULL, 0) == NULL && bouton_move_label(NULL, 0) == NULL);
  bouton_runtime_cancel(NULL);
  bouton_runtime_destroy(NULL);
  bouton_game_destroy(NULL);
  bouton_position_destroy(NULL);
  bouton_moves_destroy(NULL);
  bouton_list_destroy(NULL);
  bouton_position_destroy(position);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

struct greedy {
  const char* text;
  int line; /* 0: none */
  const char* words;
};

static void check_that_loading_ends(const bouton_limits* limits, const struct greedy* files, size_t count) {
  bouton_runtime* runtime = new_runtime(limits);
  for (size_t i = 0; i < count; ++i) {
    CHECK(bouton_runtime_add_source(runtime, "greedy", files[i].text, strlen(files[i].text)) == BOUTON_OK);
    bouton_game* game = NULL;
    CHECK(bouton_game_load(runtime, "greedy", NULL, 0, &game) == BOUTON_ERROR_LIMIT);
    CHECK(game == NULL);
    CHECK(strstr(bouton_error_message(), files[i].words) != NULL);
    CHECK_TEXT(bouton_error_file(), "<memory>/greedy.lua");
    if (files[i].line > 0) CHECK(bouton_error_line() == files[i].line);
  }
  bouton_runtime_destroy(runtime);
}

static void check_that_moves_end(const bouton_game* game, const char* start) {
  bouton_position* position = parse(game, start);
  int32_t outcome = -1;
  bouton_moves* moves = NULL;
  CHECK(bouton_outcome(position, &outcome) == BOUTON_ERROR_LIMIT);
  CHECK(bouton_options(position, &moves) == BOUTON_ERROR_LIMIT);
  CHECK(strstr(bouton_error_message(), "later.lua") != NULL);
  bouton_position_destroy(position);
}

void test_rules_out_of_memory(void) {
  const struct greedy files[] = {
      {"local t = {}\nwhile true do t[#t + 1] = {} end", 0, "bouton_limits.lua_memory"},
      {"local s = 'x'\nwhile true do s = s .. s end", 0, "bouton_limits.lua_memory"},
  };
  bouton_limits limits = patient_limits();
  limits.lua_memory = 4 << 20;
  limits.memory = 2 << 20;
  check_that_loading_ends(&limits, files, sizeof files / sizeof files[0]);
  /* Too greedy while it plays. The game and the runtime stay fit for use. */
  bouton_runtime* runtime = new_runtime(&limits);
  bouton_game* game = load_text(runtime, "later",
                                "return game { position = { 'n' }, moves = function(n)\n"
                                "  if n == 2 then local t = {} while true do t[#t + 1] = {} end end\n"
                                "  if n == 3 then while true do move(0) end end\n"
                                "  if n == 5 then move(4) end\n"
                                "end }");
  check_that_moves_end(game, "2");
  check_that_moves_end(game, "3");
  bouton_position* position = parse(game, "5");
  int32_t outcome = -1;
  CHECK(bouton_outcome(position, &outcome) == BOUTON_OK && outcome == BOUTON_N);
  bouton_position_destroy(position);
  bouton_game_destroy(game);

  /* More positions than fit. */
  game = load_text(runtime, "endless", kEndless);
  position = parse(game, ENDLESS_POSITION);
  CHECK(bouton_grundy_text(position, NULL, 0, NULL) == BOUTON_ERROR_LIMIT);
  CHECK(strstr(bouton_error_message(), "bouton_limits.memory") != NULL);
  bouton_position_destroy(position);
  const int64_t low = 0, high = (int64_t)1 << 40;
  uint32_t cell = 0;
  CHECK(bouton_table(game, &low, &high, 1, BOUTON_VALUE_GRUNDY, &cell, 1, NULL) == BOUTON_ERROR_SPACE);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

/* None of these ever ends by itself, so that each meets its limit on any machine. */
void test_rules_that_never_return(void) {
  const struct greedy files[] = {
      {"\nwhile true do end", 2, "bouton_limits.load_seconds"},
      {"while true do pcall(function() while true do end end) end", 1, "bouton_limits.load_seconds"},
      {"local function f() return f() end f()", 1, "bouton_limits.load_seconds"},
      {"local s = ('a'):rep(1 << 20)\nwhile true do s:find(s .. 'b') end", 2, "bouton_limits.load_seconds"},
      {"local t = {} for i = 1, 99 do t[i] = i % 7 end\nwhile true do table.sort(t, rawequal) end", 2, "bouton_limits.load_seconds"},
  };
  bouton_limits limits = patient_limits();
  limits.load_seconds = 0.05;
  check_that_loading_ends(&limits, files, sizeof files / sizeof files[0]);
  limits = patient_limits();
  limits.call_seconds = 0.05;
  bouton_runtime* runtime = new_runtime(&limits);
  bouton_game* game = load_text(runtime, "later", kSpinning);
  check_that_moves_end(game, "1");
  CHECK(strstr(bouton_error_message(), "bouton_limits.call_seconds") != NULL);
  check_that_moves_end(game, "2");
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

/* The host's signal handlers stay the host's. */
static void on_signal(int number) { (void)number; }

void test_signals_are_left_alone(void) {
  struct sigaction action, after;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  sigaction(SIGURG, &action, NULL);
  bouton_limits limits;
  bouton_limits_init(&limits);
  limits.load_seconds = 0.1;
  bouton_runtime* runtime = new_runtime(&limits);
  bouton_game* game = NULL;
  const char* text = "while true do end";
  CHECK(bouton_runtime_add_source(runtime, "spin", text, strlen(text)) == BOUTON_OK);
  CHECK(bouton_game_load(runtime, "spin", NULL, 0, &game) == BOUTON_ERROR_LIMIT);
  for (int number = 1; number < 32; ++number) {
    if (number == SIGKILL || number == SIGSTOP) continue;
    if (sigaction(number, NULL, &after) != 0) continue;
    if (number == SIGURG) CHECK(after.sa_handler == on_signal);
    if (number == SIGINT || number == SIGPIPE || number == SIGTERM || number == SIGHUP) CHECK(after.sa_handler == SIG_DFL);
  }
  bouton_runtime_destroy(runtime);
}

/* A question that another thread asks. */
struct asked {
  bouton_position* position;
  pthread_t thread;
  pthread_mutex_t mutex;
  bouton_status status;
  int answered;
};

static void* ask_grundy(void* argument) {
  struct asked* asked = argument;
  size_t length = 0;
  const bouton_status status = bouton_grundy_text(asked->position, NULL, 0, &length);
  pthread_mutex_lock(&asked->mutex);
  asked->status = status;
  asked->answered = 1;
  pthread_mutex_unlock(&asked->mutex);
  return NULL;
}

static void begin(struct asked* asked, bouton_position* position) {
  asked->position = position;
  asked->answered = 0;
  pthread_mutex_init(&asked->mutex, NULL);
  pthread_create(&asked->thread, NULL, ask_grundy, asked);
}

/* Cancels until the question has ended: it may not have begun when this is called. */
static bouton_status cancelled_status(bouton_runtime* runtime, struct asked* asked) {
  int answered = 0;
  while (!answered) {
    bouton_runtime_cancel(runtime);
    sched_yield();
    pthread_mutex_lock(&asked->mutex);
    answered = asked->answered;
    pthread_mutex_unlock(&asked->mutex);
  }
  pthread_join(asked->thread, NULL);
  pthread_mutex_destroy(&asked->mutex);
  return asked->status;
}

void test_cancelling(void) {
  const bouton_limits limits = patient_limits();
  bouton_runtime* runtime = new_runtime(&limits);
  bouton_game* spinning = load_text(runtime, "spin", kSpinning);
  bouton_game* game = load_text(runtime, "heaps", kEndless);
  bouton_position* endless = parse(spinning, "1");
  struct asked first, second;
  begin(&first, endless);
  begin(&second, endless); /* waits for its turn */
  /* Moves are listed while a question is worked on. */
  bouton_position* heaps = parse(game, ENDLESS_POSITION);
  bouton_moves* moves = NULL;
  CHECK(bouton_options(heaps, &moves) == BOUTON_OK);
  CHECK(bouton_moves_size(moves) > 400);
  bouton_moves_destroy(moves);
  CHECK(cancelled_status(runtime, &first) == BOUTON_ERROR_CANCELLED);
  CHECK(cancelled_status(runtime, &second) == BOUTON_ERROR_CANCELLED);
  /* What is asked afterwards is answered. */
  bouton_position* small = parse(game, "1,2,3");
  int64_t grundy = -1;
  CHECK(bouton_grundy(small, &grundy) == BOUTON_OK && grundy == 0);
  bouton_runtime_cancel(runtime);
  CHECK(bouton_grundy(small, &grundy) == BOUTON_OK && grundy == 0);
  bouton_position_destroy(small);
  /* A search that takes long is cancelled as well. */
  begin(&first, heaps);
  CHECK(cancelled_status(runtime, &first) == BOUTON_ERROR_CANCELLED);
  bouton_position_destroy(heaps);
  bouton_position_destroy(endless);
  bouton_game_destroy(spinning);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

/* The question that was cancelled may still be ending. */
void test_loading_after_cancelling(void) {
  const bouton_limits limits = patient_limits();
  bouton_runtime* runtime = new_runtime(&limits);
  bouton_runtime_set_time_budget(runtime, 0.005);
  bouton_game* spinning = load_text(runtime, "spin", kSpinning);
  bouton_position* endless = parse(spinning, "1");
  for (int round = 0; round < 10; ++round) {
    int32_t outcome = -1;
    CHECK(bouton_outcome(endless, &outcome) == BOUTON_NOT_YET);
    bouton_runtime_cancel(runtime);
    bouton_game* game = NULL;
    CHECK(bouton_game_load(runtime, "nim", NULL, 0, &game) == BOUTON_OK);
    bouton_game_destroy(game);
  }
  bouton_position_destroy(endless);
  bouton_game_destroy(spinning);
  bouton_runtime_destroy(runtime);
}

void test_time_budget(void) {
  const bouton_limits limits = patient_limits();
  bouton_runtime* runtime = new_runtime(&limits);
  CHECK(bouton_runtime_set_time_budget(runtime, 0.005) == BOUTON_OK);
  bouton_game* spinning = load_text(runtime, "spin", kSpinning);
  bouton_game* game = load_text(runtime, "heaps", kEndless);
  bouton_position* hard = parse(spinning, "1");
  bouton_position* some = parse(game, "10,11,12");
  int64_t grundy = -1;
  CHECK(bouton_grundy(hard, &grundy) == BOUTON_NOT_YET);
  CHECK(grundy == -1);
  /* Another question waits for its turn; giving up the hard one makes room. */
  CHECK(bouton_grundy(some, &grundy) == BOUTON_NOT_YET);
  bouton_runtime_cancel(runtime);
  bouton_status status;
  AWAIT(status, bouton_grundy(some, &grundy));
  CHECK(status == BOUTON_OK && grundy == (10 ^ 11 ^ 12));
  /* Budget 0 only looks. The work goes on meanwhile, and the answer is kept. */
  CHECK(bouton_runtime_set_time_budget(runtime, 0) == BOUTON_OK);
  bouton_moves* move = NULL;
  AWAIT(status, bouton_best_move(some, 10, 1, &move));
  CHECK(status == BOUTON_OK && bouton_moves_size(move) == 1);
  bouton_moves_destroy(move);
  uint32_t cells[100];
  const int64_t low[2] = {0, 0}, high[2] = {9, 9};
  AWAIT(status, bouton_table(game, low, high, 2, BOUTON_VALUE_GRUNDY, cells, 100, NULL));
  CHECK(status == BOUTON_OK && cells[35] == (3 ^ 5));
  /* Errors come through as well. */
  bouton_game* wrong = load_text(runtime, "wrong", "return game { position = { 'n' }, moves = function(n) move('x') end }");
  bouton_position* bad = parse(wrong, "1");
  AWAIT(status, bouton_grundy(bad, &grundy));
  CHECK(status == BOUTON_ERROR_RULE);
  CHECK(bouton_error_line() == 1);
  /* The runtime ends while it works; what was made of it stays. */
  CHECK(bouton_grundy(hard, &grundy) == BOUTON_NOT_YET);
  bouton_runtime_destroy(runtime);
  CHECK(bouton_grundy(some, &grundy) == BOUTON_OK);
  bouton_position_destroy(bad);
  bouton_game_destroy(wrong);
  bouton_position_destroy(some);
  bouton_position_destroy(hard);
  bouton_game_destroy(spinning);
  bouton_game_destroy(game);
}

static int32_t count_calls(void* user, const char* doing, uint64_t done, uint64_t total) {
  int* calls = user;
  (void)total;
  CHECK(doing != NULL && strlen(doing) > 0);
  CHECK(done > 0);
  int32_t outcome = 0;
  (void)outcome;
  bouton_runtime* none = NULL;
  CHECK(bouton_runtime_create(NULL, &none) == BOUTON_ERROR_MISUSE); /* no calls from here */
  return ++*calls >= 3;
}

void test_progress(void) {
  bouton_runtime* runtime = new_runtime(NULL);
  int calls = 0;
  CHECK(bouton_runtime_set_progress(runtime, count_calls, &calls) == BOUTON_OK);
  bouton_game* game = load_text(runtime, "heaps",
                                "return game { position = piles('a'), moves = function(a)\n"
                                "  for i = 1, #a do for v = 0, a[i] - 1 do move(a:with(i, v)) end end end }");
  bouton_position* position = parse(game, "9,10,11,12,13,14,15,16");
  uint64_t done = 0, total = 0;
  CHECK(bouton_runtime_progress(runtime, &done, &total) == BOUTON_UNKNOWN);
  CHECK(bouton_grundy_text(position, NULL, 0, NULL) == BOUTON_ERROR_CANCELLED);
  CHECK(calls >= 3);
  /* The same by looking. */
  CHECK(bouton_runtime_set_progress(runtime, NULL, NULL) == BOUTON_OK);
  CHECK(bouton_runtime_set_time_budget(runtime, 0.01) == BOUTON_OK);
  bouton_status status = BOUTON_UNKNOWN;
  int64_t grundy = 0;
  while (status == BOUTON_UNKNOWN) {
    const bouton_status asked = bouton_grundy(position, &grundy);
    CHECK(asked == BOUTON_NOT_YET || asked == BOUTON_ERROR_LIMIT); /* the memory, where this thread waits for long */
    status = bouton_runtime_progress(runtime, &done, &total);
  }
  CHECK(status == BOUTON_OK && done > 0);
  bouton_position_destroy(position);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

/* Several runtimes in several threads. */
static void* work_alone(void* argument) {
  int* right = argument;
  bouton_runtime* runtime = NULL;
  if (bouton_runtime_create(NULL, &runtime) != BOUTON_OK) return NULL;
  bouton_runtime_add_directory(runtime, RULES_DIRECTORY);
  bouton_game* game = NULL;
  if (bouton_game_load(runtime, "kayles", NULL, 0, &game) == BOUTON_OK) {
    for (int64_t n = 0; n < 40; ++n) {
      bouton_position* position = NULL;
      int64_t grundy = -1;
      if (bouton_position_of(game, &n, 1, &position) == BOUTON_OK && bouton_grundy(position, &grundy) == BOUTON_OK) ++*right;
      bouton_position_destroy(position);
    }
    bouton_position* none = NULL;
    if (bouton_position_parse(game, "no", &none) == BOUTON_ERROR_REQUEST && strstr(bouton_error_message(), "no")) ++*right;
  }
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
  return NULL;
}

struct shared {
  bouton_game* game;
  bouton_runtime* runtime;
  int number;
  int right;
};

/* One runtime in several threads. */
static void* work_together(void* argument) {
  struct shared* shared = argument;
  for (int64_t n = 0; n < 30; ++n) {
    const int64_t coordinates[2] = {n, (n * 7 + shared->number) % 23};
    bouton_position* position = NULL;
    bouton_moves* moves = NULL;
    bouton_moves* best = NULL;
    int64_t grundy = -1;
    int64_t least = 0;
    if (shared->number == 0 && n % 10 == 5) bouton_game_reload(shared->game);
    if (bouton_position_of(shared->game, coordinates, 2, &position) != BOUTON_OK) continue;
    bouton_status status;
    AWAIT(status, bouton_grundy(position, &grundy));
    if (status == BOUTON_OK) ++shared->right;
    AWAIT(status, bouton_valued_moves(position, &moves));
    for (size_t i = 0; i < bouton_moves_size(moves); ++i) {
      bouton_value value = {sizeof value, 0, 0, 0, 0};
      if (bouton_move_value(moves, i, &value) == BOUTON_OK && value.grundy == least) {
        ++least;
        i = (size_t)-1; /* from the start again */
      }
    }
    if (least == grundy) ++shared->right;
    AWAIT(status, bouton_best_move(position, 5, (uint64_t)n, &best));
    if (status == BOUTON_OK || bouton_moves_size(moves) == 0) ++shared->right;
    bouton_moves_destroy(best);
    bouton_moves_destroy(moves);
    bouton_position_destroy(position);
  }
  return NULL;
}

void test_threads(void) {
  enum { kThreads = 4 };
  pthread_t threads[kThreads];
  int right[kThreads] = {0, 0, 0, 0};
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, work_alone, &right[i]);
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], NULL);
    CHECK(right[i] == 41);
  }
  for (int round = 0; round < 2; ++round) {
    bouton_runtime* runtime = new_runtime(NULL);
    if (round == 1) bouton_runtime_set_time_budget(runtime, 0.001);
    bouton_game* game = load(runtime, "wythoff");
    struct shared shared[kThreads];
    for (int i = 0; i < kThreads; ++i) {
      shared[i].game = game;
      shared[i].runtime = runtime;
      shared[i].number = i;
      shared[i].right = 0;
      pthread_create(&threads[i], NULL, work_together, &shared[i]);
    }
    for (int i = 0; i < kThreads; ++i) {
      pthread_join(threads[i], NULL);
      CHECK(shared[i].right == 90);
    }
    bouton_game_destroy(game);
    bouton_runtime_destroy(runtime);
  }
}
