#include "bindings/output/formats/pictures/svg.h"

#include <cmath>
#include <map>
#include <string>
#include <tuple>

#include "bindings/output/formats/pictures/png.h"
#include "bindings/output/formats/pictures/xml_text.h"
#include "engine/image/palette.h"

namespace bouton {
namespace {

/// Cells beyond which a grid is embedded as pixels: paths of more make browsers slow.
constexpr std::size_t kMostPaths = 65'000;

std::string hex(Colour colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue); }

/// With two decimals at most.
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve(bytes.size() / 3 * 4 + 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t k) { return k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0U; };
    const unsigned group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (int k = 0; k < 4; ++k)
      text += i + static_cast<std::size_t>(k) > bytes.size() ? '=' : kDigits[group >> (18 - 6 * k) & 63U];
  }
  return text;
}

struct Writer {
  Sink& out;

  void operator()(const shape::Rectangle& r) const {
    out.print("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", number(r.x), number(r.y), number(r.width),
              number(r.height), hex(r.fill));
  }

  void operator()(const shape::Line& line) const {
    out.print("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n", number(line.x0),
              number(line.y0), number(line.x1), number(line.y1), hex(line.colour), number(line.width));
  }

  void operator()(const shape::Text& text) const {
    const char* const anchor = text.anchor == shape::Anchor::start    ? "start"
                               : text.anchor == shape::Anchor::middle ? "middle"
                                                                      : "end";
    const std::string turn = text.turned ? fmt::format(" transform=\"rotate(-90 {} {})\"", number(text.x), number(text.y)) : "";
    out.print("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n", number(text.x),
              number(text.y), number(text.size), anchor, hex(text.colour), turn, xml_text(text.text));
  }

  void operator()(const shape::Dots& dots) const {
    out.print("<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" d=\"", hex(dots.colour),
              number(2 * dots.radius));
    for (const auto& [x, y] : dots.points) out.print("M{} {}h0", number(x), number(y));
    out.write("\"/>\n");
  }

  void operator()(const shape::Cells& cells) const {
    if (cells.columns * cells.rows > kMostPaths) {
      TextSink png;
      // A pixel of the picture for a pixel of the image: sharp also where readers smooth what they enlarge.
      const auto width = static_cast<std::size_t>(cells.width), height = static_cast<std::size_t>(cells.height);
      shape::Cells whole = cells;
      whole.x = whole.y = 0;
      write_png(png, draw(Picture{width, height, {}, {whole}}));
      out.print(
          "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" "
          "style=\"image-rendering:pixelated\" image-rendering=\"optimizeSpeed\" href=\"data:image/png;base64,",
          number(cells.x), number(cells.y), number(cells.width), number(cells.height));
      out.write(base64(png.text()));
      out.write("\"/>\n");
      return;
    }
    // Runs of equal cells in a row are one piece of their colour's path.
    std::map<std::tuple<int, int, int>, std::string> paths;
    for (std::size_t row = 0; row < cells.rows; ++row) {
      const Colour* const colours = cells.colours.data() + row * cells.columns;
      for (std::size_t first = 0, last = 0; first < cells.columns; first = last) {
        for (last = first + 1; last < cells.columns && colours[last] == colours[first];) ++last;
        paths[{colours[first].red, colours[first].green, colours[first].blue}] +=
            fmt::format("M{} {}h{}v1h-{}z", first, row, last - first, last - first);
      }
    }
    out.print("<g transform=\"translate({} {}) scale({} {})\" shape-rendering=\"crispEdges\">\n", number(cells.x),
              number(cells.y), fmt::format("{:.6g}", cells.width / static_cast<double>(cells.columns)),
              fmt::format("{:.6g}", cells.height / static_cast<double>(cells.rows)));
    for (const auto& [colour, path] : paths) {
      const auto& [red, green, blue] = colour;
      out.print("<path fill=\"#{:02x}{:02x}{:02x}\" d=\"{}\"/>\n", red, green, blue, path);
    }
    out.write("</g>\n");
  }
};

}  // namespace

void write_svg(Sink& out, const Picture& picture) {
  out.print(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\">\n",
      picture.width, picture.height);
  out.print("<title>{}</title>\n", xml_text(picture.title));
  if (!picture.provenance.empty()) out.print("<metadata>{}</metadata>\n", xml_text(picture.provenance));
  out.print("<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", picture.width, picture.height, hex(picture.paper));
  for (const Shape& shape : picture.shapes) std::visit(Writer{out}, shape);
  out.write("</svg>\n");
}

}  // namespace bouton
