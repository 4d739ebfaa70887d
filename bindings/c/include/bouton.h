/* Bouton's C interface: impartial games, their rules as Lua files, inside another program.
 *
 * Made for game engines and for foreign function interfaces: C99, opaque handles, no C++ in sight. The functions here are
 * all that libbouton.so exports. Within one BOUTON_ABI nothing is taken away or changed: functions are added, and structs
 * that begin with `size` grow at their end.
 *
 * Status. Nearly every function returns a bouton_status. 0 (BOUTON_OK) is success; positive ones are fair answers
 * (BOUTON_NOT_YET, BOUTON_UNKNOWN); negative ones are errors, and then bouton_error_message() tells this thread what was
 * wrong, beginning with the rule file and line where one is to blame. Nothing is stored through out-pointers on an error
 * (but BOUTON_ERROR_SPACE, which says how much is needed) and on BOUTON_NOT_YET.
 *
 * Memory. What ends in _create, _load, or gives a handle through a pointer is the caller's, who ends it with the _destroy
 * of its kind (null is allowed). Handles may be destroyed in any order: each keeps alive what it needs. A `const char*`
 * belongs to its handle and lasts as long, unless a function says otherwise. Texts are UTF-8.
 *
 * Texts into the caller's memory: `text` receives at most `capacity` bytes, the last of them '\0'; `*length`, where it
 * is not null, what the whole text takes without the '\0'. If it did not fit, it is cut and the status is
 * BOUTON_ERROR_SPACE; text may be null with capacity 0 to ask for the length.
 *
 * Threads. Different runtimes share nothing (but the folder of bouton_keep_theorems): any number of them in any threads at
 * once. One runtime and all that was made of it may be used from any thread too; its calls take turns. Questions (below) take
 * turns among themselves, all other calls among themselves, so that listing moves does not wait for a hard question to be
 * answered. A handle must not be destroyed while another thread uses it. bouton_runtime_cancel and bouton_runtime_progress
 * never wait.
 *
 * The library installs no signal handler, prints nothing, reads no environment variable and starts no thread, but for
 * one thread a runtime once a time budget is set, and those that bouton_limits.threads allows for tables. The former blocks the
 * signals that are sent to a process as a whole (SIGINT, SIGCHLD, ...), and no others: those by which a host's own runtime
 * stops threads reach it.
 *
 * Processes. After fork, the child may use what its parent made: its runtimes start threads of their own, and questions that
 * waited are asked anew. A runtime at which another thread of the parent was at work when it forked is half changed in the
 * child: there its calls return BOUTON_ERROR_REQUEST, and the child makes a new one.
 */
#ifndef BOUTON_H
#define BOUTON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(BOUTON_BUILDING) && defined(__GNUC__)
#define BOUTON_API __attribute__((visibility("default")))
#else
#define BOUTON_API
#endif

/* The version of this interface: the number in the library's file name, libbouton.so.1. */
#define BOUTON_ABI 1

typedef int32_t bouton_status;
enum {
  BOUTON_OK = 0,
  BOUTON_NOT_YET = 1,          /* the time budget was not enough: ask the same again, and work will have gone on */
  BOUTON_UNKNOWN = 2,          /* there is no such value, or no way to know it; or there is no move */
  BOUTON_ERROR_REQUEST = -1,   /* the question cannot be asked: no such game, a position outside the game, ... */
  BOUTON_ERROR_RULE = -2,      /* the rule file is wrong */
  BOUTON_ERROR_LIMIT = -3,     /* a limit of bouton_limits was reached */
  BOUTON_ERROR_CANCELLED = -4, /* bouton_runtime_cancel, or the progress callback, ended the call */
  BOUTON_ERROR_MEMORY = -5,    /* the process is out of memory */
  BOUTON_ERROR_SPACE = -6,     /* the caller's memory is too small */
  BOUTON_ERROR_MISUSE = -7,    /* a null handle or pointer, an index out of range, a `size` that is not a version's */
  BOUTON_ERROR_INTERNAL = -8   /* a fault of Bouton's own */
};

