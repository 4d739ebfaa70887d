#include "engine/theorem/row_words/word_proof.h"

#include <algorithm>
#include <array>
#include <utility>

namespace bouton {
namespace {

Outcome outcome_of(char letter) { return letter == 'P' ? Outcome::P : Outcome::N; }

/// What both a search and a check ask.
class Supposition {
 public:
  Supposition(const LocalRows& rows, std::size_t row, std::string_view letters, std::int64_t left, std::int64_t right)
      : row_(row), letters_(letters), left_(left), right_(right), start_(rows, left, right) {
    for (std::size_t i = 0; i < letters.size() && holds_; ++i)
      holds_ = start_.assume(row, static_cast<std::int64_t>(i), outcome_of(letters[i]));
  }

  /// False where the word contradicts itself.
  bool holds() const { return holds_; }
  const LocalDeduction& start() const { return start_; }

  bool stands(const LocalDeduction& given, std::string_view letters, std::int64_t column) const {
    if (column < -left_ || column + static_cast<std::int64_t>(letters.size()) - 1 > right_) return false;
    for (std::size_t i = 0; i < letters.size(); ++i)
      if (given.at(row_, column + static_cast<std::int64_t>(i)) != outcome_of(letters[i])) return false;
    return true;
  }
  bool descends(const LocalDeduction& given, std::int64_t column) const {
    return column < 0 && stands(given, letters_, column);
  }

 private:
  std::size_t row_;
  std::string_view letters_;
  std::int64_t left_, right_;
  LocalDeduction start_;
  bool holds_ = true;
};

class WordSearch {
 public:
  WordSearch(const LocalRows& rows, std::size_t row, std::string_view letters, const std::vector<ImpossibleWord>& known,
             const WordEffort& effort, const Budget& budget)
      : rows_(rows),
        row_(row),
        letters_(letters),
        known_(known),
        effort_(effort),
        budget_(budget),
        word_(rows, row, letters, effort.left, effort.right) {}

  std::optional<WordArgument> run() const {
    if (!word_.holds()) return WordArgument{};
    return argue(word_.start());
  }

 private:
  /// What is known along the row of the word, from column -left on.
  std::string text_of(const LocalDeduction& given) const {
    std::string text;
    for (std::int64_t column = -effort_.left; column <= effort_.right; ++column) {
      const std::optional<Outcome> outcome = given.at(row_, column);
      text += !outcome ? '?' : *outcome == Outcome::P ? 'P' : 'N';
    }
    return text;
  }

  /// The end of the argument without cases, where that is known along the row.
  std::optional<WordArgument> end(const std::string& text) const {
    const auto left = static_cast<std::size_t>(effort_.left);
    if (const std::size_t at = left > 0 ? text.rfind(letters_, left - 1) : text.npos; at != text.npos)
      return WordArgument{
          .kind = WordArgument::Kind::descent, .column = static_cast<std::int64_t>(at) - effort_.left, .cases = {}};
    for (std::size_t number = 0; number < known_.size(); ++number)
      if (const std::size_t at = text.find(known_[number].letters); at != text.npos)
        return WordArgument{.kind = WordArgument::Kind::known_word,
                            .word = number,
                            .column = static_cast<std::int64_t>(at) - effort_.left,
                            .cases = {}};
    return std::nullopt;
  }

  /// A position that is supposed to be P, or N: what is known then, or how that ends at once.
  struct Case {
    LocalDeduction given;
    std::string text;
    std::optional<WordArgument> end;
  };
  Case supposed(const Case& before, std::size_t row, std::int64_t column, Outcome outcome) const {
    Case found{before.given, before.text, std::nullopt};
    if (!found.given.assume(row, column, outcome)) {
      found.end.emplace();
      return found;
    }
    found.text = text_of(found.given);
    if (found.text != before.text) found.end = end(found.text);
    return found;
  }

  /// A position of which one case ends at once, so that the other holds.
  struct Forced {
    WordArgument argument;
    std::size_t open = 0;  ///< the case that is left
  };

  /// Positions are forced as long as there are some, until both cases of one end.
  std::optional<WordArgument> argue(const LocalDeduction& start) const {
    Case now{start, text_of(start), std::nullopt};
    if (std::optional<WordArgument> ended = end(now.text)) return ended;
    if (!effort_.forces) return std::nullopt;
    std::vector<Forced> forced;
    std::optional<WordArgument> last;
    for (bool more = true; more && !last;) {
      const std::size_t before = forced.size();
      for (std::size_t row = 0; row < rows_.rows.size() && !last; ++row)
        for (std::int64_t column = -effort_.left; column <= effort_.right && !last; ++column) {
          if (now.given.at(row, column)) continue;
          budget_.check_stop();
          std::array<Case, 2> cases = {supposed(now, row, column, Outcome::P), supposed(now, row, column, Outcome::N)};
          if (!cases[0].end && !cases[1].end) continue;
          WordArgument argument{.kind = WordArgument::Kind::cases, .row = row, .column = column, .cases = {}};
          for (const Case& either : cases) argument.cases.push_back(either.end.value_or(WordArgument()));
          if (cases[0].end && cases[1].end) {
            last = std::move(argument);
            continue;
          }
          if (forced.size() == kMostForced) return std::nullopt;
          const std::size_t open = cases[0].end ? 1 : 0;
          forced.push_back({std::move(argument), open});
          now = std::move(cases[open]);
        }
      more = forced.size() > before;
    }
    for (auto step = forced.rbegin(); step != forced.rend() && last; ++step) {
      step->argument.cases[step->open] = *std::move(last);
      last = std::move(step->argument);
    }
    return last;
  }

