#include "engine/theorem/row_words/word_steps.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>

namespace bouton {
namespace {

/// Outcomes of a window with their reasons. A value: copies are cases.
class ReasonedDeduction {
 public:
  ReasonedDeduction(const LocalRows& rows, std::int64_t left, std::int64_t right) : rows_(&rows), left_(left), right_(right) {
    for (std::size_t row = 0; row < rows.rows.size(); ++row)
      for (std::int64_t column = -left; !rows.rows[row].has_options && column <= right; ++column)
        add({{row, column}, terminal_outcome(rows.play), WordStep::Reason::no_option, {}});
  }

  /// Supposes an outcome and draws conclusions, the nearest first, until a position has both outcomes or none is left.
  void suppose(const WindowPlace& place, Outcome outcome) {
    add({place, outcome, WordStep::Reason::supposed, {}});
    while (!contradiction_ && !pending_.empty()) {
      const WindowPlace next = pending_.front();
      pending_.pop_front();
      conclude(next);
    }
  }

  const std::vector<WordStep>& steps() const { return steps_; }
  /// The number of the step that contradicts an earlier one.
  std::optional<std::size_t> contradiction() const { return contradiction_; }
  /// The number of the step that says the outcome of a position.
  std::optional<std::size_t> step_of(const WindowPlace& place) const {
    const auto found = numbers_.find({place.row, place.column});
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<Outcome> at(const WindowPlace& place) const {
    const std::optional<std::size_t> step = step_of(place);
    return step ? std::optional(steps_[*step].outcome) : std::nullopt;
  }

  /// The steps that a step rests on.
  std::vector<std::size_t> grounds(std::size_t number) const {
    const WordStep& step = steps_[number];
    std::vector<std::size_t> found;
    const auto add_step = [&](const WindowPlace& place) { found.push_back(*step_of(place)); };
    switch (step.reason) {
      case WordStep::Reason::supposed:
      case WordStep::Reason::no_option: return found;
      case WordStep::Reason::option_of_p:
      case WordStep::Reason::has_p_option: add_step(step.of); return found;
      case WordStep::Reason::all_options_n:
        for (const WindowPlace& option : options_of(step.place)) add_step(option);
        return found;
      case WordStep::Reason::last_option:
        add_step(step.of);
        for (const WindowPlace& option : options_of(step.of))
          if (option != step.place) add_step(option);
        return found;
    }
    return found;
  }

 private:
  bool contains(std::int64_t column) const { return column >= -left_ && column <= right_; }

  std::vector<WindowPlace> options_of(const WindowPlace& place) const {
    std::vector<WindowPlace> options;
    for (const LocalRows::Option& option : rows_->rows[place.row].options)
      options.push_back({option.row, place.column - option.shift});
    return options;
  }

  /// The position itself and all that have it as an option are looked at again.
  void add(WordStep step) {
    const auto [at, is_new] = numbers_.try_emplace({step.place.row, step.place.column}, steps_.size());
    if (!is_new) {
      if (steps_[at->second].outcome == step.outcome) return;
      contradiction_ = steps_.size();
      steps_.push_back(step);
      return;
    }
    pending_.push_back(step.place);
    for (std::size_t row = 0; row < rows_->rows.size(); ++row)
      for (const LocalRows::Option& option : rows_->rows[row].options)
        if (option.row == step.place.row && contains(step.place.column + option.shift))
          pending_.push_back({row, step.place.column + option.shift});
    steps_.push_back(step);
  }

  void conclude(const WindowPlace& place) {
    const LocalRows::Row& row = rows_->rows[place.row];
    if (!row.has_options) return;
    const std::vector<WindowPlace> options = options_of(place);
    std::optional<WindowPlace> lost, open;
    bool all_here = row.complete, several = false;
    for (const WindowPlace& option : options) {
      if (!contains(option.column)) {
        all_here = false;
        continue;
      }
      const std::optional<Outcome> known = at(option);
      if (known == Outcome::P) lost = option;
      if (known) continue;
      several = several || (open && *open != option);
      open = option;
    }
    using Reason = WordStep::Reason;
    if (lost) add({place, Outcome::N, Reason::has_p_option, *lost});
    else if (all_here && !open) add({place, Outcome::P, Reason::all_options_n, {}});
    const std::optional<Outcome> own = at(place);
    for (const WindowPlace& option : options)
      if (!contradiction_ && own == Outcome::P && contains(option.column))
        add({option, Outcome::N, Reason::option_of_p, place});
    if (!contradiction_ && own == Outcome::N && !lost && all_here && open && !several)
      add({*open, Outcome::P, Reason::last_option, place});
  }

  const LocalRows* rows_;
  std::int64_t left_, right_;
  std::vector<WordStep> steps_;
  std::map<std::pair<std::size_t, std::int64_t>, std::size_t> numbers_;
  std::deque<WindowPlace> pending_;
  std::optional<std::size_t> contradiction_;
};

class Reasoner {
 public:
  Reasoner(const LocalRows& rows, std::size_t row, const ImpossibleWord& word, const std::vector<ImpossibleWord>& known)
      : rows_(rows), row_(row), word_(word), known_(known) {}

