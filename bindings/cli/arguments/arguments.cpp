#include "bindings/cli/arguments/arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "bindings/cli/arguments/verb.h"
#include "bindings/cli/templates/templates.h"
#include "bindings/output/formats/text.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/base/spelling.h"
#include "engine/position/typed_number.h"
#include "engine/study/discovery/discover.h"
#include "engine/theorem/learning/theorem_search.h"

namespace bouton::cli {
namespace {

// What options say ----------------------------------------------------------------------------------------------------

/// Throws RequestError: `text` is not what `option` wants.
[[noreturn]] void reject(std::string_view option, std::string_view text, std::string_view wanted) {
  throw RequestError(fmt::format("{}: '{}' is not {}", option, text, wanted));
}

template <typename Number>
Number parse_count(std::string_view option, const std::string& text, Number least,
                   Number greatest = std::numeric_limits<Number>::max()) {
  const std::optional<Integer> number = parse_number(text);
  if (!number || *number < widen_unsigned(least) || *number > widen_unsigned(greatest))
    reject(option, text,
           greatest == std::numeric_limits<Number>::max() ? fmt::format("a whole number of at least {}", least)
                                                          : fmt::format("a whole number from {} to {}", least, greatest));
  return static_cast<Number>(narrow_unsigned(*number).value());
}

std::chrono::duration<double> parse_seconds(std::string_view option, std::string_view text) {
  if (const std::optional<Integer> whole = parse_number(text); whole && *whole > 0 && *whole <= 1'000'000'000)
    return std::chrono::duration<double>(whole->get_d());
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(seconds) || seconds <= 0 || seconds > 1e9)
    reject(option, text, "a number of seconds above 0");
  return std::chrono::duration<double>(seconds);
}

/// The pairs of a list such as "load=5,call=2".
std::vector<std::pair<std::string, std::string>> parse_pairs(std::string_view option, std::string_view text,
                                                             std::string_view form) {
  std::vector<std::pair<std::string, std::string>> pairs;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view field = text.substr(0, comma);
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos || equals == 0) reject(option, field, form);
    pairs.emplace_back(field.substr(0, equals), field.substr(equals + 1));
    if (comma == text.size()) return pairs;
    text.remove_prefix(comma + 1);
  }
}

void set_limits(const std::string& text, Request& request) {
  for (const auto& [name, value] : parse_pairs("--limit", text, "load=SECONDS, call=SECONDS or lua-memory=SIZE")) {
    if (name == "load") request.limits.load = parse_seconds("--limit load", value);
    else if (name == "call") request.limits.call = parse_seconds("--limit call", value);
    else if (name == "lua-memory") request.limits.memory = parse_size("--limit lua-memory", value);
    else reject("--limit", name, "a limit; the limits are load, call and lua-memory");
  }
}

template <typename Value>
Value choose(std::string_view option, const std::string& text,
             std::initializer_list<std::pair<std::string_view, Value>> choices) {
  std::string names;
  for (const auto& [name, value] : choices) {
    if (name == text) return value;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
  }
  reject(option, text, "one of " + names);
}

void set_format(const std::string& text, Request& request) {
  request.format = parse_format(text);
  if (!request.format) reject("--format", text, "a format; the formats are " + names(all_formats(), "and"));
}

// The options ---------------------------------------------------------------------------------------------------------

/// An option as people type it. Without `value` it is a flag.
struct OptionRow {
  Option option;
  const char* names;  ///< as CLI11 takes them
  const char* value;
  const char* doc;
  void (*set)(const std::string& text, Request& request);
};

void set_value(const std::string& text, Request& request) {
  request.value = choose<ValueKind>("--value", text,
                                    {{"grundy", ValueKind::grundy},
                                     {"outcome", ValueKind::outcome},
                                     {"remoteness", ValueKind::remoteness},
                                     {"suspense", ValueKind::suspense},
                                     {"longest", ValueKind::longest}});
}

template <bool Request::*flag>
void set_flag(const std::string& /*text*/, Request& request) {
  request.*flag = true;
}

Compound parse_sum(const std::string& text) {
  try {
    return parse_compound(text);
  } catch (const RequestError& error) {
    throw RequestError(fmt::format("--sum: {}", error.what()));
  }
}

