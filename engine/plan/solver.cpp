#include "engine/plan/solver.h"

#include <fmt/format.h>

#include "engine/errors.h"
#include "engine/memory_account.h"
#include "engine/plan/sum_solver.h"

namespace bouton {
namespace {

using Parts = SumSolver::Parts;

/// `parts` after the move that replaces component `moved`.
Parts after(const Parts& parts, std::size_t moved, const Options::Option& option) {
  Parts result;
  result.reserve(parts.size() + option.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != moved) {
      result.push_back(parts[i]);
      continue;
    }
    for (std::size_t part = 0; part < option.size(); ++part) result.push_back({parts[i].game, Position(option[part])});
  }
  return result;
}

void check_box(const Rules& rules, const Box& box) {
  for (const Position& corner : {box.low(), box.high()})
    if (const std::optional<std::string> complaint = rules.domain().complaint(corner))
      throw RequestError(fmt::format("the corner {} of the box {}", to_string(corner), *complaint));
}

}  // namespace

class Solver::Impl {
 public:
  Impl(std::vector<std::shared_ptr<const Rules>> games, Budget budget)
      : games_(std::move(games)), budget_(std::move(budget)), account_(std::make_shared<MemoryAccount>(budget_)) {
    forget();
  }

  /// Answers with `question`. If memory runs out, once more without what earlier questions left.
  template <class Question>
  auto ask(Question question) {
    const bool remembers = account_->used() > 0;
    try {
      return question();
    } catch (const LimitError&) {
      if (!remembers || !account_->exhausted()) throw;
    }
    forget();
    return question();
  }

  Parts narrow(const Sum& sum) const;
  Answer solve(const Parts& parts, std::size_t most_moves);
  std::vector<MoveValue> moves(const Parts& parts);
  std::optional<Nimber> nimber(const Parts& parts);
  Table table(const Box& box, ValueKind kind);

  SumSolver& sums() { return *sums_; }

 private:
  void forget() {
    sums_.reset();
    account_ = std::make_shared<MemoryAccount>(budget_);
    sums_ = std::make_unique<SumSolver>(games_, budget_, account_);
  }

  template <class Visit>
  void for_each_option(const Parts& parts, Visit visit);
  std::vector<Nimber> rest_of_each(const Parts& parts);
  Nimber nimber_after(const SumPart& moved, const Options::Option& option, const Nimber& rest);
  Move move(const SumPart& moved, std::size_t component, const Options::Option& option) const;

  std::vector<std::shared_ptr<const Rules>> games_;
  Budget budget_;
  std::shared_ptr<MemoryAccount> account_;
  std::unique_ptr<SumSolver> sums_;
};

Parts Solver::Impl::narrow(const Sum& sum) const {
  Parts parts;
  parts.reserve(sum.size());
  for (const Component& component : sum) {
    if (component.game >= games_.size())
      throw RequestError(fmt::format("game number {} of {}", component.game, games_.size()));
    const std::optional<Position> position = bouton::narrow(component.position);
    if (!position)
      throw RequestError(fmt::format("position {}: only a formula could answer for coordinates beyond 64 bits",
                                     to_string(component.position)));
    parts.push_back({component.game, *position});
  }
  return parts;
}

/// Calls `visit` with each component's number and each of its options until it returns false.
template <class Visit>
void Solver::Impl::for_each_option(const Parts& parts, Visit visit) {
  Options options;
  for (std::size_t component = 0; component < parts.size(); ++component) {
    options.clear();
    games_[parts[component].game]->options(parts[component].position, options);
    const Options distinct = options.unique();
    for (std::size_t i = 0; i < distinct.size(); ++i) {
      budget_.check_stop();
      if (!visit(component, distinct[i])) return;
    }
  }
}

/// For each component the value of all others together; under normal play.
std::vector<Nimber> Solver::Impl::rest_of_each(const Parts& parts) {
  std::vector<Nimber> rests(parts.size());
  Nimber before;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    rests[i] = before;
    before = before + sums_->nimber(parts[i]);
  }
  Nimber behind;
  for (std::size_t i = parts.size(); i-- > 0;) {
    rests[i] = rests[i] + behind;
    behind = behind + sums_->nimber(parts[i]);
  }
  return rests;
}

Nimber Solver::Impl::nimber_after(const SumPart& moved, const Options::Option& option, const Nimber& rest) {
  Nimber sum = rest;
  for (std::size_t part = 0; part < option.size(); ++part)
    sum = sum + sums_->nimber({moved.game, Position(option[part])});
  return sum;
}

