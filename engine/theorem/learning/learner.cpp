#include "engine/theorem/learning/learner.h"

#include <algorithm>

#include <fmt/format.h>

namespace bouton {

Sample::Sample(std::size_t tracks, Coordinate bound) : tracks_(tracks), bound_(bound) {
  std::size_t size = 1;
  for (std::size_t i = 0; i < tracks; ++i) size *= static_cast<std::size_t>(bound) + 1;
  bits_.resize(size, false);
}

std::size_t Sample::index(PositionView numbers) const {
  std::size_t index = 0;
  for (const Coordinate number : numbers)
    index = index * (static_cast<std::size_t>(bound_) + 1) + static_cast<std::size_t>(number);
  return index;
}

void Sample::add(PositionView numbers) {
  bits_[index(numbers)] = true;
  members_.emplace_back(numbers);
}

std::optional<bool> Sample::contains(PositionView numbers) const {
  for (const Coordinate number : numbers)
    if (number > bound_) return std::nullopt;
  return bits_[index(numbers)];
}

namespace {

/// Continuations to begin with: all words of up to so many letters, as long as those are few.
constexpr std::size_t kContinuations = 700;
constexpr std::size_t kRefinements = 400;
/// So many accepted words are compared with the sample.
constexpr std::uint64_t kCompared = 1'000'000;

class Learner {
 public:
  Learner(const Sample& sample, const Numeration& system, std::size_t most_states, AutomataWorkspace& workspace)
      : sample_(sample), system_(system), letters_(system, sample.tracks()), most_states_(most_states), workspace_(workspace) {
    continuations_ = {{}};
    for (std::size_t begin = 0;
         (continuations_.size() - begin) * letters_.letters() + continuations_.size() <= kContinuations;) {
      const std::size_t end = continuations_.size();
      for (; begin < end; ++begin)
        for (Letter letter = 0; letter < letters_.letters(); ++letter) {
          Word longer = {letter};
          longer.insert(longer.end(), continuations_[begin].begin(), continuations_[begin].end());
          if (may_be_read(longer)) continuations_.push_back(std::move(longer));
        }
      if (end == continuations_.size()) break;
    }
  }

  Result<Automaton> run() {
    for (std::size_t refinement = 0; refinement < kRefinements; ++refinement) {
      if (const std::optional<Refusal> refusal = close()) return *refusal;
      const std::optional<Position> different = difference();
      if (!different) return minimised(guess(), workspace_);
      if (!refine(*different)) return Refusal{fmt::format("numbers up to {} do not tell its states apart", sample_.bound())};
    }
    return Refusal{"the guesses do not come to an end"};
  }

 private:
  struct Row {
    std::vector<std::uint64_t> known, member;
    bool compatible(const Row& other) const {
      for (std::size_t i = 0; i < known.size(); ++i)
        if ((known[i] & other.known[i] & (member[i] ^ other.member[i])) != 0) return false;
      return true;
    }
    bool knows() const {
      return std::ranges::any_of(known, [](std::uint64_t bits) { return bits != 0; });
    }
  };
  struct Access {
    Word word;
    Row row;
    std::vector<Automaton::State> next;
  };

  bool may_be_read(const Word& word) const {
    for (std::size_t i = 0; i + 1 < word.size(); ++i)
      if (!may_follow(word[i], word[i + 1])) return false;
    return true;
  }
  bool may_follow(Letter letter, Letter next) const {
    for (std::size_t track = 0; track < sample_.tracks(); ++track)
      if (!system_.may_follow(letters_.digit(letter, track), letters_.digit(next, track))) return false;
    return true;
  }

  /// Whether the prefix with the continuation is the word of a member; nothing where the sample does not tell.
  std::optional<bool> is_member(const Word& prefix, std::span<const Letter> more) {
    if (!prefix.empty() && !more.empty() && !may_follow(prefix.back(), more.front())) return false;
    Position numbers;
    for (std::size_t track = 0; track < sample_.tracks(); ++track) {
      Numeration::Prefix read;
      const auto extend = [&](Letter letter) {
        read = system_.extended(read, letters_.digit(letter, track));
        return system_.value(read) <= sample_.bound();
      };
      if (!std::ranges::all_of(prefix, extend) || !std::ranges::all_of(more, extend)) return std::nullopt;
      numbers.push_back(system_.value(read));
    }
    return sample_.contains(numbers);
  }

