// No two files define types of one name: of two that are linked together the linker takes whichever members come first for
// both, and no compiler says a word.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sources.h"
#include "type_reader.h"

namespace {

/// What is compiled as one, so that unnamed namespaces in it are the same: a room, or a file that Highway compiles several
/// times.
std::string unit_of(const SourceFile& file) {
  const auto is_several_times = [](const std::string& line) { return line.find("hwy/foreach_target.h") != std::string::npos; };
  if (std::ranges::any_of(file.lines, is_several_times)) return file.name;
  if (file.folder.starts_with("engine/image/")) return file.folder;
  return file.folder.substr(0, file.folder.find('/', file.folder.find('/') + 1));
}

/// For each name that two files define as types: the name and the files. A name for one type, by `using`, may be given twice.
std::vector<std::string> defined_twice(const std::vector<SourceFile>& files) {
  struct Definitions {
    std::string files;
    std::vector<std::string> meanings;
  };
  std::map<std::string, Definitions> types;
  for (const SourceFile& file : files) {
    std::string text;
    for (const std::string& line : file.lines) text += line + "\n";
    for (const auto& [name, meaning] : TypeReader(text).read()) {
      const bool is_unnamed = name.find("(unnamed)") != std::string::npos;
      Definitions& all = types[is_unnamed ? name + " in " + unit_of(file) : name];
      all.files += " " + file.name;
      all.meanings.push_back(meaning);
    }
  }
  std::vector<std::string> twice;
  for (const auto& [name, all] : types) {
    const auto is_first = [&](const std::string& meaning) { return !meaning.empty() && meaning == all.meanings[0]; };
    if (all.meanings.size() > 1 && !std::ranges::all_of(all.meanings, is_first)) twice.push_back(name + ":" + all.files);
  }
  return twice;
}

TEST(Types, HaveNamesOfTheirOwn) {
  // Systems have one or the other of these files.
  const std::vector<std::string> alternatives = {
      "bouton::cli::LineEditor::Impl: bindings/cli/terminal/line_editor.cpp bindings/cli/terminal/line_editor_plain.cpp"};
  EXPECT_EQ(defined_twice(source_files()), alternatives);
}

SourceFile source(const std::string& name, const std::string& line) { return {name, name.substr(0, name.rfind('/')), {line}}; }

TEST(Types, OfOneNameAreFound) {
  const auto found = [](const std::string& one, const std::string& other) {
    return defined_twice({source("engine/a/one.h", one), source("engine/a/b/two.cpp", other)});
  };
  using Found = std::vector<std::string>;
  const std::string files = ": engine/a/one.h engine/a/b/two.cpp";
  EXPECT_EQ(found("namespace bouton { struct Form { int of; }; }", "namespace bouton { class Form final : Base<int> {}; }"),
            Found{"bouton::Form" + files});
  EXPECT_EQ(found("namespace a::b { enum class Kind : int { x }; }", "namespace a { namespace b { union Kind { int x; }; } }"),
            Found{"a::b::Kind" + files});
  EXPECT_EQ(found("using Word = int;", "using Word = long;"), Found{"Word" + files});
  EXPECT_EQ(found("namespace { struct Step {}; }", "namespace { template <class T> struct Step {}; }"),
            Found{"(unnamed)::Step in engine/a" + files});
  EXPECT_EQ(found("struct A { struct Impl; };\nstruct A::Impl { int x; };", "struct A::Impl { long x; };"),
            Found{"A::Impl" + files});
  EXPECT_EQ(found("template <> struct Hash<A::B> {};", "template <> struct Hash<A::B> { int x; };"),
            Found{"Hash<A::B>" + files});
  EXPECT_EQ(found("extern \"C\" { struct Part {}; }", "int f() { return '\"'; } struct alignas(64) Part { int x; };"),
            Found{"Part" + files});
}

TEST(Types, ThatAreNotTheSameAreToldApart) {
  const auto found = [](const std::string& one, const std::string& other) {
    return defined_twice({source("engine/a/one.h", one), source("bindings/b/two.cpp", other)});
  };
  const std::string form = "struct Form { int of; };";
  for (const char* other : {
           "struct Form; enum class Form; class Form *declared;",
           "namespace other { struct Form {}; }",
           "struct Other { struct Form {}; enum class Kind { Form }; using Form2 = Form; };",
           "void f() { struct Form {}; }",
           "struct Form f(int) { return {}; }",
           "struct Form given{1}, copied = {2};",
           "template <> struct Form<int> {};",
           "// struct Form {};",
           "/* struct Form {}; */ auto text = \"struct Form {};\", raw = R\"x(\"struct Form {};)x\";",
           "#define FORM \\\nstruct Form {};\nint separated = 1'000;",
           "namespace { struct Form {}; }",
           "namespace Form = other; using namespace Form; using other::Form;",
           "template <class Form> void g(Form form = [] { struct Form {}; return 1; }());",
       })
    EXPECT_EQ(found(form, other), std::vector<std::string>()) << other;
  EXPECT_EQ(found("namespace { struct Form {}; }", "namespace { struct Form {}; }"), std::vector<std::string>()) << "two rooms";
  EXPECT_EQ(found("using Word = std::vector<int>;", "using Word = std::vector<int>;"), std::vector<std::string>());
}

}  // namespace