/* A set of limits, directories and rule files, under which games are loaded and asked about. */
typedef struct bouton_runtime bouton_runtime;
/* A loaded game. */
typedef struct bouton_game bouton_game;
/* A position of one game, or the disjunctive sum of several positions of one or more games. It never changes, and stands
 * for the rules that its game had when it was made, also after these were loaded again. */
typedef struct bouton_position bouton_position;
/* A list of moves. */
typedef struct bouton_moves bouton_moves;
/* A list of texts. */
typedef struct bouton_list bouton_list;

/* The library's version, such as "1.0.0", and its BOUTON_ABI. */
BOUTON_API const char* bouton_version(void);
BOUTON_API int32_t bouton_abi(void);

/* Theorems about positions of any size, which answer for rules without a formula, are kept in this folder from one run to the
 * next, and proved again when they are read. It is made when it is first needed; one that cannot be written keeps nothing.
 * Null or "": none, as at first. The one thing that all runtimes of a process share. */
BOUTON_API bouton_status bouton_keep_theorems(const char* folder);

/* ---- Errors: of the last call on this thread that failed. They last until the next. ---- */

/* What was wrong, in a line or a few: "rules/my_nim.lua:7: move(S - t) has 1 coordinate, this game has 2 (S, L)". */
BOUTON_API const char* bouton_error_message(void);
/* The rule file to blame, "" where there is none, and its line, 0 where none is known. */
BOUTON_API const char* bouton_error_file(void);
BOUTON_API int32_t bouton_error_line(void);
/* A status in words: "limit", "not yet". */
BOUTON_API const char* bouton_status_name(bouton_status status);

/* ---- Runtimes ---- */

typedef struct bouton_limits {
  size_t size;         /* sizeof(bouton_limits) */
  uint64_t memory;     /* bytes for what one game's questions remember and for one table */
  uint64_t lua_memory; /* bytes of Lua memory for one loaded game; it is loaded twice, once for questions */
  double load_seconds; /* to run a rule file */
  double call_seconds; /* for one call of a rule's function */
  uint32_t threads;    /* for tables; at most 4096 */
  uint32_t no_lift;    /* not 0: all rules are interpreted, for comparison */
  uint32_t no_native;  /* not 0: no rule becomes machine code */
} bouton_limits;

/* The defaults: 1 GiB, 256 MiB, 5 s, 5 s, 1 thread, lifted, machine code. Sets limits->size. */
BOUTON_API void bouton_limits_init(bouton_limits* limits);

/* `limits` null: the defaults; times are more than 0. A runtime knows no directory at first. */
BOUTON_API bouton_status bouton_runtime_create(const bouton_limits* limits, bouton_runtime** runtime);
BOUTON_API void bouton_runtime_destroy(bouton_runtime* runtime);

/* Games named without a path are looked for in memory first, then in the directories in the order of these calls, in each
   before the folders in it. */
BOUTON_API bouton_status bouton_runtime_add_directory(bouton_runtime* runtime, const char* path);
/* A rule file of `length` bytes in memory, under a name without slash; it replaces one with that name. Messages call it
 * <memory>/NAME.lua. The text is copied, and looked at when it is loaded. */
BOUTON_API bouton_status bouton_runtime_add_source(bouton_runtime* runtime, const char* name, const char* text, size_t length);
/* The names of all games, sorted. */
BOUTON_API bouton_status bouton_runtime_games(bouton_runtime* runtime, bouton_list** names);

/* How long a question may take before it answers BOUTON_NOT_YET. Negative, the default: as long as it takes, in the thread
 * that asks. Else questions are worked on in a thread of the runtime's, in the order in which they were first asked,
 * and go on while nobody waits; 0 only looks whether the answer is there. The answer to a question is kept until it has
 * been asked for again, though at most 64 of them are, and 64 questions wait. May be set at any time. */