const OptionRow kOptions[] = {
    {Option::parameter, "-p,--param", "NAME=VALUE", "set a parameter of the GAME before it", nullptr},
    {Option::play, "--play", "normal|misere", "play the game under this convention",
     [](const std::string& text, Request& request) {
       request.play = choose<Play>("--play", text, {{"normal", Play::normal}, {"misere", Play::misere}});
     }},
    {Option::sum, "--sum", "NAME",
     "how several positions are played at once: disjunctive (default), diminished-disjunctive, conjunctive, "
     "continued-conjunctive, selective, shortened-selective, ordinal or sequential",
     [](const std::string& text, Request& request) { request.sum = parse_sum(text); }},
    {Option::value, "--value", "KIND",
     "grundy, outcome, remoteness, suspense or longest (default: grundy; outcome unless play is normal)", set_value},
    {Option::only_value, "--value", "KIND",
     "find only grundy, outcome, remoteness, suspense or longest, however long it takes, and the winning moves", set_value},
    {Option::of_value, "--value", nullptr, "why the Grundy value is what it is, and not who wins",
     set_flag<&Request::of_value>},
    {Option::title, "--title", "TEXT", "the title above a picture",
     [](const std::string& text, Request& request) { request.style.title = plain_line(text); }},
    {Option::size, "--size", "PIXELS", "the length of the longer side of a picture",
     [](const std::string& text, Request& request) {
       request.style.size = parse_count<std::size_t>("--size", text, 50, 20'000);
     }},
    {Option::theme, "--theme", "light|dark", "the colours of a picture (default: light)",
     [](const std::string& text, Request& request) {
       request.style.theme = choose<Theme>("--theme", text, {{"light", Theme::light}, {"dark", Theme::dark}});
     }},
    {Option::up_to_value, "--value", "V",
     "prove the sets of the Grundy values from 0 to V (default: 0, the P-positions); all: the value of every position",
     [](const std::string& text, Request& request) {
       request.up_to_value = text == "all" ? kAllValues : parse_count<std::size_t>("--value", text, 0, 63);
     }},
    {Option::all, "--all", nullptr, "find the Grundy value and the remoteness too, however long it takes",
     set_flag<&Request::all>},
    {Option::row, "--row", "NAME=VALUE,...", "fix all coordinates but one, and go along that one",
     [](const std::string& text, Request& request) {
       for (auto& pair : parse_pairs("--row", text, "NAME=VALUE")) request.row.push_back(std::move(pair));
     }},
    {Option::period, "--period", nullptr, "find the period of the sequence, and prove it where a theorem does",
     set_flag<&Request::period>},
    {Option::only, "--only", "period", "write the period and no values",
     [](const std::string& text, Request& request) {
       request.only_period = request.period = choose<bool>("--only", text, {{"period", true}});
     }},
    {Option::checkpoint, "--checkpoint", "FILE", "keep what was found so far in FILE, and continue from it",
     [](const std::string& text, Request& request) { request.checkpoint = text; }},
    {Option::certificate, "--certificate", "FILE",
     "write the proof to FILE (discover: to files in a folder); verify: check the proof in FILE",
     [](const std::string& text, Request& request) { request.certificate = text; }},
    {Option::walnut, "--walnut", "DIR", "write the theorem for the prover Walnut into the folder DIR",
     [](const std::string& text, Request& request) {
       if (text.empty()) reject("--walnut", text, "the name of a folder");
       request.walnut = text;
     }},
    {Option::proof, "--proof", nullptr, "write the proof as a text", set_flag<&Request::proof>},
    {Option::guess, "--guess", "EXPR|FILE",
     "prove this set of positions: a Lua expression of the coordinates, or FILE.txt, an automaton as Walnut writes it",
     [](const std::string& text, Request& request) { request.guess = text; }},
    {Option::dot, "--dot", "FILE", "write the automata as graphs to FILE, for Graphviz",
     [](const std::string& text, Request& request) {
       if (text.empty()) reject("--dot", text, "the name of a file");
       request.dot = text;
     }},
    {Option::closed_forms, "--closed-forms", nullptr, "list the names that `closed_form` may have in a rule file",
     set_flag<&Request::closed_forms>},
    {Option::count, "--count", nullptr, "print only how many there are", set_flag<&Request::count>},
    {Option::count_moves, "--count-moves", nullptr, "print how many winning moves there are, by kind, and no list of them",
     set_flag<&Request::count_moves>},
    {Option::histogram, "--histogram", nullptr, "print each value and how often it occurs", set_flag<&Request::histogram>},
    {Option::equal, "--equal", nullptr, "print which games have the same values, and where others differ first",
     set_flag<&Request::equal>},
    {Option::total, "--total", "EXPR", "print what EXPR, a Lua expression of the coordinates, adds up to over the positions",
     [](const std::string& text, Request& request) { request.total = text; }},
    {Option::heaps, "--heaps", "K", "count sums of K positions, each of the box, by their Grundy values",
     [](const std::string& text, Request& request) {
       request.heaps = parse_count<std::uint64_t>("--heaps", text, 0, std::uint64_t{1} << 62);
     }},
    {Option::multisets, "--multisets", nullptr, "with --heaps: count sums that differ in their order alone once",
     set_flag<&Request::multisets>},
    {Option::modulus, "--mod", "M", "count modulo M",
     [](const std::string& text, Request& request) {
       const std::optional<Integer> modulus = parse_number(text);
       if (!modulus || *modulus < 1) reject("--mod", text, "a whole number of at least 1");
       request.modulus = *modulus;
     }},
    {Option::packed, "--packed", nullptr,
     "write outcomes to npy, one bit each: numpy.unpackbits(array, axis=-1, count=COLUMNS)", set_flag<&Request::packed>},
    {Option::all_moves, "--all-moves", nullptr, "list every move with the value of what it leads to",
     set_flag<&Request::all_moves>},
    {Option::method, "--method", "NAME",
     "answer by this method and no other: theorem, table, table:rays, ... (bouton explain names them)",
     [](const std::string& text, Request& request) { request.method = parse_method(text); }},
    {Option::analyze, "--analyze", nullptr, "run the questions, and print time and memory beside the estimates",
     set_flag<&Request::analyze>},
    {Option::max_moves, "--max-moves", "N", "list at most N winning moves (default: 1000)",
     [](const std::string& text, Request& request) { request.max_moves = parse_count<std::size_t>("--max-moves", text, 0); }},
    {Option::max_nodes, "--max-nodes", "N", "stop at more than N positions (default: 10000)",
     [](const std::string& text, Request& request) { request.max_nodes = parse_count<std::size_t>("--max-nodes", text, 1); }},
    {Option::first, "--first", "human|machine",
     "who moves first (by default Bouton asks on a terminal, and the human does otherwise)",
     [](const std::string& text, Request& request) {
       request.first =
           choose<Request::First>("--first", text, {{"human", Request::First::human}, {"machine", Request::First::machine}});
     }},
    {Option::opponent, "--opponent", "PLAYER",
     "perfect, random, level:1 to level:10, human, or a player of the game's own (default: perfect)",
     [](const std::string& text, Request& request) { request.opponent = text; }},
    {Option::start, "--start", "example|random|RANGES",
     "where to start: at the game's example, at a random position that the first player can win (or as the game says), or at a "
     "random position within ranges such as 10:30,20:60",
     [](const std::string& text, Request& request) {
       if (text != "example" && text != "random" &&
           (text.empty() || text.find_first_not_of("0123456789:,-") != std::string::npos))
         reject("--start", text, "example, random or ranges such as 10:30,20:60");
       request.start = text;
     }},
    {Option::display, "--display", "board|piles", "show two heaps as a queen's board, or as rows of counters (default: board)",
     [](const std::string& text, Request& request) {
       request.as_piles = choose<bool>("--display", text, {{"board", false}, {"piles", true}});
     }},
    {Option::stake, "--stake", "N", "what a move that costs a stake puts into the bank (default: 1)",
     [](const std::string& text, Request& request) {
       request.stake = parse_count<std::uint64_t>("--stake", text, 1, 1'000'000'000);
     }},
    {Option::clock, "--clock", "S",
     "the seconds that a person has to choose who moves first, and for each move; after that, chance chooses",
     [](const std::string& text, Request& request) { request.clock = parse_seconds("--clock", text).count(); }},
    {Option::replay, "--replay", "FILE", "play the moves of a transcript, and go on from its last position",
     [](const std::string& text, Request& request) { request.replay = text; }},
    {Option::transcript, "--transcript", "FILE", "write each move to FILE when it is made",
     [](const std::string& text, Request& request) { request.transcript = text; }},
    {Option::players, "--players", "A,B", "who plays: perfect, random, level:1 to level:10, or players of the game's own",
     [](const std::string& text, Request& request) {
       const std::size_t comma = text.find(',');
       if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos || comma == 0 ||
           comma + 1 == text.size())
         reject("--players", text, "two players, such as perfect,random");
       request.players = {text.substr(0, comma), text.substr(comma + 1)};
     }},
    {Option::rounds, "--games", "N", "how many games (default: 1000)",
     [](const std::string& text, Request& request) {
       request.rounds = parse_count<std::uint64_t>("--games", text, 1, std::uint64_t{1} << 53);
     }},
    {Option::seed, "--seed", "N", "the seed of all random choices; the same seed gives the same games",
     [](const std::string& text, Request& request) { request.seed = parse_count<std::uint64_t>("--seed", text, 0); }},
    {Option::format, "--format", "FORMAT", "how the result is written", set_format},
    {Option::output, "-o,--output", "FILE", "write to FILE, whole or not at all; its ending sets the format",
     [](const std::string& text, Request& request) {
       if (text.empty()) reject("-o", text, "the name of a file");
       request.output = text;
     }},
    {Option::threads, "--threads", "N", "use N threads (default: one for each processor)",
     [](const std::string& text, Request& request) { request.threads = parse_count<unsigned>("--threads", text, 1, 4096); }},
    {Option::memory, "--memory", "SIZE", "use at most SIZE for tables and memos, such as 512M or 8G (default: half of all)",
     [](const std::string& text, Request& request) { request.memory = parse_size("--memory", text); }},
    {Option::limit, "--limit", "NAME=VALUE,...",
     "limits of a rule file: load=SECONDS to run it, call=SECONDS for one call, lua-memory=SIZE", set_limits},
    {Option::steps, "--steps", "N", "stop the search after N elementary steps (default: 4000000000, some minutes)",
     [](const std::string& text, Request& request) { request.steps = parse_count<std::uint64_t>("--steps", text, 1); }},
    {Option::further, "--further", "K", "make the tables for conjectures K times as large, K = 1 to 64",
     [](const std::string& text, Request& request) {
       request.further = parse_count<unsigned>("--further", text, 1, static_cast<unsigned>(kFurthest));
     }},
    {Option::no_lift, "--no-lift", nullptr, "always run the rule in Lua",
     [](const std::string&, Request& request) { request.lift = false; }},
    {Option::no_native, "--no-native", nullptr, "do not compile the rule to machine code; interpret it instead",
     [](const std::string&, Request& request) { request.native_code = false; }},
    {Option::kind, "--kind", "heap|heaps|piles|board|graph|value|coins",
     "what a position of the new game is (by default Bouton asks on a terminal, and takes heap otherwise)",
     [](const std::string& text, Request& request) {
       std::vector<std::string> names;
       for (const Template& known : rule_templates()) names.emplace_back(known.kind);
       if (std::ranges::find(names, text) == names.end())
         reject("--kind", text, fmt::format("one of {}{}", fmt::join(names, ", "), did_you_mean(text, names)));
       request.kind = text;
     }},
    {Option::provenance, "--provenance", nullptr,
     "write FILE.provenance.json, which says where the output of -o FILE comes from", set_flag<&Request::provenance>},
    {Option::paper, "--paper", "a4|letter", "the size of pages (default: a4)",
     [](const std::string& text, Request& request) {
       request.paper = choose<Paper>("--paper", text, {{"a4", Paper::a4}, {"letter", Paper::letter}});
     }},
    {Option::oeis, "--oeis", "FILE", "look the values up in FILE, the OEIS's stripped.gz, compressed or not",
     [](const std::string& text, Request& request) { request.oeis = text; }},
    {Option::page, "--page", "URL", "the address of the page (default: the file that scripts/web builds)",
     [](const std::string& text, Request& request) { request.page = text; }},
    {Option::find, "--find", "TEXT", "only games with TEXT in their name, title, rules or source",
     [](const std::string& text, Request& request) { request.find = text; }},
    {Option::quiet, "--quiet", nullptr, "show no progress", set_flag<&Request::quiet>},
};

const OptionRow& row_of(Option option) { return *std::ranges::find(kOptions, option, &OptionRow::option); }

// -p keeps its place among the operands, so CLI11 does not hear of it: words that it does not know stay in order.
void add_options(CLI::App& app, const Verb& verb, Request& request) {
  for (const Option option : verb.options) {
    const OptionRow& row = row_of(option);
    if (!row.set) continue;
    if (row.value) {
      app.add_option_function<std::string>(row.names, [&row, &request](const std::string& text) { row.set(text, request); })
          ->type_name(row.value);
    } else {
      app.add_flag_callback(row.names, [&row, &request] { row.set("", request); })->disable_flag_override();
    }
  }
}

bool takes(const Verb& verb, Option option) { return std::ranges::find(verb.options, option) != verb.options.end(); }

// The words that are not options --------------------------------------------------------------------------------------

/// The setting that `word` is or begins, if it is a -p in one of its forms: "" if the next word says it.
std::optional<std::string> setting_in(std::string_view word) {
  if (word == "-p" || word == "--param") return "";
  if (word.starts_with("--param=")) return std::string(word.substr(8));
  if (word.starts_with("-p") && word.size() > 2) return std::string(word.substr(2));
  return std::nullopt;
}

std::pair<std::string, std::string> split_setting(const std::string& setting) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0) reject("-p", setting, "NAME=VALUE");
  return {setting.substr(0, equals), setting.substr(equals + 1)};
}

