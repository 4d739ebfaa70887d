// PNG files read back by libpng; SVG files whose marks are balanced.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <png.h>

#include "bindings/output/formats/png.h"
#include "bindings/output/formats/svg.h"

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
    write_png(out, raster, "A title, misère");
    const Raster back = read_back(out.text());
    EXPECT_EQ(back.width, 61U);
    EXPECT_EQ(back.pixels, raster.pixels) << colours;
    EXPECT_NE(out.text().find("A title"), std::string::npos);
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

}  // namespace
}  // namespace bouton
