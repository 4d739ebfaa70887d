#include "engine/theorem/learning/learner.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace bouton {

namespace {

/// A sample keeps a bit for each tuple where these are no more.
constexpr std::uint64_t kMostBits = std::uint64_t{1} << 27;

}  // namespace

Sample::Sample(std::size_t tracks, Coordinate bound, const std::shared_ptr<MemoryAccount>& account)
    : tracks_(tracks), bound_(bound), bits_(account), indices_(ChargedAllocator<std::uint64_t>(account)), members_(account) {
  std::uint64_t size = 1;
  for (std::size_t i = 0; i < tracks; ++i) size *= static_cast<std::uint64_t>(bound) + 1;
  if (size <= kMostBits) bits_.resize(static_cast<std::size_t>((size + 63) / 64), 0);
}

std::uint64_t Sample::index(PositionView numbers) const {
  std::uint64_t index = 0;
  for (const Coordinate number : numbers)
    index = index * (static_cast<std::uint64_t>(bound_) + 1) + static_cast<std::uint64_t>(number);
  return index;
}

void Sample::add(PositionView numbers) {
  const std::uint64_t at = index(numbers);
  if (is_dense()) bits_[at / 64] |= std::uint64_t{1} << (at % 64);
  else indices_.insert(at);
  members_.emplace_back(numbers);
}

std::optional<bool> Sample::contains(PositionView numbers) const {
  for (const Coordinate number : numbers)
    if (number > bound_) return std::nullopt;
  const std::uint64_t at = index(numbers);
  return is_dense() ? (bits_[at / 64] >> (at % 64) & 1U) != 0 : indices_.contains(at);
}

