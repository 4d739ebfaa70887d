// Outputs that are made again from what they say of themselves.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

constexpr const char* kTakingFromTwo =
    "return game { name = 'taking', position = { 'a', 'b' }, example = { 5, 6 },\n"
    "  moves = function(a, b) for t = 1, a do move(a - t, b) end for t = 1, b do move(a, b - t) end end }\n";

class Redo : public ::testing::Test {
 protected:
  Redo() { directory_.write("a.lua", kTakingFromTwo); }
  Result run(const std::string& line) const { return run_bouton(words(line), "", directory_.path()); }

  TemporaryDirectory directory_;
};

TEST_F(Redo, MakesEveryFormThatSaysWhatItIsOfAgain) {
  const char* const outputs[] = {"table ./a.lua 5 6 -o t.json",
                                 "table ./a.lua 5 6 -o t.svg",
                                 "table ./a.lua 5 6 -o t.png",
                                 "table ./a.lua 5 6 --title (A\\B) -o t.pdf",
                                 "table ./a.lua 5 6 -o t.tex",
                                 "table ./a.lua 5 6 -o t.b",
                                 "sequence kayles 50 --period -o s.json",
                                 "sequence kayles 50 -o b000001.txt",
                                 "positions wythoff 20 3:3 -o p.b",
                                 "graph ./a.lua 2,2 -o g.svg",
                                 "theorem wythoff -o w.json",
                                 "theorem wythoff -o w.tex",
                                 "solve ./a.lua 5,6 --format json -o x.json",
                                 "table ./a.lua 5 6 --provenance -o t.csv",
                                 "table -p m=3 take-away 9 4:4 --provenance -o t.npy"};
  for (const std::string line : outputs) {
    if (line.find("-p m=3") != std::string::npos) continue;  // a setting stands behind its game
    SCOPED_TRACE(line);
    ASSERT_EQ(run(line).code, 0);
    const std::string file = line.substr(line.rfind(' ') + 1);
    const Result again = run("redo " + file);
    EXPECT_EQ(again.code, 0) << again.err << again.out;
    EXPECT_NE(again.out.find("result   the same\n"), std::string::npos) << again.out;
  }
}

TEST_F(Redo, SaysWhatHasChanged) {
  EXPECT_EQ(run("table ./a.lua 5 6 -o t.svg").code, 0);
  directory_.write("a.lua", std::string(kTakingFromTwo) + "-- a remark\n");
  const json same = json::parse(run("redo t.svg --format json").out);
  EXPECT_EQ(same["same"], true);
  EXPECT_NE(same["rules"]["then"], same["rules"]["now"]);
  EXPECT_EQ(same["version"]["then"], same["version"]["now"]);
  EXPECT_EQ(same["made_by"], "bouton table ./a.lua 5 6 --format svg");
  std::string other = kTakingFromTwo;
  other.replace(other.find("t = 1, b"), 8, "t = 2, b");
  directory_.write("a.lua", other);
  const Result different = run("redo t.svg");
  EXPECT_EQ(different.code, 1);
  EXPECT_NE(different.out.find("result   different\n"), std::string::npos) << different.out;
}

TEST_F(Redo, IsOfNoMatterWhereAnOutputWentAndWhatItTook) {
  EXPECT_EQ(run("table ./a.lua 5 6 --threads 2 --memory 100M -o t.json").code, 0);
  EXPECT_EQ(directory_.read("t.json"), run("table ./a.lua 5 6 --format json").out);
}

TEST_F(Redo, RunsNothingButAnswers) {
  const auto refused = [this](const std::string& command, const std::string& arguments, const std::string& message) {
    directory_.write("f.json", fmt::format(R"({{"bouton":"0","command":"{}","arguments":[{}]}})", command, arguments));
    const Result result = run("redo f.json");
    EXPECT_EQ(result.code, 2) << result.out;
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  };
  directory_.write("s.lua", "io.open('made', 'w'):close()\n");
  refused("run", R"("s.lua")", "not a verb whose output redo can make again");
  refused("new", R"("made")", "not a verb whose output redo can make again");
  refused("redo", R"("f.json")", "not a verb whose output redo can make again");
  refused("table", R"("./a.lua","5","6","-o","made")", "also writes other files");
  refused("sequence", R"("kayles","200","--period","--certificate","made")", "also writes other files");
  refused("solve", R"("kayles","-")", "standard input");
  refused("nothing", R"("kayles")", "nothing");
  EXPECT_FALSE(directory_.has("made"));
  directory_.write("plain.txt", "0 1 2\n");
  EXPECT_NE(run("redo plain.txt").err.find("plain.txt does not say which command made it"), std::string::npos);
}

}  // namespace
}  // namespace bouton::cli