bool looks_like_option(std::string_view word) { return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9'); }

[[noreturn]] void reject_option(const Verb& verb, std::string_view word) {
  const std::string name(word.substr(0, word.find('=')));
  if ((name == "--misere" || name == "--normal") && takes(verb, Option::play))
    throw RequestError(fmt::format("{}: there is no option '{}'; did you mean --play {}?", verb.name, name, name.substr(2)));
  std::vector<std::string> known = {"--help"};
  for (const Option option : verb.options) {
    const std::string_view all = row_of(option).names;
    const std::size_t comma = all.find(',');
    if (comma != std::string_view::npos) known.emplace_back(all.substr(0, comma));
    known.emplace_back(all.substr(comma + 1));  // npos + 1 is 0
  }
  throw RequestError(
      fmt::format("{}: there is no option '{}'{}", verb.name, name, name.size() > 2 ? did_you_mean(name, known) : ""));
}

/// Refuses what CLI11 left over and is an option all the same.
void check_words(const Verb& verb, std::span<const std::string> words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    if (!looks_like_option(words[i])) continue;
    const std::optional<std::string> setting = setting_in(words[i]);
    if (!setting || !takes(verb, Option::parameter)) reject_option(verb, words[i]);
    if (setting->empty()) ++i;
  }
}

