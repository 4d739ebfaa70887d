#include "engine/theorem/proof/certificate.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "engine/base/errors.h"
#include "engine/study/discovery/theorem.h"
#include "engine/system/certificate_text.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

class TheoremCertificates : public ::testing::Test {
 protected:
  TheoremCertificates() {
    const TheoremReport report = find_theorem(*rules_, 2, 0, budget_);
    certificate_ = {"wythoff", {{"k", "1"}}, Play::normal, 2, statement_checksum(*report.formula), *report.theorem};
    write_certificate(file_, certificate_);
  }
  ~TheoremCertificates() override { std::filesystem::remove(file_); }

  static std::shared_ptr<const Rules> rules(const MoveProgram& moves, Play play = Play::normal) {
    return std::make_shared<test::ProgramRules>(Domain::fixed({{.name = "S"}, {.name = "L"}}), moves, play);
  }
  std::string text() const {
    std::ostringstream text;
    text << std::ifstream(file_).rdbuf();
    return text.str();
  }

  Budget budget_;
  std::shared_ptr<const Rules> rules_ = rules(test::wythoff_program());
  TheoremCertificate certificate_;
  const std::filesystem::path file_ =
      std::filesystem::path(::testing::TempDir()) /
      ("theorem_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(TheoremCertificates, AreReadAsTheyWereWrittenAndProvedAgain) {
  EXPECT_TRUE(is_theorem_certificate(text()));
  const TheoremCertificate read = parse_theorem_certificate(text(), "test");
  EXPECT_EQ(read.game, "wythoff");
  EXPECT_EQ(read.settings, certificate_.settings);
  EXPECT_EQ(read.statement, certificate_.statement);
  EXPECT_EQ(read.theorem.system, certificate_.theorem.system);
  EXPECT_EQ(read.theorem.values, certificate_.theorem.values);
  EXPECT_EQ(disproved(read, rules_, budget_), std::nullopt);
}

TEST_F(TheoremCertificates, OfOtherRulesAreRefused) {
  EXPECT_EQ(disproved(certificate_, rules(test::wythoff_program(2)), budget_), "it is about other rules");
  EXPECT_EQ(disproved(certificate_, rules(test::wythoff_program(), Play::misere), budget_),
            "it is about another convention of play");
  TheoremCertificate other = certificate_;
  other.dimensions = 1;
  EXPECT_TRUE(disproved(other, rules_, budget_));
  // Even with the checksum of the other rules.
  AutomataWorkspace workspace(budget_, 100'000, 100'000'000);
  const Result<GameFormula> formula = GameFormula::of(*rules(test::wythoff_program(3)), 2, workspace);
  other = certificate_;
  other.statement = statement_checksum(*formula);
  EXPECT_TRUE(disproved(other, rules(test::wythoff_program(3)), budget_));
}

/// Any byte that is changed is noticed when the file is read, and an automaton that was changed fails the proof.
TEST_F(TheoremCertificates, TamperedFilesAreRefused) {
  const std::string right = text();
  for (std::size_t at = 0; at < right.size(); at += 7) {
    std::string wrong = right;
    wrong[at] = wrong[at] == '1' ? '2' : '1';
    if (wrong == right) continue;
    std::ofstream(file_) << wrong;
    EXPECT_THROW(parse_theorem_certificate(text(), "test"), RequestError) << at;
  }
  for (std::size_t length = 0; length < right.size(); length += 11) {
    std::ofstream(file_) << right.substr(0, length);
    EXPECT_THROW(parse_theorem_certificate(text(), "test"), RequestError) << length;
  }
  TheoremCertificate forged = certificate_;
  forged.theorem.values[0][0].set_accepting(3, !forged.theorem.values[0][0].accepting(3));
  write_certificate(file_, forged);
  EXPECT_TRUE(disproved(parse_theorem_certificate(text(), "test"), rules_, budget_));
}

/// Nor is a text whose checksum was made anew: each line left out, doubled, or with one of its numbers another.
TEST_F(TheoremCertificates, TamperedLinesAreRefusedThoughTheirChecksumIsRight) {
  std::vector<std::string> lines;
  std::istringstream stream(text());
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  lines.pop_back();  // the checksum
  const auto is_refused = [&](const std::vector<std::string>& changed) {
    std::string whole;
    for (const std::string& line : changed) whole += line + "\n";
    whole = with_checksum(std::move(whole));
    try {
      return disproved(parse_theorem_certificate(whole, "test"), rules_, budget_).has_value();
    } catch (const RequestError&) {
      return true;
    }
  };
  ASSERT_FALSE(is_refused(lines));
  for (std::size_t at = 0; at < lines.size(); ++at) {
    SCOPED_TRACE(lines[at]);
    std::vector<std::string> changed = lines;
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(at));
    EXPECT_TRUE(is_refused(changed));
    changed = lines;
    changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(at), lines[at]);
    EXPECT_TRUE(is_refused(changed));
    // Names and values of parameters say which rules are meant: those are the reader's to load.
    if (lines[at].starts_with("game ") || lines[at].starts_with("parameter ") || lines[at].starts_with("value ")) continue;
    for (std::size_t i = 0; i < lines[at].size(); ++i) {
      const char c = lines[at][i];
      if ((c < '0' || c > '9') && c != '-') continue;
      for (const char other : {'0', '3', '9', '-'}) {
        if (c == other) continue;
        changed = lines;
        changed[at][i] = other;
        EXPECT_TRUE(is_refused(changed)) << i << " to " << other;
      }
    }
  }
}

/// Nothing is made room for that the text does not hold: here 50,000 states of 10,000 transitions in 50 kB.
TEST_F(TheoremCertificates, OfMoreStatesThanTheTextHoldsAreRefusedAtOnce) {
  const std::string text =
      "bouton theorem certificate 1\ngame subtraction\nsettings 0\nplay 0\ndimensions 1\n"
      "statement 0000000000000000\nsystem base 10\nvalues 1\nsheets 1\ntracks 4\nstates 50000\n"
      "accepting\n" +
      std::string(50'000, 'x') + "\n";
  try {
    parse_theorem_certificate(with_checksum(text), "test");
    FAIL();
  } catch (const RequestError& error) {
    EXPECT_NE(std::string(error.what()).find("does not have the transitions of 50000 states"), std::string::npos)
        << error.what();
  }
}

/// Where there is no automaton, reading it says so.
TEST_F(TheoremCertificates, OfNoAutomatonAreRefused) {
  const std::string right = text().substr(0, text().rfind("checksum"));
  for (const std::string field : {"values", "sheets", "tracks"}) {
    std::string wrong = right;
    const std::size_t at = wrong.find("\n" + field + " ") + field.size() + 2;
    wrong.replace(at, wrong.find('\n', at) - at, "0");
    try {
      parse_theorem_certificate(with_checksum(std::move(wrong)), "test");
      FAIL() << field;
    } catch (const RequestError& error) {
      EXPECT_NE(std::string(error.what()).find("there is no automaton"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace bouton
