// Files of unfinished work belong to one work: with other work they are refused, or what comes out is right all the same. What
// is right says a run without such a file.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "bindings/cli/verbs/verbs.h"
#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

class KeptFiles : public testing::Test {
 protected:
  Result run(const std::string& line) const { return run_bouton(words(line), "", directory.path()); }
  /// The line with the file is refused with a sentence that holds `why`, and the file stays as it is.
  void expect_refused(const std::string& line, const std::string& file, const std::string& why) const {
    const std::string before = directory.read(file);
    const Result refused = run(line);
    EXPECT_EQ(refused.code, 2) << line << refused.out;
    EXPECT_TRUE(holds(refused.err, why)) << line << "\n" << refused.err;
    EXPECT_TRUE(directory.read(file) == before) << line;
  }
  const TemporaryDirectory directory;
};
using KeptFilesSlow = KeptFiles;

std::string takes_up_to(int most) {
  return fmt::format(
      "return game {{ position = {{ 'n' }}, moves = function(n) for t = 1, math.min(n, {}) do move(n - t) end end }}", most);
}

TEST_F(KeptFiles, RowsOfASurveyAreOfItsPlay) {
  ASSERT_EQ(run("survey subtraction -p set=1:4 50 --checkpoint j").code, 0);
  expect_refused("survey subtraction -p set=1:4 50 --checkpoint j --play misere", "j",
                 "play: as the rules say there, misere here");
  expect_refused("survey subtraction -p set=1:5 50 --checkpoint j", "j", "parameter set: 1:4 there, 1:5 here");
  expect_refused("survey subtraction -p set=1:4 60 --checkpoint j", "j", "heaps: 50 there, 60 here");
  expect_refused("survey subtraction -p set=1:4 50 --checkpoint j --no-lift", "j", "lifting");
}

TEST_F(KeptFiles, RowsOfASurveyAreOfItsRules) {
  std::filesystem::create_directory(directory / "family");
  for (const int most : {2, 3}) directory.write(fmt::format("family/g{}.lua", most), takes_up_to(most));
  const std::string line = "survey family 50 --format csv --checkpoint j";
  const std::string rows = run(line).out;
  EXPECT_EQ(run(line).out, rows);
  directory.write("family/g2.lua", takes_up_to(5));
  expect_refused(line, "j", "the rules of family/g2.lua have been changed");
  directory.write("family/g2.lua", takes_up_to(2));
  EXPECT_EQ(run(line).out, rows);
  directory.write("family/a1.lua", takes_up_to(1));
  expect_refused(line, "j", "games: 2");
  directory.remove("family/a1.lua");
}

TEST_F(KeptFiles, ResultsOfParallelWorkAreOfItsItemsAndItsFunction) {
  const auto script = [&](const std::string& before, const std::string& items, const std::string& function) {
    directory.write("s.lua", fmt::format("local b = require 'bouton'\n{}\nprint(table.concat(b.parallel({}, {}, 'j'), ' '))",
                                         before, items, function));
    return run("run s.lua");
  };
  const std::string list = "{ 1, 2, 3 }", square = "function(n) return n * n end";
  ASSERT_EQ(script("", list, square).out, "1 4 9\n");
  EXPECT_EQ(script("-- a comment", list, "function(m)\n return m * m end").out, "1 4 9\n")
      << "names and lines make no difference";
  const std::string kept = directory.read("j");
  const std::vector<std::vector<std::string>> others = {{"", "{ 7, 8, 9 }", square, "items"},
                                                        {"", "{ 1, 2, 3.0 }", square, "items"},
                                                        {"", "{ 1, 2 }", square, "items"},
                                                        {"", list, "function(n) return n + 100 end", "function"},
                                                        {"", list, "function(n) return n * n * n end", "function"}};
  for (const std::vector<std::string>& other : others) {
    const Result refused = script(other[0], other[1], other[2]);
    EXPECT_NE(refused.code, 0) << other[1] << other[2] << refused.out;
    EXPECT_TRUE(holds(refused.err, "other work (" + other[3])) << refused.err;
    EXPECT_EQ(directory.read("j"), kept);
  }
}

