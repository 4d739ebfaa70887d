#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "bindings/cli/context/messages.h"
#include "bindings/cli/context/positions.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/terminal/input.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/solution.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"
#include "engine/play/strategy.h"
#include "engine/rules/blocking.h"
#include "engine/system/whole_file.h"

namespace bouton::cli {
namespace {

Wanted wanted(const Request& request) {
  if (request.value) return Wanted::only(*request.value);
  return request.all ? Wanted::everything() : Wanted();
}

/// Winning moves that are counted one by one are counted up to so many; before that, memory ends it.
constexpr std::size_t kMostCounted = 1'000'000'000;

/// Solvers are kept from one line of input to the next, since they remember what they found.
class Solving {
 public:
  explicit Solving(Context& context) : context_(context) {}

  Solution solve(const std::vector<GameRequest>& requests, Unplaced unplaced = Unplaced::nowhere) {
    const bool counts = context_.request().count_moves;
    NamedSum named = read_sum(context_, requests, unplaced, counts ? Ranges::kept : Ranges::listed);
    if (!named.boxes.empty()) {
      if (std::optional<Solution> counted = count_in_boxes(named)) return *std::move(counted);
      named.list_boxes();
    }
    Solution solution{std::move(named.games), std::move(named.sum), {}, {}};
    Solver& solver = solver_for(solution.games);
    const bool listed = counts && !count(solver, solution);
    const std::size_t most = listed ? kMostCounted : counts ? 0 : context_.request().max_moves;
    solution.answer = solver.solve(solution.sum, most, wanted(context_.request()));
    if (listed) {
      if (!solution.answer.winning_moves_complete)
        throw LimitError("--count-moves: the winning moves are too many to be found one by one");
      solution.counts = counts_of(solution.games, solution.sum, solution.answer.winning_moves);
    }
    solver.keep_searches();
    if (context_.request().value == ValueKind::suspense) solution.suspense = solver.suspense(solution.sum);
    if (context_.request().value == ValueKind::longest) solution.longest = {solver.longest(solution.sum)};
    if (context_.request().all_moves) solution.moves = solver.moves(solution.sum);
    return solution;
  }

  /// Writes how the winner of what was solved last wins.
  void write_strategy(const std::filesystem::path& file, const Solution& solution) {
    const Game& game = *solution.games[0];
    if (solution.games.size() > 1) throw RequestError("--certificate writes strategies of one game");
    if (compound_of(solution.games, solution.sum) != Compound::disjunctive)
      throw RequestError("--certificate writes strategies of disjunctive sums");
    const GameRequest& named = context_.request().games[0];
    Strategy strategy{named.name, named.settings, "", play_as_written(*game.rules), {}, {}};
    for (const Component& component : solution.sum) {
      const std::optional<Position> position = narrow(component.position);
      if (!position) throw RequestError("--certificate: the position does not fit into 64 bits");
      if (component.obliged) throw RequestError("--certificate writes no strategies of sums with an obligation");
      strategy.start.push_back(*position);
      if (game.on_shape) strategy.on = position_text(game, component.position);
    }
    WholeFile out(file, WholeFile::Existing::replace, &interrupted());
    strategy.lost = winning_strategy(*game.rules, *solver_, strategy.start, context_.budget());
    out.write(to_text(strategy));
    out.finish();
    context_.notice(fmt::format("{}: {} positions", file.string(), strategy.lost.size()));
  }

 private:
  /// Counts the winning moves where that goes without a list of them; false elsewhere.
  bool count(Solver& solver, Solution& solution) {
    if (context_.request().method || compound_of(solution.games, solution.sum) != Compound::disjunctive) return false;
    std::vector<ComponentBox> boxes;
    for (const Component& component : solution.sum) {
      if (component.obliged) return false;
      boxes.push_back({component.game, component.position, component.position});
    }
    const Budget budget = context_.budget();
    Result<CountedMoves> counted = count_winning_moves(solution.games, solver, boxes, budget);
    if (counted) solution.counts = counted->winning;
    return counted.has_value();
  }

