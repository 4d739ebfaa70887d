// What a command line asks for, as plain values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/lua/load/loader.h"
#include "bindings/output/formats/format.h"
#include "bindings/output/report/document.h"
#include "engine/image/style.h"
#include "engine/position/integer.h"
#include "engine/question/proposal.h"
#include "engine/rules/rules.h"
#include "engine/sum/compound.h"
#include "engine/values/table.h"

namespace bouton::cli {

/// One GAME of a command line, with the `-p` settings and the other words that follow it.
struct GameRequest {
  std::string name;
  lua::Settings settings;
  std::vector<std::string> operands;
  std::string on = {};  ///< a position on the board or the graph that is meant, where that is part of the position
};

/// Everything that options and operands can say. Which fields a verb reads, its options tell.
struct Request {
  std::vector<GameRequest> games;     ///< of a verb that takes games
  std::vector<std::string> operands;  ///< of a verb that does not
  std::vector<std::string> words;     ///< as they were typed after the verb

  std::optional<Format> format;
  std::optional<std::filesystem::path> output;
  unsigned threads = 0;    ///< 0: one for each processor
  std::size_t memory = 0;  ///< bytes; 0: half of the machine's
  lua::Limits limits;
  bool lift = true;
  bool native_code = true;
  bool quiet = false;
  std::optional<Play> play;
  Compound sum = Compound::disjunctive;  ///< how several positions are played at once

  std::optional<ValueKind> value;
  bool of_value = false;        ///< of the Grundy value, not of the outcome
  std::size_t up_to_value = 0;  ///< a Grundy value, or kAllValues
  std::uint64_t steps = 0;      ///< of a search for a theorem; 0: as many as are usual
  bool count = false;
  bool count_moves = false;
  bool histogram = false;
  bool equal = false;                ///< which games of a family are the same
  std::optional<std::string> total;  ///< an expression of the coordinates
  std::optional<std::uint64_t> heaps;
  bool multisets = false;
  Integer modulus = 0;  ///< 0: exactly
  bool packed = false;  ///< outcomes as bits
  bool closed_forms = false;
  PictureStyle style;
  bool all = false;
  bool all_moves = false;
  std::optional<MethodChoice> method;
  bool analyze = false;
  std::size_t max_moves = 1000;
  std::size_t max_nodes = 10000;
  std::vector<std::pair<std::string, std::string>> row;
  enum class First { human, machine };
  std::optional<First> first;
  bool period = false;
  bool only_period = false;  ///< the period is written, and no values
  std::optional<std::filesystem::path> checkpoint;
  std::optional<std::filesystem::path> certificate;
  std::optional<std::filesystem::path> walnut;  ///< a folder
  std::optional<std::filesystem::path> dot;
  bool proof = false;                ///< the proof as a text
  std::optional<std::string> guess;  ///< a condition, or the name of a file with an automaton
  std::optional<std::string> opponent;
  std::optional<std::string> start;  ///< "example", "random" or ranges
  bool as_piles = false;             ///< heaps in place of a board
  std::uint64_t stake = 1;           ///< what a move that costs a stake costs
  std::optional<double> clock;       ///< seconds that a person has for each decision
  std::optional<std::filesystem::path> replay;
  std::optional<std::filesystem::path> transcript;
  std::array<std::string, 2> players;  ///< empty where none were named
  std::uint64_t rounds = 1000;
  std::optional<std::uint64_t> seed;
  bool provenance = false;  ///< a file of its own says what the output is of
  unsigned further = 1;     ///< how many times as far as usual the tables of discover go
  std::string kind;         ///< of a new rule file; empty where none was named
  std::string find;         ///< what games are looked for by; empty: all
  Paper paper = Paper::a4;
  std::optional<std::filesystem::path> oeis;  ///< the sequences of the OEIS, as it hands them out
  std::string page;                           ///< the address of the page; empty: where it was built
};

}  // namespace bouton::cli
