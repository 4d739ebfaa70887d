#include "engine/method/solvers/sum_solver.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/sum/sum_growth.h"

namespace bouton {
namespace {

/// What a search of a sum that may fail costs at most: some seconds. Searches for remoteness alone begin with this; where sums
/// are given up, as they are one after the other in a game that is played, later ones are given up sooner.
constexpr Effort kModerateEffort{.positions = 1'000'000, .options = 5'000'000};
constexpr Effort kLeastRemotenessEffort{.positions = 2'000, .options = 10'000};
/// What the remoteness of a row of coins may cost, whose outcome is known without: about a second.
constexpr Effort kRemotenessOfRow{.positions = 100'000, .options = 200'000};

Effort after_giving_up(const Effort& effort) {
  return {.positions = std::max(effort.positions / 4, kLeastRemotenessEffort.positions),
          .options = std::max(effort.options / 4, kLeastRemotenessEffort.options)};
}

[[noreturn]] void refuse_sum_by_position() {
  throw RequestError("the rule says who wins at the end of one position, not of a sum; play must be normal or misere");
}

/// A sum as what it is looked up by.
std::vector<std::pair<std::size_t, Position>> key(const SumSolver::Parts& parts) {
  std::vector<std::pair<std::size_t, Position>> key;
  for (const SumPart& part : parts) key.emplace_back(part.game, part.position);
  std::ranges::sort(key);
  return key;
}

std::vector<Position> heads_of(const SumSolver::Parts& parts) {
  std::vector<Position> heads;
  for (const SumPart& part : parts) heads.push_back(part.position);
  return heads;
}

}  // namespace

SumSolver::Whole::Whole(const std::vector<std::shared_ptr<const Rules>>& games, Play play, const Budget& budget,
                        const std::shared_ptr<MemoryAccount>& account)
    : rules(std::make_shared<SumRules>(games, play, account)),
      solver(rules, Search::Quantity::outcome, budget, account),
      effort(kModerateEffort) {}

SumSolver::SumSolver(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget,
                     std::shared_ptr<MemoryAccount> account, bool kernels, Quotients quotients, std::optional<TableKernel> only,
                     bool heaps)
    : games_(std::move(games)), budget_(budget), account_(std::move(account)), quotients_(quotients) {
  for (const std::shared_ptr<const Rules>& game : games_) {
    const Search::Quantity wanted = game->play() == Play::normal ? Search::Quantity::both : Search::Quantity::outcome;
    by_game_.push_back(std::make_unique<PositionSolver>(game, wanted, budget_, account_, kernels, only, heaps));
    const bool of_coins = game->heads_cancel() && game->play() == Play::misere;
    rows_.push_back(of_coins ? std::make_unique<CoinRows>(game, budget_, account_) : nullptr);
  }
}

Play SumSolver::play(const Parts& parts) const {
  if (games_.empty()) return Play::normal;
  const Play play = games_[parts.empty() ? 0 : parts.front().game]->play();
  for (const SumPart& part : parts)
    if (games_[part.game]->play() != play) throw MixedPlay();
  if (play == Play::by_position && parts.size() != 1) refuse_sum_by_position();
  return play;
}

Outcome SumSolver::outcome(const Parts& parts) {
  const Play convention = play(parts);
  if (const std::optional<Outcome> outcome = by_rows(parts)) return *outcome;
  if (parts.size() == 1)
    if (const std::optional<PackedOutcome> outcome = by_game_[parts[0].game]->outcome(parts[0].position))
      return outcome->outcome();
  if (convention == Play::by_position) refuse_sum_by_position();
  if (convention == Play::misere) {
    if (const std::optional<Outcome> outcome = by_quotient(parts)) return *outcome;
    return searched_whole(parts, convention).outcome();
  }
  Nimber sum;
  for (const SumPart& part : parts) sum = sum + nimber(part);
  return sum.outcome();
}

Nimber SumSolver::nimber(const SumPart& part) {
  if (const std::optional<Nimber> nimber = by_game_[part.game]->nimber(part.position)) return *nimber;
  // Loopy, and with moves that split: the sums that it can become are the nodes of a graph.
  Whole& sums = whole(Play::normal);
  return *sums.solver.nimber(sums.rules->position({&part, 1}));
}

EntailingHeaps* SumSolver::entailing_heaps(std::size_t game) {
  EntailingSolver* const solver = by_game_[game]->entailing();
  if (solver == nullptr) return nullptr;
  const Result<EntailingHeaps*> heaps = solver->heaps();
  return heaps ? *heaps : nullptr;
}

std::string SumSolver::why_no_entailing_heaps(std::size_t game) {
  EntailingSolver* const solver = by_game_[game]->entailing();
  return solver == nullptr ? "no move obliges" : solver->heaps().reason();
}

std::optional<Remoteness> SumSolver::remoteness(const Parts& parts, bool whole) {
  const Play convention = play(parts);
  std::optional<PackedOutcome> found;
  if (parts.size() == 1) found = by_game_[parts[0].game]->outcome(parts[0].position);
  if (!found && obliges(parts)) return std::nullopt;  // nobody has counted the moves of such sums
  if (!found && convention == Play::by_position) refuse_sum_by_position();
  if (!found && convention == Play::misere) {
    if (!whole && by_quotient(parts)) return std::nullopt;
    if (!whole && by_rows(parts) && !searches_whole_within(parts, kRemotenessOfRow)) return std::nullopt;
    found = searched_whole(parts, convention);
  }
  // Of a draw nothing more is wanted.
  if (!found && outcome(parts) != Outcome::draw) found = whole ? searched_whole(parts, convention) : within_effort(parts);
  return found ? found->unpack().remoteness : std::nullopt;
}

std::optional<Remoteness> SumSolver::suspense(const Parts& parts) {
  const Play convention = play(parts);
  if (obliges(parts)) throw RequestError("suspense numbers are for moves that do not oblige (again, entail)");
  std::optional<PackedOutcome> found;
  if (parts.size() == 1) found = by_game_[parts[0].game]->suspense(parts[0].position);
  if (!found && convention == Play::by_position) refuse_sum_by_position();
  if (!found) {
    Whole& sums = whole(convention);
    found = sums.solver.suspense(sums.rules->position(parts));
  }
  return found->unpack().remoteness;
}

std::optional<Remoteness> SumSolver::longest(const SumPart& part) { return by_game_[part.game]->longest(part.position); }

Table SumSolver::longest_plays(const Box& box) {
  Table table = empty_table(box, ValueKind::longest, budget_);
  Position position = box.low();
  for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position))
    if (games_[0]->domain().contains(position) && games_[0]->valid(position))
      table.cells[index] = static_cast<std::uint32_t>(by_game_[0]->longest(position).value_or(Table::kInfinite));
  return table;
}

