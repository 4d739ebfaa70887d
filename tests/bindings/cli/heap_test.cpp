// Sequences of games of one heap: periods, certificates, checkpoints.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/bindings/cli/program.h"
#include "tests/random_kills.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

TEST(HeapSequenceVerb, ProvesThePeriod) {
  const json kayles = json::parse(run_bouton(words("sequence kayles 200 --period --format json")).out);
  EXPECT_EQ(kayles["period"],
            json::parse(R"({"preperiod":71,"period":12,"saltus":0,"proved":true,"theorem":"Guy-Smith","checked_to":167})"));
  EXPECT_EQ(kayles["values"].size(), 201U);
  EXPECT_EQ(kayles["values"][200], 1);
  EXPECT_EQ(json::parse(run_bouton(words("sequence kayles 10 --period --format json")).out)["period"], kayles["period"]);
  const json nim = json::parse(run_bouton(words("sequence nim 30 --period --format json")).out);
  EXPECT_EQ(nim["period"]["saltus"], 1);
  EXPECT_EQ(nim["period"]["proved"], true);
  const json lasker = json::parse(run_bouton(words("sequence lasker 100 --period --format json")).out);
  EXPECT_EQ(lasker["period"],
            json::parse(R"({"preperiod":1,"period":4,"saltus":4,"proved":false,"theorem":null,"checked_to":100})"));
  EXPECT_EQ(json::parse(run_bouton(words("sequence grundy 100 --period --format json")).out)["period"], nullptr);
  EXPECT_EQ(json::parse(run_bouton(words("sequence kayles 100 --format json")).out)["period"], nullptr);
  const json wythoff = json::parse(run_bouton(words("sequence wythoff 100 --row S=1 --period --format json")).out);
  EXPECT_EQ(wythoff["period"]["period"], 3);
  EXPECT_EQ(wythoff["period"]["saltus"], 3);
  EXPECT_EQ(wythoff["period"]["proved"], true);
  EXPECT_EQ(wythoff["period"]["theorem"], "column state");
  const json nimrod = json::parse(run_bouton(words("sequence nimrod 100 --row r=3 --period --format json")).out);
  EXPECT_EQ(nimrod["period"], nullptr);
  const std::string text = run_bouton(words("sequence octal 300 -p code=0.07 --period")).out;
  EXPECT_TRUE(text.ends_with("\nperiod 34 from 53 on, proved by Guy-Smith with the values up to 175\n")) << text;
}

TEST(HeapSequenceVerb, NamesTheGenusWhereThereAreNoValues) {
  const Result result = run_bouton(words("sequence kayles 20 --play misere --value grundy"));
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(
      result.err,
      "bouton: Grundy values exist under normal play only; ask for outcomes, or for the genus of one position, which has its "
      "misère Grundy value (bouton genus kayles 20)\n");
  EXPECT_NE(run_bouton(words("genus kayles 20")).out.find("misère Grundy value  0"), std::string::npos);
}

/// Dawson's Kayles is a row of cells of which two neighbours are taken (0.07), here on boards that say their length, in each
/// way that a start does.
TEST(HeapSequenceVerb, RunsOverStartsOnBoards) {
  const std::string moves =
      "moves = function(b)\n"
      "  for r, c in b:cells() do\n"
      "    if b:at(r, c) == 0 and b:at(r, c + 1) == 0 then move(b:with(r, c, 1, r, c + 1, 1)) end\n"
      "  end\n"
      "end }\n";
  const TemporaryDirectory directory;
  directory.write("any.lua",
                  "return game { position = board(1, 'any'), example = '1x5',\n"
                  "start = function(n) return '1x' .. n end, " +
                      moves);
  directory.write("parameter.lua", "local n = param('n', 5)\nreturn game { position = board(1, n), start = 'n', " + moves);
  directory.write("path.lua",
                  "return game { position = graph('any', { cells = 'edges', states = '|.' }), example = 'path 4',\n"
                  "start = function(n) return 'path ' .. n end, moves = function(g)\n"
                  "  for e in g:cells() do if g:at(e) == 0 then move(g:with(e, 1)) end end\n"
                  "end }\n");
  const auto run = [&](const std::string& line) { return run_bouton(words(line), "", directory.path()); };
  json octal = json::parse(run("sequence octal 14 -p code=0.07 --format json").out)["values"];
  octal[0] = nullptr;  // there is no board without cells
  for (const char* const file : {"any.lua", "parameter.lua"}) {
    SCOPED_TRACE(file);
    const json found = json::parse(run(fmt::format("sequence {} 14 --format json", file)).out);
    EXPECT_EQ(found["values"], octal) << found;
    EXPECT_EQ(found["low"], 0);
    const json seven = json::parse(run(fmt::format("solve {} 7 --format json", file)).out);
    EXPECT_EQ(seven["position"], json::parse(R"(["......."])")) << seven;
    EXPECT_EQ(seven["grundy"], octal[7]);
    EXPECT_EQ(run(fmt::format("solve {} 7 2 --value grundy", file)).code, 0);
    EXPECT_EQ(run(fmt::format("solve {} -- -1", file)).code, 2);
    EXPECT_EQ(run(fmt::format("sequence {} 40 --format json --value outcome --period", file)).code, 0);
  }
  // Each edge of a path is cut or not: the parity of their number.
  EXPECT_EQ(json::parse(run("sequence path.lua 6 --format json").out)["values"], json::parse("[null,null,1,0,1,0,1]"));
  directory.write("wrong.lua", "return game { position = board(1, 3), start = 'm', " + moves);
  EXPECT_EQ(run("solve wrong.lua").err, "bouton: wrong.lua: start names 'm', which is no parameter that is an integer\n");
}