BOUTON_API bouton_status bouton_runtime_set_time_budget(bouton_runtime* runtime, double seconds);
/* Ends what the runtime is doing, in any thread: those calls return BOUTON_ERROR_CANCELLED, and questions that wait are
 * dropped. What is asked later is not concerned. From any thread, but not from a signal handler. Whoever waits for the thread
 * of a time budget returns at once, other calls within some milliseconds; where numbers have very many digits, after the
 * operation that is being done with them. What was found out stays known. */
BOUTON_API void bouton_runtime_cancel(bouton_runtime* runtime);

/* Called now and then by the thread that works on a question; not 0 cancels it. `total` is 0 where the end is not known.
 * It must not call this library but for bouton_runtime_cancel. Null: nobody is called. */
typedef int32_t (*bouton_progress)(void* user, const char* doing, uint64_t done, uint64_t total);
BOUTON_API bouton_status bouton_runtime_set_progress(bouton_runtime* runtime, bouton_progress callback, void* user);
/* The same for hosts whose callbacks belong to one thread: what was reported last of the question being worked on.
 * BOUTON_UNKNOWN: nothing is being worked on, or nothing was reported yet. */
BOUTON_API bouton_status bouton_runtime_progress(bouton_runtime* runtime, uint64_t* done, uint64_t* total);

/* ---- Lists of texts ---- */

BOUTON_API size_t bouton_list_size(const bouton_list* list);
/* Null where there is no such text. */
BOUTON_API const char* bouton_list_at(const bouton_list* list, size_t index);
BOUTON_API void bouton_list_destroy(bouton_list* list);

/* ---- Games ---- */

/* A parameter and its value as typed: {"m", "5"}, {"set", "1,2,3"}, {"f", "3*x"}. */
typedef struct bouton_setting {
  const char* name;
  const char* value;
} bouton_setting;

/* The game with this name, or in the rule file at this path (a path has a slash or ends in .lua). */
BOUTON_API bouton_status bouton_game_load(bouton_runtime* runtime, const char* name_or_path, const bouton_setting* settings,
                                          size_t count, bouton_game** game);
BOUTON_API void bouton_game_destroy(bouton_game* game);
/* Reads the rule file again. If it is wrong now the error says how, and the game stays what it was. */
BOUTON_API bouton_status bouton_game_reload(bouton_game* game);
/* Sets one more parameter, or one differently. If the value does not fit the game stays what it was. */
BOUTON_API bouton_status bouton_game_set(bouton_game* game, const char* name, const char* value);

/* Sets who wins when no move is left: BOUTON_PLAY_NORMAL or BOUTON_PLAY_MISERE; BOUTON_PLAY_BY_POSITION (2) for what the rule
 * file says. Positions that were made before keep the game as it was. */
BOUTON_API bouton_status bouton_game_set_play(bouton_game* game, int32_t play);

/* These texts last until the game is destroyed, loaded again or set. "" where the rule file says nothing. */
BOUTON_API const char* bouton_game_name(const bouton_game* game);
BOUTON_API const char* bouton_game_title(const bouton_game* game);
BOUTON_API const char* bouton_game_source(const bouton_game* game);
BOUTON_API const char* bouton_game_text(const bouton_game* game);
BOUTON_API const char* bouton_game_file(const bouton_game* game);
/* How many coordinates a position has, -1 where that differs from one to the next (a piles game); and their names. */
BOUTON_API int32_t bouton_game_dimensions(const bouton_game* game);
BOUTON_API const char* bouton_game_coordinate(const bouton_game* game, int32_t index);
/* The least and the greatest value of a coordinate, of all entries in a piles game; INT64_MIN and INT64_MAX where there is
 * none. */
BOUTON_API bouton_status bouton_game_range(const bouton_game* game, int32_t index, int64_t* least, int64_t* greatest);

