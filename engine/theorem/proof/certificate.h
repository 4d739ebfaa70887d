// A theorem as a file that others can check without having found it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules/rules.h"
#include "engine/theorem/proof/theorem.h"

namespace bouton {

/// What a certificate holds: the game and its parameters as they were named, what the theorem is, and a checksum of the
/// statement that it was proved for.
struct TheoremCertificate {
  std::string game;
  std::vector<std::pair<std::string, std::string>> settings;
  Play play = Play::normal;
  std::size_t dimensions = 0;
  std::uint64_t statement = 0;
  Theorem theorem;
};

/// The checksum of a statement.
std::uint64_t statement_checksum(const GameFormula& formula);

/// A text: a line that says what it is, lines of a key and a value, then each automaton: its value and sheet, the states that
/// accept, and a line for each state with where every letter leads (- for nowhere); then, under another title, the automata of
/// the Grundy function, where the theorem has one. Throws OutputError.
void write_certificate(const std::filesystem::path& file, const TheoremCertificate& certificate);
/// Whether a text begins as such a text does.
bool is_theorem_certificate(std::string_view text);
/// Reads what write_certificate wrote; `name` is for messages. Throws RequestError, with what is wrong, where the text is not
/// such a one.
TheoremCertificate parse_theorem_certificate(std::string_view text, std::string_view name);

}  // namespace bouton