std::optional<Value> SumSolver::within(const SumPart& part, const Effort& effort) {
  PositionSolver& solver = *by_game_[part.game];
  const std::optional<PackedOutcome> outcome = solver.outcome(part.position, effort);
  if (!outcome) return solver.splits() ? within_sums(part, effort) : std::nullopt;
  const OutcomeAndRemoteness found = outcome->unpack();
  Value value{found.outcome, std::nullopt, found.remoteness};
  if (games_[part.game]->play() == Play::normal) value.grundy = solver.nimber(part.position, effort);
  return value;
}

/// Of a component that a move splits: under normal play its value says who wins, under misère play the search of the sums that
/// it can become.
std::optional<Value> SumSolver::within_sums(const SumPart& part, const Effort& effort) {
  switch (games_[part.game]->play()) {
    case Play::normal: {
      const std::optional<Nimber> grundy = by_game_[part.game]->nimber(part.position, effort);
      if (!grundy) return std::nullopt;
      return Value{grundy->outcome(), grundy, std::nullopt};
    }
    case Play::misere: {
      Whole& sums = whole(Play::misere);
      const std::optional<PackedOutcome> outcome = sums.solver.outcome(sums.rules->position({&part, 1}), effort);
      if (!outcome) return std::nullopt;
      const OutcomeAndRemoteness found = outcome->unpack();
      return Value{found.outcome, std::nullopt, found.remoteness};
    }
    case Play::by_position: break;
  }
  return std::nullopt;
}

