#include "engine/closed_form/heaps/take_away.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "engine/closed_form/wording.h"

namespace bouton {
namespace {

std::size_t bytes_of(const Integer& value) { return sizeof(Integer) + mpz_size(value.get_mpz_t()) * sizeof(mp_limb_t); }

}  // namespace

TakeAwaySequence::TakeAwaySequence(Bound f, Budget budget, IntegerFunction::Growth growth)
    : f_(std::move(f)), budget_(std::move(budget)), growth_(growth) {
  runs_.push_back({1, 1, 1});
}

Integer TakeAwaySequence::bound(const Integer& x) const {
  Integer value = f_(x);
  return value < 0 ? Integer(0) : value;
}

std::optional<Refusal> TakeAwaySequence::prepare(const Integer& n) {
  if (std::optional<Refusal> refusal = check_small(n)) return refusal;
  if (std::optional<Refusal> refusal = extend(n)) return refusal;
  return ended_ ? check_beyond(n) : std::nullopt;
}

std::optional<Refusal> TakeAwaySequence::probe(const Integer& x, const Integer& n) {
  if (x <= probed_ || x >= n) return std::nullopt;
  Integer value = bound(x);
  if (value < bound_at_probed_)
    return Refusal{fmt::format("f decreases: f({}) = {} after f({}) = {}", x.get_str(), value.get_str(), probed_.get_str(),
                               bound_at_probed_.get_str())};
  probed_ = x;
  bound_at_probed_ = std::move(value);
  return std::nullopt;
}

std::optional<Refusal> TakeAwaySequence::check_small(const Integer& n) {
  const bool unknown = growth_ == IntegerFunction::Growth::unknown;
  if (unknown && n > kCheckedOfUnknown + 1)
    return Refusal{
        fmt::format("f may decrease: it is too involved to tell, and Bouton checks every x only up to {}", kCheckedOfUnknown)};
  while (probed_ < (unknown ? kCheckedOfUnknown : kCheckedInFull) && probed_ + 1 < n) {
    budget_.check_stop();
    if (std::optional<Refusal> refusal = probe(probed_ + 1, n)) return refusal;
  }
  return std::nullopt;
}

std::optional<Refusal> TakeAwaySequence::check_runs(const Integer& n) {
  for (; runs_probed_ < runs_.size(); ++runs_probed_) {
    budget_.check_stop();
    const Run& run = runs_[runs_probed_];
    const Integer middle = run.first + (run.last - run.first) / run.step / 2 * run.step;
    for (const Integer& x : {Integer((probed_ + run.first) / 2), run.first, middle, run.last})
      if (std::optional<Refusal> refusal = probe(x, n)) return refusal;
    if (run.last >= n) break;  // the points of this run that are not below n are still to be probed for a greater n
  }
  return std::nullopt;
}

std::optional<Refusal> TakeAwaySequence::check_beyond(const Integer& n) {
  while (2 * probed_ < n && probed_ > 0)
    if (std::optional<Refusal> refusal = probe(2 * probed_, n)) return refusal;
  return std::nullopt;
}

std::optional<Refusal> TakeAwaySequence::extend(const Integer& n) {
  if (std::optional<Refusal> refusal = check_runs(n)) return refusal;
  while (!ended_ && runs_.back().last < n) {
    budget_.check_stop();
    const Integer greatest = runs_.back().last;
    const std::optional<Integer> source = least_source(greatest);
    if (!source) {
      ended_ = true;
      break;
    }
    // The same source serves as long as the greatest term is within its bound.
    const Integer more = (bound(*source) - greatest) / *source;
    Run run{greatest + *source, *source, greatest + (more + 1) * *source};
    bytes_ += bytes_of(run.first) + bytes_of(run.step) + bytes_of(run.last);
    budget_.check_memory(bytes_, "the H-sequence of the take-away game");
    runs_.push_back(std::move(run));
    if (std::optional<Refusal> refusal = check_runs(n)) return refusal;
  }
  return std::nullopt;
}

std::optional<Integer> TakeAwaySequence::least_source(const Integer& value) {
  while (source_run_ < runs_.size() && bound(runs_[source_run_].last) < value) ++source_run_;
  if (source_run_ == runs_.size()) {
    source_run_ = runs_.size() - 1;
    return std::nullopt;
  }
  const Run& run = runs_[source_run_];
  Integer low = 0, high = (run.last - run.first) / run.step;  // the answer's index in the run is between them
  while (low < high) {
    const Integer middle = (low + high) / 2;
    if (bound(run.first + middle * run.step) < value) low = middle + 1;
    else high = middle;
  }
  return Integer(run.first + low * run.step);
}

Integer TakeAwaySequence::greatest_term_up_to(const Integer& n) const {
  const auto after = std::ranges::upper_bound(runs_, n, {}, &Run::first);
  const Run& run = *std::prev(after);
  if (n >= run.last) return run.last;
  return n - (n - run.first) % run.step;
}

TakeAwaySequence::Rest TakeAwaySequence::without_terms_above(const Integer& n, const Integer& above) const {
  Rest result{n, std::nullopt};
  const Integer& last = runs_.back().last;
  if (result.rest >= last && last > above) {
    result.rest %= last;  // only a sequence that ended has its last term more than once
    result.last_taken = last;
  }
  while (result.rest > above) {
    Integer term = greatest_term_up_to(result.rest);
    if (term <= above) break;
    result.rest -= term;
    result.last_taken = std::move(term);
  }
  return result;
}

Integer TakeAwaySequence::least_term(const Integer& n) const { return *without_terms_above(n, 0).last_taken; }

std::vector<Integer> TakeAwaySequence::terms(const Integer& n, std::size_t at_most) const {
  std::vector<Integer> result;
  for (const Run& run : runs_)
    for (Integer term = run.first; term <= run.last; term += run.step) {
      if (term > n || result.size() == at_most) return result;
      result.push_back(term);
    }
  return result;
}

std::vector<TakeAwaySequence::Term> TakeAwaySequence::history(const Integer& n, std::size_t at_most) const {
  std::vector<Term> result;
  std::size_t index = 0;  // of the term that the last run added: it never goes back
  for (const Run& run : runs_) {
    while (index < result.size() && result[index].value < run.step) ++index;
    for (Integer term = run.first; term <= run.last; term += run.step) {
      if (term > n || result.size() == at_most) return result;
      if (result.empty()) result.push_back({term, 0, 0});
      else result.push_back({term, run.step, index + 1});
    }
  }
  return result;
}

std::vector<TakeAwaySequence::Summand> TakeAwaySequence::representation(const Integer& n) const {
  std::vector<Summand> sum;
  Integer rest = n;
  if (const Integer& last = runs_.back().last; rest >= last) {
    sum.push_back({last, rest / last});
    rest %= last;
  }
  while (rest > 0) {
    sum.push_back({greatest_term_up_to(rest), 1});
    rest -= sum.back().term;
  }
  return sum;
}

namespace {

std::string text_of(const std::vector<TakeAwaySequence::Summand>& sum) {
  std::string text;
  for (const TakeAwaySequence::Summand& summand : sum)
    text += fmt::format("{}{}{}", text.empty() ? "" : " + ", summand.times == 1 ? "" : brief(summand.times) + " * ",
                        brief(summand.term));
  return text;
}

/// How many terms it has.
Integer size_of(const std::vector<TakeAwaySequence::Summand>& sum) {
  Integer size = 0;
  for (const TakeAwaySequence::Summand& summand : sum) size += summand.times;
  return size;
}

class TakeAwayForm final : public ClosedForm {
 public:
  TakeAwayForm(IntegerFunction f, const Budget& budget)
      : ClosedForm(Domain::fixed({{.name = "n"}, {.name = "limit"}})),
        growth_(f.growth),
        sequence_([f = std::move(f.call)](const Integer& x) { return f(std::span(&x, 1)); }, budget, growth_) {}

