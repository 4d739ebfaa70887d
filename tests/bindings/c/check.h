/* What the tests of the C interface share: checks that go on, and shorthands. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bouton.h"

extern int failures;

#define CHECK(condition)                                                                                   \
  do {                                                                                                     \
    if (!(condition)) {                                                                                    \
      fprintf(stderr, "%s:%d: not so: %s (%s)\n", __FILE__, __LINE__, #condition, bouton_error_message()); \
      ++failures;                                                                                          \
    }                                                                                                      \
  } while (0)

#define CHECK_TEXT(actual, expected)                                                \
  do {                                                                              \
    const char* actual_text = (actual);                                             \
    if (actual_text == NULL || strcmp(actual_text, (expected)) != 0) {              \
      fprintf(stderr, "%s:%d: %s is '%s', not '%s'\n", __FILE__, __LINE__, #actual, \
              actual_text == NULL ? "(null)" : actual_text, (expected));            \
      ++failures;                                                                   \
    }                                                                               \
  } while (0)

/* Seconds that no machine is too slow for. */
#define PATIENCE 1e6

/* A runtime that knows the games of the source tree; ends the test if there is none. Without limits: the usual ones of memory,
   and patience. */
bouton_runtime* new_runtime(const bouton_limits* limits);
/* A game, or the end of the test. */
bouton_game* load(bouton_runtime* runtime, const char* name);
/* A game whose text is given. */
bouton_game* load_text(bouton_runtime* runtime, const char* name, const char* text);
/* A position, or the end of the test. */
bouton_position* parse(const bouton_game* game, const char* text);
/* The text of the first component; lasts until the next call. */
const char* text_of(const bouton_position* position);
/* The text of a move's first part. */
const char* move_text(const bouton_moves* moves, size_t index);
/* A game whose search takes very long, and longer than any test at this position. */
extern const char kEndless[];
#define ENDLESS_POSITION "60,61,62,63,64,65,66,67"
/* Waits for a question: calls until it no longer says "not yet". */
#define AWAIT(status, call) \
  do {                      \
    (status) = (call);      \
  } while ((status) == BOUTON_NOT_YET)

#endif
