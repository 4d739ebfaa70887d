#include "engine/image/lettering.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <string>
#include <unordered_map>

namespace bouton {
namespace {

/// Letters are drawn on a grid in which capitals are 10 high and small letters 7; strokes are separated by ";":
///   l x y x y ...         lines from point to point
///   s x y x y ...         a smooth curve through the points
///   a x y rx ry from to   an arc about (x, y), angles in degrees, counted against the clock
///   e x y rx ry           an ellipse
///   d x y                 a dot
struct Letter {
  char32_t code;
  double width;
  const char* strokes;
};

constexpr double kGrid = 14;    // units of the grid in the size of the font
constexpr double kSpace = 2.3;  // between two letters

constexpr Letter kLetters[] = {
    {U' ', 2, ""},
    {U'!', .8, "l .4 10 .4 3; d .4 .4"},
    {U'"', 2.6, "l .3 10 .3 7.2; l 2.3 10 2.3 7.2"},
    {U'#', 7, "l 1.4 0 2.9 10; l 4.6 0 6.1 10; l 0 3.2 6.4 3.2; l .6 6.8 7 6.8"},
    {U'$', 6, "s 5.6 7.6 4.4 8.8 3 9 1.2 8.4 .5 7 1.3 5.6 3 5 4.9 4.2 5.6 2.8 4.8 1.4 3 .9 1.3 1.3 .2 2.6; l 3 10.6 3 -.8"},
    {U'%', 9, "e 2 8 1.9 2; e 7 2 1.9 2; l 1.4 0 7.6 10"},
    {U'&', 8.4, "s 8.2 0 5.2 3.6 2.3 7 2.1 8.6 3.3 9.9 4.7 8.8 4.2 7.2 1.4 5 .4 3 1 .9 3 0 5.4 .6 7.2 3 7.8 5"},
    {U'\'', .6, "l .3 10 .3 7.2"},
    {U'(', 2.4, "a 5.4 4 5.2 8.4 128 232"},
    {U')', 2.4, "a -3 4 5.2 8.4 52 -52"},
    {U'*', 4.4, "l 2.2 10 2.2 5.6; l .3 8.9 4.1 6.7; l .3 6.7 4.1 8.9"},
    {U'+', 6, "l 0 4 6 4; l 3 1 3 7"},
    {U',', .9, "l .6 .4 .1 -1.7"},
    {U'-', 3.4, "l 0 3.8 3.4 3.8"},
    {U'.', .8, "d .4 .4"},
    {U'/', 4, "l 0 -1.4 4 11"},
    {U'0', 6, "e 3 5 3 5"},
    {U'1', 6, "l 1.1 8 3.4 10 3.4 0"},
    {U'2', 6, "s .3 7.4 1 9.2 2.9 10 4.9 9.3 5.7 7.5 4.9 5.3 2.4 2.6 0 0; l 0 0 6 0"},
    {U'3', 6, "a 2.8 7.55 2.5 2.45 150 -90; a 2.8 2.55 3 2.55 90 -150"},
    {U'4', 6, "l 4.6 0 4.6 10 0 3 6.2 3"},
    {U'5', 6, "l 5.4 10 1.1 10 .7 5.6; a 2.8 3.2 3.1 3.2 132 -145"},
    {U'6', 6, "e 3 3.1 3 3.1; s 4.9 10 2.6 8.4 .7 5.8 0 3.1"},
    {U'7', 6, "l 0 10 6 10 2 0"},
    {U'8', 6, "e 3 7.6 2.4 2.4; e 3 2.6 3 2.6"},
    {U'9', 6, "e 3 6.9 3 3.1; s 6 6.9 5.3 4.2 3.4 1.6 1.1 0"},
    {U':', .8, "d .4 .4; d .4 5.6"},
    {U';', .9, "d .5 5.6; l .6 .4 .1 -1.7"},
    {U'<', 5.6, "l 5.6 7 0 4 5.6 1"},
    {U'=', 6, "l 0 5.4 6 5.4; l 0 2.6 6 2.6"},
    {U'>', 5.6, "l 0 7 5.6 4 0 1"},
    {U'?', 5, "s .2 7.8 .9 9.4 2.6 10 4.3 9.3 4.8 7.7 4.2 6.1 2.7 4.9 2.4 3.2; d 2.4 .4"},
    {U'@', 9.4, "e 4.7 4.3 2.2 2.6; s 6.9 6.9 6.6 3 7.6 1.7 8.9 2.6 9.4 5 8.2 8.4 4.9 10 1.6 8.6 0 5 1.2 1 4.4 -1 7.4 -.4"},
    {U'A', 8, "l 0 0 4 10 8 0; l 1.4 3.4 6.6 3.4"},
    {U'B', 7, "l 4 5.2 0 5.2 0 10 4 10; a 4 7.6 2.5 2.4 90 -90; l 0 5.2 0 0 4.3 0; a 4.3 2.6 2.7 2.6 90 -90; l 4 5.2 4.3 5.2"},
    {U'C', 8, "a 4.7 5 4.7 5 46 314"},
    {U'D', 8, "l 3.2 0 0 0 0 10 3.2 10; a 3.2 5 4.8 5 90 -90"},
    {U'E', 6.4, "l 6.4 0 0 0 0 10 6.4 10; l 0 5.2 5.5 5.2"},
    {U'F', 6, "l 0 0 0 10 6 10; l 0 5.1 5.1 5.1"},
    {U'G', 9.2, "a 4.7 5 4.7 5 46 357; l 9.4 4.7 5.6 4.7"},
    {U'H', 7.6, "l 0 0 0 10; l 7.6 0 7.6 10; l 0 5.2 7.6 5.2"},
    {U'I', .6, "l .3 0 .3 10"},
    {U'J', 4.8, "l 4.8 10 4.8 2.5; a 2.4 2.5 2.4 2.5 0 -165"},
    {U'K', 7.2, "l 0 0 0 10; l 6.9 10 0 3.9; l 2.5 6.1 7.2 0"},
    {U'L', 6, "l 0 10 0 0 6 0"},
    {U'M', 9, "l 0 0 0 10 4.5 2.6 9 10 9 0"},
    {U'N', 7.8, "l 0 0 0 10 7.8 0 7.8 10"},
    {U'O', 9.4, "e 4.7 5 4.7 5"},
    {U'P', 6.9, "l 0 0 0 10 3.9 10; a 3.9 7.3 3 2.7 90 -90; l 3.9 4.6 0 4.6"},
    {U'Q', 9.4, "e 4.7 5 4.7 5; l 5.8 2.6 9.2 -1"},
    {U'R', 7.2, "l 0 0 0 10 3.9 10; a 3.9 7.3 3 2.7 90 -90; l 3.9 4.6 0 4.6; l 3.8 4.6 7.2 0"},
    {U'S', 7, "s 6.5 8.2 5.2 9.7 3.4 10 1.3 9.3 .5 7.6 1.3 6 3.5 5.2 5.8 4.3 6.7 2.6 5.8 .7 3.4 0 1.4 .4 0 2"},
    {U'T', 8, "l 0 10 8 10; l 4 10 4 0"},
    {U'U', 7.6, "l 0 10 0 3.8; a 3.8 3.8 3.8 3.8 180 360; l 7.6 3.8 7.6 10"},
    {U'V', 8, "l 0 10 4 0 8 10"},
    {U'W', 11, "l 0 10 2.75 0 5.5 9 8.25 0 11 10"},
    {U'X', 7.6, "l 0 0 7.6 10; l 0 10 7.6 0"},
    {U'Y', 7.8, "l 0 10 3.9 4.8 7.8 10; l 3.9 4.8 3.9 0"},
    {U'Z', 7.2, "l 0 10 7.2 10 0 0 7.2 0"},
    {U'[', 2, "l 2 11 0 11 0 -2 2 -2"},
    {U'\\', 4, "l 0 11 4 -1.4"},
    {U']', 2, "l 0 11 2 11 2 -2 0 -2"},
    {U'^', 5, "l 0 6.6 2.5 10 5 6.6"},
    {U'_', 6.4, "l 0 -1.6 6.4 -1.6"},
    {U'`', 2, "l 0 10.4 2 8.4"},
    {U'a', 5.8, "e 2.9 3.5 2.9 3.5; l 5.8 7 5.8 0"},
    {U'b', 5.8, "l 0 10 0 0; e 2.9 3.5 2.9 3.5"},
    {U'c', 5.2, "a 3 3.5 3 3.5 48 312"},
    {U'd', 5.8, "e 2.9 3.5 2.9 3.5; l 5.8 10 5.8 0"},
    {U'e', 5.8, "l .05 3.6 5.8 3.6; a 2.9 3.5 2.9 3.5 2 315"},
    {U'f', 3.6, "a 3.5 8 2.1 2 85 180; l 1.4 8 1.4 0; l 0 6.7 3.3 6.7"},
    {U'g', 5.8, "e 2.9 3.5 2.9 3.5; l 5.8 7 5.8 -.4; a 2.9 -.4 2.9 2.6 0 -150"},
    {U'h', 5.4, "l 0 0 0 10; a 2.7 4.3 2.7 2.7 180 0; l 5.4 4.3 5.4 0"},
    {U'i', .8, "l .4 0 .4 7; d .4 9.6"},
    {U'j', 1.8, "l 1.4 7 1.4 -1.2; a -.2 -1.2 1.6 1.8 0 -90; d 1.4 9.6"},
    {U'k', 5, "l 0 0 0 10; l 4.7 7 0 2.7; l 1.9 4.4 5 0"},
    {U'l', .6, "l .3 0 .3 10"},
    {U'm', 9, "l 0 0 0 7; a 2.25 4.6 2.25 2.4 180 0; l 4.5 4.6 4.5 0; a 6.75 4.6 2.25 2.4 180 0; l 9 4.6 9 0"},
    {U'n', 5.4, "l 0 0 0 7; a 2.7 4.3 2.7 2.7 180 0; l 5.4 4.3 5.4 0"},
    {U'o', 6, "e 3 3.5 3 3.5"},
    {U'p', 5.8, "l 0 7 0 -3; e 2.9 3.5 2.9 3.5"},
    {U'q', 5.8, "e 2.9 3.5 2.9 3.5; l 5.8 7 5.8 -3"},
    {U'r', 3.2, "l 0 0 0 7; a 2.7 4.3 2.7 2.7 180 80"},
    {U's', 4.8, "s 4.5 5.8 3.6 6.8 2.3 7 .9 6.5 .4 5.3 1.1 4.1 2.5 3.6 4 3 4.6 1.8 4 .5 2.3 0 .9 .3 0 1.4"},
    {U't', 3.4, "l 1.4 9.2 1.4 2; a 3.4 2 2 2 180 275; l 0 6.8 3.3 6.8"},
    {U'u', 5.4, "l 0 7 0 2.7; a 2.7 2.7 2.7 2.7 180 360; l 5.4 7 5.4 0"},
    {U'v', 5.6, "l 0 7 2.8 0 5.6 7"},
    {U'w', 8.4, "l 0 7 2.1 0 4.2 6.4 6.3 0 8.4 7"},
    {U'x', 5.2, "l 0 0 5.2 7; l 0 7 5.2 0"},
    {U'y', 5.6, "l 0 7 2.9 0; l 5.6 7 2.2 -1.6 1.2 -2.8 .1 -3"},
    {U'z', 5, "l 0 7 5 7 0 0 5 0"},
    {U'{', 2.8, "s 2.8 11 1.5 10.4 1.4 7 1.2 5.2 0 4.5 1.2 3.8 1.4 2 1.5 -1.4 2.8 -2"},
    {U'|', .6, "l .3 11 .3 -2"},
    {U'}', 2.8, "s 0 11 1.3 10.4 1.4 7 1.6 5.2 2.8 4.5 1.6 3.8 1.4 2 1.3 -1.4 0 -2"},
    {U'~', 6, "s 0 3.2 1 4.6 2 4.7 4 3.3 5 3.4 6 4.8"},
    {U'ß', 5.4, "l 0 0 0 7.6; a 2.4 7.6 2.4 2.4 180 -60; s 3.6 5.5 2.8 4.8 4.6 3.6 5.2 2 4.4 .5 2.8 0 1.6 .3"},
    {U'·', .8, "d .4 4"},
    {U'×', 5.4, "l 0 1.3 5.4 6.7; l 0 6.7 5.4 1.3"},
    {U'ø', 6, "e 3 3.5 3 3.5; l .4 -.6 5.6 7.6"},
    {U'–', 6, "l 0 3.8 6 3.8"},
    {U'—', 9, "l 0 3.8 9 3.8"},
    {U'’', .9, "l .7 10 .2 7.6"},
    {U'…', 6, "d .4 .4; d 3 .4; d 5.6 .4"},
    {U'∞', 9, "e 2.2 3.6 2.2 2.2; e 6.8 3.6 2.2 2.2"},
    {U'−', 6, "l 0 4 6 4"},
    {U'≤', 5.6, "l 5.6 8 0 5.4 5.6 2.8; l 0 .6 5.6 .6"},
    {U'≥', 5.6, "l 0 8 5.6 5.4 0 2.8; l 0 .6 5.6 .6"},
    {U'φ', 6.4, "e 3.2 3.5 3.2 3.5; l 3.2 9 3.2 -3"},
};

constexpr Letter kUnknown = {0, 6, "l 0 0 0 10 6 10 6 0 0 0"};

enum class Accent { grave, acute, circumflex, diaeresis, ring, tilde, cedilla };

struct Accented {
  char32_t code, base;
  Accent accent;
};

constexpr Accented kAccented[] = {
    {U'à', U'a', Accent::grave},      {U'á', U'a', Accent::acute},      {U'â', U'a', Accent::circumflex},
    {U'ä', U'a', Accent::diaeresis},  {U'å', U'a', Accent::ring},       {U'ã', U'a', Accent::tilde},
    {U'ç', U'c', Accent::cedilla},    {U'è', U'e', Accent::grave},      {U'é', U'e', Accent::acute},
    {U'ê', U'e', Accent::circumflex}, {U'ë', U'e', Accent::diaeresis},  {U'ñ', U'n', Accent::tilde},
    {U'ò', U'o', Accent::grave},      {U'ó', U'o', Accent::acute},      {U'ô', U'o', Accent::circumflex},
    {U'ö', U'o', Accent::diaeresis},  {U'õ', U'o', Accent::tilde},      {U'ù', U'u', Accent::grave},
    {U'ú', U'u', Accent::acute},      {U'û', U'u', Accent::circumflex}, {U'ü', U'u', Accent::diaeresis},
    {U'Ä', U'A', Accent::diaeresis},  {U'Ö', U'O', Accent::diaeresis},  {U'Ü', U'U', Accent::diaeresis},
    {U'É', U'E', Accent::acute},      {U'È', U'E', Accent::grave},
};

/// Around (0, 0), the middle of the accent's lower edge.
const char* accent_strokes(Accent accent) {
  switch (accent) {
    case Accent::grave: return "l -1.4 2.2 .6 0";
    case Accent::acute: return "l 1.4 2.2 -.6 0";
    case Accent::circumflex: return "l -1.6 0 0 2 1.6 0";
    case Accent::diaeresis: return "d -1.4 1; d 1.4 1";
    case Accent::ring: return "e 0 1.2 1.1 1.1";
    case Accent::tilde: return "s -2 .4 -1.1 1.4 1.1 .4 2 1.4";
    case Accent::cedilla: return "s 0 -8.6 1 -9.6 .4 -10.6 -.8 -10.8";
  }
  return "";
}

struct Glyph {
  double width = 0;
  std::vector<PenLine> lines;
};

/// Adds the strokes that `text` writes to `glyph`, moved by (x, y).
void add_strokes(Glyph& glyph, const char* text, double x, double y) {
  const auto line = [&](double x0, double y0, double x1, double y1) {
    glyph.lines.push_back({(x0 + x) / kGrid, (y0 + y) / kGrid, (x1 + x) / kGrid, (y1 + y) / kGrid});
  };
  const auto arc = [&](double cx, double cy, double rx, double ry, double from, double to) {
    const int pieces = std::max(2, static_cast<int>(std::abs(to - from) / 15));
    for (int i = 0; i < pieces; ++i) {
      const double a = (from + (to - from) * i / pieces) * std::numbers::pi / 180;
      const double b = (from + (to - from) * (i + 1) / pieces) * std::numbers::pi / 180;
      line(cx + rx * std::cos(a), cy + ry * std::sin(a), cx + rx * std::cos(b), cy + ry * std::sin(b));
    }
  };
  while (*text != '\0') {
    while (*text == ' ' || *text == ';') ++text;
    const char kind = *text;
    if (kind == '\0') break;
    ++text;
    std::vector<double> n;
    while (*text != ';' && *text != '\0') {
      char* end = nullptr;
      n.push_back(std::strtod(text, &end));
      text = end;
      while (*text == ' ') ++text;
    }
    const std::size_t points = n.size() / 2;
    switch (kind) {
      case 'l':
        for (std::size_t i = 1; i < points; ++i) line(n[2 * i - 2], n[2 * i - 1], n[2 * i], n[2 * i + 1]);
        break;
      case 'e': arc(n[0], n[1], n[2], n[3], 0, 360); break;
      case 'a': arc(n[0], n[1], n[2], n[3], n[4], n[5]); break;
      case 'd': arc(n[0], n[1], 0.28, 0.28, 0, 360); break;
      default:  // 's', a Catmull-Rom spline
        for (std::size_t i = 0; i + 1 < points; ++i) {
          const auto at = [&](std::size_t k, std::size_t c) { return n[2 * std::min(k, points - 1) + c]; };
          const std::size_t before = i == 0 ? 0 : i - 1;
          const auto spline = [&](double t, std::size_t c) {
            const double p0 = at(before, c), p1 = at(i, c), p2 = at(i + 1, c), p3 = at(i + 2, c);
            return 0.5 *
                   (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t + (3 * p1 - p0 - 3 * p2 + p3) * t * t * t);
          };
          constexpr int kPieces = 5;
          for (int k = 0; k < kPieces; ++k) {
            const double a = static_cast<double>(k) / kPieces, b = static_cast<double>(k + 1) / kPieces;
            line(spline(a, 0), spline(a, 1), spline(b, 0), spline(b, 1));
          }
        }
    }
  }
}

Glyph draw(const Letter& letter) {
  Glyph glyph;
  glyph.width = letter.width / kGrid;
  add_strokes(glyph, letter.strokes, 0, 0);
  return glyph;
}

std::unordered_map<char32_t, Glyph> all_glyphs() {
  std::unordered_map<char32_t, Glyph> glyphs;
  for (const Letter& letter : kLetters) glyphs.emplace(letter.code, draw(letter));
  for (const Accented& accented : kAccented) {
    Glyph glyph = glyphs.at(accented.base);
    const bool capital = accented.base < U'a';
    add_strokes(glyph, accent_strokes(accented.accent), glyph.width * kGrid / 2, capital ? 11 : 8.6);
    glyphs.emplace(accented.code, std::move(glyph));
  }
  return glyphs;
}

const Glyph& glyph_of(char32_t code) {
  static const std::unordered_map<char32_t, Glyph> glyphs = all_glyphs();
  static const Glyph unknown = draw(kUnknown);
  const auto found = glyphs.find(code);
  return found == glyphs.end() ? unknown : found->second;
}

/// Takes the first letter off `text`; a byte that is not UTF-8 counts as one.
char32_t take_letter(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
  char32_t code = length == 1 ? (first < 0x80 ? first : U'\xFFFD') : first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) {
      text.remove_prefix(1);
      return U'\xFFFD';
    }
    code = code << 6 | (byte(i) & 0x3FU);
  }
  text.remove_prefix(length);
  return code;
}

}  // namespace

double text_width(std::string_view text) {
  double width = 0;
  while (!text.empty()) width += glyph_of(take_letter(text)).width + kSpace / kGrid;
  return width > 0 ? width - kSpace / kGrid : 0;
}

std::vector<PenLine> text_strokes(std::string_view text) {
  std::vector<PenLine> lines;
  double x = 0;
  while (!text.empty()) {
    const Glyph& glyph = glyph_of(take_letter(text));
    for (const PenLine& line : glyph.lines) lines.push_back({line.x0 + x, line.y0, line.x1 + x, line.y1});
    x += glyph.width + kSpace / kGrid;
  }
  return lines;
}

}  // namespace bouton