enum { BOUTON_PLAY_NORMAL = 0, BOUTON_PLAY_MISERE = 1, BOUTON_PLAY_BY_POSITION = 2 };
/* Who wins when no move is left. Negative: a status. */
BOUTON_API int32_t bouton_game_play(const bouton_game* game);

/* Up to how many options the other player forbids before each move: the rule file's `blocking`; 0: none. Negative: a status.
 * Where options are forbidden, whoever has none left has lost under normal play and won under misere play; there are no sums
 * and no Grundy values. */
BOUTON_API int64_t bouton_game_blocking(const bouton_game* game);

/* The parameters, each "NAME=VALUE", or "NAME" alone for a function that was not set; and what each is for. */
BOUTON_API bouton_status bouton_game_parameters(const bouton_game* game, bouton_list** settings, bouton_list** docs);
/* How questions about the game are answered, for people. */
BOUTON_API bouton_status bouton_game_explain(const bouton_game* game, char* text, size_t capacity, size_t* length);

/* ---- Positions ---- */

/* From a text: coordinates joined by commas, of any size, or names of values: "3,5", "14,attrition". As many as the game
 * takes to start with are enough. */
BOUTON_API bouton_status bouton_position_parse(const bouton_game* game, const char* text, bouton_position** position);
/* From all `count` coordinates. */
BOUTON_API bouton_status bouton_position_of(const bouton_game* game, const int64_t* coordinates, size_t count,
                                            bouton_position** position);
/* The one that the rule file gives as its example, perhaps a sum. BOUTON_UNKNOWN: it gives none. */
BOUTON_API bouton_status bouton_position_example(const bouton_game* game, bouton_position** position);
/* The disjunctive sum of `count` positions, of one runtime, each perhaps a sum already. Count 0 is refused. */
BOUTON_API bouton_status bouton_position_sum(const bouton_position* const* positions, size_t count, bouton_position** sum);
/* The same positions, none of them such a one itself, played at once in the way of this name: "disjunctive", as above;
 * "diminished-disjunctive", "conjunctive", "continued-conjunctive", "selective", "shortened-selective", "ordinal",
 * "sequential". Of all but the first it is one position of a game of its own, whose text is the positions with " | " between
 * them, and a move changes it as a whole (bouton_move_json tells how). */
BOUTON_API bouton_status bouton_position_compound(const bouton_position* const* positions, size_t count, const char* way,
                                                  bouton_position** compound);
/* The name of the way in which its positions are played at once: "disjunctive" of a sum and of one position. */
BOUTON_API const char* bouton_position_way(const bouton_position* position);
BOUTON_API void bouton_position_destroy(bouton_position* position);

/* How many positions of games are side by side: 1, unless it is a sum or a move has split it. */
/* The component in which the player to move must move, which "7!" says when it is parsed, and an entailing move; -1 where there
 * is none. */
BOUTON_API int32_t bouton_position_obliged(const bouton_position* position);
BOUTON_API size_t bouton_position_components(const bouton_position* position);
/* A component's coordinates joined by commas, or, where positions are not numbers, its text; the name of its game, which lasts
   as long as the position. */
BOUTON_API bouton_status bouton_position_text(const bouton_position* position, size_t component, char* text, size_t capacity,
                                              size_t* length);
BOUTON_API const char* bouton_position_game(const bouton_position* position, size_t component);
/* As the rule file shows it to people. */
BOUTON_API bouton_status bouton_position_show(const bouton_position* position, size_t component, char* text, size_t capacity,
                                              size_t* length);
/* A component's coordinates as integers: `*count` of them, where it is not null. BOUTON_UNKNOWN: one is beyond 64 bits. */
BOUTON_API bouton_status bouton_position_coordinates(const bouton_position* position, size_t component, int64_t* coordinates,
                                                     size_t capacity, size_t* count);

/* ---- The moves that there are: found by the rules alone, within a call of the rule's function ---- */