/// Pairs of scripts that differ in something which the function reaches, and its results with it.
TEST_F(KeptFiles, WhatAFunctionReachesIsPartOfTheWork) {
  const std::vector<std::vector<std::string>> cases = {
      // an upvalue; a table, also deep, by a list, by its metatable; a float
      {"local k = 1", "local k = 2", "function(n) return n + k end"},
      {"local k = { a = { 5, { z = 1 } } }", "local k = { a = { 5, { z = 2 } } }", "function(n) return n + k.a[2].z end"},
      {"local k = setmetatable({}, { __index = function() return 1 end })",
       "local k = setmetatable({}, { __index = function() return 2 end })", "function(n) return n + k.x end"},
      {"local k = 1", "local k = 1.0", "function(n) return n + k end"},
      // a function that it calls: local, global, recursive, in a table; one of C
      {"local function f(n) return n + 1 end", "local function f(n) return n + 2 end", "function(n) return f(n) end"},
      {"function f(n) return n + 1 end", "function f(n) return n + 2 end", "function(n) return f(n) end"},
      {"K = 1", "K = 2", "function(n) return n + _G['K'] end"},
      {"local f function f(n) if n > 0 then return f(n - 1) + 1 end return 0 end",
       "local f function f(n) if n > 0 then return f(n - 1) + 2 end return 0 end", "function(n) return f(n) end"},
      {"local f = math.floor", "local f = math.ceil", "function(n) return f(n + 0.5) end"},
      // a game, by its parameters
      {"local g = b.game('subtraction', { set = { 1, 2 } })", "local g = b.game('subtraction', { set = { 1, 2, 3 } })",
       "function(n) return g:grundy(n) end"},
      {"local k = b.int('100000000000000000000')", "local k = b.int('100000000000000000001')",
       "function(n) return tostring(k + n) end"}};
  for (const std::vector<std::string>& pair : cases) {
    directory.remove("j");
    const auto results = [&](const std::string& before, const std::string& journal) {
      directory.write("s.lua",
                      fmt::format("local b = require 'bouton'\n{}\nprint(table.concat(b.parallel({{ 2, 3, 5 }}, {}{}), ' '))",
                                  before, pair[2], journal));
      return run("run s.lua");
    };
    const std::string first = results(pair[0], ", 'j'").out;
    EXPECT_EQ(first, results(pair[0], "").out) << pair[0];
    EXPECT_EQ(first, results(pair[0], ", 'j'").out) << pair[0];
    const Result other = results(pair[1], ", 'j'");
    EXPECT_NE(first, results(pair[1], "").out) << pair[1] << ": the pair shows nothing";
    EXPECT_TRUE(holds(other.err, "other work (function")) << pair[1] << other.out << other.err;
  }
}

TEST_F(KeptFiles, WhatNothingTellsFromOthersKeepsNoJournal) {
  directory.write("s.lua", R"(local b = require 'bouton'
local g = b.game { position = { 'n' }, moves = function(n) if n > 0 then move(n - 1) end end }
b.parallel({ 1, 2 }, function(n) return g:grundy(n) end, 'j'))");
  const Result refused = run("run s.lua");
  EXPECT_NE(refused.code, 0);
  EXPECT_TRUE(holds(refused.err, "journal of bouton.parallel")) << refused.err;
  EXPECT_FALSE(directory.has("j"));
}

/// The digits of the numbers of records, exchanged.
TEST_F(KeptFiles, ANumberOfARecordIsPartOfItsChecksum) {
  const std::string line = "survey octal:0.0d 60 --format csv --checkpoint j";
  const std::string rows = run(line).out;
  const std::string kept = directory.read("j");
  int changed = 0;
  for (std::size_t at = kept.find("\nrecord "); at != std::string::npos; at = kept.find("\nrecord ", at + 1)) {
    std::string other = kept;
    char& digit = other[at + 8];
    if (digit == '0') continue;  // of the work
    digit = digit == '1' ? '2' : '1';
    directory.write("j", other);
    EXPECT_EQ(run(line).out, rows) << at;
    ++changed;
  }
  EXPECT_EQ(changed, 8);
}

std::string queens_of(const std::string& fields, int from = 1) {
  return fmt::format(R"(local from = include("from")
return game {{ name = "queens", position = {{ "a", "b" }}, {}
  moves = function(a, b)
    for t = from, a do move(a - t, b) end
    for t = {}, b do move(a, b - t) end
    for t = 1, math.min(a, b) do move(a - t, b - t) end
  end }})",
                     fields, from);
}

