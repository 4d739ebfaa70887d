#include "bindings/output/formats/pictures/xml_text.h"

#include <gtest/gtest.h>

#include "bindings/output/answers/graph.h"
#include "bindings/output/formats/pictures/svg.h"
#include "tests/bindings/output/well_formed.h"

namespace bouton {
namespace {

// clang-format off
constexpr const char* kHostile[] = {"<a href=\"x\">&amp;]]></a>", "\x1b[31m\x07", "caf\xE9 \xFF\xFE", "\xEF\xBF\xBF\xEF\xBF\xBE",
                                    "\xED\xA0\x80", "\xC2\x9B" "2J", "\u202Egnorw", "two\nlines\tand\rmore", ""};
// clang-format on

TEST(XmlText, EscapesWhatXmlWouldRead) {
  EXPECT_EQ(xml_text("<\"A & B\">"), "&lt;&quot;A &amp; B&quot;&gt;");
  EXPECT_EQ(xml_text("misère \xE9 \x1b"), "misère \uFFFD \uFFFD");
}

TEST(Svg, IsWellFormedWhateverItsTextsAre) {
  for (const char* text : kHostile) {
    Picture picture{100, 100, text, {}};
    picture.shapes.push_back(shape::Text{1, 2, 12, shape::Anchor::start, false, Colour{}, text});
    TextSink out;
    write_svg(out, picture);
    EXPECT_EQ(test::Xml(out.text()).complaint(), "") << text;
    EXPECT_EQ(test::harm(out.text()), "") << text;
  }
}

TEST(Graph, IsWellFormedWhateverItsTextsAre) {
  for (const char* text : kHostile) {
    ValuedGraph graph;
    graph.name = text;
    graph.nodes = {{.position = {Json(1)}, .obliged = {}, .text = text, .value = {}},
                   {.position = {Json(0)}, .obliged = {}, .text = text, .value = {}}};
    graph.edges = {{0, 1, text}};
    TextSink graphml, dot, json;
    write_graphml(graphml, graph);
    EXPECT_EQ(test::Xml(graphml.text()).complaint(), "") << text;
    EXPECT_EQ(test::harm(graphml.text()), "") << text;
    write_dot(dot, graph);
    EXPECT_EQ(test::harm(dot.text()), "") << text;
    write_json(json, to_json(graph));
    EXPECT_TRUE(test::characters(json.text()).has_value()) << text;
  }
}

}  // namespace
}  // namespace bouton
