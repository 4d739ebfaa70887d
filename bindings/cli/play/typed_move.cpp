#include "bindings/cli/play/typed_move.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

#include "engine/base/errors.h"
#include "engine/position/integer.h"
#include "engine/position/typed_number.h"

namespace bouton::cli {
namespace {

std::string without_blanks(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (std::isspace(static_cast<unsigned char>(c)) == 0) result += c;
  return result;
}

/// By how much the first coordinate that changes does so; nothing for a pass or a split.
std::optional<Integer> amount(const Move& move, const Sum& sum) {
  const BigPosition& from = sum[move.component].position;
  if (move.to.size() != 1 || move.to[0].size() != from.size()) return std::nullopt;
  for (std::size_t i = 0; i < from.size(); ++i)
    if (move.to[0][i] != from[i]) return abs(Integer(move.to[0][i] - from[i]));
  return std::nullopt;
}

/// The representative of the positions that are the same.
BigPosition normal_form(const Game& game, const BigPosition& position) {
  std::optional<Position> small = narrow(position);
  if (!small || !game.rules->domain().contains(*small) || !game.rules->valid(*small)) return position;
  game.rules->normalize(*small);
  return widen(*small);
}

/// What the text asks of a move.
struct Wish {
  std::optional<std::size_t> component;
  std::string_view text;
};

/// Takes "2:" off the text.
Wish wish_of(std::string_view text, std::size_t components) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return {std::nullopt, text};
  const std::optional<Integer> number = parse_number(trimmed(text.substr(0, colon)));
  if (!number || *number < 1 || *number > widen_unsigned(components)) return {std::nullopt, text};
  return {number->get_ui() - 1, trimmed(text.substr(colon + 1))};
}

/// The positions that texts of the game's own name, " + " between them; nothing where one of them is not a position.
std::optional<std::vector<BigPosition>> positions_in_its_words(std::string_view text, const Game& game) {
  std::vector<BigPosition> positions;
  while (true) {
    const std::size_t plus = text.find(" + ");
    try {
      positions.push_back(parse_position(game, trimmed(text.substr(0, plus))));
    } catch (const RequestError&) {
      return std::nullopt;
    }
    if (plus == std::string_view::npos) break;
    text.remove_prefix(plus + 3);
  }
  std::ranges::sort(positions);
  return positions;
}

/// The positions that "3 + 4" or "(4,7)" names in a game.
std::optional<std::vector<BigPosition>> positions_typed(std::string_view text, const Game& game) {
  if (game.read)
    if (auto positions = positions_in_its_words(text, game)) return positions;
  std::vector<BigPosition> positions;
  if (game.rules->domain().is_terms()) {
    try {
      return std::vector<BigPosition>{parse_coordinates(game, text)};
    } catch (const RequestError&) {
      return std::nullopt;
    }
  }
  std::string rest = without_blanks(text);
  if (rest == "nothing") return positions;
  std::erase_if(rest, [](char c) { return c == '(' || c == ')'; });
  if (rest.empty() && !(game.rules->domain().is_piles() && !trimmed(text).empty())) return std::nullopt;
  for (std::size_t start = 0; start <= rest.size();) {
    const std::size_t plus = std::min(rest.find('+', start), rest.size());
    try {
      if (plus == start && game.rules->domain().is_piles()) positions.emplace_back();
      else positions.push_back(parse_coordinates(game, rest.substr(start, plus - start)));
    } catch (const RequestError&) {
      return std::nullopt;
    }
    start = plus + 1;
  }
  std::ranges::sort(positions);
  return positions;
}

using Games = std::vector<std::shared_ptr<const Game>>;

template <class Fits>
std::vector<MeantMove> select(const std::vector<Move>& moves, const Wish& wish, Fits fits) {
  std::vector<MeantMove> found;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if ((!wish.component || moves[i].component == *wish.component) && fits(moves[i])) found.push_back({widen_unsigned(i), {}});
  return found;
}

/// The moves that lead to `wanted`, which is sorted and given by game, as far as it is a position of the game at all.
std::vector<MeantMove> by_positions(const Wish& wish, const std::vector<std::optional<std::vector<BigPosition>>>& wanted,
                                    const std::vector<Move>& moves, const Sum& sum, const Games& games) {
  const auto leads_to = [&](const auto& form) {
    return select(moves, wish, [&](const Move& move) {
      const std::size_t game = sum[move.component].game;
      if (!wanted[game]) return false;
      std::vector<BigPosition> to = move.to, typed = *wanted[game];
      for (std::vector<BigPosition>* positions : {&to, &typed}) {
        for (BigPosition& position : *positions) position = form(*games[game], position);
        std::ranges::sort(*positions);
      }
      return to == typed;
    });
  };
  std::vector<MeantMove> found = leads_to([](const Game&, const BigPosition& position) { return position; });
  if (!found.empty()) return found;
  found = leads_to(normal_form);
  if (found.empty()) return found;
  found.resize(1);  // all of them lead to positions that are the same
  found[0].to = *wanted[sum[moves[found[0].index.get_ui()].component].game];
  return found;
}

std::vector<MeantMove> by_target(const Wish& wish, std::string_view target, const std::vector<Move>& moves, const Sum& sum,
                                 const Games& games) {
  std::vector<std::optional<std::vector<BigPosition>>> wanted;
  for (const auto& game : games) wanted.push_back(positions_typed(target, *game));
  return by_positions(wish, wanted, moves, sum, games);
}

bool begins(std::string_view label, std::string_view word) {
  return word.size() <= label.size() &&
         std::ranges::equal(label.substr(0, word.size()), word, [](unsigned char a, unsigned char b) {
           return std::tolower(a) == std::tolower(b) || (a == '_' && b == '-');
         });
}

std::vector<MeantMove> by_kind(const Wish& wish, const std::vector<Move>& moves, const Sum& sum) {
  const std::size_t end = std::min(wish.text.find_first_of(" \t"), wish.text.size());
  const std::string_view word = wish.text.substr(0, end);
  const std::string_view rest = trimmed(wish.text.substr(end));
  std::optional<Integer> by;
  if (!rest.empty()) {
    by = parse_number(rest);
    if (!by) return {};
  }
  const auto kind = [&](auto is_kind) {
    return select(moves, wish, [&](const Move& move) { return is_kind(move) && (!by || amount(move, sum) == by); });
  };
  const bool exact = std::ranges::any_of(moves, [&](const Move& move) { return move.label == word; });
  if (exact) return kind([&](const Move& move) { return move.label == word; });
  std::vector<MeantMove> found = kind([&](const Move& move) { return !move.label.empty() && begins(move.label, word); });
  if (found.empty() && by && (word == "take" || word == "by")) found = kind([](const Move&) { return true; });
  return found;
}

/// The numbers of the squares that a text names, ascending, "a1-a2" or "a1 a2", perhaps behind the kind of this move, a square
/// perhaps with the state that the move gives it, "b2=O"; nothing where it is anything else.
std::optional<std::vector<std::size_t>> cells_typed(std::string_view text, const Move& move, const Game& game) {
  constexpr std::string_view kBetween = " ,\t-";
  const CellShape* const shape = game.rules->domain().shape();
  if (!move.label.empty() && text.starts_with(move.label + " ")) text = trimmed(text.substr(move.label.size()));
  std::vector<std::size_t> cells;
  while (shape != nullptr && !text.empty()) {
    const std::size_t end = std::min(text.find_first_of(kBetween), text.size());
    const std::string_view name = text.substr(0, end);
    const std::size_t equals = std::min(name.find('='), name.size());
    const std::optional<std::uint32_t> cell = shape->cell_named(name.substr(0, equals));
    if (!cell) return std::nullopt;
    if (equals < name.size()) {
      const std::size_t state = shape->states.find(name.substr(equals + 1));
      if (name.size() != equals + 2 || move.to.size() != 1 || move.to[0][*cell] != widen_unsigned(state)) return std::nullopt;
    }
    cells.push_back(*cell);
    text = text.substr(end);
    text.remove_prefix(std::min(text.find_first_not_of(kBetween), text.size()));
  }
  std::ranges::sort(cells);
  return cells.empty() ? std::nullopt : std::optional(cells);
}

/// The cells that a move changes, ascending.
std::vector<std::size_t> changed_cells(const Move& move, const Sum& sum) {
  const BigPosition& from = sum[move.component].position;
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; move.to.size() == 1 && i < from.size(); ++i)
    if (move.to[0][i] != from[i]) cells.push_back(i);
  return cells;
}