Move Solver::Impl::move(const SumPart& moved, std::size_t component, const Options::Option& option) const {
  Move move{component, std::string(games_[moved.game]->label_name(option.label())), {}};
  for (std::size_t part = 0; part < option.size(); ++part) move.to.push_back(widen(option[part]));
  return move;
}

std::optional<Nimber> Solver::Impl::nimber(const Parts& parts) {
  if (sums_->play(parts) != Play::normal) throw RequestError("a Grundy value exists under normal play only");
  Nimber sum;
  for (const SumPart& part : parts) sum = sum + sums_->nimber(part);
  return sum;
}

Answer Solver::Impl::solve(const Parts& parts, std::size_t most_moves) {
  const bool normal = sums_->play(parts) == Play::normal;
  Answer answer;
  answer.value.outcome = sums_->outcome(parts);
  if (normal) answer.value.grundy = nimber(parts);
  answer.value.remoteness = sums_->remoteness(parts);
  answer.solver = sums_->solver(parts);
  if (answer.value.outcome != Outcome::N) return answer;
  const std::vector<Nimber> rests = normal ? rest_of_each(parts) : std::vector<Nimber>();
  for_each_option(parts, [&](std::size_t component, const Options::Option& option) {
    const Outcome outcome = normal ? nimber_after(parts[component], option, rests[component]).outcome()
                                   : sums_->outcome(after(parts, component, option));
    if (outcome != Outcome::P) return true;
    answer.winning_moves_complete = answer.winning_moves.size() < most_moves;
    if (answer.winning_moves_complete) answer.winning_moves.push_back(move(parts[component], component, option));
    return answer.winning_moves_complete;
  });
  return answer;
}

std::vector<MoveValue> Solver::Impl::moves(const Parts& parts) {
  const bool normal = sums_->play(parts) == Play::normal;
  sums_->outcome(parts);
  // Where the sum is too large to be searched, its options are not tried one after the other.
  const bool remoteness_known = sums_->knows_remoteness_below(parts);
  const std::vector<Nimber> rests = normal ? rest_of_each(parts) : std::vector<Nimber>();
  std::vector<MoveValue> result;
  for_each_option(parts, [&](std::size_t component, const Options::Option& option) {
    const Parts next = after(parts, component, option);
    Value value;
    if (normal) {
      value.grundy = nimber_after(parts[component], option, rests[component]);
      value.outcome = value.grundy->outcome();
    } else {
      value.outcome = sums_->outcome(next);
    }
    if (remoteness_known) value.remoteness = sums_->remoteness(next);
    result.push_back({move(parts[component], component, option), std::move(value)});
    return true;
  });
  return result;
}

Table Solver::Impl::table(const Box& box, ValueKind kind) {
  if (games_.empty()) throw RequestError("a table of no game");
  check_box(*games_[0], box);
  if (kind == ValueKind::grundy && games_[0]->play() != Play::normal)
    throw RequestError("Grundy values exist under normal play only; ask for outcomes");
  return sums_->table(box, kind);
}

Solver::Solver(std::vector<std::shared_ptr<const Rules>> games, Budget budget)
    : impl_(std::make_unique<Impl>(std::move(games), std::move(budget))) {}

Solver::~Solver() = default;

Answer Solver::solve(const Sum& sum, std::size_t most_moves) {
  return impl_->ask([&] { return impl_->solve(impl_->narrow(sum), most_moves); });
}

std::vector<MoveValue> Solver::moves(const Sum& sum) {
  return impl_->ask([&] { return impl_->moves(impl_->narrow(sum)); });
}

Outcome Solver::outcome(const Sum& sum) {
  return impl_->ask([&] { return impl_->sums().outcome(impl_->narrow(sum)); });
}

std::optional<Nimber> Solver::grundy(const Sum& sum) {
  return impl_->ask([&] { return impl_->nimber(impl_->narrow(sum)); });
}

std::optional<Remoteness> Solver::remoteness(const Sum& sum) {
  return impl_->ask([&] { return impl_->sums().remoteness(impl_->narrow(sum)); });
}

Table Solver::table(const Box& box, ValueKind kind) {
  return impl_->ask([&] { return impl_->table(box, kind); });
}

std::uint64_t Solver::positions(const Box& box, const std::function<void(PositionView)>& visit) {
  const Table outcomes = table(box, ValueKind::outcome);
  Position position = box.low();
  std::uint64_t count = 0;
  for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position)) {
    if (!outcomes.valid(index) || outcomes.outcome(index) != Outcome::P) continue;
    visit(position);
    ++count;
  }
  return count;
}

}  // namespace bouton
