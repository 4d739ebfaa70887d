#include "engine/theorem/row_words/row_words.h"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

namespace bouton {
namespace {

/// The rows that proofs look at: so many below the row, and above it.
constexpr Coordinate kBelow = 4, kAbove = 8;
/// How hard a word is tried, one after another.
constexpr WordEffort kEfforts[] = {{30, 8, false}, {40, 14, true}};
constexpr std::uint32_t kMostGap = 40;
constexpr std::size_t kMostGaps = 20;  ///< in a word
constexpr std::size_t kMostCandidates = 24, kMostUnproved = 12;

std::string run_of_n(std::uint32_t length) { return std::string(length, 'N'); }

std::uint32_t longest_run(std::string_view outcomes) {
  std::uint32_t longest = 0, run = 0;
  for (const char outcome : outcomes) {
    run = outcome == 'N' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

GapWord gaps_of(std::string_view outcomes) {
  GapWord gaps;
  std::optional<std::size_t> last;
  for (std::size_t at = outcomes.find('P'); at != std::string_view::npos; at = outcomes.find('P', at + 1)) {
    if (last) gaps.push_back(static_cast<std::uint32_t>(at - *last));
    last = at;
  }
  return gaps;
}

class WordFinder {
 public:
  WordFinder(const LocalRows& local, std::size_t row, const Budget& budget) : local_(local), row_(row), budget_(budget) {}

  const std::vector<ImpossibleWord>& words() const { return words_; }

  bool prove(const std::string& letters) {
    for (const WordEffort& effort : kEfforts)
      if (std::optional<ImpossibleWord> word = prove_word(local_, row_, letters, words_, effort, budget_)) {
        words_.push_back(*std::move(word));
        return true;
      }
    return false;
  }

  /// Words of gaps that `all` does not have though it has all within them, the shortest first; those that are not proved are
  /// returned. A gap is a letter, as its number.
  std::vector<GapWord> prove_absent(const GapWord& all) {
    const std::string text(all.begin(), all.end());
    std::vector<GapWord> unproved;
    std::set<std::string_view> shorter;
    for (std::size_t at = 0; at < text.size(); ++at) shorter.insert(std::string_view(text).substr(at, 1));
    const std::set<std::string_view> letters = shorter;
    for (std::size_t length = 2; length <= kMostGaps && length < text.size() && unproved.size() < kMostUnproved; ++length) {
      std::unordered_set<std::string_view> found;
      for (std::size_t at = 0; at + length <= text.size(); ++at) found.insert(std::string_view(text).substr(at, length));
      std::vector<GapWord> candidates;
      for (const std::string_view word : shorter)
        for (const std::string_view gap : letters) {
          const std::string longer = std::string(word) + std::string(gap);
          if (!found.contains(longer) && shorter.contains(std::string_view(longer).substr(1)))
            candidates.emplace_back(longer.begin(), longer.end());
        }
      if (candidates.size() > kMostCandidates) break;
      for (GapWord& word : candidates)
        if (!prove(letters_of(word)) && !prove_continued(word, letters)) unproved.push_back(std::move(word));
      shorter = {found.begin(), found.end()};
    }
    return unproved;
  }

 private:
  /// Whether the word never occurs as it is continued: with the neighbours that it cannot be without, or with each gap that may
  /// come behind those. Of the latter, those that are proved are words that never occur, too.
  bool prove_continued(const GapWord& word, const std::set<std::string_view>& letters) {
    const GapWord longer = extended(word, letters);
    if (prove(letters_of(longer))) return true;
    bool some = false;
    for (const std::string_view gap : letters) {
      GapWord next = longer;
      next.push_back(static_cast<std::uint32_t>(gap[0]));
      if (may_occur(next)) some = prove(letters_of(extended(std::move(next), letters))) || some;
    }
    return some && prove(letters_of(longer));
  }

  bool may_occur(const GapWord& word) const {
    const std::string all = letters_of(word);
    return std::ranges::none_of(words_, [&](const ImpossibleWord& no) { return all.find(no.letters) != std::string::npos; });
  }

  /// The word with the gaps before and after it that it cannot be without: all others would make words that never occur.
  GapWord extended(GapWord word, const std::set<std::string_view>& letters) const {
    constexpr int kMostSteps = 8;
    for (const bool in_front : {true, false})
      for (int step = 0; step < kMostSteps; ++step) {
        std::vector<GapWord> possible;
        for (const std::string_view gap : letters) {
          GapWord longer = word;
          longer.insert(in_front ? longer.begin() : longer.end(), static_cast<std::uint32_t>(gap[0]));
          if (may_occur(longer)) possible.push_back(std::move(longer));
        }
        if (possible.size() != 1) break;
        word = std::move(possible[0]);
      }
    return word;
  }

  const LocalRows& local_;
  const std::size_t row_;
  const Budget& budget_;
  std::vector<ImpossibleWord> words_;
};

Coordinate first_row(const RowShiftRules& rules, Coordinate row) { return std::max(rules.least, row - kBelow); }

}  // namespace

std::string letters_of(const GapWord& gaps) {
  std::string letters = "P";
  for (const std::uint32_t gap : gaps) letters += run_of_n(gap - 1) + "P";
  return letters;
}

std::optional<ImpliedGaps> implied_gaps(const std::vector<ImpossibleWord>& words) {
  std::optional<std::size_t> run;
  std::vector<GapWord> among;
  for (const ImpossibleWord& word : words) {
    if (word.letters.find('P') == std::string::npos) run = std::min(run.value_or(word.letters.size()), word.letters.size());
    else if (word.letters.front() == 'P' && word.letters.back() == 'P') among.push_back(gaps_of(word.letters));
  }
  if (!run) return std::nullopt;
  ImpliedGaps implied;
  for (std::uint32_t gap = 1; gap <= *run; ++gap)
    if (std::ranges::find(among, GapWord{gap}) == among.end()) implied.gaps.push_back(gap);
  for (GapWord& word : among)
    if (word.size() > 1) implied.impossible.push_back(std::move(word));
  std::ranges::stable_sort(implied.impossible, std::ranges::less(), &GapWord::size);
  return implied;
}

Result<RowWords> find_row_words(const RowShiftRules& rules, Coordinate row, std::string_view outcomes, const Budget& budget) {
  const Coordinate first = first_row(rules, row);
  const auto count = static_cast<std::size_t>(row - first + 1 + kAbove);
  const Result<LocalRows> local = local_rows(rules, first, count);
  if (!local) return local.refusal();
  const std::uint32_t run = longest_run(outcomes);
  if (run >= kMostGap || outcomes.find('P') == std::string_view::npos) return Refusal{"gaps between P-positions are long"};
  WordFinder finder(*local, static_cast<std::size_t>(row - first), budget);
  if (!finder.prove(run_of_n(run + 1)))
    return Refusal{fmt::format("no proof was found that at most {} N-positions are in a row", run)};
  const GapWord all = gaps_of(outcomes);
  for (std::uint32_t gap = 1; gap <= run + 1; ++gap)
    if (std::ranges::find(all, gap) == all.end()) finder.prove(letters_of({gap}));
  RowWords found;
  found.absent = finder.prove_absent(all);
  found.proof = {row, first, local->rows.size(), finder.words()};
  ImpliedGaps implied = *implied_gaps(found.proof.words);
  found.gaps = std::move(implied.gaps);
  found.impossible = std::move(implied.impossible);
  found.density = gap_density(found.gaps, found.impossible);
  found.looked_to = outcomes.size();
  return found;
}

Result<std::uint64_t> outcomes_needed(const RowShiftRules& rules, const RowWordsProof& proof) {
  constexpr std::uint64_t kMost = 1'000'000;
  const Result<LocalRows> local = local_rows(rules, proof.first, proof.rows);
  if (!local) return local.refusal();
  std::uint64_t needed = 0;
  for (const ImpossibleWord& word : proof.words) {
    if (word.left < 0 || word.left > static_cast<std::int64_t>(kMost)) return Refusal{"a window is too wide"};
    const auto beyond = static_cast<std::uint64_t>(word.beyond(*local) - rules.least_along);
    needed = std::max(needed, beyond + word.letters.size());
  }
  if (needed > kMost) return Refusal{"the proof needs too many outcomes"};
  return needed;
}

std::optional<std::string> disproved(const RowShiftRules& rules, const RowWordsProof& proof, std::string_view outcomes) {
  constexpr std::size_t kMostRows = 1000;
  if (proof.rows > kMostRows || proof.first < rules.least || proof.row < proof.first ||
      proof.row - proof.first >= static_cast<Coordinate>(proof.rows))
    return "the row is not among those that are looked at";
  const Result<LocalRows> local = local_rows(rules, proof.first, proof.rows);
  if (!local) return local.reason();
  for (std::size_t number = 0; number < proof.words.size(); ++number) {
    const ImpossibleWord& word = proof.words[number];
    if (!follows(*local, static_cast<std::size_t>(proof.row - proof.first), word, proof.words, number))
      return fmt::format("the argument about {} does not hold", word.letters);
    const auto beyond = static_cast<std::uint64_t>(word.beyond(*local) - rules.least_along);
    if (outcomes.size() < beyond + word.letters.size()) return "there are too few outcomes to look at";
    if (const std::size_t at = outcomes.find(word.letters); at < beyond)
      return fmt::format("{} stands at {}", word.letters, rules.least_along + static_cast<Coordinate>(at));
  }
  return std::nullopt;
}

}  // namespace bouton