  WordReasoning run() const {
    ReasonedDeduction deduction(rows_, word_.left, word_.right);
    for (std::size_t i = 0; i < word_.letters.size() && !deduction.contradiction(); ++i)
      deduction.suppose({row_, static_cast<std::int64_t>(i)}, word_.letters[i] == 'P' ? Outcome::P : Outcome::N);
    std::vector<bool> needed;
    return reason(deduction, 0, word_.argument, needed);
  }

 private:
  /// What is concluded from step `from` on. `needed`: of the steps before it, those that this rests on.
  WordReasoning reason(const ReasonedDeduction& deduction, std::size_t from, const WordArgument& argument,
                       std::vector<bool>& needed) const {
    WordReasoning reasoning;
    needed.assign(deduction.steps().size(), false);
    const auto need_word = [&](std::string_view letters, std::int64_t column) {
      for (std::size_t i = 0; i < letters.size(); ++i)
        needed[*deduction.step_of({row_, column + static_cast<std::int64_t>(i)})] = true;
    };
    if (const std::optional<std::size_t> wrong = deduction.contradiction()) {
      needed[*wrong] = true;
      needed[*deduction.step_of(deduction.steps()[*wrong].place)] = true;
    } else {
      reasoning.end = argument.kind;
      reasoning.word = argument.word;
      reasoning.row = argument.row;
      reasoning.column = argument.column;
      if (argument.kind == WordArgument::Kind::descent) need_word(word_.letters, argument.column);
      if (argument.kind == WordArgument::Kind::known_word) need_word(known_[argument.word].letters, argument.column);
      for (std::size_t i = 0; i < argument.cases.size(); ++i) {
        ReasonedDeduction then = deduction;
        then.suppose({argument.row, argument.column}, i == 0 ? Outcome::P : Outcome::N);
        std::vector<bool> of_case;
        reasoning.cases.push_back(reason(then, deduction.steps().size(), argument.cases[i], of_case));
        for (std::size_t step = 0; step < needed.size(); ++step)
          if (of_case[step]) needed[step] = true;
      }
    }
    for (std::size_t step = needed.size(); step-- > 0;)
      if (needed[step])
        for (const std::size_t ground : deduction.grounds(step)) needed[ground] = true;
    for (std::size_t step = from; step < needed.size(); ++step) {
      const bool is_supposed = deduction.steps()[step].reason == WordStep::Reason::supposed;
      if (needed[step] || is_supposed) reasoning.steps.push_back(deduction.steps()[step]);
    }
    return reasoning;
  }

  const LocalRows& rows_;
  const std::size_t row_;
  const ImpossibleWord& word_;
  const std::vector<ImpossibleWord>& known_;
};

}  // namespace

std::optional<WordReasoning> reasoning_of(const LocalRows& rows, std::size_t row, const ImpossibleWord& word,
                                          const std::vector<ImpossibleWord>& known, std::size_t known_words) {
  if (!follows(rows, row, word, known, known_words)) return std::nullopt;
  return Reasoner(rows, row, word, known).run();
}

}  // namespace bouton
