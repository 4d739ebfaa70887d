// From the words of a command line to a request.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/cli/arguments/request.h"

namespace bouton::cli {

struct Verb;

/// The options that a verb may take; -h, --help goes with every verb.
enum class Option {
  parameter,  ///< -p NAME=VALUE, for the GAME before it
  play,
  sum,  ///< how several positions are played at once
  value,
  only_value,
  up_to_value,  ///< the same words, for one answer
  of_value,     ///< likewise
  row,
  count,
  count_moves,
  histogram,
  equal,
  total,
  heaps,
  multisets,
  modulus,
  closed_forms,
  title,
  size,
  theme,
  all,
  all_moves,
  method,
  analyze,
  max_moves,
  max_nodes,
  period,
  only,
  checkpoint,
  certificate,
  packed,
  walnut,
  dot,
  proof,
  guess,
  first,
  opponent,
  start,
  display,
  stake,
  clock,
  replay,
  transcript,
  players,
  rounds,
  seed,
  format,
  output,
  threads,
  memory,
  limit,
  no_lift,
  no_native,
  quiet,
  steps,
  kind,
  find,
  provenance,
  paper,
  oeis,
  page,
  further
};

/// What the words after the verb ask for, or nothing if they ask for help.
/// Throws RequestError, naming the verb, if they make no sense.
std::optional<Request> parse_arguments(const Verb& verb, const std::vector<std::string>& words);

/// The words of one or more games: GAME, its operands and -p settings, "+" before another GAME.
/// Throws RequestError.
std::vector<GameRequest> parse_games(std::span<const std::string> words);

/// Bytes: a number with K, M, G, T (times 1024; KiB, KB and so on mean the same) or without. Throws RequestError,
/// beginning with `option`.
std::size_t parse_size(std::string_view option, std::string_view text);

/// The words after the verb without the options that say only where the output goes, what it is written beside and what it may
/// take: what decides the result, but for its format.
std::vector<std::string> words_of_result(const std::vector<std::string>& words);

/// "usage: bouton solve GAME POS..."
std::string usage(const Verb& verb);
/// What `bouton VERB --help` prints, in lines of at most `width` columns where its words allow that.
std::string help(const Verb& verb, std::size_t width);

}  // namespace bouton::cli
