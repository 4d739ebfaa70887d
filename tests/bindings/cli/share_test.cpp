// The link to the page with rules in its address, and the page as one file.
#include <gtest/gtest.h>
#include <zlib.h>
#include <nlohmann/json.hpp>

#include "bindings/cli/sharing/page_link.h"
#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

std::string bytes_of_base64(std::string_view text) {
  std::string bytes;
  unsigned bits = 0, count = 0;
  for (const char c : text) {
    const unsigned digit = c >= 'A' && c <= 'Z'   ? static_cast<unsigned>(c - 'A')
                           : c >= 'a' && c <= 'z' ? static_cast<unsigned>(c - 'a') + 26
                           : c >= '0' && c <= '9' ? static_cast<unsigned>(c - '0') + 52
                           : c == '-' || c == '+' ? 62
                           : c == '_' || c == '/' ? 63
                                                  : 64;
    if (digit == 64) break;  // what fills it up
    bits = bits << 6 | digit;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

std::string inflated(const std::string& bytes, int form) {
  z_stream stream = {};
  EXPECT_EQ(inflateInit2(&stream, form), Z_OK);
  std::string result(1 << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  result.resize(stream.total_out);
  inflateEnd(&stream);
  return result;
}

/// What the page reads from its address (bindings/web/page/src/state.ts).
json state_of(const std::string& link) {
  const std::size_t mark = link.find("#b=");
  EXPECT_NE(mark, std::string::npos) << link;
  return json::parse(inflated(bytes_of_base64(link.substr(mark + 3)), -15));
}

constexpr const char* kSharedRules =
    "param('m', 2, 'how many')\n"
    "return game { name = 'mine', position = { 'a', 'b' },\n  moves = function(a, b) if a > 0 then move(a - 1, b) end end }\n";

TEST(Share, PutsTheRulesIntoTheAddressOfThePage) {
  const TemporaryDirectory directory;
  directory.write("mine.lua", kSharedRules);
  const Result result =
      run_bouton(words("share ./mine.lua -p m=3 --play misere --page https://example.org/b/#old"), "", directory.path());
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with("https://example.org/b/#b=")) << result.out;
  const json state = state_of(result.out.substr(0, result.out.size() - 1));
  EXPECT_EQ(state["game"]["name"], "mine");
  EXPECT_EQ(state["game"]["text"], kSharedRules);
  EXPECT_EQ(state["game"]["settings"], json::parse(R"({"m":"3"})"));
  EXPECT_EQ(state["game"]["play"], "misere");
  EXPECT_EQ(state["view"], "map");
  EXPECT_EQ(result.out.find_first_of("+ =", result.out.find("#b=") + 3), std::string::npos);
  EXPECT_EQ(state_of(run_bouton(words("share kayles --page x")).out)["view"], "sequence");
  EXPECT_EQ(state_of(run_bouton(words("share cram --page x")).out)["view"], "play");
}

TEST(Share, WritesThePageAsOneFile) {
  const TemporaryDirectory directory;
  directory.write("mine.lua", kSharedRules);
  std::filesystem::create_directory(directory.path() / "page");
  directory.write("page/index.html", "<p>");
  const std::pair<const char*, std::string> parts[] = {{"engine.wasm", std::string("\0asm", 4)},
                                                       {"worker.js", "w()"},
                                                       {"library.json", "{}"},
                                                       {"page.js", "p()"},
                                                       {"page.css", "p{}"}};
  for (const auto& [name, content] : parts) directory.write(std::string("page/") + name, content);
  const Result link = run_bouton(words("share ./mine.lua --page page"), "", directory.path());
  EXPECT_TRUE(link.out.starts_with("file:///")) << link.out << link.err;
  EXPECT_EQ(run_bouton(words("share ./mine.lua --page page -o mine.html"), "", directory.path()).code, 0);
  const std::string page = directory.read("mine.html");
  const auto element = [&page](const std::string& id) {
    const std::string begin = "id=\"" + id + "\">";
    const std::size_t first = page.find(begin) + begin.size();
    return json::parse(page.substr(first, page.find("</script>", first) - first));
  };
  EXPECT_EQ(state_of("#b=" + element("bouton-state").get<std::string>())["game"]["text"], kSharedRules);
  const json packed = element("bouton-parts");
  for (const auto& [name, content] : parts)
    EXPECT_EQ(inflated(bytes_of_base64(packed[name].get<std::string>()), 15 + 16), content) << name;
  std::filesystem::remove(directory.path() / "page/page.js");
  const Result missing = run_bouton(words("share ./mine.lua --page page -o other.html"), "", directory.path());
  EXPECT_EQ(missing.code, 2);
  EXPECT_NE(missing.err.find("the page has no page/page.js"), std::string::npos) << missing.err;
  EXPECT_FALSE(directory.has("other.html"));
}

TEST(Share, LoadsTheRulesFirst) {
  const TemporaryDirectory directory;
  directory.write("mine.lua", "return game { position = 7 }\n");
  EXPECT_EQ(run_bouton(words("share ./mine.lua --page x"), "", directory.path()).code, 2);
}

}  // namespace
}  // namespace bouton::cli
