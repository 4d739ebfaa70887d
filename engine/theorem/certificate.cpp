#include "engine/theorem/certificate.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "engine/base/checksum.h"
#include "engine/base/errors.h"
#include "engine/system/whole_file.h"

namespace bouton {
namespace {

constexpr std::string_view kTitle = "bouton theorem certificate 1";

std::uint64_t checksum_of(std::string_view text) {
  Checksum checksum;
  checksum.add(text);
  return checksum.value();
}

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

class CertificateText {
 public:
  CertificateText(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  TheoremCertificate read() {
    if (line() != kTitle) fail(fmt::format("the first line is not '{}'", kTitle));
    TheoremCertificate certificate;
    certificate.game = field("game");
    const std::size_t settings = number("settings", 1000);
    for (std::size_t i = 0; i < settings; ++i) {
      std::string name(field("parameter"));
      certificate.settings.emplace_back(std::move(name), field("value"));
    }
    certificate.play = static_cast<Play>(number("play", 2));
    certificate.dimensions = number("dimensions", 64);
    const std::string_view statement = field("statement");
    const auto [end, error] = std::from_chars(statement.data(), statement.data() + statement.size(), certificate.statement, 16);
    if (error != std::errc() || end != statement.data() + statement.size()) fail("the checksum of the statement is no number");
    const std::optional<Numeration> system = Numeration::from_key(field("system"));
    if (!system) fail("the numeration system is not known");
    certificate.theorem.system = *system;
    const std::size_t values = number("values", 64), sheets = number("sheets", 64), tracks = number("tracks", 8);
    if (values == 0 || sheets == 0 || tracks == 0) fail("there is no automaton");
    for (std::size_t value = 0; value < values; ++value) {
      certificate.theorem.values.emplace_back();
      for (std::size_t sheet = 0; sheet < sheets; ++sheet)
        certificate.theorem.values.back().push_back(automaton(*system, tracks));
    }
    const std::uint64_t expected = checksum_of(text_.substr(0, at_));
    if (field("checksum") != fmt::format("{:016x}", expected) || at_ != text_.size()) fail("the file is damaged");
    return certificate;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const { throw RequestError(fmt::format("certificate {}: {}", name_, what)); }
  std::string_view line() {
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) fail("the file is damaged: it ends in the middle of a line");
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = end + 1;
    return line;
  }
  std::string_view field(std::string_view name) {
    const std::string_view text = line();
    if (!text.starts_with(name) || text.size() <= name.size() || text[name.size()] != ' ')
      fail(fmt::format("'{}' is missing", name));
    return text.substr(name.size() + 1);
  }
  std::size_t number_in(std::string_view text, std::size_t greatest) const {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value > greatest)
      fail(fmt::format("'{}' is not a number up to {}", text, greatest));
    return value;
  }
  std::size_t number(std::string_view name, std::size_t greatest) { return number_in(field(name), greatest); }
  /// The words of a line.
  static std::vector<std::string_view> words(std::string_view line) {
    std::vector<std::string_view> words;
    while (!line.empty()) {
      const std::size_t end = std::min(line.find(' '), line.size());
      words.push_back(line.substr(0, end));
      line.remove_prefix(std::min(end + 1, line.size()));
    }
    return words;
  }
  Automaton automaton(const Numeration& system, std::size_t tracks) {
    Automaton automaton(system, tracks);
    const std::size_t states = number("states", text_.size());
    if (states == 0) fail("an automaton has no start");
    while (automaton.states() < states) automaton.add_state(false);
    const std::vector<std::string_view> accepting = words(line());
    if (accepting.empty() || accepting[0] != "accepting") fail("'accepting' is missing");
    for (std::size_t i = 1; i < accepting.size(); ++i)
      automaton.set_accepting(static_cast<State>(number_in(accepting[i], states - 1)), true);
    for (std::size_t state = 0; state < states; ++state) {
      const std::vector<std::string_view> row = words(line());
      if (row.size() != automaton.letters())
        fail(fmt::format("a state has {} transitions, not {}", row.size(), automaton.letters()));
      for (Letter letter = 0; letter < automaton.letters(); ++letter)
        if (row[letter] != "-")
          automaton.set_next(static_cast<State>(state), letter, static_cast<State>(number_in(row[letter], states - 1)));
    }
    return automaton;
  }

  std::string_view text_;
  std::string name_;
  std::size_t at_ = 0;
};

std::string whole(const std::filesystem::path& file, const Budget& budget) {
  std::optional<std::string> text = read_whole_file(file, budget);
  if (!text) throw RequestError(fmt::format("there is no file {}", file.string()));
  return *std::move(text);
}

}  // namespace

std::uint64_t statement_checksum(const GameFormula& formula) { return checksum_of(formula.text()); }

void write_certificate(const std::filesystem::path& file, const TheoremCertificate& certificate) {
  const Theorem& theorem = certificate.theorem;
  std::string text = fmt::format("{}\ngame {}\nsettings {}\n", kTitle, certificate.game, certificate.settings.size());
  for (const auto& [name, value] : certificate.settings) text += fmt::format("parameter {}\nvalue {}\n", name, value);
  text += fmt::format("play {}\ndimensions {}\nstatement {:016x}\nsystem {}\nvalues {}\nsheets {}\ntracks {}\n",
                      static_cast<int>(certificate.play), certificate.dimensions, certificate.statement, theorem.system.key(),
                      theorem.values.size(), theorem.values[0].size(), theorem.values[0][0].tracks());
  for (const PositionSet& set : theorem.values)
    for (const Automaton& automaton : set) text += fmt::format("states {}\n", automaton.states()) + text_of(automaton);
  text += fmt::format("checksum {:016x}\n", checksum_of(text));
  WholeFile out(file);
  out.write(text);
  out.finish();
}

bool is_theorem_certificate(const std::filesystem::path& file, const Budget& budget) {
  return whole(file, budget).starts_with(kTitle);
}

TheoremCertificate read_theorem_certificate(const std::filesystem::path& file, const Budget& budget) {
  const std::string text = whole(file, budget);
  return CertificateText(text, file.string()).read();
}

}  // namespace bouton