/* All options, component by component, in the rule's order, each once; without values. An empty list: the game is over. */
BOUTON_API bouton_status bouton_options(const bouton_position* position, bouton_moves** moves);
/* Who has won a game that is over: BOUTON_N the player who would have to move, BOUTON_P the other. BOUTON_UNKNOWN: it is
 * not over. */
BOUTON_API bouton_status bouton_result(const bouton_position* position, int32_t* outcome);

BOUTON_API size_t bouton_moves_size(const bouton_moves* moves);
/* 0 if winning moves were left out since there were more than asked for. */
BOUTON_API int32_t bouton_moves_complete(const bouton_moves* moves);
BOUTON_API void bouton_moves_destroy(bouton_moves* moves);
/* The kind of move `index`, "" where it has no name. Null: there is no such move. */
BOUTON_API const char* bouton_move_label(const bouton_moves* moves, size_t index);
/* Which component it replaces, and by how many positions (other than 1 after a split). */
/* Who moves after it: after BOUTON_MOVE_ORDINARY the opponent, anywhere; after BOUTON_MOVE_AGAIN the same player; after
 * BOUTON_MOVE_ENTAIL the opponent, in the component that was moved to. */
enum { BOUTON_MOVE_ORDINARY = 0, BOUTON_MOVE_AGAIN = 1, BOUTON_MOVE_ENTAIL = 2 };
BOUTON_API int32_t bouton_move_kind(const bouton_moves* moves, size_t index);
BOUTON_API size_t bouton_move_component(const bouton_moves* moves, size_t index);
BOUTON_API size_t bouton_move_parts(const bouton_moves* moves, size_t index);
/* One of them: its coordinates joined by commas, or its text. */
BOUTON_API bouton_status bouton_move_text(const bouton_moves* moves, size_t index, size_t part, char* text, size_t capacity,
                                          size_t* length);
/* The move as JSON, as `bouton solve` writes it: {"component","label","to"}, of a compound other than the disjunctive sum
 * {"parts":[{"component","label","to"},..]}. A list of one text. */
BOUTON_API bouton_status bouton_move_json(const bouton_moves* moves, size_t index, bouton_list** json);
/* The whole position after the move. */
BOUTON_API bouton_status bouton_move_make(const bouton_moves* moves, size_t index, bouton_position** position);

/* ---- Questions: these may take long, and heed the time budget ---- */

enum {
  BOUTON_P = 0,   /* the previous player wins: the player to move loses */
  BOUTON_N = 1,   /* the next player wins: the player to move wins */
  BOUTON_DRAW = 2 /* neither can force a win */
};
BOUTON_API bouton_status bouton_outcome(const bouton_position* position, int32_t* outcome);

/* The value that a position is said to have where it is loony, as some are where moves oblige (again, entail): whoever is to
 * move wins, whatever stands beside. No Grundy value is negative. */
#define BOUTON_LOONY INT64_C(-1)
/* The Grundy value, or BOUTON_LOONY. BOUTON_UNKNOWN: it is infinite, beyond 63 bits, or not known by any way. Under misere
 * play, and where options are forbidden, there is none: BOUTON_ERROR_REQUEST. */
BOUTON_API bouton_status bouton_grundy(const bouton_position* position, int64_t* value);
/* The same as a decimal number of any size, "loony", or "infinity(0,2)": infinity with the finite values among its
 * options. */
BOUTON_API bouton_status bouton_grundy_text(const bouton_position* position, char* text, size_t capacity, size_t* length);
/* How many moves are still played when the winner hastens and the loser delays. BOUTON_UNKNOWN: a draw, or not known. */
BOUTON_API bouton_status bouton_remoteness(const bouton_position* position, int64_t* moves);
/* The suspense number: how many when the winner delays and the loser hastens. BOUTON_UNKNOWN: a draw. BOUTON_ERROR_REQUEST:
 * play can go on for ever. */
BOUTON_API bouton_status bouton_suspense(const bouton_position* position, int64_t* moves);
/* The longest play: the most moves that both sides can make together. BOUTON_UNKNOWN: play need not end.
 * BOUTON_ERROR_REQUEST: moves oblige in a sum. */
