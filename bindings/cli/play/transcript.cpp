#include "bindings/cli/play/transcript.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "bindings/cli/arguments/arguments.h"
#include "bindings/cli/play/typed_move.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/position/integer.h"
#include "engine/system/read_file.h"
#include "engine/why/words.h"

namespace bouton::cli {
namespace {

using Kind = TranscriptLine::Kind;

constexpr std::pair<std::string_view, Kind> kWords[] = {
    {"game", Kind::game},     {"play", Kind::play}, {"sum", Kind::sum},       {"first", Kind::first},
    {"second", Kind::second}, {"undo", Kind::undo}, {"result", Kind::result}, {"forbid", Kind::forbid}};

std::optional<std::size_t> count_of(std::string_view text) {
  const std::optional<Integer> number = parse_integer(text);
  if (!number || *number < 1 || !number->fits_uint_p()) return std::nullopt;
  return number->get_ui();
}

TranscriptLine parsed_line(std::string_view text, std::string where) {
  const std::size_t dot = text.find('.');
  if (std::isdigit(static_cast<unsigned char>(text.front())) != 0) {
    const std::optional<std::size_t> number = dot < text.size() ? count_of(text.substr(0, dot)) : std::nullopt;
    if (!number)
      throw RequestError(fmt::format("{}: '{}' is not a move; a move begins with its number and a full stop", where, text));
    return {Kind::move, *number, std::string(trimmed(text.substr(dot + 1))), std::move(where)};
  }
  const std::size_t blank = std::min(text.find_first_of(" \t"), text.size());
  const auto known = std::ranges::find(kWords, text.substr(0, blank), &std::pair<std::string_view, Kind>::first);
  const std::string_view rest = trimmed(text.substr(blank));
  if (known == std::end(kWords) || rest.empty())
    throw RequestError(
        fmt::format("{}: '{}' is not a line of a transcript; a line begins with game, play, sum, first, second, "
                    "forbid, undo, result or the number of a move",
                    where, text));
  TranscriptLine line{known->second, 0, std::string(rest), std::move(where)};
  if (line.kind == Kind::undo) {
    const std::optional<std::size_t> count = count_of(rest);
    if (!count) throw RequestError(fmt::format("{}: undo takes a number of moves, not '{}'", line.where, rest));
    line.number = *count;
  }
  if (line.kind == Kind::result && rest != "first" && rest != "second" && rest != "draw")
    throw RequestError(fmt::format("{}: the result is first, second or draw, not '{}'", line.where, rest));
  return line;
}

/// The words of a line, which blanks separate; what stands in '...' is one word or part of one, and '' in it is a quote.
std::vector<std::string> words_of(const TranscriptLine& line) {
  std::vector<std::string> words;
  bool inside = false, quoted = false;
  for (std::size_t i = 0; i < line.text.size(); ++i) {
    const char c = line.text[i];
    if (!quoted && std::isspace(static_cast<unsigned char>(c)) != 0) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (c != '\'') words.back() += c;
    else if (quoted && i + 1 < line.text.size() && line.text[i + 1] == '\'') words.back() += line.text[++i];
    else quoted = !quoted;
  }
  if (quoted) throw RequestError(fmt::format("{}: a quotation mark is not closed", line.where));
  return words;
}

std::string word_text(const std::string& word) {
  if (!word.empty() && word.find_first_of(" \t'") == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "''" : std::string(1, c);
  return text + "'";
}

}  // namespace

std::vector<TranscriptLine> read_transcript(const std::filesystem::path& file, const Budget& budget) {
  const std::optional<std::string> text = read_whole_file(file, budget, Pipes::read);
  if (!text) throw RequestError(fmt::format("cannot read {}", file.string()));
  std::vector<TranscriptLine> lines;
  std::size_t number = 0;
  for (std::size_t start = 0; start < text->size(); ++number) {
    const std::size_t end = std::min(text->find('\n', start), text->size());
    const std::string_view line = trimmed(std::string_view(*text).substr(start, end - start));
    start = end + 1;
    if (line.empty() || line.front() == '#') continue;
    lines.push_back(parsed_line(line, fmt::format("{}:{}", file.string(), number + 1)));
    if (lines.size() == 1 && lines[0].kind != Kind::game)
      throw RequestError(fmt::format("{}: a transcript begins with its game, such as 'game wythoff 29,51'", lines[0].where));
  }
  if (lines.empty()) throw RequestError(fmt::format("{}: there is no game in it", file.string()));
  return lines;
}

std::vector<GameRequest> games_of(const TranscriptLine& line) {
  try {
    return parse_games(words_of(line));
  } catch (const RequestError& error) {
    const std::string message = error.what();
    throw RequestError(message.starts_with(line.where) ? message : fmt::format("{}: {}", line.where, message));
  }
}

TranscriptWriter::TranscriptWriter(std::filesystem::path file) : file_(std::move(file)) {
  // What cannot be written is said before the game, not after its first move. A pipe is opened once.
  std::error_code error;
  const bool was_there = std::filesystem::exists(file_, error);
  out_.open(file_, std::ios::binary | std::ios::app);
  if (!out_) throw OutputError(fmt::format("cannot write to {}", file_.string()));
  if (!std::filesystem::is_regular_file(file_, error)) return;
  out_.close();
  if (!was_there) std::filesystem::remove(file_, error);
}

void TranscriptWriter::line(std::string_view text) {
  if (!failure_.empty()) return;
  if (!out_.is_open()) out_.open(file_, std::ios::binary);
  out_ << text << '\n';
  out_.flush();
  if (!out_) failure_ = fmt::format("cannot write to {}", file_.string());
}

/// The coordinates, so that a transcript is the same whatever the rule file calls them: in parentheses where else they might
/// mean something else.
std::string TranscriptWriter::position_text(const Game& of, const BigPosition& position) {
  if (of.rules->domain().shape() != nullptr && !of.read) return bouton::position_text(of, position);
  if (of.rules->domain().is_terms()) return fmt::format("({})", of.rules->domain().text(*narrow(position)));
  return position.empty() || of.read ? fmt::format("({})", to_string(position)) : to_string(position);
}

void TranscriptWriter::begin(std::span<const GameRequest> components, std::span<const std::shared_ptr<const Game>> games,
                             const Sum& start, std::string_view play, const std::array<std::string, 2>& names) {
  games_.assign(games.begin(), games.end());
  std::string text = "game";
  const NamedPositions named = named_positions(games_, start);
  for (std::size_t i = 0; i < named.sum.size(); ++i) {
    const Component& component = named.sum[i];
    text += fmt::format("{} {}", i > 0 ? " +" : "", word_text(components[i].name));
    for (const auto& [name, value] : components[i].settings) text += " -p " + word_text(fmt::format("{}={}", name, value));
    text += " " + word_text(position_text(*named.games[component.game], component.position) + (component.obliged ? "!" : ""));
  }
  if (!empty_) line("");
  empty_ = false;
  line(text);
  if (!play.empty()) line(fmt::format("play {}", play));
  if (named.compound != Compound::disjunctive) line(fmt::format("sum {}", bouton::name(named.compound)));
  line(fmt::format("first {}", plain_line(names[0])));
  line(fmt::format("second {}", plain_line(names[1])));
}

std::string TranscriptWriter::move_text(const Move& move, const Sum& in) const {
  std::string to;
  for (const BigPosition& position : move.to)
    to += (to.empty() ? "" : " + ") + position_text(*games_[in[move.component].game], position);
  if (move.to.empty()) to = "nothing";
  const std::string name = name_of(move);
  return fmt::format("{}{}{}to {}", in.size() > 1 ? fmt::format("{}: ", move.component + 1) : "", name, name.empty() ? "" : " ",
                     to);
}

void TranscriptWriter::move(std::size_t number, const Move& move, const Sum& in) {
  line(fmt::format("{}. {}", number, move_text(move, in)));
}

void TranscriptWriter::forbid(const Move& move, const Sum& in) { line(fmt::format("forbid {}", move_text(move, in))); }

void TranscriptWriter::undo(std::size_t moves) { line(fmt::format("undo {}", moves)); }

void TranscriptWriter::result(std::string_view result) { line(fmt::format("result {}", result)); }

}  // namespace bouton::cli