  /// The sum of all positions of boxes, which is not listed; nothing where it has to be.
  std::optional<Solution> count_in_boxes(const NamedSum& named) {
    const Request& request = context_.request();
    const bool more = std::ranges::any_of(named.sum, &Component::obliged) || request.method || request.all ||
                      request.certificate || request.checkpoint;
    if (more || (request.value && *request.value != ValueKind::grundy && *request.value != ValueKind::outcome))
      return std::nullopt;
    Solution solution{named.games, {}, {}, {}};
    solution.boxes = named.boxes;
    for (const ComponentBox& box : solution.boxes)
      for (const BigPosition& corner : {box.low, box.high}) check_position(*solution.games[box.game], corner);
    const Budget budget = context_.budget();
    Result<CountedMoves> counted = count_winning_moves(solution.games, solver_for(solution.games), solution.boxes, budget);
    if (!counted) return std::nullopt;
    solution.answer.value.outcome = counted->value.outcome();
    solution.answer.value.grundy = counted->value;
    solution.answer.solver = counted->by;
    solution.answer.theorem = counted->theorem;
    solution.counts = std::move(counted->winning);
    return solution;
  }

  Solver& solver_for(const std::vector<std::shared_ptr<const Game>>& games) {
    if (!solver_ || games != games_) {
      games_ = games;
      Methods methods;
      methods.search_file = context_.request().checkpoint.value_or("");
      methods.search_file_is_written = !context_.farm().is_only_worker();
      methods.only = context_.request().method;
      solver_ = std::make_unique<Solver>(rules_of(games), context_.budget(), methods);
    }
    return *solver_;
  }

