#include "engine/theorem/statement/formula.h"

#include <algorithm>

#include <fmt/format.h>

namespace bouton {
namespace {

std::string text_of(const Affine& form) {
  std::string text = std::to_string(form.constant);
  for (const auto& [variable, coefficient] : form.terms) text += fmt::format(" {:+}*x{}", coefficient, variable);
  return text;
}

std::string text_of(const LinearSet& set) {
  std::string text = fmt::format("{} variables:", set.variables);
  for (const LinearCondition& condition : set.conditions)
    text += fmt::format(" [{} {} 0]", text_of(condition.form), condition.relation == Relation::equal ? "=" : "<=");
  for (const BitCondition& bits : set.bits)
    text += fmt::format(" [bits of x{} by {} of x{} and x{}]", bits.result, bits.truth, bits.a, bits.b);
  return text + "\n";
}

}  // namespace

bool GameFormula::has_bit_conditions() const {
  const auto has = [](const LinearSet& set) { return !set.bits.empty(); };
  const auto some = [&](const std::vector<LinearSet>& sets) { return std::ranges::any_of(sets, has); };
  return std::ranges::any_of(clauses_, has, &Clause::moves) || std::ranges::any_of(valid_, some) ||
         std::ranges::any_of(terminal_p_, some);
}

std::optional<GameFormula::Place> GameFormula::place_of(const BigPosition& position) const {
  if (position.size() != dimensions()) return std::nullopt;
  for (std::size_t sheet = 0; sheet < fixed_.size(); ++sheet) {
    bool here = true;
    for (std::size_t i = 0; i < position.size(); ++i)
      here = here && (std::ranges::find(tracks_, i) != tracks_.end() || position[i] == widen(fixed_[sheet][i]));
    if (!here) continue;
    Place place{sheet, {}};
    for (const std::size_t track : tracks_) place.numbers.push_back(position[track]);
    if (std::ranges::any_of(place.numbers, [](const Integer& number) { return number < 0; })) return std::nullopt;
    return place;
  }
  return std::nullopt;
}

BigPosition GameFormula::position_of(const Place& place) const {
  BigPosition position = widen(Position(PositionView(fixed_[place.sheet])));
  for (std::size_t i = 0; i < tracks_.size(); ++i) position[tracks_[i]] = place.numbers[i];
  return position;
}

std::string GameFormula::sheet_name(std::size_t sheet) const {
  std::string name;
  for (std::size_t i = 0; i < dimensions(); ++i)
    if (std::ranges::find(tracks_, i) == tracks_.end())
      name += fmt::format("{}{} = {}", name.empty() ? "" : ", ", names_[i], fixed_[sheet][i]);
  return name;
}

GameFormula GameFormula::part(const std::vector<std::size_t>& sheets) const {
  GameFormula part = *this;
  part.fixed_.clear();
  part.valid_.clear();
  part.terminal_p_.clear();
  for (const std::size_t sheet : sheets) {
    part.fixed_.push_back(fixed_[sheet]);
    part.valid_.push_back(valid_[sheet]);
    part.terminal_p_.push_back(terminal_p_[sheet]);
  }
  const auto number_of = [&](std::size_t sheet) {
    return static_cast<std::size_t>(std::ranges::lower_bound(sheets, sheet) - sheets.begin());
  };
  part.clauses_.clear();
  for (Clause clause : clauses_) {
    if (!std::ranges::binary_search(sheets, clause.from) || !std::ranges::binary_search(sheets, clause.to)) continue;
    clause.from = number_of(clause.from);
    clause.to = number_of(clause.to);
    part.clauses_.push_back(std::move(clause));
  }
  return part;
}

std::string GameFormula::text() const {
  std::string text = fmt::format("play {}\n", static_cast<int>(play_));
  if (blocking_ > 0) text += fmt::format("blocking {}\n", blocking_);
  for (std::size_t sheet = 0; sheet < sheets(); ++sheet) {
    text +=
        fmt::format("sheet {} at {} of tracks {}\n", sheet, to_string(PositionView(fixed_[sheet])), fmt::join(tracks_, ","));
    for (const LinearSet& set : valid_[sheet]) text += "valid " + text_of(set);
    for (const LinearSet& set : terminal_p_[sheet]) text += "terminal P " + text_of(set);
  }
  for (const Clause& clause : clauses_)
    text += fmt::format("move from {} to {} at {}, ", clause.from, clause.to, fmt::join(clause.target, ",")) +
            text_of(clause.moves);
  return text;
}

}  // namespace bouton
