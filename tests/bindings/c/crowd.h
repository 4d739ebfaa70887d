/* The questions of the interface, for many threads that ask at once. */
#ifndef CROWD_H
#define CROWD_H

#include "check.h"

enum { kVariants = 2 };

/* What is asked about. */
struct subjects {
  bouton_runtime* runtime;
  bouton_game *wythoff, *kayles, *blocking;
  bouton_position *pairs[kVariants], *heaps[kVariants], *blocked[kVariants];
  bouton_moves* forbidden[kVariants]; /* some of the moves of blocked[i] */
};

/* A text that grows; whoever asks the question frees it. */
struct answer_text {
  char* text;
  size_t length;
};

typedef struct answer_text answer_text;
typedef const struct subjects subjects;

/* Asks one variant of a question, and adds all that is answered to the text. */
typedef void (*question)(subjects* about, int variant, answer_text* answer);
extern const question kQuestions[];
extern const int kQuestionCount;

#endif