  std::string theorem() const override {
    return std::string(
               "Schwenk (1970): with n written as a sum of terms of the H-sequence, P iff limit is less than the least "
               "of them") +
           of_growth();
  }
  std::string assumption() const override {
    if (growth_ != IntegerFunction::Growth::promised || greatest_ <= TakeAwaySequence::kCheckedInFull + 1) return {};
    return fmt::format("f does not decrease (checked for every x up to {} and at points beyond)",
                       TakeAwaySequence::kCheckedInFull);
  }

  Evidence evidence(const BigPosition& at, const Domain& domain) override {
    Evidence evidence;
    const Integer& n = at[0];
    const Integer& limit = at[1];
    const std::string name = domain.coordinate_name(0), most = domain.coordinate_name(1);
    if (n == 0 || limit == 0 || prepare(n)) {
      if (n == 0) evidence.sentences.emplace_back("Nothing is left to take.");
      else if (limit == 0) evidence.sentences.push_back(fmt::format("{} is 0: nothing may be taken.", most));
      return evidence;
    }
    const std::vector<TakeAwaySequence::Summand> sum = sequence_.representation(n);
    const Integer least = sum.back().term, size = size_of(sum);
    evidence.sentences.push_back(terms_up_to(n));
    evidence.sentences.push_back(
        size == 1 ? fmt::format("{} = {} is a term itself, so |{}| = 1.", name, brief(n), brief(n))
                  : fmt::format(
                        "{} = {} = {}, the greatest term first and so on for the rest: |{}| = {} terms, the least of them {}.",
                        name, brief(n), text_of(sum), brief(n), brief(size), brief(least)));
    if (limit < least) {
      evidence.sentences.push_back(fmt::format(
          "No more than {0} = {1} may be taken, less than that least term. Whatever is taken, what is left of it has a least "
          "term that the opponent may take, and so on: it is the opponent who takes the last of it.",
          most, brief(limit)));
      return evidence;
    }
    const Integer left = n - least, bound = sequence_.bound(least);
    evidence.move = WinningMove{"", {left, bound}};
    const std::string take =
        fmt::format("Up to {} = {} may be taken, so take the least term, {}", most, brief(limit), brief(least));
    evidence.sentences.push_back(
        left == 0 ? take + ": nothing is left."
                  : fmt::format(
                        "{}. That leaves {} = {}, one term fewer, and f({}) = {}, the most that may be taken now, is less than "
                        "its least term {}: the opponent cannot take that away.",
                        take, brief(left), text_of(sequence_.representation(left)), brief(least), brief(bound),
                        brief(sequence_.least_term(left))));
    return evidence;
  }