TEST(HeapSequenceVerb, WritesACertificateThatVerifyChecks) {
  const TemporaryDirectory directory;
  const auto run = [&](const std::string& line) { return run_bouton(words(line), "", directory.path()); };
  EXPECT_EQ(run("sequence octal 1000 -p code=0.137 --certificate proof").code, 0);
  const Result good = run("verify --certificate proof");
  EXPECT_EQ(good.code, 0);
  EXPECT_EQ(good.out, "proved     0.137: period 34 from 52 on, proved by Guy-Smith with the values up to 174\n");
  EXPECT_EQ(json::parse(run("verify --certificate proof --format json").out)["proved"], true);
  // A pipe can be read once only.
  EXPECT_EQ(run_bouton(words("verify --certificate /dev/stdin"), directory.read("proof")).out, good.out);
  EXPECT_EQ(run("verify --certificate /dev/zero").err, "bouton: cannot read /dev/zero: it is not a regular file\n");
  EXPECT_EQ(run("play --replay /dev/zero").err, "bouton: cannot read /dev/zero: it is not a regular file\n");
  std::string text = directory.read("proof");
  directory.write("proof", text.replace(text.find("period 34"), 9, "period 33"));
  EXPECT_EQ(run("verify --certificate proof").code, 2);
  EXPECT_EQ(run("verify --certificate nowhere").code, 2);
  const Result none = run("sequence grundy 500 --certificate proof");
  EXPECT_EQ(none.code, 1);
  EXPECT_EQ(none.err,
            "bouton: no period of grundy is proved by the values of heaps up to 16384; there is no certificate to write\n");
}

TEST(HeapSequenceVerb, WritesACertificateOfARowThatVerifyChecks) {
  const TemporaryDirectory directory;
  const auto run = [&](const std::string& line) { return run_bouton(words(line), "", directory.path()); };
  for (const std::string row : {"S=3", "L=3"}) {
    const Result found = run("sequence wythoff 20 --only period --certificate proof --row " + row);
    EXPECT_EQ(found.out, "period 6 with saltus 6 from 8 on, proved by column state with the values up to 24\n");
    const Result good = run("verify --certificate proof");
    EXPECT_EQ(good.code, 0);
    EXPECT_EQ(good.out, "proved     wythoff, " + row.substr(0, 1) + " = 3: period 6 with saltus 6 from 8 on\n");
  }
  EXPECT_EQ(json::parse(run("verify --certificate proof --format json").out)["proved"], true);
  directory.write("other.lua",
                  "return game { position = { 'a', 'b' }, moves = function(a, b)\n"
                  "  for t = 1, b do move(a, b - t) end\n"
                  "  for t = 1, b // 2 do move(a + t, b - t) end\nend }\n");
  const Result refused = run("sequence other.lua 40 --row a=0 --period");
  EXPECT_TRUE(refused.out.ends_with("not proved: a move may make a greater: it leads to a higher row (line 3)\n"))
      << refused.out;
  EXPECT_EQ(run("sequence other.lua 40 --row a=0 --certificate proof").code, 1);
  EXPECT_EQ(run("sequence wythoff 40 --row S=0 --value outcome --certificate proof").code, 2);
  EXPECT_EQ(run("sequence wythoff 40 --row S=0 --checkpoint file").code, 2);
  // A certificate is of the rule that it was made for.
  directory.write("mine.lua",
                  "return game { position = { 'a', 'b' }, moves = function(a, b)\n"
                  "  for t = 1, b do move(a, b - t) end\n  for t = 1, a do move(a - t, b) end\nend }\n");
  EXPECT_EQ(run("sequence mine.lua 40 --row a=2 --certificate proof --only period").code, 0);
  EXPECT_EQ(run("verify --certificate proof").code, 0);
  directory.write("mine.lua",
                  "return game { position = { 'a', 'b' }, moves = function(a, b)\n"
                  "  for t = 1, b do move(a, b - t) end\nend }\n");
  const Result changed = run("verify --certificate proof");
  EXPECT_EQ(changed.code, 1);
  EXPECT_EQ(changed.out, "WRONG      mine.lua, a = 2: it is about other rules\n");
}