/// CLI11's message in Bouton's words.
std::string describe(const CLI::ParseError& error) {
  static constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {": 1 required ", " needs a value"},
      {": At Most 1 required ", " is given more than once"},
      {" was given a disallowed flag override", " takes no value"},
  };
  const std::string text = error.what();
  for (const auto& [theirs, ours] : kWords)
    if (const std::size_t found = text.find(theirs); found != std::string::npos)
      return fmt::format("{}{}{}", text.starts_with("-") ? "" : "--", text.substr(0, found), ours);
  return text;
}

Request request_of(const Verb& verb, std::vector<std::string> words, Request request) {
  if (verb.operands == Operands::script) {
    if (!words.empty() && words.front() == "--") words.erase(words.begin());
    else if (!words.empty() && looks_like_option(words.front())) reject_option(verb, words.front());
    request.operands = std::move(words);
    return request;
  }
  check_words(verb, words);
  if (verb.operands == Operands::words) {
    std::erase(words, "--");
    request.operands = std::move(words);
    return request;
  }
  request.games = parse_games(words);
  if (verb.operands == Operands::one_game && request.games.size() > 1)
    throw RequestError(fmt::format("{}: takes one game, not a sum ({})", verb.name, usage(verb)));
  return request;
}

}  // namespace

std::vector<GameRequest> parse_games(std::span<const std::string> words) {
  std::vector<GameRequest> games;
  bool wants_game = true;
  bool literal = false;  // after "--" nothing is a -p
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::optional<std::string> setting = literal ? std::nullopt : setting_in(word);
    if (setting) {
      const bool apart = setting->empty();
      if (apart && i + 1 == words.size()) throw RequestError("-p needs NAME=VALUE");
      const auto pair = split_setting(apart ? words[++i] : *setting);
      if (wants_game)
        throw RequestError(fmt::format("-p {}={} comes before its GAME; put it after the GAME", pair.first, pair.second));
      games.back().settings.push_back(pair);
    } else if (word == "--" && !literal) {
      literal = true;
    } else if (word == "+") {
      if (wants_game) throw RequestError("'+' goes between games: GAME POS... + GAME POS...");
      wants_game = true;
    } else if (wants_game) {
      games.push_back({word, {}, {}});
      wants_game = false;
    } else {
      games.back().operands.push_back(word);
    }
  }
  if (wants_game && !games.empty()) throw RequestError("a GAME is missing after '+'");
  return games;
}