 private:
  /// The sequence as far as it matters for n, in a sentence.
  std::string terms_up_to(const Integer& n) const {
    constexpr std::size_t kShown = 24;
    std::string list;
    const std::vector<Integer> terms = sequence_.terms(n, kShown + 1);
    for (std::size_t i = 0; i < std::min(kShown, terms.size()); ++i) list += (i > 0 ? ", " : "") + brief(terms[i]);
    return fmt::format(
        "The H-sequence up to {} is {}{}: each term after H_1 = 1 is the one before, H_k, plus the least term H_m that has "
        "f(H_m) >= H_k.",
        brief(n), list, terms.size() > kShown ? ", ..." : "");
  }

  std::optional<Refusal> prepare(const Integer& n) {
    std::optional<Refusal> refusal = sequence_.prepare(n);
    if (!refusal && n > greatest_) greatest_ = n;
    return refusal;
  }

  /// What makes sure that f does not decrease; nothing where that was promised.
  std::string of_growth() const {
    switch (growth_) {
      case IntegerFunction::Growth::proved: return "; f never decreases (proved)";
      case IntegerFunction::Growth::unknown:
        return fmt::format("; where f does not decrease (checked for every x below n, up to {})",
                           TakeAwaySequence::kCheckedOfUnknown);
      case IntegerFunction::Growth::promised: break;
    }
    return {};
  }

  Result<Outcome> find_outcome(const BigPosition& at) override {
    const Integer& n = at[0];
    const Integer& limit = at[1];
    if (n == 0 || limit == 0) return Outcome::P;
    if (std::optional<Refusal> refusal = prepare(n)) return *std::move(refusal);
    return limit < sequence_.least_term(n) ? Outcome::P : Outcome::N;
  }

  Result<WinningMoves> find_winning_moves(const BigPosition& at, std::size_t at_most) override {
    const Integer& n = at[0];
    WinningMoveList list(at_most);
    if (n == 0 || at[1] == 0) return list.take();
    if (std::optional<Refusal> refusal = prepare(n)) return *std::move(refusal);
    const Integer greatest_take = std::min(n, at[1]);
    Integer take = 1;
    while (list.open() && take <= greatest_take) {
      // t wins iff all terms of n - t are above f(t). With b = f(take), the next t that leaves only terms above b is the
      // one that leaves the greatest such number <= n - take: its sum is that of n - take without the terms <= b.
      const Integer b = sequence_.bound(take);
      const TakeAwaySequence::Rest left = sequence_.without_terms_above(n - take, b);
      const bool moved = left.rest > 0;
      take += left.rest;
      if (take > greatest_take) break;
      const Integer new_b = moved ? sequence_.bound(take) : b;
      if (new_b < b && take < n)
        return Refusal{fmt::format("f decreases: f({}) = {} after a greater value", take.get_str(), new_b.get_str())};
      if (left.last_taken && *left.last_taken <= new_b) continue;  // b grows, past one term of H at least
      list.add("", {n - take, new_b});
      ++take;
    }
    return list.take();
  }

  IntegerFunction::Growth growth_;
  TakeAwaySequence sequence_;
  Integer greatest_ = 0;  ///< the greatest n that an answer was given about
};

}  // namespace

std::unique_ptr<ClosedForm> take_away_form(IntegerFunction f, const Budget& budget) {
  return std::make_unique<TakeAwayForm>(std::move(f), budget);
}

}  // namespace bouton