/// The moves that change these squares alone; where there is none, those that change them among others.
std::vector<MeantMove> by_cells(const Wish& wish, const std::vector<Move>& moves, const Sum& sum, const Games& games) {
  const auto fitting = [&](auto fit) {
    return select(moves, wish, [&](const Move& move) {
      const auto typed = cells_typed(wish.text, move, *games[sum[move.component].game]);
      return typed && fit(changed_cells(move, sum), *typed);
    });
  };
  std::vector<MeantMove> found = fitting([](const auto& changed, const auto& typed) { return changed == typed; });
  if (!found.empty()) return found;
  return fitting([](const auto& changed, const auto& typed) { return std::ranges::includes(changed, typed); });
}

/// What `find` finds among the moves for which `fits` holds.
template <class Fits, class Find>
std::vector<MeantMove> among(const std::vector<Move>& moves, Fits fits, Find find) {
  std::vector<Move> kept;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!fits(moves[i])) continue;
    kept.push_back(moves[i]);
    numbers.push_back(i);
  }
  std::vector<MeantMove> found = find(kept);
  for (MeantMove& move : found) move.index = widen_unsigned(numbers[move.index.get_ui()]);
  return found;
}

std::vector<MeantMove> named_moves_typed(const Wish& wish, const std::vector<Move>& moves, const Sum& sum, const Games& games);