// Takes 10 s: it waits for the file, by which it knows that the command is at work, and a command first writes that when it has
// worked for ten seconds.
TEST(HeapSequenceVerb, SaysWhatWasKeptWhenItIsInterrupted) {
  const TemporaryDirectory directory;
  const std::string line = "sequence grundy 100000000 --checkpoint values";
  Running running(words(line), directory.path());
  while (!std::filesystem::exists(directory.path() / "values")) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  running.send(SIGINT);
  const Result result = running.finish();
  EXPECT_EQ(result.code, 130);
  EXPECT_EQ(result.err,
            "bouton: interrupted; values keeps what was found, and this continues from there: bouton " + line + "\n");
}

TEST(HeapSequenceVerb, GoesOnFromACheckpoint) {
  const TemporaryDirectory directory;
  const auto run = [&](const std::string& line) { return run_bouton(words(line), "", directory.path()); };
  const std::string expected = run("sequence treblecross 5000").out;
  EXPECT_EQ(run("sequence treblecross 3000 --checkpoint values").code, 0);
  EXPECT_EQ(run("sequence treblecross 5000 --checkpoint values").out, expected);
  EXPECT_EQ(run("sequence kayles 10 --checkpoint values").err,
            "bouton: checkpoint values: the file belongs to other work (game: 0.007 there, 0.77 here)\n");
}

TEST(HeapSequenceVerb, ProvesLongPeriodsWithoutTheValuesSlow) {
  const TemporaryDirectory directory;
  const auto run = [&](const std::string& line) { return run_bouton(words(line), "", directory.path()); };
  const std::string ask = "sequence octal 250000000 -p code=0.104 --only period --threads 1 ";
  const Result found = run(ask + "--certificate proof --checkpoint file");
  EXPECT_EQ(found.out, "period 11770282 from 197769598 on, proved by finite state with the values up to 209572650\n");
  // The file goes straight to the end.
  EXPECT_EQ(run(ask + "--checkpoint file").out, found.out);
  EXPECT_EQ(run("verify --certificate proof").out,
            "proved     0.104: period 11770282 from 197769598 on, proved by finite state with the values up to 209572650\n");
  const json checked = json::parse(run("verify --certificate proof --format json").out);
  EXPECT_EQ(checked["theorem"], "finite state");
  EXPECT_EQ(checked["proved"], true);
  EXPECT_EQ(run("sequence octal 1000 -p code=0.104 --checkpoint file").err,
            "bouton: checkpoint file: it belongs to a search for the period alone and holds no values\n");
  EXPECT_EQ(run("sequence octal 1000 -p code=0.106 --only period --checkpoint file").code, 2);
}

// The same bytes as by the values that are kept, which JSON and a checkpoint ask for.
TEST(HeapSequenceVerb, WritesLongSequencesAsTheyAreFound) {
  const TemporaryDirectory directory;
  const auto run = [&](const std::string& line) { return run_bouton(words(line), "", directory.path()); };
  for (const std::string ending : {"csv", "b", "npy"}) {
    EXPECT_EQ(run("sequence octal 1100000 -p code=0.106 -o streamed." + ending).code, 0);
    EXPECT_EQ(run("sequence octal 1100000 -p code=0.106 --checkpoint file -o kept." + ending).code, 0);
    EXPECT_TRUE(directory.read("streamed." + ending) == directory.read("kept." + ending)) << ending;
  }
  const Result full = run("sequence octal 1100000 -p code=0.106 --format csv -o /dev/full");
  EXPECT_EQ(full.code, 2);
  EXPECT_NE(full.err.find("/dev/full"), std::string::npos) << full.err;
}

