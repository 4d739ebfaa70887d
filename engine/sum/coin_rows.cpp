#include "engine/sum/coin_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

namespace bouton {
namespace {

constexpr std::size_t kMostMet = 10'000;  ///< places, most of them such that no move turns a head there
constexpr unsigned kRowsInByte = 4;
constexpr std::uint64_t kReported = 1 << 16;  ///< moves, between one report and the next

}  // namespace

CoinRows::CoinRows(std::shared_ptr<const Rules> rules, const Budget& budget, std::shared_ptr<MemoryAccount> account)
    : rules_(std::move(rules)), budget_(budget), account_(std::move(account)) {}

double CoinRows::bytes(std::size_t places) { return std::ceil(std::exp2(static_cast<double>(places)) / kRowsInByte); }

/// Numbers the place after those that its moves turn, which are to the left of it. Nothing where places are too many.
std::optional<CoinRows::Row> CoinRows::bit_of(const Position& place) {
  if (const auto found = bits_.find(place); found != bits_.end()) return found->second;
  if (bits_.size() >= kMostMet) return std::nullopt;
  budget_.check_stop();
  Options options(account_);
  rules_->options(place, options);
  if (options.size() == 0) return bits_[place] = 0;
  if (moves_.size() >= kMostPlaces) return std::nullopt;
  std::vector<Row> moves;
  for (std::size_t i = 0; i < options.size(); ++i) {
    Row companions = 0;
    for (std::size_t part = 0; part < options[i].size(); ++part) {
      const std::optional<Row> bit = bit_of(Position(options[i][part]));
      if (!bit) return std::nullopt;
      companions ^= *bit;
    }
    moves.push_back(companions);
  }
  if (moves_.size() >= kMostPlaces) return std::nullopt;
  const Row own = Row{1} << moves_.size();
  std::ranges::sort(moves);
  const auto same = std::ranges::unique(moves);
  moves.erase(same.begin(), same.end());
  for (Row& move : moves) move ^= own;
  moves_.push_back(std::move(moves));
  return bits_[place] = own;
}

std::optional<CoinRows::Row> CoinRows::row_of(std::span<const Position> heads) {
  Row row = 0;
  for (const Position& head : heads) {
    const std::optional<Row> bit = bit_of(head);
    if (!bit) return std::nullopt;
    row ^= *bit;
  }
  return row;
}

/// Places that the known rows have no room for, so that fewer may be numbered for other heads.
void CoinRows::forget_beyond_room() {
  if (moves_.size() <= room_) return;
  moves_.resize(room_);
  std::erase_if(bits_, [this](const auto& of_place) { return of_place.second >> room_ != 0; });
}

std::optional<std::size_t> CoinRows::places(std::span<const Position> heads) {
  const bool numbered = row_of(heads).has_value();
  const std::size_t places = moves_.size();
  forget_beyond_room();
  if (!numbered) return std::nullopt;
  return places;
}

/// For the rows of all numbered places; what is known stays, since rows keep their numbers.
bool CoinRows::make_room() {
  if (rows_ && moves_.size() <= room_) return true;
  const double wanted = bytes(moves_.size());
  const std::size_t held = rows_ ? static_cast<std::size_t>(bytes(room_)) : 0;
  if (wanted > static_cast<double>(account_->limit() - account_->used())) return false;
  const auto size = static_cast<std::size_t>(wanted);
  ZeroedMemory rows(size);
  if (held > 0) std::memcpy(rows.data(), rows_->data(), held);
  rows_.emplace(std::move(rows));
  reserved_.reset();
  reserved_.emplace(account_, size);
  room_ = moves_.size();
  note(0, Known::n);
  return true;
}

CoinRows::Known CoinRows::known(Row row) const {
  const auto* const bytes = static_cast<const std::uint8_t*>(rows_->data());
  return static_cast<Known>(bytes[row / kRowsInByte] >> (row % kRowsInByte * 2) & 3U);
}

void CoinRows::note(Row row, Known outcome) {
  auto* const bytes = static_cast<std::uint8_t*>(rows_->data());
  bytes[row / kRowsInByte] |= static_cast<std::uint8_t>(static_cast<unsigned>(outcome) << (row % kRowsInByte * 2));
}

void CoinRows::search(Row start) {
  struct Visit {
    Row row;
    Row heads;         ///< whose moves are not all looked at
    std::size_t move;  ///< of the first of these
  };
  ChargedVector<Visit> way({{start, start, 0}}, account_);
  std::uint64_t looked_at = 0;
  while (!way.empty()) {
    budget_.check_stop_at(looked_at);
    if (looked_at++ % kReported == 0) budget_.report("moves of rows of coins", looked_at, 0);
    Visit& visit = way.back();
    if (visit.heads == 0) {  // every move leads to an N-position
      note(visit.row, Known::p);
      way.pop_back();
      continue;
    }
    const std::vector<Row>& moves = moves_[static_cast<std::size_t>(std::countr_zero(visit.heads))];
    if (visit.move == moves.size()) {
      visit.heads &= visit.heads - 1;
      visit.move = 0;
      continue;
    }
    const Row to = visit.row ^ moves[visit.move];
    switch (known(to)) {
      case Known::nothing: way.push_back({to, to, 0}); break;
      case Known::n: ++visit.move; break;
      case Known::p:
        note(visit.row, Known::n);
        way.pop_back();
        break;
    }
  }
}

std::optional<Outcome> CoinRows::outcome(std::span<const Position> heads) {
  const std::optional<Row> row = row_of(heads);
  if (!row || !make_room()) {
    forget_beyond_room();
    return std::nullopt;
  }
  if (known(*row) == Known::nothing) search(*row);
  return known(*row) == Known::p ? Outcome::P : Outcome::N;
}

}  // namespace bouton
