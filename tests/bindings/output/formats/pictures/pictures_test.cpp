// PNG files read back by libpng; SVG files whose marks are balanced; PDF files drawn by poppler.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>
#include <png.h>

#include "bindings/output/formats/pictures/pdf.h"
#include "bindings/output/formats/pictures/png.h"
#include "bindings/output/formats/pictures/svg.h"
#include "tests/temporary_directory.h"

namespace bouton {
namespace {

Raster read_back(const std::string& bytes) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  Raster raster;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) return raster;
  image.format = PNG_FORMAT_RGB;
  std::vector<png_byte> buffer(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, buffer.data(), 0, nullptr) == 0) return raster;
  raster.width = image.width;
  raster.height = image.height;
  for (std::size_t i = 0; i < buffer.size(); i += 3) raster.pixels.push_back({buffer[i], buffer[i + 1], buffer[i + 2]});
  return raster;
}

Raster pattern(std::size_t width, std::size_t height, unsigned colours) {
  Raster raster{width, height, {}};
  for (std::size_t i = 0; i < width * height; ++i) {
    const auto n = static_cast<std::uint32_t>(i * 2654435761U % colours);
    raster.pixels.push_back(
        {static_cast<std::uint8_t>(n), static_cast<std::uint8_t>(n >> 8), static_cast<std::uint8_t>(n >> 4)});
  }
  return raster;
}

TEST(Png, IsReadBackAsItWas) {
  for (const unsigned colours : {1U, 2U, 256U, 257U, 5000U}) {
    const Raster raster = pattern(61, 37, colours);
    TextSink out;
    write_png(out, raster, {"A title, misère", "{\"made\":\"by\"}"});
    const Raster back = read_back(out.text());
    EXPECT_EQ(back.width, 61U);
    EXPECT_EQ(back.pixels, raster.pixels) << colours;
    EXPECT_NE(out.text().find("A title"), std::string::npos);
    EXPECT_NE(out.text().find("{\"made\":\"by\"}"), std::string::npos);
  }
}

class BrokenSink : public Sink {
 protected:
  void put(std::string_view) override { throw OutputError("full"); }
};

TEST(Png, HandsOnWhatTheSinkThrows) {
  BrokenSink out;
  EXPECT_THROW(write_png(out, pattern(900, 900, 60000)), OutputError);
}

Picture picture_with(std::size_t columns, std::size_t rows) {
  Picture picture{200, 100, "A < B & \"C\"", {}};
  shape::Cells cells{10, 10, 100, 80, columns, rows, {}};
  for (std::size_t i = 0; i < columns * rows; ++i) cells.colours.push_back(i % 3 == 0 ? Colour{255, 0, 0} : Colour{0, 0, 255});
  picture.shapes.emplace_back(cells);
  picture.shapes.emplace_back(shape::Text{20, 20, 12, shape::Anchor::middle, true, {0, 0, 0}, "S < L"});
  picture.shapes.emplace_back(shape::Dots{2, {1, 2, 3}, {{1, 2}, {3.25, 4}}});
  picture.shapes.emplace_back(shape::Line{0, 0, 5, 5, 1, {0, 0, 0}});
  return picture;
}

TEST(Svg, IsBalancedAndEscaped) {
  TextSink out;
  write_svg(out, picture_with(7, 5));
  const std::string& text = out.text();
  EXPECT_TRUE(text.starts_with("<svg xmlns="));
  EXPECT_TRUE(text.ends_with("</svg>\n"));
  EXPECT_NE(text.find("<title>A &lt; B &amp; &quot;C&quot;</title>"), std::string::npos);
  EXPECT_NE(text.find(">S &lt; L</text>"), std::string::npos);
  EXPECT_NE(text.find("M1 2h0M3.25 4h0"), std::string::npos);
  EXPECT_NE(text.find("<path fill=\"#ff0000\""), std::string::npos);
  EXPECT_EQ(std::ranges::count(text, '<'), std::ranges::count(text, '>'));
  EXPECT_EQ(text.find("<image"), std::string::npos);
}

TEST(Svg, EmbedsManyCellsAsPixels) {
  TextSink out;
  write_svg(out, picture_with(300, 250));
  EXPECT_NE(out.text().find("href=\"data:image/png;base64,iVBORw0KGgo"), std::string::npos);
  EXPECT_LT(out.text().size(), 50'000U);
}

/// The page that poppler draws of a PDF, a pixel for a point.
Raster drawn(const std::string& pdf) {
  const test::TemporaryDirectory folder;
  folder.write("page.pdf", pdf);
  const std::string draw_it = "cd '" + folder.path().native() + "' && pdftoppm -r 72 -png -singlefile page.pdf page";
  return std::system(draw_it.c_str()) == 0 ? read_back(folder.read("page.png")) : Raster();
}

TEST(Pdf, ShowsWhatThePictureShows) {
  if (std::system("command -v pdftoppm >/dev/null") != 0) GTEST_SKIP() << "there is no pdftoppm here (scripts/setup --extras)";
  Picture picture{100, 60, "A title", {}};
  picture.shapes.emplace_back(shape::Rectangle{10, 10, 20, 20, {200, 0, 0}});
  picture.shapes.emplace_back(shape::Cells{50, 20, 40, 20, 2, 1, {{0, 0, 250}, {0, 250, 0}}});
  picture.shapes.emplace_back(shape::Line{0, 50, 100, 50, 4, {0, 0, 0}});
  picture.shapes.emplace_back(shape::Dots{3, {255, 128, 0}, {{5, 5}}});
  TextSink out;
  write_pdf(out, picture);
  const Raster page = drawn(out.text());
  ASSERT_EQ(page.width, 100U);
  ASSERT_EQ(page.height, 60U);
  const auto at = [&](std::size_t x, std::size_t y) { return page.pixels[y * page.width + x]; };
  EXPECT_EQ(at(20, 20), (Colour{200, 0, 0}));
  EXPECT_EQ(at(40, 20), (Colour{255, 255, 255}));
  EXPECT_EQ(at(60, 30), (Colour{0, 0, 250}));
  EXPECT_EQ(at(80, 30), (Colour{0, 250, 0}));
  EXPECT_EQ(at(40, 50), (Colour{0, 0, 0}));
  EXPECT_EQ(at(5, 5), (Colour{255, 128, 0}));
}

/// Letters that the font of the page does not have are drawn, not dropped.
TEST(Pdf, HasTextInAnyLetters) {
  if (std::system("command -v pdftoppm >/dev/null") != 0) GTEST_SKIP() << "there is no pdftoppm here (scripts/setup --extras)";
  for (const char* text : {"misère", "\u03c6 n"}) {
    Picture picture{100, 40, text, {}};
    picture.shapes.emplace_back(shape::Text{50, 30, 24, shape::Anchor::middle, false, {0, 0, 0}, text});
    TextSink out;
    write_pdf(out, picture);
    const Raster page = drawn(out.text());
    const auto dark = std::ranges::count_if(page.pixels, [](Colour c) { return c.red < 100; });
    EXPECT_GT(dark, 30) << text;
  }
}

TEST(Pdf, HandsOnWhatTheSinkThrows) {
  BrokenSink out;
  EXPECT_THROW(
      {
        write_pdf(out, picture_with(9, 9));
        out.flush();
      },
      OutputError);
}

}  // namespace
}  // namespace bouton