/// Long sequences that another run goes on with: from a window, by a period, and those whose values are all kept.
const std::vector<std::string> kContinuedSequences = {
    "sequence octal 12000000 -p code=0.106 -o s.npy",
    "sequence octal 4000000 -p code=0.104 -o s.csv",
    "sequence kayles 6000000 -o s.bfile",
    "sequence grundy 1100000 -o s.npy",
};
const char* const kContinuedFiles[] = {"s.npy", "s.csv", "s.bfile", "s.npy"};

TEST(HeapSequenceVerb, KilledAtRandomItGoesOnToTheSameBytesSlow) {
  for (std::size_t i = 0; i < kContinuedSequences.size(); ++i) {
    const std::string& command = kContinuedSequences[i];
    const std::string file = kContinuedFiles[i];
    const TemporaryDirectory directory;
    ASSERT_EQ(run_bouton(words(command), "", directory.path()).code, 0) << command;
    const std::string whole = directory.read(file);
    directory.remove(file);
    const std::vector<std::string> continued = words(command + " --checkpoint c");
    const auto compare = [&] {
      ASSERT_TRUE(directory.read(file) == whole) << command;
      EXPECT_FALSE(directory.has(file + ".part")) << command;
      directory.remove(file);
      directory.remove("c");
    };
    test::kill_at_random(
        test::kills_or(3), [&] { become_bouton(continued, directory.path()); }, compare);
    ASSERT_EQ(run_bouton(continued, "", directory.path()).code, 0) << command;
    compare();
  }
}

TEST(HeapSequenceVerb, AFullDiskLosesNothingOfALongSequence) {
  const TemporaryDirectory directory;
  const std::string command = "sequence octal 4000000 -p code=0.106 -o s.npy";
  ASSERT_EQ(run_bouton(words(command), "", directory.path()).code, 0);
  const std::string whole = directory.read("s.npy");
  directory.remove("s.npy");
  const Result full = run_with_room(directory, command + " --checkpoint c", 2000);
  EXPECT_EQ(full.code, 2) << full.err;
  EXPECT_NE(full.err.find("File too large"), std::string::npos) << full.err;
  EXPECT_FALSE(directory.has("s.npy"));
  EXPECT_TRUE(directory.has("s.npy.part"));
  const Result other = run_bouton(words("sequence octal 5000000 -p code=0.106 -o s.npy --checkpoint c"), "", directory.path());
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("other work"), std::string::npos) << other.err;
  directory.write("d", "something else");
  EXPECT_EQ(run_bouton(words(command + " --checkpoint d"), "", directory.path()).code, 2);
  EXPECT_EQ(directory.read("d"), "something else");
  // Without its part the checkpoint is of no use, and in nobody's way.
  const std::string part = directory.read("s.npy.part"), checkpoint = directory.read("c");
  for (const bool with_part : {true, false}) {
    if (with_part) directory.write("s.npy.part", part);
    else directory.remove("s.npy.part");
    directory.write("c", checkpoint);
    ASSERT_EQ(run_bouton(words(command + " --checkpoint c"), "", directory.path()).code, 0);
    EXPECT_TRUE(directory.read("s.npy") == whole);
    EXPECT_FALSE(directory.has("c"));
    EXPECT_FALSE(directory.has("s.npy.part"));
  }
}

// Values that are kept are there for a longer run, and for one that writes them in another form.
TEST(HeapSequenceVerb, KeepsTheValuesOfAGameThatTakesThemAll) {
  const TemporaryDirectory directory;
  const auto run = [&](const std::string& line) { return run_bouton(words(line), "", directory.path()); };
  EXPECT_EQ(run("sequence grundy 1050000 --checkpoint c -o s.npy").code, 0);
  ASSERT_TRUE(directory.has("c"));
  const std::string kept = directory.read("c");
  EXPECT_EQ(run("sequence grundy 1048580 --checkpoint c -o s.csv").code, 0);
  EXPECT_EQ(directory.read("c"), kept);
  EXPECT_EQ(run("sequence grundy 1048580 -o t.csv").code, 0);
  EXPECT_TRUE(directory.read("s.csv") == directory.read("t.csv"));
}

TEST(HeapSolve, AnswersHeapsOfAnySize) {
  const json answer =
      json::parse(run_bouton(words("solve kayles 1" + std::string(1000, '0') + " --max-moves 2 --format json")).out);
  EXPECT_EQ(answer["outcome"], "N");
  EXPECT_EQ(answer["solver"], "heap");
  EXPECT_EQ(answer["winning_moves"].size(), 2U);
  EXPECT_EQ(answer["winning_moves_complete"], false);
}

}  // namespace
}  // namespace bouton::cli
