#include "bindings/cli/play/typed_move.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

#include "engine/base/errors.h"
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
  if (!number || *number < 1 || *number > components) return {std::nullopt, text};
  return {number->get_ui() - 1, trimmed(text.substr(colon + 1))};
}

/// The positions that "3 + 4" or "(4,7)" names in a game.
std::optional<std::vector<BigPosition>> positions_typed(std::string_view text, const Game& game) {
  std::vector<BigPosition> positions;
  std::string rest = without_blanks(text);
  std::erase_if(rest, [](char c) { return c == '(' || c == ')'; });
  if (rest.empty()) return std::nullopt;
  for (std::size_t start = 0; start <= rest.size();) {
    const std::size_t plus = std::min(rest.find('+', start), rest.size());
    try {
      positions.push_back(parse_position(game, rest.substr(start, plus - start)));
    } catch (const RequestError&) {
      return std::nullopt;
    }
    start = plus + 1;
  }
  std::ranges::sort(positions);
  return positions;
}

template <class Fits>
std::vector<std::size_t> select(const std::vector<Move>& moves, const Wish& wish, Fits fits) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if ((!wish.component || moves[i].component == *wish.component) && fits(moves[i])) found.push_back(i);
  return found;
}

std::vector<std::size_t> by_target(const Wish& wish, std::string_view target, const std::vector<Move>& moves, const Sum& sum,
                                   const std::vector<std::shared_ptr<const Game>>& games) {
  std::vector<std::optional<std::vector<BigPosition>>> wanted;  // by game
  for (const auto& game : games) wanted.push_back(positions_typed(target, *game));
  return select(moves, wish, [&](const Move& move) {
    const auto& positions = wanted[sum[move.component].game];
    if (!positions) return false;
    std::vector<BigPosition> to = move.to;
    std::ranges::sort(to);
    return to == *positions;
  });
}

bool begins(std::string_view label, std::string_view word) {
  return word.size() <= label.size() &&
         std::ranges::equal(label.substr(0, word.size()), word, [](unsigned char a, unsigned char b) {
           return std::tolower(a) == std::tolower(b) || (a == '_' && b == '-');
         });
}

std::vector<std::size_t> by_kind(const Wish& wish, const std::vector<Move>& moves, const Sum& sum) {
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
  std::vector<std::size_t> found = kind([&](const Move& move) { return !move.label.empty() && begins(move.label, word); });
  if (found.empty() && by && (word == "take" || word == "by")) found = kind([](const Move&) { return true; });
  return found;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

std::vector<std::size_t> moves_typed(std::string_view text, const std::vector<Move>& moves, const Sum& sum,
                                     const std::vector<std::shared_ptr<const Game>>& games) {
  const Wish wish = wish_of(trimmed(text), sum.size());
  if (wish.text.empty()) return {};
  if (!wish.component) {
    if (const std::optional<Integer> number = parse_number(wish.text)) {
      if (*number < 1 || *number > moves.size()) return {};
      return {number->get_ui() - 1};
    }
  }
  const bool has_to = wish.text.starts_with("to ");
  std::vector<std::size_t> found = by_target(wish, has_to ? wish.text.substr(3) : wish.text, moves, sum, games);
  if (found.empty() && !has_to) found = by_kind(wish, moves, sum);
  return found;
}

}  // namespace bouton::cli