  /// Positions that are forced one after another: a check follows no more cases in cases than kMostDepth.
  static constexpr std::size_t kMostForced = 60;

  const LocalRows& rows_;
  const std::size_t row_;
  const std::string_view letters_;
  const std::vector<ImpossibleWord>& known_;
  const WordEffort effort_;
  const Budget& budget_;
  const Supposition word_;
};

/// Cases in cases are no deeper.
constexpr std::size_t kMostDepth = 64;

class WordCheck {
 public:
  WordCheck(const LocalRows& rows, std::size_t row, const ImpossibleWord& word, const std::vector<ImpossibleWord>& known,
            std::size_t known_words)
      : rows_(rows),
        asked_(word),
        known_(known),
        known_words_(known_words),
        word_(rows, row, word.letters, word.left, word.right) {}

  bool run() const { return !word_.holds() || follows(word_.start(), asked_.argument, 0); }

 private:
  bool follows(const LocalDeduction& given, const WordArgument& argument, std::size_t depth) const {
    switch (argument.kind) {
      case WordArgument::Kind::contradiction: return false;  // what was assumed did not contradict itself
      case WordArgument::Kind::descent: return word_.descends(given, argument.column);
      case WordArgument::Kind::known_word:
        return argument.word < known_words_ && word_.stands(given, known_[argument.word].letters, argument.column);
      case WordArgument::Kind::cases: break;
    }
    if (argument.cases.size() != 2 || argument.row >= rows_.rows.size() || !given.contains(argument.column) ||
        depth == kMostDepth)
      return false;
    for (std::size_t i = 0; i < 2; ++i) {
      LocalDeduction then = given;
      if (then.assume(argument.row, argument.column, i == 0 ? Outcome::P : Outcome::N) &&
          !follows(then, argument.cases[i], depth + 1))
        return false;
    }
    return true;
  }

  const LocalRows& rows_;
  const ImpossibleWord& asked_;
  const std::vector<ImpossibleWord>& known_;
  const std::size_t known_words_;
  const Supposition word_;
};

/// Leaves out cases of which one ends at once where the argument holds without them.
void shorten(const LocalRows& rows, std::size_t row, ImpossibleWord& word, WordArgument& part,
             const std::vector<ImpossibleWord>& known) {
  while (part.kind == WordArgument::Kind::cases) {
    bool shorter = false;
    for (std::size_t open = 0; open < 2 && !shorter; ++open) {
      if (part.cases[1 - open].kind == WordArgument::Kind::cases) continue;
      WordArgument with = part, without = part.cases[open];
      part = std::move(without);
      shorter = WordCheck(rows, row, word, known, known.size()).run();
      if (!shorter) part = std::move(with);
    }
    if (shorter) continue;
    for (WordArgument& of_case : part.cases) shorten(rows, row, word, of_case, known);
    return;
  }
}

}  // namespace

std::optional<ImpossibleWord> prove_word(const LocalRows& rows, std::size_t row, std::string_view letters,
                                         const std::vector<ImpossibleWord>& known, const WordEffort& effort,
                                         const Budget& budget) {
  WordEffort around = effort;
  around.right += static_cast<std::int64_t>(letters.size()) - 1;
  std::optional<WordArgument> argument = WordSearch(rows, row, letters, known, around, budget).run();
  if (!argument) return std::nullopt;
  ImpossibleWord word{std::string(letters), around.left, around.right, *std::move(argument)};
  shorten(rows, row, word, word.argument, known);
  return word;
}

bool follows(const LocalRows& rows, std::size_t row, const ImpossibleWord& word, const std::vector<ImpossibleWord>& known,
             std::size_t known_words) {
  constexpr std::int64_t kMostColumns = 100'000;
  const auto length = static_cast<std::int64_t>(word.letters.size());
  if (length == 0 || word.left < 0 || word.left > kMostColumns || word.right > kMostColumns || word.right < length - 1)
    return false;
  if (row >= rows.rows.size() || word.letters.find_first_not_of("PN") != std::string::npos) return false;
  return WordCheck(rows, row, word, known, std::min(known_words, known.size())).run();
}

}  // namespace bouton