bool SumSolver::knows_remoteness_below(const Parts& parts) {
  // What is searched cannot be solved without finding the remoteness of all below it.
  if (stands_alone(parts)) return true;
  if (obliges(parts)) return false;
  switch (play(parts)) {
    case Play::normal: return within_effort(parts).has_value();
    case Play::misere: return by_rows(parts) ? searches_whole_within(parts, kRemotenessOfRow) : !by_quotient(parts);
    case Play::by_position: break;
  }
  return true;
}

/// Sums for searches that nothing depends on, with a share of the memory of their own: the options of a single sum may take
/// more than any effort counts.
SumSolver::Whole& SumSolver::whole_beside() {
  constexpr std::size_t kMostBytes = std::size_t{1} << 28;
  if (beside_) return *beside_;
  Budget share = budget_;
  share.memory = std::min(kMostBytes, memory_left() / 2);
  room_beside_.emplace(account_, share.memory);
  beside_.emplace(games_, Play::normal, budget_, std::make_shared<MemoryAccount>(share));
  return *beside_;
}

/// Under normal play. The outcome is known without this search, so a lack of memory for it is not an error.
std::optional<PackedOutcome> SumSolver::within_effort(const Parts& parts) {
  try {
    Whole& sums = whole_beside();
    const Position position = sums.rules->position(parts);
    if (sums.too_large.contains(position)) return std::nullopt;
    const auto is_head = [&](const SumPart& part) { return games_[part.game]->heads_cancel(); };
    const Effort effort = std::ranges::any_of(parts, is_head) ? sums.effort.capped(kRemotenessOfRow) : sums.effort;
    const std::optional<PackedOutcome> found = sums.solver.outcome(position, effort);
    if (!found) {
      sums.too_large.insert(position);
      sums.effort = after_giving_up(sums.effort);
    }
    return found;
  } catch (const LimitError&) {
    beside_.reset();
    room_beside_.reset();
    return std::nullopt;
  }
}

/// What tells of rows of coins, where the parts are heads of such a row under misère play; else null.
CoinRows* SumSolver::rows_of(const Parts& parts) {
  if (parts.empty() || !rows_[parts[0].game]) return nullptr;
  const bool same = std::ranges::all_of(parts, [&](const SumPart& part) { return part.game == parts[0].game; });
  return same ? rows_[parts[0].game].get() : nullptr;
}

std::optional<std::size_t> SumSolver::places_of_row(const Parts& parts) {
  CoinRows* const rows = rows_of(parts);
  return rows != nullptr ? rows->places(heads_of(parts)) : std::nullopt;
}

std::optional<Outcome> SumSolver::by_rows(const Parts& parts) {
  CoinRows* const rows = rows_of(parts);
  return rows != nullptr ? rows->outcome(heads_of(parts)) : std::nullopt;
}

PackedOutcome SumSolver::searched_whole(const Parts& parts, Play play) {
  Whole& sums = whole(play);
  const Position position = sums.rules->position(parts);
  if (sums.too_large.contains(position)) check_size(parts);
  return *sums.solver.outcome(position);
}