std::size_t parse_size(std::string_view option, std::string_view text) {
  constexpr std::string_view kWanted = "a size such as 512M or 8G";
  // Where a size has 32 bits, all that can be addressed is the most there is.
  if (const std::optional<Integer> bytes = parse_number(text); bytes && *bytes > 0 && narrow(*bytes))
    return static_cast<std::size_t>(std::min<std::uint64_t>(static_cast<std::uint64_t>(*narrow(*bytes)), SIZE_MAX));
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(number) || number < 0) reject(option, text, kWanted);
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  int shift = 0;
  if (!unit.empty()) {
    constexpr std::string_view kUnits = "bkmgt";
    const std::size_t found = kUnits.find(static_cast<char>(std::tolower(static_cast<unsigned char>(unit.front()))));
    const std::string_view rest = unit.substr(1);
    if (found == std::string_view::npos || (rest != "" && (found == 0 || (rest != "iB" && rest != "B" && rest != "b"))))
      reject(option, text, kWanted);
    shift = static_cast<int>(found) * 10;
  }
  const double bytes = std::ldexp(number, shift);
  if (bytes < 1 || bytes >= std::ldexp(1.0, 63)) reject(option, text, kWanted);
  return static_cast<std::size_t>(std::min<std::uint64_t>(static_cast<std::uint64_t>(bytes), SIZE_MAX));
}

