// Theorems about all positions of a game, for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include "bindings/output/formats/json.h"
#include "engine/plan/theorems.h"
#include "engine/rules/game.h"

namespace bouton {

/// A set of positions of a theorem in words.
struct TheoremSet {
  std::string name;   ///< "P-positions", "Grundy value 2"; with the sheet where there are several
  std::string words;  ///< the classical form; empty where it is none
  const Automaton* automaton = nullptr;
};

struct TheoremAnswer {
  const Game& game;
  const TheoremReport& report;
  std::vector<std::string> tracks;  ///< the names of the numbers that the automata read
  std::vector<TheoremSet> sets;     ///< empty where there is no theorem
  double seconds = 0;
};

/// What was proved, or how far it was looked.
void write_text(Sink& out, const TheoremAnswer& answer);
/// {"game","params","play","proved","reason","line","system","states","sets":[{"name","words","states","dot"},..],"play_ends",
/// "learnt_to","looked_at":[..],"seconds"}
Json to_json(const TheoremAnswer& answer);

/// The automaton as a graph in the DOT language: letters are columns of digits, one a track.
std::string to_dot(const Automaton& automaton, const std::string& name, const std::vector<std::string>& tracks);

}  // namespace bouton
