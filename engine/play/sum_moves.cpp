#include "engine/play/sum_moves.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/closed_form/wording.h"

namespace bouton {
namespace {

std::vector<Move> listed_moves(const Rules& rules, std::size_t component, const BigPosition& position, const Budget& budget,
                               const std::shared_ptr<MemoryAccount>& account, Reservation& listed) {
  Options options(account);
  rules.options(*narrow(position), options);
  const Options distinct = options.unique();
  std::vector<Move> moves;
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    budget.check_stop();
    listed.add(bytes_of_move(distinct[i]));
    Move move{component, std::string(rules.label_name(distinct[i].label())), {}, distinct[i].kind()};
    for (std::size_t part = 0; part < distinct[i].size(); ++part) move.to.push_back(widen(distinct[i][part]));
    moves.push_back(std::move(move));
  }
  return moves;
}

}  // namespace

Integer random_below(const Integer& n, Random& random) {
  if (n <= 1) return 0;
  if (const std::optional<std::uint64_t> narrowed = narrow_unsigned(n)) return widen_unsigned(random.below(*narrowed));
  Integer number = 0;
  for (std::size_t bits = 0; bits < mpz_sizeinbase(n.get_mpz_t(), 2) + 32; bits += 32)
    number = (number << 32) + widen_unsigned(random.next() >> 32);
  return number % n;
}

SumMoves SumMoves::of(const Sum& sum, std::vector<LargePositions>& large, const Budget& budget) {
  SumMoves moves;
  moves.budget_ = budget;
  const auto account = std::make_shared<MemoryAccount>(budget);
  Reservation listed(account);
  const std::optional<std::size_t> obliged = obliged_component(sum);
  for (std::size_t i = 0; i < sum.size(); ++i) {
    if (obliged && *obliged != i) {
      moves.parts_.push_back({{}, nullptr, moves.count_});
      continue;
    }
    LargePositions& game = large.at(sum[i].game);
    Part part{{}, game.many(sum[i].position), moves.count_};
    if (part.many) moves.listed_ = false;
    else part.listed = listed_moves(game.rules(), i, sum[i].position, budget, account, listed);
    moves.count_ += part.many ? part.many->ranges.count() : widen_unsigned(part.listed.size());
    moves.parts_.push_back(std::move(part));
  }
  if (!moves.listed_) return moves;
  for (Part& part : moves.parts_) {
    moves.all_.insert(moves.all_.end(), std::make_move_iterator(part.listed.begin()),
                      std::make_move_iterator(part.listed.end()));
    part.listed.clear();
  }
  return moves;
}

bool SumMoves::is_exact() const {
  return std::ranges::all_of(parts_, [](const Part& part) { return !part.many || part.many->ranges.is_distinct(); });
}

const std::vector<Move>& SumMoves::list() const {
  if (listed_ || !all_.empty()) return all_;
  if (!is_exact() || count_ > widen_unsigned(LargePositions::kListable))
    throw RequestError(fmt::format("{}{} moves are too many to list", is_exact() ? "" : "up to ", brief(count_)));
  Reservation memory(std::make_shared<MemoryAccount>(budget_));
  std::vector<Move> all;
  for (Integer number = 0; number < count_; ++number) {
    budget_.check_stop();
    all.push_back(move(number));
    memory.add(bytes_of_move(all.back().to));
  }
  all_ = std::move(all);
  return all_;
}

const SumMoves::Part& SumMoves::part_of(const Integer& number) const {
  const auto behind = std::ranges::upper_bound(
      parts_, number, [](const Integer& a, const Integer& b) { return a < b; }, &Part::first);
  return *(behind - 1);
}

Move SumMoves::move(const Integer& number) const {
  if (listed_) return all_.at(number.get_ui());
  const Part& part = part_of(number);
  const Integer own = number - part.first;
  if (!part.many) return part.listed.at(own.get_ui());
  OptionRanges::Option option = part.many->ranges.option(own);
  return {static_cast<std::size_t>(&part - parts_.data()), part.many->label(option), {std::move(option.to)}};
}

std::optional<Integer> SumMoves::number_of(std::size_t component, const std::vector<BigPosition>& to,
                                           std::optional<MoveKind> kind) const {
  const auto in_list = [&](const std::vector<Move>& list, const Integer& first) -> std::optional<Integer> {
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i].component == component && list[i].to == to && (!kind || list[i].kind == *kind))
        return Integer(first + widen_unsigned(i));
    return std::nullopt;
  };
  if (listed_) return in_list(all_, 0);
  if (component >= parts_.size()) return std::nullopt;
  const Part& part = parts_[component];
  if (!part.many) return in_list(part.listed, part.first);
  if (to.size() != 1) return std::nullopt;
  const std::optional<Integer> own = part.many->ranges.number_of(to[0]);
  if (!own) return std::nullopt;
  return Integer(part.first + *own);
}

SumMoves SumMoves::without(const std::vector<std::size_t>& numbers) const {
  SumMoves left = *this;
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number)
    left.all_.erase(left.all_.begin() + static_cast<std::ptrdiff_t>(*number));
  left.count_ = widen_unsigned(left.all_.size());
  return left;
}

Integer SumMoves::random(Random& random) const {
  while (true) {
    const Integer number = random_below(count_, random);
    if (listed_) return number;
    const Part& part = part_of(number);
    if (!part.many || part.many->ranges.is_distinct()) return number;
    // Of the numbers of a move only its own counts.
    const Integer own = number - part.first;
    if (part.many->ranges.number_of(part.many->ranges.option(own).to) == own) return number;
  }
}

Sum after(const Sum& sum, const Move& move) {
  Sum result;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    if (i != move.component) result.push_back({sum[i].game, sum[i].position});
    else
      for (const BigPosition& part : move.to) result.push_back({sum[i].game, part, move.kind == MoveKind::entail});
  }
  return result;
}

Sum laid_out_after(const Sum& sum, const Move& move, std::span<const std::shared_ptr<const Rules>> games) {
  const Sum all = after(sum, move);
  Sum result;
  for (const Component& component : all) {
    const auto same = [&](const Component& other) {
      return other.game == component.game && other.position == component.position && games[other.game]->heads_cancel();
    };
    if (const auto twin = std::ranges::find_if(result, same); twin != result.end()) result.erase(twin);
    else result.push_back(component);
  }
  return result;
}

}  // namespace bouton