/// A table that was begun, with whatever may change its bytes: the file is refused, and nothing is changed; or the bytes are
/// those of a run without a file.
TEST_F(KeptFiles, ATableIsGoneOnWithOnlyAsItWas) {
  directory.write("from.lua", "return 1");
  directory.write("g.lua", queens_of("blocking = 1,"));
  const std::string line = "table g.lua 500 500 --value outcome -o t.csv --checkpoint c";
  const Result begun = run_with_room(directory, line, 900);
  ASSERT_EQ(begun.code, 2) << begun.err;
  ASSERT_TRUE(directory.has("c") && directory.has("t.csv.part"));
  const std::string checkpoint = directory.read("c"), part = directory.read("t.csv.part");
  struct Change {
    std::string rule, from, line;
  };
  const std::string rule = queens_of("blocking = 1,"), from = "return 1";
  const std::vector<Change> changes = {
      {queens_of("blocking = 2,"), from, line},
      {queens_of(""), from, line},
      {queens_of("blocking = 1, play = 'misere',"), from, line},
      {queens_of("blocking = 1, valid = function(a, b) return a ~= 3 end,"), from, line},
      {queens_of("blocking = 1,", 2), from, line},
      {rule, "return 2", line},
      {rule, from, line + " --play misere"},
      {rule, from, "table g.lua 501 500 --value outcome -o t.csv --checkpoint c"},
      {rule, from, "table g.lua 0:500 1:501 --value outcome -o t.csv --checkpoint c"},
      {rule, from, "table g.lua 500 500 --value remoteness -o t.csv --checkpoint c"},
      {rule, from, "table g.lua 500 500 --value outcome --format bfile -o t.csv --checkpoint c"},
      {rule, from, "positions g.lua 500 500 -o t.csv --checkpoint c"}};
  for (const Change& change : changes) {
    directory.write("g.lua", change.rule);
    directory.write("from.lua", change.from);
    expect_refused(change.line, "c", "other work (");
    EXPECT_TRUE(directory.read("t.csv.part") == part);
    EXPECT_FALSE(directory.has("t.csv"));
  }
  directory.write("g.lua", rule);
  directory.write("from.lua", from);
  ASSERT_EQ(run(line).code, 0);
  const std::string whole = directory.read("t.csv");
  ASSERT_EQ(run("table g.lua 500 500 --value outcome -o u.csv").code, 0);
  EXPECT_TRUE(whole == directory.read("u.csv"));
  // Damage of the part, and of its end.
  for (const std::size_t at : {std::size_t{0}, std::size_t{7}, std::size_t{1000}, std::size_t{4000}}) {
    std::string damaged = part;
    damaged[at] ^= 1;
    directory.remove("t.csv");
    directory.write("c", checkpoint);
    directory.write("t.csv.part", damaged);
    expect_refused(line, "c", "is not what it was");
    EXPECT_TRUE(directory.read("t.csv.part") == damaged);
  }
}

/// A rule file, the file that it includes, and what is asked about it. A {} in any of the three is a field, of which there are
/// alternatives, in this order.
struct KindOfWork {
  std::string rule, from, line;
  std::vector<std::vector<std::string>> fields;
};

const KindOfWork kSearchOfABoard{
    R"(local from = include("from")
local tall = param("tall", 1, "rows between the cells of an upright piece")
return game {
  position = board("any", "any", ".X"), example = "....", {} {}
  moves = function(b)
    for r, c in b:cells() do
      if b:at(r, c) == 0 then
        if b:at(r, c + from) == 0 then move(b:with(r, c, 1, r, c + from, 1)) end
        if {}b:at(r + tall, c) == 0 then move(b:with(r, c, 1, r + tall, c, 1)) end
        {}
      end
    end
  end })",
    "return {}",
    "solve g.lua {}{}{}",
    {{"", "play = 'misere',"},
     {"", "valid = function(b) return b:at(1, 1) >= 0 end,"},
     {"", "c > 1 and "},
     {"", "if b:at(r, c + 2) == 0 then move(b:with(r, c, 1)) end"},
     {"1", "2"},
     {"3x6", "6x3", "4x4"},
     {"", " -p tall=2"},
     {"", " --play misere"}}};

const KindOfWork kSequenceOfHeaps{
    R"(local from = include("from")
local most = param("most", 3, "the most that may be taken")
return game { position = { "n" }, {}
  moves = function(n)
    for t = {}, math.min(n, most + from) do {} end
    for a = {}, (n - 2) // 2 do split(a, n - 2 - a) end
  end })",
    "return {}",
    "sequence g.lua {}{}",
    {{"", "name = 'other',"},
     {"1", "2"},
     {"move(n - t)", "if t ~= 2 then move(n - t) end"},
     {"1", "0"},
     {"1", "2"},
     {"500", "700"},
     {"", " -p most=4"}}};