std::optional<Request> parse_arguments(const Verb& verb, const std::vector<std::string>& words) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  if (verb.operands == Operands::script) app.prefix_command();
  bool wants_help = false;
  app.add_flag("-h,--help", wants_help);
  Request request;
  add_options(app, verb, request);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes them last first
  } catch (const CLI::ParseError& error) {
    throw RequestError(fmt::format("{}: {}", verb.name, describe(error)));
  }
  if (wants_help) return std::nullopt;
  request.words = words;
  return request_of(verb, app.remaining(), std::move(request));
}

std::vector<std::string> words_of_result(const std::vector<std::string>& words) {
  constexpr Option kWithoutPart[] = {Option::format,     Option::output,  Option::threads, Option::memory,
                                     Option::limit,      Option::quiet,   Option::no_lift, Option::no_native,
                                     Option::checkpoint, Option::walnut,  Option::dot,     Option::certificate,
                                     Option::provenance, Option::analyze, Option::oeis};
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") {
      kept.insert(kept.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    bool dropped = false, has_value_behind = false;
    for (const Option option : kWithoutPart) {
      const OptionRow& row = row_of(option);
      const std::string_view all = row.names, word = words[i];
      const std::size_t comma = all.find(',');
      const std::string_view longer = all.substr(comma + 1), shorter = all.substr(0, comma == all.npos ? 0 : comma);
      if (word == longer || (!shorter.empty() && word == shorter)) {
        dropped = true;
        has_value_behind = row.value != nullptr;
      }
      if (row.value != nullptr && word.starts_with(longer) && word.substr(longer.size()).starts_with("=")) dropped = true;
      if (!shorter.empty() && word.starts_with(shorter) && !word.starts_with("--")) dropped = true;
    }
    if (!dropped) kept.push_back(words[i]);
    else if (has_value_behind) ++i;
  }
  return kept;
}

std::string usage(const Verb& verb) {
  return fmt::format("usage: bouton {}{}{}", verb.name, verb.usage.empty() ? "" : " ", verb.usage);
}

std::string help(const Verb& verb, std::size_t width) {
  std::string text = hanging("usage: ", usage(verb).substr(std::string_view("usage: ").size()) + " [options]", width);
  text += '\n' + reflowed(verb.help, width);
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Option option : verb.options) {
    const OptionRow& row = row_of(option);
    std::string names = row.names;
    if (const std::size_t comma = names.find(','); comma != std::string::npos) names.insert(comma + 1, " ");
    std::string doc = row.doc;
    if (option == Option::format) doc += ": " + bouton::names(verb.formats);
    rows.emplace_back(row.value ? fmt::format("{} {}", names, row.value) : names, doc);
  }
  rows.emplace_back("-h, --help", "this text");
  return text + "\noptions:\n" + described(rows, width);
}

}  // namespace bouton::cli