  Row row_of(const Word& prefix) {
    workspace_.spend(continuations_.size());
    const std::size_t words = (continuations_.size() + 63) / 64;
    Row row{std::vector<std::uint64_t>(words, 0), std::vector<std::uint64_t>(words, 0)};
    for (std::size_t i = 0; i < continuations_.size(); ++i)
      if (const std::optional<bool> member = is_member(prefix, continuations_[i])) {
        row.known[i / 64] |= std::uint64_t{1} << (i % 64);
        if (*member) row.member[i / 64] |= std::uint64_t{1} << (i % 64);
      }
    return row;
  }

  /// States for all prefixes, as far as the continuations tell them apart.
  std::optional<Refusal> close() {
    states_.clear();
    states_.push_back({{}, row_of({}), {}});
    for (std::size_t from = 0; from < states_.size(); ++from)
      for (Letter letter = 0; letter < letters_.letters(); ++letter) {
        const Word& access = states_[from].word;
        if (!access.empty() && !may_follow(access.back(), letter)) {
          states_[from].next.push_back(Automaton::kNone);
          continue;
        }
        Word word = access;
        if (!word.empty() || letter != 0) word.push_back(letter);
        Row row = row_of(word);
        if (!row.knows()) return Refusal{fmt::format("numbers up to {} do not tell its states apart", sample_.bound())};
        const auto same = std::ranges::find_if(states_, [&](const Access& state) { return state.row.compatible(row); });
        states_[from].next.push_back(static_cast<Automaton::State>(same - states_.begin()));
        if (same != states_.end()) continue;
        states_.push_back({std::move(word), std::move(row), {}});
        if (states_.size() > most_states_) return Refusal{fmt::format("more than {} states", most_states_)};
      }
    return std::nullopt;
  }

  Automaton guess() const {
    Automaton automaton(system_, sample_.tracks());
    while (automaton.states() < states_.size()) automaton.add_state(false);
    for (std::size_t state = 0; state < states_.size(); ++state) {
      const auto at = static_cast<Automaton::State>(state);
      automaton.set_accepting(at, (states_[state].row.member[0] & 1) != 0);  // the empty continuation comes first
      for (Letter letter = 0; letter < letters_.letters(); ++letter)
        automaton.set_next(at, letter, states_[state].next[letter]);
    }
    // A state may stand for prefixes that may be continued in other ways: only words of numbers are accepted.
    return automaton;
  }

  /// The least tuple, by its greatest number, in which the guess and the sample differ.
  std::optional<Position> difference() {
    const Automaton words = combined(guess(), all_tuples(system_, sample_.tracks()), SetOperation::both, workspace_);
    std::optional<Position> least;
    Coordinate greatest = sample_.bound() + 1;
    const auto note = [&](const Position& numbers) {
      const Coordinate here = *std::ranges::max_element(numbers);
      if (here >= greatest) return;
      greatest = here;
      least = numbers;
    };
    for (const Position& member : sample_.members())
      if (*std::ranges::max_element(member) < greatest && !words.contains(widen(member))) note(member);
    const auto note_wrong = [&](PositionView numbers) {
      if (sample_.contains(numbers) == false) note(Position(numbers));
    };
    for_each_tuple(words, sample_.bound(), note_wrong, kCompared);
    return least;
  }

  /// Adds a continuation that the tuple, in which the guess is wrong, shows to matter; false where the sample does not tell.
  bool refine(const Position& numbers) {
    const Word word = letters_.word_of(widen(numbers));
    Automaton::State state = 0;
    std::optional<bool> before = is_member({}, word);
    for (std::size_t i = 0; i < word.size(); ++i) {
      state = states_[static_cast<std::size_t>(state)].next[word[i]];
      if (state == Automaton::kNone) return false;
      const std::span<const Letter> rest = std::span(word).subspan(i + 1);
      const std::optional<bool> after = is_member(states_[static_cast<std::size_t>(state)].word, rest);
      if (before && after && *before != *after) {
        Word continuation(rest.begin(), rest.end());
        if (std::ranges::find(continuations_, continuation) != continuations_.end()) return false;
        continuations_.push_back(std::move(continuation));
        return true;
      }
      before = after;
    }
    return false;
  }

  const Sample& sample_;
  const Numeration& system_;
  const Automaton letters_;  ///< for its letters alone
  const std::size_t most_states_;
  AutomataWorkspace& workspace_;
  std::vector<Word> continuations_;
  std::vector<Access> states_;
};

}  // namespace

Result<Automaton> learnt(const Sample& sample, const Numeration& system, std::size_t most_states,
                         AutomataWorkspace& workspace) {
  Result<Automaton> automaton = Learner(sample, system, most_states, workspace).run();
  if (!automaton) return automaton;
  return combined(*automaton, all_tuples(system, sample.tracks()), SetOperation::both, workspace);
}

}  // namespace bouton