/// Any two works of a kind, one after the other with one file: the second is refused, and the file stays as it is, or its
/// answer is that of a run without a file.
TEST_F(KeptFilesSlow, OfAnyOtherWorkIsRefusedOrItsAnswerIsRight) {
  for (const KindOfWork& kind : {kSearchOfABoard, kSequenceOfHeaps}) {
    int refused = 0, gone_on = 0;
    EXPECT_TRUE(rc::check([&] {
      /// Writes the files of some work, and returns its line.
      const auto some_work = [&] {
        std::size_t field = 0;
        const auto filled = [&](std::string text) {
          for (std::size_t at = text.find("{}"); at != std::string::npos; at = text.find("{}", at)) {
            const std::string chosen = *rc::gen::elementOf(kind.fields.at(field++));
            text.replace(at, 2, chosen);
            at += chosen.size();
          }
          return text;
        };
        directory.write("g.lua", filled(kind.rule));
        directory.write("from.lua", filled(kind.from));
        return filled(kind.line);
      };
      // What is said of the way to an answer is another where there is a file.
      const auto answer = [&](const std::string& line) {
        const Result result = run(line);
        RC_ASSERT(result.code == 0);
        return result.out.substr(0, result.out.find("solver"));
      };
      directory.remove("c");
      (void)answer(some_work() + " --checkpoint c");
      const std::string kept = directory.read("c");
      const std::string line = some_work();
      const Result other = run(line + " --checkpoint c");
      if (other.code == 2) {
        RC_ASSERT(holds(other.err, "checkpoint c: the file belongs to other work ("));
        RC_ASSERT(directory.read("c") == kept);
        ++refused;
        return;
      }
      RC_ASSERT(other.out.substr(0, other.out.find("solver")) == answer(line));
      ++gone_on;
    }));
    EXPECT_GT(refused, 0) << kind.line;
    EXPECT_GT(gone_on, 0) << kind.line;
  }
}

/// Without a checkpoint nobody knows what FILE.part is.
TEST_F(KeptFiles, APartOfSomebodyElseIsLeftAlone) {
  directory.write("from.lua", "return 1");
  directory.write("g.lua", queens_of(""));
  const std::string precious = "precious data of somebody";
  directory.write("w.npy.part", precious);
  for (const char* line :
       {"table wythoff 60 60 --value outcome -o w.npy --checkpoint c", "positions wythoff 60 60 -o w.npy --checkpoint c",
        "sequence octal 1100000 -p code=0.106 -o w.npy --checkpoint c"}) {
    const Result refused = run(line);
    EXPECT_EQ(refused.code, 2) << line;
    EXPECT_TRUE(holds(refused.err, "w.npy.part is there")) << refused.err;
    EXPECT_EQ(directory.read("w.npy.part"), precious) << line;
    EXPECT_FALSE(directory.has("w.npy") || directory.has("c")) << line;
  }
  directory.remove("w.npy.part");
  // A part of one game is none of another, whichever of them is longer.
  ASSERT_EQ(run_with_room(directory, "table g.lua 1000 1000 --value outcome -o w.npy --checkpoint a", 300).code, 2);
  const std::string part = directory.read("w.npy.part");
  ASSERT_FALSE(part.empty());
  EXPECT_EQ(run("table g.lua 1000 1000 --value outcome --play misere -o w.npy --checkpoint b").code, 2);
  EXPECT_TRUE(directory.read("w.npy.part") == part);
  ASSERT_EQ(run("table g.lua 1000 1000 --value outcome -o w.npy --checkpoint a").code, 0);
  const std::string whole = directory.read("w.npy");
  ASSERT_EQ(run("table g.lua 1000 1000 --value outcome -o v.npy").code, 0);
  EXPECT_TRUE(whole == directory.read("v.npy"));
  EXPECT_FALSE(directory.has("w.npy.part") || directory.has("a"));
}

/// Every verb with every two of its options that name files, by the same and by another path.
TEST_F(KeptFiles, NoFileThatIsWrittenIsNamedTwice) {
  const std::vector<std::pair<Option, std::string>> of_files = {{Option::certificate, "--certificate"},
                                                                {Option::checkpoint, "--checkpoint"},
                                                                {Option::dot, "--dot"},
                                                                {Option::oeis, "--oeis"},
                                                                {Option::output, "-o"},
                                                                {Option::replay, "--replay"},
                                                                {Option::transcript, "--transcript"},
                                                                {Option::walnut, "--walnut"}};
  const auto takes = [](const Verb& verb, Option option) {
    return std::ranges::find(verb.options, option) != verb.options.end();
  };
  const std::string before = "kept";
  int pairs = 0;
  for (const Verb& verb : verbs())
    for (const auto& [one, one_name] : of_files)
      for (const auto& [other, other_name] : of_files) {
        if (one >= other || !takes(verb, one) || !takes(verb, other)) continue;
        for (const char* path : {"f", "./f", "../here/f"})
          for (const bool is_there : {true, false}) {
            std::filesystem::create_directory(directory / "here");
            const std::filesystem::path here = directory / "here";
            if (is_there) directory.write("here/f", before);
            else directory.remove("here/f");
            std::string line = fmt::format("{} nim {} f {} {}", verb.name, one_name, other_name, path);
            if (takes(verb, Option::format)) line += fmt::format(" --format {}", name(verb.formats[0]));
            const Result refused = run_bouton(words(line), "", here);
            EXPECT_EQ(refused.code, 2) << line;
            EXPECT_TRUE(holds(refused.err, "name the same file")) << line << "\n" << refused.err;
            EXPECT_EQ(directory.read("here/f"), is_there ? before : "") << line;
          }
        ++pairs;
      }
  EXPECT_GE(pairs, 12);
}

