#include "engine/theorem/row_words/word_proof.h"

#include <algorithm>
#include <tuple>
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
      : rows_(rows), known_(known), effort_(effort), budget_(budget), word_(rows, row, letters, effort.left, effort.right) {}

  std::optional<WordArgument> run() {
    if (!word_.holds()) return WordArgument{};
    return argue(word_.start(), effort_.depth);
  }

 private:
  /// The end of the argument without cases.
  std::optional<WordArgument> end(const LocalDeduction& given) const {
    for (std::int64_t column = -1; column >= -effort_.left; --column)
      if (word_.descends(given, column))
        return WordArgument{.kind = WordArgument::Kind::descent, .column = column, .cases = {}};
    for (std::size_t number = 0; number < known_.size(); ++number)
      for (std::int64_t column = -effort_.left; column <= effort_.right; ++column)
        if (word_.stands(given, known_[number].letters, column))
          return WordArgument{.kind = WordArgument::Kind::known_word, .word = number, .column = column, .cases = {}};
    return std::nullopt;
  }

  struct Choice {
    std::size_t gain = 0;
    std::size_t row = 0;
    std::int64_t column = 0;
  };
  /// What a case tells, or everything where it comes to an end at once.
  std::size_t gain(const LocalDeduction& given, std::size_t row, std::int64_t column, Outcome outcome) const {
    LocalDeduction then = given;
    if (!then.assume(row, column, outcome) || end(then)) return kAll;
    return then.known() - given.known();
  }

  /// The unknown positions whose two cases tell most, the best first.
  std::vector<Choice> choices(const LocalDeduction& given) const {
    std::vector<Choice> found;
    for (std::size_t row = 0; row < rows_.rows.size(); ++row)
      for (std::int64_t column = -effort_.left; column <= effort_.right; ++column) {
        if (given.at(row, column)) continue;
        budget_.check_stop();
        const std::size_t p = gain(given, row, column, Outcome::P), n = gain(given, row, column, Outcome::N);
        found.push_back({p == kAll && n == kAll ? kAll * kAll : p * n, row, column});
        if (p == kAll && n == kAll) return {found.back()};
      }
    std::ranges::stable_sort(found, std::ranges::greater(), &Choice::gain);
    if (found.size() > kTried) found.resize(kTried);
    return found;
  }

  std::optional<WordArgument> argue(const LocalDeduction& given, std::size_t depth) const {
    if (std::optional<WordArgument> ended = end(given)) return ended;
    if (depth == 0) return std::nullopt;
    for (const Choice& choice : choices(given)) {
      WordArgument argument{.kind = WordArgument::Kind::cases, .row = choice.row, .column = choice.column, .cases = {}};
      for (const Outcome outcome : {Outcome::P, Outcome::N}) {
        LocalDeduction then = given;
        if (!then.assume(choice.row, choice.column, outcome)) {
          argument.cases.emplace_back();
          continue;
        }
        std::optional<WordArgument> found = argue(then, depth - 1);
        if (!found) break;
        argument.cases.push_back(*std::move(found));
      }
      if (argument.cases.size() == 2) return argument;
    }
    return std::nullopt;
  }

  static constexpr std::size_t kAll = 1'000'000;
  /// Positions that are tried at each depth.
  static constexpr std::size_t kTried = 3;

  const LocalRows& rows_;
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

}  // namespace

std::optional<ImpossibleWord> prove_word(const LocalRows& rows, std::size_t row, std::string_view letters,
                                         const std::vector<ImpossibleWord>& known, const WordEffort& effort,
                                         const Budget& budget) {
  WordEffort around = effort;
  around.right += static_cast<std::int64_t>(letters.size()) - 1;
  std::optional<WordArgument> argument = WordSearch(rows, row, letters, known, around, budget).run();
  if (!argument) return std::nullopt;
  return ImpossibleWord{std::string(letters), around.left, around.right, *std::move(argument)};
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