  Context& context_;
  std::vector<std::shared_ptr<const Game>> games_;
  std::unique_ptr<Solver> solver_;
};

void write(Context& context, const Solution& solution) {
  switch (context.format()) {
    case Format::json: write_json_with_provenance(context, to_json(solution)); break;
    case Format::csv: write_csv(context.out(), solution); break;
    default: write_text(context.out(), solution);
  }
}

/// The words of a line, apart by blanks. A word that begins with ' goes to the next ', and is what stands between them, where
/// there are blanks in it; else it is as typed, since a value may be a text in quotes. Throws RequestError where that ' is
/// missing.
std::vector<std::string> words_of(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r\f\v";
  std::vector<std::string> words;
  for (std::size_t at = line.find_first_not_of(kBlanks); at < line.size(); at = line.find_first_not_of(kBlanks, at)) {
    const std::size_t blank = std::min(line.find_first_of(kBlanks, at), line.size());
    if (line[at] == '\'') {
      const std::size_t closing = line.find('\'', at + 1);
      if (closing == std::string_view::npos) throw RequestError(fmt::format("{}: the ' is not closed", line.substr(at)));
      if (closing > blank) {
        words.emplace_back(line.substr(at + 1, closing - at - 1));
        at = closing + 1;
        continue;
      }
    }
    words.emplace_back(line.substr(at, blank - at));
    at = blank;
  }
  return words;
}

/// The words of a line, as if they had been typed in place of "-".
std::vector<GameRequest> line_request(const GameRequest& game, const std::string& line) {
  std::vector<std::string> words = {game.name};
  for (const auto& [name, value] : game.settings) words.push_back(fmt::format("-p{}={}", name, value));
  for (std::string& word : words_of(line)) words.push_back(std::move(word));
  return parse_games(words);
}

/// What a line is answered with says where it comes from: a command with its words in place of "-".
Json line_provenance(const Context& context, const Games& games, const std::string& line) {
  std::vector<std::string> arguments = words_of_result(context.request().words);
  if (const auto place = std::ranges::find(arguments, "-"); place != arguments.end()) {
    const std::vector<std::string> words = words_of(line);
    const auto at = arguments.erase(place);
    arguments.insert(at, words.begin(), words.end());
  }
  arguments.insert(std::ranges::find(arguments, "--"), {"--format", "json"});
  return provenance(context, games, std::move(arguments));
}

/// Answers the lines of standard input; returns the exit code.
int solve_lines(Context& context) {
  const GameRequest& game = context.game_request();
  GameRequest bare = game;
  bare.operands.clear();
  context.load(bare);  // a game that does not load is no matter of single lines
  Solving solving(context);
  LineReader lines;
  int code = 0;
  while (const std::optional<std::string> line = lines.next()) {
    if (line->find_first_not_of(" \t") == std::string::npos) continue;
    Json json;
    try {
      const Solution solution = solving.solve(line_request(bare, *line));
      json = to_json(solution);
      add_provenance(json, line_provenance(context, solution.games, *line));
    } catch (const Interrupted&) {
      throw;
    } catch (const LimitError& error) {
      json["error"] = message_of(error);
      code = std::max(code, 1);
    } catch (const Error& error) {
      json["error"] = message_of(error);
      code = 2;
    }
    context.erase_progress();
    write_json(context.out(), json);
    context.out().flush();
  }
  return code;
}

int solve(Context& context) {
  const std::vector<GameRequest>& games = context.request().games;
  if (games.empty()) context.usage_error("a GAME is missing");
  if (context.request().all && context.request().value)
    context.usage_error("--all and --value do not go together; use one of them");
  if (context.request().count_moves && context.request().all_moves)
    context.usage_error("--count-moves and --all-moves do not go together; use one of them");
  if (context.request().count_moves && context.format() == Format::csv)
    context.usage_error("--count-moves is written as text or json");
  if (games[0].operands == std::vector<std::string>{"-"}) {
    if (context.request().certificate) context.usage_error("--certificate is for one question");
    if (games.size() > 1) context.usage_error("'-' goes with one GAME; the lines may name more");
    if (context.request().format && context.format() != Format::json)
      context.usage_error("lines from standard input are answered as json");
    if (context.farm().is_only_worker()) return 0;  // one process reads the lines
    return solve_lines(context);
  }
  const auto& checkpoint = context.request().checkpoint;
  if (checkpoint && (games.size() > 1 || games[0].operands.size() > 1)) context.usage_error("--checkpoint is for one position");
  if (checkpoint) let_interrupts_take_long();
  Solving solving(context);
  const Solution solution = solving.solve(games, Unplaced::told_example);
  if (context.farm().is_only_worker()) return 0;
  if (context.request().certificate) solving.write_strategy(*context.request().certificate, solution);
  context.erase_progress();
  write(context, solution);
  return 0;
}

}  // namespace

Verb solve_verb() {
  return {.name = "solve",
          .usage = "GAME [POS...] [+ GAME [POS...]]",
          .summary = "outcome, Grundy value, remoteness and every winning move",
          .help =
              "Solves a position, or the disjunctive sum of several positions. Each winning move has a number and says what\n"
              "replaces the component that it changes. Without a POS, Bouton solves the game's example and says so on\n"
              "standard error; a game whose start takes no numbers begins at its start.\n"
              "--sum NAME plays several positions at once in another way; each winning move then says what it does in each\n"
              "of them. --value suspense finds how many moves are played when the winner delays and the loser hastens,\n"
              "--value longest how many both can make together.\n"
              "The outcome and the winning moves come first. Bouton leaves out a Grundy value or a remoteness that would take\n"
              "more than about a second longer, unless --all or --value asks for it. --value outcome finds nothing else.\n"
              "--certificate FILE writes how the winner wins: the P-positions that answer every move of the other side.\n"
              "bouton verify --certificate FILE replays it by the rule alone.\n"
              "--count-moves prints how many winning moves there are, by kind, and does not list them.\n"
              "LO:HI in place of a coordinate stands for all positions from the one to the other, each once: a sum.\n"
              "--checkpoint FILE keeps what the search of a large position has found; the same command continues from there.\n"
              "With '-' for POS, every line of standard input is a sum (POS... [+ GAME POS...]). Bouton answers each with a\n"
              "line of JSON and skips empty lines. A position with blanks in it stands in quotes: 'cycle 5 = |..||'.\n\n"
              "  bouton solve wythoff 29,51 + kayles 12 13 --format json",
          .operands = Operands::games,
          .options = {Option::parameter, Option::play, Option::sum, Option::only_value, Option::all, Option::all_moves,
                      Option::max_moves, Option::count_moves, Option::method, Option::checkpoint, Option::certificate,
                      Option::format, Option::output, Option::threads, Option::memory, Option::limit, Option::no_lift,
                      Option::no_native, Option::quiet},
          .formats = {Format::text, Format::csv, Format::json},
          .run = solve};
}

}  // namespace bouton::cli