BOUTON_API bouton_status bouton_longest(const bouton_position* position, int64_t* moves);

/* The winning moves, at most `most` of them. Also for coordinates of any size, where the game has a formula. */
BOUTON_API bouton_status bouton_winning_moves(const bouton_position* position, size_t most, bouton_moves** moves);
/* All options as bouton_options lists them, with values: what a hint or an analysis shows. */
BOUTON_API bouton_status bouton_valued_moves(const bouton_position* position, bouton_moves** moves);

/* What is known of the position that a move leads to. Only of moves from bouton_valued_moves; else BOUTON_UNKNOWN. */
typedef struct bouton_value {
  size_t size;        /* sizeof(bouton_value), set by the caller */
  int32_t outcome;    /* of the position after it: BOUTON_P: the move wins, unless it is an `again`; BOUTON_N; BOUTON_DRAW */
  int32_t has_grundy; /* 0: there is none, it is infinite or does not fit */
  int64_t grundy;     /* perhaps BOUTON_LOONY */
  int64_t remoteness; /* -1: not known, or a draw */
} bouton_value;
BOUTON_API bouton_status bouton_move_value(const bouton_moves* moves, size_t index, bouton_value* value);

/* A list with one move, as a player of strength `level` chooses it: 0 by chance, 10 perfectly, between them perfectly with
 * probability level / 10 and else by chance. All chance comes from `seed`: the same position, level and seed give the
 * same move. A perfect player wins as soon as it can and makes it as hard as it can to be beaten. BOUTON_UNKNOWN: no move is
 * left. */
BOUTON_API bouton_status bouton_best_move(const bouton_position* position, int32_t level, uint64_t seed, bouton_moves** move);
/* The same for a player by name: "perfect", "random", "level:3", or a strategy of the rule file's own (its `players`). */
BOUTON_API bouton_status bouton_player_move(const bouton_position* position, const char* player, uint64_t seed,
                                            bouton_moves** move);

/* Where options are forbidden (bouton_game_blocking): those that this player, who does not move, forbids at the position; an
 * empty list in other games. "perfect" forbids what must be forbidden, and else what delays most. */
BOUTON_API bouton_status bouton_player_forbids(const bouton_position* position, const char* player, uint64_t seed,
                                               bouton_moves** forbidden);
/* As bouton_player_move, where the moves of `forbidden` may not be made: a list of the same position, from
 * bouton_player_forbids or bouton_moves_pick. BOUTON_UNKNOWN: no other move is left. */
BOUTON_API bouton_status bouton_player_move_but(const bouton_moves* forbidden, const char* player, uint64_t seed,
                                                bouton_moves** move);
/* A list of some of these moves, by their `count` numbers, in the order of `moves`, without values. */
BOUTON_API bouton_status bouton_moves_pick(const bouton_moves* moves, const size_t* numbers, size_t count,
                                           bouton_moves** picked);

enum {
  BOUTON_VALUE_GRUNDY = 0,
  BOUTON_VALUE_OUTCOME = 1,
  BOUTON_VALUE_REMOTENESS = 2,
  BOUTON_VALUE_SUSPENSE = 3,
  BOUTON_VALUE_LONGEST = 4
};
#define BOUTON_CELL_NONE UINT32_C(0xFFFFFFFF)     /* the position is not valid */
#define BOUTON_CELL_INFINITE UINT32_C(0xFFFFFFFE) /* an infinite nimber, or loony; the remoteness of a draw; endless play */

/* The values of a box: all positions with low[i] <= coordinate i <= high[i], the last coordinate fastest, a cell each.
 * `capacity` cells are there; `*count` is how many the box has. BOUTON_ERROR_SPACE: they are more. With
 * cells null it is asked how many they are, and BOUTON_ERROR_LIMIT says that they take more than bouton_limits.memory. */
