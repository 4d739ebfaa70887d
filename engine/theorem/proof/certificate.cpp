#include "engine/theorem/proof/certificate.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "engine/base/checksum.h"
#include "engine/system/certificate_text.h"
#include "engine/system/whole_file.h"

namespace bouton {
namespace {

constexpr std::string_view kTitle = "bouton theorem certificate 1";
/// With the Grundy function behind the sets.
constexpr std::string_view kTitleOfFunction = "bouton theorem certificate 2";

std::string text_of(const Automaton& automaton) {
  std::string text = "accepting";
  for (std::size_t state = 0; state < automaton.states(); ++state)
    if (automaton.accepting(static_cast<State>(state))) text += fmt::format(" {}", state);
  text += '\n';
  for (std::size_t state = 0; state < automaton.states(); ++state) {
    for (Letter letter = 0; letter < automaton.letters(); ++letter) {
      const State to = automaton.next(static_cast<State>(state), letter);
      text += fmt::format("{}{}", letter == 0 ? "" : " ", to == kNoState ? "-" : std::to_string(to));
    }
    text += '\n';
  }
  return text;
}

/// The words of a line.
std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

std::size_t number_in(const CertificateText& text, std::string_view word, std::size_t greatest) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value > greatest)
    text.fail(fmt::format("'{}' is not a number up to {}", word, greatest));
  return value;
}

Automaton read_automaton(CertificateText& text, const Numeration& system, std::size_t tracks) {
  Automaton automaton(system, tracks);
  const std::size_t states = number_in(text, text.field("states"), text.size());
  if (states == 0) text.fail("an automaton has no start");
  // Each transition takes a character and what separates it from the next: what the text cannot hold is not made room for.
  if (states > text.size() / (2 * std::size_t{automaton.letters()}))
    text.fail(fmt::format("it does not have the transitions of {} states", states));
  while (automaton.states() < states) automaton.add_state(false);
  const std::vector<std::string_view> accepting = words(text.line());
  if (accepting.empty() || accepting[0] != "accepting") text.fail("'accepting' is missing");
  for (std::size_t i = 1; i < accepting.size(); ++i)
    automaton.set_accepting(static_cast<State>(number_in(text, accepting[i], states - 1)), true);
  for (std::size_t state = 0; state < states; ++state) {
    const std::vector<std::string_view> row = words(text.line());
    if (row.size() != automaton.letters())
      text.fail(fmt::format("a state has {} transitions, not {}", row.size(), automaton.letters()));
    for (Letter letter = 0; letter < automaton.letters(); ++letter)
      if (row[letter] != "-")
        automaton.set_next(static_cast<State>(state), letter, static_cast<State>(number_in(text, row[letter], states - 1)));
  }
  return automaton;
}

}  // namespace

std::uint64_t statement_checksum(const GameFormula& formula) {
  Checksum checksum;
  checksum.add(formula.text());
  return checksum.value();
}

void write_certificate(const std::filesystem::path& file, const TheoremCertificate& certificate) {
  const Theorem& theorem = certificate.theorem;
  std::string text =
      certificate_head(theorem.function.empty() ? kTitle : kTitleOfFunction, certificate.game, certificate.settings);
  text += fmt::format("play {}\ndimensions {}\nstatement {:016x}\nsystem {}\nvalues {}\nsheets {}\ntracks {}\n",
                      static_cast<int>(certificate.play), certificate.dimensions, certificate.statement, theorem.system.key(),
                      theorem.values.size(), theorem.values[0].size(), theorem.values[0][0].tracks());
  for (const PositionSet& set : theorem.values)
    for (const Automaton& automaton : set) text += fmt::format("states {}\n", automaton.states()) + text_of(automaton);
  for (const Automaton& automaton : theorem.function)
    text += fmt::format("states {}\n", automaton.states()) + text_of(automaton);
  write_whole_file(file, with_checksum(std::move(text)));
}

bool is_theorem_certificate(std::string_view text) { return text.starts_with(kTitle) || text.starts_with(kTitleOfFunction); }

TheoremCertificate parse_theorem_certificate(std::string_view lines, std::string_view name) {
  CertificateText text(lines, name);
  const auto number = [&](std::string_view field, std::size_t greatest) {
    return number_in(text, text.field(field), greatest);
  };
  const bool of_function = lines.starts_with(kTitleOfFunction);
  text.title(of_function ? kTitleOfFunction : kTitle);
  TheoremCertificate certificate;
  certificate.game = text.field("game");
  certificate.settings = text.settings();
  certificate.play = static_cast<Play>(number("play", 2));
  certificate.dimensions = number("dimensions", 64);
  certificate.statement = text.hexadecimal("statement");
  const std::optional<Numeration> system = Numeration::from_key(text.field("system"));
  if (!system) text.fail("the numeration system is not known");
  certificate.theorem.system = *system;
  const std::size_t values = number("values", 64), sheets = number("sheets", 64), tracks = number("tracks", 4);
  if (values == 0 || sheets == 0 || tracks == 0) text.fail("there is no automaton");
  for (std::size_t value = 0; value < values; ++value) {
    certificate.theorem.values.emplace_back();
    for (std::size_t sheet = 0; sheet < sheets; ++sheet)
      certificate.theorem.values.back().push_back(read_automaton(text, *system, tracks));
  }
  for (std::size_t sheet = 0; of_function && sheet < sheets; ++sheet)
    certificate.theorem.function.push_back(read_automaton(text, *system, tracks + 1));
  text.end();
  return certificate;
}

}  // namespace bouton