/// A search of sums that cannot end within the memory does not begin: where the largest heap alone can become far too many.
void SumSolver::check_size(const Parts& parts) {
  if (rows_of(parts) != nullptr) refuse_row(parts);
  constexpr double kFar = 64;  // the count is an estimate
  const SumPart* largest = nullptr;
  for (const SumPart& part : parts) {
    const Domain& domain = games_[part.game]->domain();
    const bool heap =
        !domain.is_piles() && domain.dimensions() == 1 && domain.axis(0).least >= 0 && by_game_[part.game]->splits();
    if (heap && (largest == nullptr || part.position[0] > largest->position[0])) largest = &part;
  }
  if (largest == nullptr) return;
  const std::size_t game = largest->game;
  const SumRules rules({games_[game]}, Play::misere, account_);
  const auto heap = [&](Coordinate n) -> std::optional<Position> {
    if (!games_[game]->valid(Position{n})) return std::nullopt;
    const SumPart part{0, {n}};
    return rules.position({&part, 1});
  };
  const std::optional<double> sums =
      estimated_sums(rules, heap, games_[game]->domain().axis(0).least, largest->position[0], budget_);
  const double room = static_cast<double>(account_->limit()) / sizeof(std::uint32_t);
  if (!sums || *sums <= kFar * room) return;
  throw LimitError(
      fmt::format("about {:.0e} sums can come from heap {}, and no misère quotient of them was found; their outcomes need more "
                  "than {} of memory",
                  *sums, largest->position[0], format_bytes(account_->limit())),
      Limit::memory);
}

/// Of a row that a search was given up for. Throws LimitError, as its outcome is not told by its heads one by one.
void SumSolver::refuse_row(const Parts& parts) {
  const std::optional<std::size_t> places = places_of_row(parts);
  if (!places)
    throw LimitError(
        fmt::format("under misère play a row of coins is searched as a set of heads, and heads can be turned at more "
                    "than {} places here",
                    CoinRows::kMostPlaces),
        Limit::fixed);
  throw LimitError(
      fmt::format("under misère play a row of coins is searched as a set of heads; heads can be turned at {} places "
                  "here, and the outcomes of all 2^{} rows need {:.3g} GiB, more than {} of memory",
                  *places, *places, CoinRows::bytes(*places) / 0x1p30, format_bytes(account_->limit())),
      Limit::memory);
}

std::optional<Outcome> SumSolver::by_quotient(const Parts& parts) {
  if (!has_quotients() || stands_alone(parts)) return std::nullopt;
  if (const auto known = by_quotient_.find(key(parts)); known != by_quotient_.end()) return known->second;
  if (no_quotient_.contains(key(parts))) return std::nullopt;
  if (quotients_ == Quotients::after_search && search_whole_within(parts, kModerateEffort)) return std::nullopt;
  // A quotient is of sums; two heads at one place of a row are none.
  const auto is_head = [&](const SumPart& part) { return games_[part.game]->heads_cancel(); };
  if (std::ranges::any_of(parts, is_head)) return std::nullopt;
  if (!misere_) misere_.emplace(games_, budget_);
  const std::optional<Outcome> outcome = misere_->outcome(parts);
  if (outcome) by_quotient_.emplace(key(parts), *outcome);
  else no_quotient_.insert(key(parts));
  return outcome;
}

Probe SumSolver::probe(const SumPart& part, ValueKind kind) {
  PositionSolver& solver = *by_game_[part.game];
  const Probe found = solver.probe(part.position, kind);
  const bool by_values = games_[part.game]->play() == Play::normal && !solver.loopy();
  if (found.standing != Probe::Standing::sums || kind == ValueKind::grundy || !by_values) return found;
  return solver.probe(part.position, ValueKind::grundy);
}

bool SumSolver::search_within(const SumPart& part, ValueKind kind, const Effort& effort) {
  PositionSolver& solver = *by_game_[part.game];
  if (kind == ValueKind::outcome && by_rows({part})) return true;
  if (solver.search_within(part.position, kind, effort)) return true;
  const bool by_values = games_[part.game]->play() == Play::normal && !solver.loopy() && solver.splits();
  return by_values && kind != ValueKind::grundy && solver.search_within(part.position, ValueKind::grundy, effort);
}

bool SumSolver::search_whole_within(const Parts& parts, const Effort& effort) {
  return by_rows(parts) || searches_whole_within(parts, effort);
}

