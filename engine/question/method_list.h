// All methods of answering. Each has a line here, and in engine/method/ a class and the function add_ID that makes it.
#pragma once

/// METHOD(ID, NAME, OPTION): as `solve` names what answered, and as people ask for it with `--method`: the same, or with
/// hyphens for blanks. Two that people need not tell apart share both.
#define BOUTON_METHODS(METHOD)                      \
  METHOD(closed_form, "closed form", "closed-form") \
  METHOD(equal_pairs, "equal pairs", "equal-pairs") \
  METHOD(theorem, "theorem", "theorem")             \
  METHOD(heap, "heap", "heap")                      \
  METHOD(table, "table", "table")                   \
  METHOD(outcome_table, "table", "table")           \
  METHOD(cells, "cells", "cells")                   \
  METHOD(mirror, "mirror", "mirror")                \
  METHOD(nimbers, "nimbers", "nimbers")             \
  METHOD(search, "search", "search")                \
  METHOD(graph, "graph", "graph")                   \
  METHOD(quotient, "quotient", "quotient")          \
  METHOD(within_bound, "graph", "graph")            \
  METHOD(compound, "compound", "compound")