namespace {

/// Continuations to begin with: all words of up to so many letters, as long as those are few.
constexpr std::size_t kContinuations = 700;
constexpr std::size_t kRefinements = 400;
constexpr std::size_t kBytesOfRow = 120;
/// So many accepted words are compared with the sample.
constexpr std::uint64_t kCompared = 1'000'000;

class Learner {
 public:
  Learner(const Sample& sample, const Numeration& system, std::size_t most_states, AutomataWorkspace& workspace)
      : sample_(sample), system_(system), letters_(system, sample.tracks()), most_states_(most_states), workspace_(workspace) {
    followers_ = {system_.no_digits<std::int64_t>()};
    const auto least = [&] {
      return *std::min_element(followers_.back().begin(), followers_.back().begin() + system_.order());
    };
    while (least() <= sample.bound()) followers_.push_back(system_.one_digit_more(followers_.back(), followers_.size() - 1));
    order_members();
    std::vector<Word> words = {{}};
    for (std::size_t begin = 0, end = 1; words.size() + (end - begin) * letters_.letters() <= kContinuations; begin = end) {
      end = words.size();
      for (std::size_t i = begin; i < end; ++i)
        for (Letter letter = 0; letter < letters_.letters(); ++letter) {
          Word longer = {letter};
          longer.insert(longer.end(), words[i].begin(), words[i].end());
          if (is_word(longer)) words.push_back(std::move(longer));
        }
      if (end == words.size()) break;
    }
    for (Word& word : words) add_continuation(std::move(word));
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
  /// By their greatest numbers, which are at most the bound: counted, since a sample has up to millions of members, and is
  /// learnt in one system after the other.
  void order_members() {
    const ChargedVector<Position>& members = sample_.members();
    workspace_.spend(2 * members.size() * sample_.tracks());
    const auto greatest = [](const Position& member) { return static_cast<std::size_t>(*std::ranges::max_element(member)); };
    std::vector<std::size_t> places(static_cast<std::size_t>(sample_.bound()) + 2, 0);
    for (const Position& member : members) ++places[greatest(member) + 1];
    for (std::size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
    members_.resize(members.size());
    for (const Position& member : members) members_[places[greatest(member)]++] = &member;
  }

  /// What a word of letters says, begun at the start: of each track, the value and what may follow.
  struct Read {
    std::vector<Numeration::Prefix> values;
    std::vector<Numeration::Tail> tails;
    std::size_t places;  ///< how many letters follow, or a multiple of the system's period more
  };
  /// A word that ends words: what it adds to the value of each track, and after which tails it may come.
  struct Continuation {
    Word word;
    std::vector<Coordinate> values;
    std::vector<std::uint32_t> tails;  ///< of each track, one bit a tail
  };
  struct Row {
    std::size_t places;
    std::vector<std::uint64_t> known, member;
    std::size_t continuations;  ///< those that it is about: the first so many
    bool compatible(const Row& other) const {
      if (places != other.places) return false;
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

  std::vector<Digit> digits_of(std::span<const Letter> word, std::size_t track) const {
    std::vector<Digit> digits;
    for (const Letter letter : word) digits.push_back(letters_.digit(letter, track));
    return digits;
  }
  bool is_word(std::span<const Letter> word) const {
    for (std::size_t track = 0; track < sample_.tracks(); ++track)
      if (!system_.is_word(digits_of(word, track))) return false;
    return true;
  }

  void add_continuation(Word word) {
    Continuation continuation{std::move(word), {}, {}};
    for (std::size_t track = 0; track < sample_.tracks(); ++track) {
      const std::vector<Digit> digits = digits_of(continuation.word, track);
      Numeration::Prefix read{};
      std::uint32_t tails = 0;
      for (std::size_t i = 0; i < digits.size(); ++i) read = system_.extended(read, digits[i], digits.size() - 1 - i);
      for (Numeration::Tail tail = 0; tail < system_.tails(); ++tail) {
        std::optional<Numeration::Tail> after = tail;
        for (std::size_t i = 0; i < digits.size() && after; ++i)
          after = system_.after(*after, digits[i], digits.size() - 1 - i);
        if (after) tails |= 1U << tail;
      }
      continuation.values.push_back(system_.value(read));
      continuation.tails.push_back(tails);
    }
    continuations_.push_back(std::move(continuation));
  }

  /// The word, or nothing where it is not a beginning of words of numbers.
  std::optional<Read> read(std::span<const Letter> word) const {
    const std::size_t period = system_.period();
    Read result{std::vector<Numeration::Prefix>(sample_.tracks()), std::vector<Numeration::Tail>(sample_.tracks(), 0), 0};
    for (const Letter letter : word) {
      result.places = (result.places == 0 ? period : result.places) - 1;
      for (std::size_t track = 0; track < sample_.tracks(); ++track) {
        const Digit digit = letters_.digit(letter, track);
        const auto tail = system_.after(result.tails[track], digit, result.places);
        if (!tail) return std::nullopt;
        result.tails[track] = *tail;
        result.values[track] = system_.extended(result.values[track], digit, result.places);
      }
    }
    return result;
  }

  /// Whether what was read with the continuation is the word of a member; nothing where the sample does not tell, or the word's
  /// length is not that of a word.
  std::optional<bool> is_member(const Read& read, const Continuation& more) {
    const std::size_t places = more.word.size();
    if (places % system_.period() != read.places) return std::nullopt;
    for (std::size_t track = 0; track < sample_.tracks(); ++track)
      if ((more.tails[track] >> read.tails[track] & 1U) == 0) return false;
    // Of so many digits no word that is not 0 is a number up to the bound.
    const auto& followers = followers_[std::min(places, followers_.size() - 1)];
    for (std::size_t track = 0; track < sample_.tracks(); ++track) {
      std::int64_t value = more.values[track];
      for (std::size_t tail = 0; tail < system_.order(); ++tail) {
        const std::int64_t count = read.values[track][tail];  // not negative, as it was read from digits alone
        if (count > sample_.bound()) return std::nullopt;
        value += count * followers[tail];
      }
      if (value > sample_.bound()) return std::nullopt;
      numbers_[track] = value;
    }
    return sample_.contains(numbers_);
  }

  /// The row of a prefix: kept, and made longer where there are more continuations now.
  const Row& row_of(const Word& word, const Read& read) {
    const auto [at, is_new] = rows_.try_emplace(word, Row{read.places, {}, {}, 0});
    Row& row = at->second;
    if (is_new) memory_.add(continuations_.size() / 4 + kBytesOfRow + word.size() * sizeof(Letter));
    workspace_.spend(continuations_.size() - row.continuations + 1);
    const std::size_t words = (continuations_.size() + 63) / 64;
    row.known.resize(words, 0);
    row.member.resize(words, 0);
    for (std::size_t i = std::exchange(row.continuations, continuations_.size()); i < continuations_.size(); ++i)
      if (const std::optional<bool> member = is_member(read, continuations_[i])) {
        row.known[i / 64] |= std::uint64_t{1} << (i % 64);
        if (*member) row.member[i / 64] |= std::uint64_t{1} << (i % 64);
      }
    return row;
  }

  /// States for all prefixes, as far as the continuations tell them apart.
  std::optional<Refusal> close() {
    states_.clear();
    states_.push_back({{}, row_of({}, *read({})), {}});
    for (std::size_t from = 0; from < states_.size(); ++from)
      for (Letter letter = 0; letter < letters_.letters(); ++letter) {
        Word word = states_[from].word;
        word.push_back(letter);
        if (word.size() == system_.period() && std::ranges::all_of(word, [](Letter read) { return read == 0; })) word.clear();
        const std::optional<Read> after = read(word);
        if (!after) {
          states_[from].next.push_back(Automaton::kNone);
          continue;
        }
        const Row& row = row_of(word, *after);
        if (!row.knows()) return Refusal{fmt::format("numbers up to {} do not tell its states apart", sample_.bound())};
        const auto same = std::ranges::find_if(states_, [&](const Access& state) { return state.row.compatible(row); });
        states_[from].next.push_back(static_cast<Automaton::State>(same - states_.begin()));
        if (same != states_.end()) continue;
        states_.push_back({std::move(word), row, {}});
        if (states_.size() > most_states_) return Refusal{fmt::format("more than {} states", most_states_)};
      }
    return std::nullopt;
  }

  Automaton guess() const {
    Automaton automaton(system_, sample_.tracks());
    while (automaton.states() < states_.size()) automaton.add_state(false);
    for (std::size_t state = 0; state < states_.size(); ++state) {
      const auto at = static_cast<Automaton::State>(state);
      // The empty continuation comes first.
      automaton.set_accepting(at, (states_[state].row.member[0] & 1) != 0);
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
    for (const Position* member : members_) {
      workspace_.spend(sample_.tracks());
      if (words.contains(widen(*member))) continue;
      note(*member);
      break;
    }
    const auto note_wrong = [&](PositionView numbers) {
      if (sample_.contains(numbers) == false) note(Position(numbers));
    };
    for_each_tuple(words, greatest - 1, note_wrong, kCompared);
    return least;
  }

  /// Adds a continuation that the tuple, in which the guess is wrong, shows to matter; false where the sample does not tell.
  bool refine(const Position& numbers) {
    const Word word = letters_.word_of(widen(numbers));
    const std::size_t before = continuations_.size();
    Automaton::State state = 0;
    std::optional<bool> expected = sample_.contains(numbers);
    for (std::size_t i = 0; i < word.size(); ++i) {
      state = states_[static_cast<std::size_t>(state)].next[word[i]];
      if (state == Automaton::kNone) return false;
      add_continuation(Word(word.begin() + static_cast<std::ptrdiff_t>(i) + 1, word.end()));
      const std::optional<bool> here = is_member(*read(states_[static_cast<std::size_t>(state)].word), continuations_.back());
      if (expected && here && *expected != *here)
        return std::ranges::find(continuations_.begin(), continuations_.end() - 1, continuations_.back().word,
                                 &Continuation::word) == continuations_.end() - 1;
      continuations_.resize(before);
      expected = here;
    }
    return false;
  }

  const Sample& sample_;
  const Numeration& system_;
  const Automaton letters_;  ///< for its letters alone
  const std::size_t most_states_;
  AutomataWorkspace& workspace_;
  Reservation memory_{workspace_.account()};  ///< of the rows
  std::map<Word, Row> rows_;
  std::vector<Numeration::Followers<std::int64_t>> followers_;  ///< of 0, 1, ... digits, to more than the sample's bound each
  std::vector<const Position*> members_;                        ///< of the sample, by their greatest numbers
  std::vector<Continuation> continuations_;
  std::vector<Access> states_;
  Position numbers_ = Position(std::vector<Coordinate>(sample_.tracks(), 0));
};

}  // namespace

Result<Automaton> learnt(const Sample& sample, const Numeration& system, std::size_t most_states,
                         AutomataWorkspace& workspace) {
  Result<Automaton> automaton = Learner(sample, system, most_states, workspace).run();
  if (!automaton) return automaton;
  return combined(*automaton, all_tuples(system, sample.tracks()), SetOperation::both, workspace);
}

}  // namespace bouton