TEST_F(KeptFiles, NoRuleFileIsWrittenOver) {
  std::filesystem::create_directory(directory / "family");
  const std::string shared = "return 3";
  directory.write("family/shared.lua", shared);
  const std::string rule =
      "local most = include('shared') return game { position = { 'n' }, moves = function(n) for t = 1, math.min(n, most) do "
      "move(n - t) end end }";
  directory.write("family/mine.lua", rule);
  for (const char* file : {"mine", "shared"})
    for (const std::string line :
         {"table family/mine.lua 9 --format csv -o family/FILE.lua", "solve family/mine.lua 9 --checkpoint family/FILE.lua",
          "theorem family/mine.lua --certificate family/../family/FILE.lua",
          "verify family/mine.lua --format text -o family/FILE.lua", "play family/mine.lua 9 --transcript family/FILE.lua",
          "survey family 9 --checkpoint family/FILE.lua", "sequence family/mine.lua 9 --checkpoint family/FILE.lua"}) {
      std::string command = line;
      command.replace(command.find("FILE"), 4, file);
      const Result refused = run(command);
      EXPECT_EQ(refused.code, 2) << command;
      EXPECT_TRUE(holds(refused.err, "name the same file")) << command << refused.err;
      EXPECT_EQ(directory.read("family/mine.lua"), rule) << command;
      EXPECT_EQ(directory.read("family/shared.lua"), shared) << command;
    }
}

/// A list that a theorem or a formula tells is gone on with, too.
TEST_F(KeptFilesSlow, AListOfAFormulaIsGoneOnWith) {
  for (const std::string line :
       {"positions wythoff 40000 12000000 -o t.csv", "positions wythoff 900 900 --method closed-form -o t.npy"}) {
    const std::string file = line.substr(line.rfind(' ') + 1), continued = line + " --checkpoint c";
    ASSERT_EQ(run(line).code, 0);
    const std::string whole = directory.read(file);
    directory.remove(file);
    const Result full = run_with_room(directory, continued, std::max<std::size_t>(whole.size() / 2048, 1));
    EXPECT_EQ(full.code, 2) << full.err;
    EXPECT_TRUE(directory.has("c") && directory.has(file + ".part")) << line;
    ASSERT_EQ(run(continued).code, 0) << line;
    EXPECT_TRUE(directory.read(file) == whole) << line;
    EXPECT_FALSE(directory.has("c") || directory.has(file + ".part")) << line;
  }
}

TEST_F(KeptFiles, ATranscriptIsKeptAndItsEndIsSaid) {
  const auto play = [&](const std::string& line, const std::string& input) {
    return run_bouton(words("play nim 5 " + line), input, directory.path());
  };
  ASSERT_EQ(play("--opponent human --transcript g.txt", "2\n2\n1\n").code, 0);
  const std::string game = directory.read("g.txt");
  EXPECT_TRUE(holds(game, "result ")) << game;
  EXPECT_EQ(play("--transcript g.txt", "quit\n").code, 0);
  EXPECT_EQ(directory.read("g.txt"), game) << "a game that was left before its first move replaces none";
  EXPECT_EQ(play("--transcript new.txt", "quit\n").code, 0);
  ASSERT_EQ(play("--opponent human --transcript g.txt", "4\n").code, 0);
  EXPECT_FALSE(holds(directory.read("g.txt"), "result")) << "another game does";
  const Result full = play("--opponent human --transcript /dev/full", "2\n2\n1\n");
  EXPECT_EQ(full.code, 2);
  EXPECT_TRUE(holds(full.out, "goes on without a transcript")) << full.out;
  EXPECT_TRUE(holds(full.err, "cannot write to /dev/full")) << full.err;
}

}  // namespace
}  // namespace bouton::cli
