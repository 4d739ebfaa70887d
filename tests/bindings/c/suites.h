/* The tests of the C interface: the command line names one of them. */
#ifndef SUITES_H
#define SUITES_H

#define EACH_TEST(DO)                \
  DO(games)                          \
  DO(parameters)                     \
  DO(memory_and_reload)              \
  DO(answers)                        \
  DO(big_positions)                  \
  DO(compounds)                      \
  DO(sums)                           \
  DO(tables)                         \
  DO(sequences)                      \
  DO(json_answers)                   \
  DO(theorems)                       \
  DO(surveys)                        \
  DO(false_claims)                   \
  DO(best_moves)                     \
  DO(blocking)                       \
  DO(errors)                         \
  DO(misuse)                         \
  DO(rules_out_of_memory)            \
  DO(rules_that_never_return)        \
  DO(signals_are_left_alone)         \
  DO(cancelling)                     \
  DO(loading_after_cancelling)       \
  DO(time_budget)                    \
  DO(progress)                       \
  DO(threads)                        \
  DO(crowd)                          \
  DO(forks)                          \
  DO(forks_at_work)                  \
  DO(answers_of_games_that_are_gone) \
  DO(answers_of_obliged_players)     \
  DO(cancelling_lets_go_at_once)

#define DECLARE(name) void test_##name(void);
EACH_TEST(DECLARE)
#undef DECLARE

#endif