BOUTON_API bouton_status bouton_table(const bouton_game* game, const int64_t* low, const int64_t* high, size_t dimensions,
                                      int32_t kind, uint32_t* cells, size_t capacity, size_t* count);
/* The P-positions of a box, in its order: `dimensions` coordinates each, of at most `capacity` positions. `*count` is
 * how many there are. BOUTON_ERROR_SPACE: more than `capacity`; the first were stored. */
BOUTON_API bouton_status bouton_p_positions(const bouton_game* game, const int64_t* low, const int64_t* high, size_t dimensions,
                                            int64_t* coordinates, size_t capacity, size_t* count);

/* The values of heaps up to `last`, a cell each, from heap `*low` on: of a game of one coordinate, or of one whose positions
 * may be given as one number. `capacity` cells are there; `*count` is how many heaps these are. BOUTON_ERROR_SPACE: they are
 * more. Cells may be null, as for bouton_table. */
BOUTON_API bouton_status bouton_sequence(const bouton_game* game, int64_t last, int32_t kind, uint32_t* cells, size_t capacity,
                                         int64_t* low, size_t* count);

/* value(n + period) = value(n) + saltus for all heaps n >= preperiod. */
typedef struct bouton_period {
  size_t size; /* sizeof(bouton_period), set by the caller */
  int64_t preperiod;
  int64_t period;
  int64_t saltus;
  int64_t checked_to; /* the last heap whose value was looked at */
  int32_t proved;     /* 0: it was seen up to there, and may end behind it */
  char theorem[76];   /* what proves it, "" where nothing does */
} bouton_period;
/* The period of the values up to `last`. In a take-and-break game whose values are cheap more of them are looked at, if that
 * proves it. BOUTON_UNKNOWN: the values show none. */
BOUTON_API bouton_status bouton_sequence_period(const bouton_game* game, int64_t last, int32_t kind, bouton_period* period);

/* ---- Answers of many parts: a list of one text, which is JSON as the command writes it with `--format json` ---- */

/* What `bouton solve` says: the outcome, at most `most` winning moves, which way answered, and Grundy value and remoteness
 * where these are found beside them, in a second or so. */
BOUTON_API bouton_status bouton_solve(const bouton_position* position, size_t most, bouton_list** json);
/* How many P-positions the box with these corners has, without a list of them, as `bouton positions --count` writes it:
 * "count", and "total" where `total`, a Lua expression of the coordinates such as "S + L", is not null: what it adds up to over
 * them. `heaps` more than 0: sums of so many positions, each of the box, in which the player to move loses; with `multisets`
 * other than 0 sums that differ in the order of their positions alone are one. `modulus` more than 0: all of this modulo that.
 * Numbers beyond 2^53 are strings. BOUTON_ERROR_REQUEST: the expression is none, or `multisets` comes without `heaps`. */
BOUTON_API bouton_status bouton_count(const bouton_game* game, const int64_t* low, const int64_t* high, size_t dimensions,
                                      const char* total, uint64_t heaps, int32_t multisets, uint64_t modulus,
                                      bouton_list** json);
/* The misère quotient of heaps up to `last`, of a game of one coordinate, as `bouton quotient` writes it. If it was given up
 * before the last heap, "given_up" says why. */
BOUTON_API bouton_status bouton_quotient(const bouton_game* game, int64_t last, bouton_list** json);
/* The same of all that can be reached from the components of `position`, which are of one game. */
BOUTON_API bouton_status bouton_quotient_below(const bouton_position* position, bouton_list** json);
/* Genus, misère Grundy value and misère outcome, as `bouton genus` writes them. */
BOUTON_API bouton_status bouton_genus(const bouton_position* position, bouton_list** json);
/* Why the position is won, lost or drawn, in sentences that end in a winning move, as `bouton why` writes it. */
BOUTON_API bouton_status bouton_why(const bouton_position* position, bouton_list** json);
/* Every fast way against the reference, and the claims of the rule file, in the box with these corners, or in a small one where
 * `dimensions` is 0; as `bouton verify` writes it. */