bool SumSolver::searches_whole_within(const Parts& parts, const Effort& effort) {
  try {
    Whole& sums = whole(Play::misere);
    const Position position = sums.rules->position(parts);
    if (sums.too_large.contains(position)) return false;
    if (sums.solver.outcome(position, effort)) return true;
    sums.too_large.insert(position);
  } catch (const LimitError&) {
    wholes_[1].reset();
  }
  return false;
}

Outcome SumSolver::outcome_after(const Parts& parts, const Parts& option) {
  if (by_quotient_.contains(key(parts)))
    if (const std::optional<Outcome> found = misere_->outcome(option)) return *found;
  return outcome(option);
}

Method SumSolver::choose(const Parts& parts) {
  const Play convention = play(parts);
  if (by_rows(parts)) return Method::search;
  if (parts.size() == 1)
    if (const std::optional<Method> way = by_game_[parts[0].game]->choose(parts[0].position, ValueKind::outcome)) return *way;
  if (convention == Play::by_position) refuse_sum_by_position();
  if (convention == Play::misere)
    return by_quotient(parts) ? Method::quotient : choose_whole(parts, convention, ValueKind::outcome);
  const auto is_graph = [this](const SumPart& part) { return choose_for_nimber(part) == Method::graph; };
  return std::ranges::any_of(parts, is_graph) ? Method::graph : Method::search;
}

Method SumSolver::choose_for_nimber(const SumPart& part) {
  if (const std::optional<Method> way = by_game_[part.game]->choose(part.position, ValueKind::grundy)) return *way;
  return choose_whole({part}, Play::normal, ValueKind::grundy);
}

/// A sum as a position of a game of sums, which no move splits.
Method SumSolver::choose_whole(const Parts& parts, Play play, ValueKind kind) {
  Whole& sums = whole(play);
  return sums.solver.choose(sums.rules->position(parts), kind).value_or(Method::search);
}

bool SumSolver::obliges(const Parts& parts) const {
  return std::ranges::any_of(parts, [&](const SumPart& part) { return games_[part.game]->obliges(); });
}

bool SumSolver::stands_alone(const Parts& parts) const { return parts.size() == 1 && !by_game_[parts[0].game]->splits(); }

SumSolver::Whole& SumSolver::whole(Play play) {
  std::optional<Whole>& sums = wholes_[play == Play::misere ? 1 : 0];
  if (!sums) sums.emplace(games_, play, budget_, account_);
  return *sums;
}

Table SumSolver::table(const Box& box, ValueKind kind) {
  const Reservation cells(account_, bytes_of_cells(box));
  Table table = empty_table(box, kind, budget_);
  if (!fill_by_rows(table) && !by_game_[0]->fill(table)) fill_by_sums(table);
  return table;
}

/// Outcomes of single heads under misère play; false of other tables, and where the rows do not fit the memory.
bool SumSolver::fill_by_rows(Table& table) {
  if (table.kind != ValueKind::outcome || !rows_[0]) return false;
  const Box& box = table.box;
  // The last head has the most places below it.
  const SumPart last{0, Position(box.high())};
  if (!games_[0]->valid(last.position) || !by_rows({last})) return false;
  Position place = box.low();
  for (std::uint64_t index = 0; index < box.size(); ++index, box.next(place)) {
    budget_.check_stop();
    if (games_[0]->valid(place)) table.cells[index] = static_cast<std::uint32_t>(*by_rows({{0, place}}));
  }
  return true;
}

void SumSolver::fill_by_sums(Table& table) {
  const Play play = games_[0]->play();
  if (play == Play::by_position) refuse_sum_by_position();
  Whole& sums = whole(play);
  sums.solver.fill(table, [&](PositionView place, Position& placed) {
    if (!games_[0]->valid(place)) return false;
    const SumPart part{0, Position(place)};
    placed = sums.rules->position({&part, 1});
    return true;
  });
}

}  // namespace bouton
