// Theorems about all positions of a game, for people and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bindings/output/formats/json.h"
#include "engine/image/picture.h"
#include "engine/plan/theorems.h"
#include "engine/rules/game.h"
#include "engine/theorem/forms/growth.h"
#include "engine/theorem/forms/theorem_sets.h"
#include "engine/verify/guess.h"

namespace bouton {

struct TheoremAnswer {
  const Game& game;
  const TheoremReport& report;
  std::vector<std::string> tracks;      ///< the names of the numbers that the automata read
  std::vector<TheoremSet> sets;         ///< empty where there is no theorem
  std::vector<TheoremSet> layers = {};  ///< where there is no theorem about all positions: what is proved of some sheets
  std::optional<Growth> growth = {};    ///< how many P-positions there are
  const GuessAnswer* guess = nullptr;   ///< where a guess was to be proved, whose report it is
};

/// "with pass = 1", or of several sheets "with pass = 1 or pass = 2": of which nothing is known, beside layers that are proved.
std::string left_out_text(const TheoremReport& report);

/// With the sets in words. `report` must outlive the answer.
TheoremAnswer theorem_answer(const Game& game, const TheoremReport& report, const Budget& budget);

/// What is proved of sums of heaps: "Grundy values of heaps: period 12 from 71 on, proved by ...".
std::string statement_of(const HeapTheorem& theorem);

/// A refusal with the line of the game's file that is to blame.
std::string reason_text(const Game& game, const Refusal& refusal);

/// What was proved, or how far it was looked; prose is broken at `width` columns, 0: not at all.
void write_text(Sink& out, const TheoremAnswer& answer, std::size_t width);
/// {"game","params","play","set","proved","reason","line","refused","system","numeration","statement","plain","formula",
/// "growth":{"below":[..],"counts":[..],"recurrence":[..],"order":{"power","decimal","logarithms","limit"}|null,"density":{"of",
/// "value","decimal","share"}|null}|null,"states","sets":[{"name","words","formula","not_linear","game","expression",
/// "states","dot"},..],"layers":{"system","sets":[..],"left_out":[..]}|null,"play_ends","looked_at","attempts":[..],"steps","seconds"};
/// of heaps that moves split there are no sets, and besides "period" and, under misère play, "quotient", its number of
/// elements. Of a guess besides "guess","counterexample","move", "counterexample_is_least","checked_to".
Json to_json(const TheoremAnswer& answer);

/// The automata of the sets, of which there is one at least; `title` stands in place of the usual one. Throws RequestError as
/// automata_picture does.
Picture picture_of(const TheoremAnswer& answer, const std::optional<std::string>& title = {});

}  // namespace bouton