/// Among moves that are listed. "again take" and "entail" are moves of these kinds; where none is typed, an ordinary one is
/// meant if there is such a one.
std::vector<MeantMove> listed_moves_typed(const Wish& wish, const std::vector<Move>& moves, const Sum& sum,
                                          const Games& games) {
  for (const MoveKind kind : {MoveKind::again, MoveKind::entail}) {
    const auto of_kind = [&](const Move& move) { return move.kind == kind; };
    const std::string_view rest = wish.text.substr(std::min(name(kind).size(), wish.text.size()));
    const bool typed = wish.text.starts_with(name(kind)) && (rest.empty() || rest.front() == ' ');
    if (!typed || std::ranges::none_of(moves, of_kind)) continue;
    return among(moves, of_kind, [&](const std::vector<Move>& kept) {
      if (trimmed(rest).empty()) return select(kept, wish, [](const Move&) { return true; });
      return named_moves_typed({wish.component, trimmed(rest)}, kept, sum, games);
    });
  }
  std::vector<MeantMove> found = named_moves_typed(wish, moves, sum, games);
  const auto is_ordinary = [&](const MeantMove& move) { return moves[move.index.get_ui()].kind == MoveKind::ordinary; };
  if (std::ranges::count_if(found, is_ordinary) == 1)
    std::erase_if(found, [&](const MeantMove& move) { return !is_ordinary(move); });
  return found;
}

std::vector<MeantMove> named_moves_typed(const Wish& wish, const std::vector<Move>& moves, const Sum& sum, const Games& games) {
  const bool has_to = wish.text.starts_with("to ");
  if (const std::size_t to = wish.text.find(" to "); !has_to && to != std::string_view::npos) {
    const std::vector<MeantMove> of_kind = by_kind({wish.component, trimmed(wish.text.substr(0, to))}, moves, sum);
    std::vector<Move> kept;
    for (const MeantMove& move : of_kind) kept.push_back(moves[move.index.get_ui()]);
    std::vector<MeantMove> found = by_target(wish, wish.text.substr(to + 4), kept, sum, games);
    for (MeantMove& move : found) move.index = of_kind[move.index.get_ui()].index;
    return found;
  }
  std::vector<MeantMove> found = by_target(wish, has_to ? wish.text.substr(3) : wish.text, moves, sum, games);
  if (found.empty() && !has_to) found = by_cells(wish, moves, sum, games);
  if (found.empty() && !has_to) found = by_kind(wish, moves, sum);
  return found;
}

// Among moves that are not listed ------------------------------------------------------------------------------------

/// The orders in which the numbers of a position may stand.
std::vector<BigPosition> orders_of(BigPosition position) {
  constexpr std::size_t kMostNumbers = 6;
  if (position.size() > kMostNumbers) return {position};
  const auto less = [](const Integer& a, const Integer& b) { return a < b; };
  std::vector<BigPosition> orders = {position};
  std::ranges::sort(position, less);
  do orders.push_back(position);
  while (std::next_permutation(position.begin(), position.end(), less));
  return orders;
}

/// The move of a component that leads to `to`, in the rule's order of the numbers or, in a game where that is the same,
/// another.
std::optional<MeantMove> numbered_move_to(std::size_t component, const std::vector<BigPosition>& to, const SumMoves& moves,
                                          const Game& game) {
  if (std::optional<Integer> number = moves.number_of(component, to)) return MeantMove{*std::move(number), {}};
  if (to.size() != 1) return std::nullopt;
  const BigPosition normal = normal_form(game, to[0]);
  for (const BigPosition& order : orders_of(to[0])) {
    if (normal_form(game, order) != normal) continue;
    if (std::optional<Integer> number = moves.number_of(component, {order})) return MeantMove{*std::move(number), to};
  }
  return std::nullopt;
}

