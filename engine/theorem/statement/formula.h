// A game as a first-order statement about integers: what a proof about it is a proof of.
//
// Positions are divided into *sheets*, one for each choice of the coordinates that take few values (the goal of flip-flop); on
// a sheet a position is a tuple of the other coordinates, which have no bound worth counting to. A move from sheet to sheet is
// a *clause*: linear conditions on the coordinates before, those after, and perhaps further numbers that are there or not. All
// moves together are the union of the clauses; so are, sheet by sheet, the positions that exist and the terminal positions that
// have the outcome P.
//
// The statement is about the rule read over the integers, without an end at 64 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/position/domain.h"
#include "engine/position/integer.h"
#include "engine/rules/rules.h"
#include "engine/theorem/statement/clause.h"

namespace bouton {

class GameFormula {
 public:
  /// The statement of a game, for positions of so many coordinates. Proved on the way: every option is a position of the game,
  /// nothing raises an error, and play ends. Refused, with the line of the rule file where one is the reason: what is not
  /// linear, what could not be proved, games without a coordinate that is unbounded, terminal positions that are draws.
  static Result<GameFormula> of(const Rules& rules, std::size_t dimensions, AutomataWorkspace& workspace);

  std::size_t dimensions() const { return fixed_.empty() ? 0 : fixed_[0].size(); }
  std::size_t sheets() const { return fixed_.size(); }
  /// The coordinates that are a sheet's tracks, by their numbers in the position.
  const std::vector<std::size_t>& tracks() const { return tracks_; }
  Play play() const { return play_; }  ///< as the rules state it (play_as_written)
  /// Up to how many options the other player forbids before each move (engine/rules/blocking.h); 0 where none.
  std::uint64_t blocking() const { return blocking_; }
  const std::vector<Clause>& clauses() const { return clauses_; }
  /// Unions: the positions of a sheet that exist, and of terminal ones those that are P.
  const std::vector<LinearSet>& valid(std::size_t sheet) const { return valid_[sheet]; }
  const std::vector<LinearSet>& terminal_p(std::size_t sheet) const { return terminal_p_[sheet]; }
  /// Whether bit operations are part of it: then it can be spoken of in base 2 alone.
  bool has_bit_conditions() const;
  /// What was found to make play end, for people: "S + L decreases".
  const std::string& why_play_ends() const { return why_play_ends_; }

  /// A position of the game as one of a sheet.
  struct Place {
    std::size_t sheet = 0;
    BigPosition numbers;
  };
  /// Where the position lies; nothing where it has no sheet, since it is outside of the domain.
  std::optional<Place> place_of(const BigPosition& position) const;
  BigPosition position_of(const Place& place) const;
  /// "goal = 0, flips = 1"; empty where there is one sheet.
  std::string sheet_name(std::size_t sheet) const;

  /// The same of these sheets alone, which are ascending: without the moves that leave them. Where there are none such, it is
  /// the statement of a game whose P-positions are those of this one on these sheets.
  GameFormula part(const std::vector<std::size_t>& sheets) const;

  /// The statement as text: equal for equal statements, and only for those.
  std::string text() const;

 private:
  friend class FormulaBuilder;

  std::vector<std::string> names_;              ///< of all coordinates
  std::vector<std::vector<Coordinate>> fixed_;  ///< by sheet: every coordinate; those of the tracks count for nothing
  std::vector<std::size_t> tracks_;
  Play play_ = Play::normal;
  std::uint64_t blocking_ = 0;
  std::vector<Clause> clauses_;
  std::vector<std::vector<LinearSet>> valid_, terminal_p_;
  std::string why_play_ends_;
};

}  // namespace bouton