BOUTON_API bouton_status bouton_verify(const bouton_game* game, const int64_t* low, const int64_t* high, size_t dimensions,
                                       bouton_list** json);
/* The positions below this one and the moves between them, each position with its values, as `bouton graph` writes them.
 * BOUTON_ERROR_LIMIT: they are more than `most`. */
BOUTON_API bouton_status bouton_graph(const bouton_position* position, uint64_t most, bouton_list** json);
/* Many games, from 1 to INT64_MAX, from the position, two players moving first in turn; all chance comes from `seed`. Players
 * are "perfect", "random", "level:3", and the strategies of the rule file. As `bouton match` writes it. */
BOUTON_API bouton_status bouton_match(const bouton_position* position, const char* player, const char* other, uint64_t games,
                                      uint64_t seed, bouton_list** json);

#define BOUTON_ALL_VALUES UINT64_MAX
/* A theorem about the P-positions of every size, found from a table and proved: the sets that automata accept, in words where
 * they have some. `piles`: how many piles it is about in a game of any number of them, 0 for as many as its example
 * has; 0 in any other. `value`: about the positions of each Grundy value to this, too, at most 63; or BOUTON_ALL_VALUES, about
 * the Grundy values of all positions. `steps`: of work on automata, some
 * hundred million a second; 0 stands for four thousand million. As `bouton theorem` writes it; where nothing is proved "proved"
 * is false, and "reason" says why. What is found is kept (bouton_keep_theorems). */
BOUTON_API bouton_status bouton_theorem(const bouton_game* game, uint64_t piles, uint64_t value, uint64_t steps,
                                        bouton_list** json);
/* What is proved of all positions of a game, and conjectures from its tables, each with what it was checked on; as
 * `bouton discover` writes it. `piles` as for bouton_theorem. */
BOUTON_API bouton_status bouton_discover(const bouton_game* game, uint64_t piles, bouton_list** json);
/* The same from tables that go `further` times as far, 1 to 64: "check_further" is a command that does so for what is open. */
BOUTON_API bouton_status bouton_discover_further(const bouton_game* game, uint64_t piles, uint64_t further, bouton_list** json);
/* A row for each game of a family, one after the other: of games of one heap the period of heaps to `last`, which is at least
 * 1, of others a theorem; as `bouton survey` writes it. `family` is "octal:0.dd" with a d for each digit that is left open, a
 * game with settings that are ranges such as {"m", "2:5"}, or a folder of rule files. What is wrong with one game is what its
 * row says. */
BOUTON_API bouton_status bouton_survey(bouton_runtime* runtime, const char* family, const bouton_setting* settings,
                                       size_t count, int64_t last, bouton_list** json);

/* ---- Pictures: a list of one text, which is SVG as the command writes it to a file that ends in .svg ---- */

/* The values of a box, in which at most two coordinates vary, as a map; else BOUTON_ERROR_REQUEST. */
BOUTON_API bouton_status bouton_draw_table(const bouton_game* game, const int64_t* low, const int64_t* high, size_t dimensions,
                                           int32_t kind, bouton_list** svg);
/* The values of heaps up to `last` as dots. */
BOUTON_API bouton_status bouton_draw_sequence(const bouton_game* game, int64_t last, int32_t kind, bouton_list** svg);
/* The positions below this one and the moves between them. BOUTON_ERROR_LIMIT: they are more than `most`;
 * BOUTON_ERROR_REQUEST: more than 150, which are not drawn. */
BOUTON_API bouton_status bouton_draw_graph(const bouton_position* position, uint64_t most, bouton_list** svg);
/* What bouton_theorem answers, and where automata of at most 150 states each are the theorem a second text: their picture. */
BOUTON_API bouton_status bouton_draw_theorem(const bouton_game* game, uint64_t piles, uint64_t value, uint64_t steps,
                                             bouton_list** texts);

#ifdef __cplusplus
}
#endif

#endif