/// Whether the word names the kind of a move; "take" and "by", and no word, name every kind.
bool is_of_kind(const Move& move, std::string_view word) {
  return word.empty() || word == "take" || word == "by" || (!move.label.empty() && begins(move.label, word));
}

/// The moves of a kind by which the first coordinate that changes does so by this much.
std::vector<MeantMove> numbered_moves_by(std::size_t component, std::string_view word, const Integer& by, const SumMoves& moves,
                                         const Sum& sum) {
  const SumMoves::Part& part = moves.parts()[component];
  std::vector<Integer> numbers;
  if (part.many) {
    const BigPosition& from = sum[component].position;
    for (std::size_t axis = 0; axis < from.size(); ++axis)
      for (const Integer& value : {Integer(from[axis] - by), Integer(from[axis] + by)})
        for (const Integer& number : part.many->ranges.with_coordinate(axis, value)) numbers.push_back(part.first + number);
  } else {
    for (std::size_t i = 0; i < part.listed.size(); ++i) numbers.push_back(part.first + widen_unsigned(i));
  }
  std::vector<MeantMove> found;
  for (const Integer& number : numbers) {
    const Move move = moves.move(number);
    const bool known = std::ranges::any_of(found, [&](const MeantMove& other) { return other.index == number; });
    if (!known && is_of_kind(move, word) && amount(move, sum) == by) found.push_back({number, {}});
  }
  std::ranges::sort(found, [](const MeantMove& a, const MeantMove& b) { return a.index < b.index; });
  // As in a list: a kind that is named in full counts before those that begin alike.
  std::vector<MeantMove> in_full;
  for (const MeantMove& move : found)
    if (moves.move(move.index).label == word) in_full.push_back(move);
  return in_full.empty() ? found : in_full;
}

std::vector<MeantMove> numbered_moves_typed(const Wish& wish, const SumMoves& moves, const Sum& sum, const Games& games) {
  std::string_view word, target = wish.text;
  if (const std::size_t to = wish.text.find("to "); to == 0) target = wish.text.substr(3);
  else if (const std::size_t behind = wish.text.find(" to "); behind != std::string_view::npos) {
    word = trimmed(wish.text.substr(0, behind));
    target = wish.text.substr(behind + 4);
  }
  std::vector<MeantMove> found;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    if (wish.component && i != *wish.component) continue;
    const Game& game = *games[sum[i].game];
    const auto wanted = positions_typed(target, game);
    if (!wanted) continue;
    std::optional<MeantMove> move = numbered_move_to(i, *wanted, moves, game);
    if (move && is_of_kind(moves.move(move->index), word)) found.push_back(*std::move(move));
  }
  if (!found.empty() || target.size() != wish.text.size()) return found;
  const std::size_t blank = std::min(wish.text.find_first_of(" \t"), wish.text.size());
  const std::optional<Integer> by = parse_number(trimmed(wish.text.substr(blank)));
  for (std::size_t i = 0; by && i < sum.size(); ++i) {
    if (wish.component && i != *wish.component) continue;
    const std::vector<MeantMove> more = numbered_moves_by(i, wish.text.substr(0, blank), *by, moves, sum);
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

std::vector<MeantMove> moves_typed(std::string_view text, const SumMoves& moves, const Sum& sum, const Games& games) {
  const Wish wish = wish_of(trimmed(text), sum.size());
  if (wish.text.empty()) return {};
  if (!wish.component) {
    if (const std::optional<Integer> number = parse_number(wish.text)) {
      if (*number < 1 || *number > moves.count()) return {};
      return {{*number - 1, {}}};
    }
  }
  return moves.is_listed() ? listed_moves_typed(wish, moves.list(), sum, games) : numbered_moves_typed(wish, moves, sum, games);
}

std::optional<MeantMove> move_to(const Move& wanted, const SumMoves& moves, const Sum& sum, const Games& games) {
  const std::size_t component = wanted.component;
  if (!moves.is_listed())
    return component < sum.size() ? numbered_move_to(component, wanted.to, moves, *games[sum[component].game]) : std::nullopt;
  std::vector<std::optional<std::vector<BigPosition>>> to(games.size());
  if (component < sum.size()) to[sum[component].game] = wanted.to;
  std::vector<MeantMove> found = among(
      moves.list(), [&](const Move& move) { return move.kind == wanted.kind; },
      [&](const std::vector<Move>& of_kind) {
        return by_positions({component, {}}, to, of_kind, sum, games);
      });
  if (found.empty()) return std::nullopt;
  return std::move(found[0]);
}

}  // namespace bouton::cli
