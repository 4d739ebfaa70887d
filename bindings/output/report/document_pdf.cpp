#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "bindings/output/formats/pictures/pdf_painter.h"
#include "bindings/output/report/document.h"
#include "engine/image/lettering.h"
#include "engine/image/palette.h"

namespace bouton {
namespace {

// In points.
constexpr double kMargin = 56, kText = 10.5, kLeading = 14.5, kFixed = 9, kFooter = 8;

struct Size {
  double width, height;
};

/// The letters with numbers of their own in WinAnsiEncoding beside those of Latin-1.
std::optional<std::string> win_ansi(std::string_view text) {
  static constexpr std::pair<std::string_view, char> kLetters[] = {{"…", '\x85'}, {"‘", '\x91'}, {"’", '\x92'}, {"“", '\x93'},
                                                                   {"”", '\x94'}, {"•", '\x95'}, {"–", '\x96'}, {"—", '\x97'}};
  std::string result;
  while (!text.empty()) {
    const auto known = std::ranges::find_if(kLetters, [&](const auto& letter) { return text.starts_with(letter.first); });
    const std::size_t length = known != std::end(kLetters)                        ? known->first.size()
                               : static_cast<unsigned char>(text.front()) >= 0xC0 ? std::min<std::size_t>(2, text.size())
                                                                                  : 1;
    if (known != std::end(kLetters)) {
      result += known->second;
    } else {
      const std::optional<std::string> letter = latin1(text.substr(0, length));
      if (!letter) return std::nullopt;
      result += *letter;
    }
    text.remove_prefix(length);
  }
  return result;
}

/// A font, and how wide texts are in it.
struct Face {
  HPDF_Font font = nullptr;
  double size = kText;
};

/// Pages while they are filled from the top down.
class PageLayout {
 public:
  PageLayout(PdfDocument& document, Size size) : document_(document), size_(size) {
    const auto face = [&](const char* name, double points) {
      return Face{HPDF_GetFont(document.get(), name, "WinAnsiEncoding"), points};
    };
    text_ = face("Helvetica", kText);
    bold_ = face("Helvetica-Bold", kText);
    fixed_ = face("Courier", kFixed);
    new_page();
  }

  double width() const { return size_.width - 2 * kMargin; }

  void title(const std::string& text, const std::string& subtitle) {
    prose(text, {bold_.font, 20}, 25, palette::kInk);
    if (!subtitle.empty()) prose(subtitle, {text_.font, 9.5}, 12.5, palette::kFaintInk);
    y_ -= 4;
  }

  void operator()(const Document::Heading& heading) {
    if (y_ < size_.height - kMargin) y_ -= 12;
    make_room(18);
    prose(heading.text, {bold_.font, 13}, 18, palette::kInk);
    y_ -= 4;
  }

  void operator()(const Document::Paragraph& paragraph) {
    prose(paragraph.text, text_, kLeading, palette::kInk);
    y_ -= 4;
  }

  void operator()(const Document::Lines& lines) {
    const auto most = static_cast<std::size_t>(width() / (0.6 * kFixed));
    for (const std::string& line : lines.lines)
      for (std::size_t at = 0; at == 0 || at < line.size(); at += most) {
        make_room(kFixed * 1.25);
        y_ -= kFixed * 1.25;
        put(kMargin, line.substr(at, most), fixed_, palette::kInk);
      }
    y_ -= 6;
  }

  void operator()(const Document::Rows& rows) {
    constexpr double kBetween = 14;
    std::vector<double> widths;
    for (std::size_t row = 0; row < rows.cells.size(); ++row)
      for (std::size_t i = 0; i < rows.cells[row].size(); ++i) {
        if (widths.size() <= i) widths.push_back(0);
        widths[i] = std::max(widths[i], text_width_in(rows.cells[row][i], row == 0 && rows.has_head ? bold_ : text_));
      }
    if (widths.empty()) return;
    double before = 0;  // the last column takes what is left, and is broken there
    for (std::size_t i = 0; i + 1 < widths.size(); ++i) before += widths[i] + kBetween;
    widths.back() = std::max(60.0, std::min(widths.back(), width() - before));
    for (std::size_t row = 0; row < rows.cells.size(); ++row) {
      const bool head = row == 0 && rows.has_head;
      add_row(rows.cells[row], widths, kBetween, head ? bold_ : text_);
      if (!head) continue;
      PdfPainter painter(document_, page_, 0);
      painter(shape::Line{kMargin, 3.5 - y_, kMargin + before + widths.back(), 3.5 - y_, 0.6, palette::kFaintInk});
    }
    y_ -= 6;
  }

  void operator()(const Document::Figure& figure) {
    const auto down = static_cast<double>(figure.picture.height);
    const double scale = scale_of(figure);
    make_room(down * scale + 6);
    y_ -= down * scale;
    HPDF_Page_GSave(page_);
    HPDF_Page_Concat(page_, static_cast<float>(scale), 0, 0, static_cast<float>(scale), static_cast<float>(kMargin),
                     static_cast<float>(y_));
    PdfPainter painter(document_, page_, down);
    for (const Shape& shape : figure.picture.shapes) std::visit(painter, shape);
    HPDF_Page_GRestore(page_);
    y_ -= 6;
  }

  void operator()(const Document::PageBreak&) {
    if (y_ < size_.height - kMargin) new_page();
  }

  /// What follows begins on a page with so much room.
  void keep_together(double height) { make_room(std::min(height, size_.height - 2 * kMargin)); }

  /// How tall a figure is on the page.
  double height_of(const Document::Figure& figure) const {
    return static_cast<double>(figure.picture.height) * scale_of(figure) + 6;
  }

  /// On every page, with its number.
  void footer(const std::string& text) {
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      page_ = pages_[i];
      y_ = kMargin - 22;
      const Face face{text_.font, kFooter};
      const std::string number = fmt::format("page {} of {}", i + 1, pages_.size());
      const double room = width() - text_width_in(number, face) - 10;
      std::vector<std::string> lines = broken(text, face, room);
      if (lines.size() > 2) lines.resize(2);
      put(size_.width - kMargin - text_width_in(number, face), number, face, palette::kFaintInk);
      for (const std::string& line : lines) {
        put(kMargin, line, face, palette::kFaintInk);
        y_ -= kFooter * 1.2;
      }
    }
  }

 private:
  double scale_of(const Document::Figure& figure) const {
    constexpr double kTallest = 400;
    return std::min({width() * figure.most_width / static_cast<double>(figure.picture.width),
                     kTallest / static_cast<double>(figure.picture.height), 0.9});
  }

  void new_page() {
    page_ = document_.add_page(size_.width, size_.height);
    pages_.push_back(page_);
    y_ = size_.height - kMargin;
  }

  void make_room(double height) {
    if (y_ - height < kMargin && y_ < size_.height - kMargin) new_page();
  }

  /// Letters that the font does not have are drawn by strokes, word by word.
  double text_width_in(const std::string& text, const Face& face) {
    double width = 0;
    for_each_word(text, [&](const std::string& word) { width += word_width(word, face); });
    return width;
  }

  double word_width(const std::string& word, const Face& face) {
    const std::optional<std::string> letters = win_ansi(word);
    if (!letters) return text_width(word) * face.size;
    HPDF_Page_SetFontAndSize(page_, face.font, static_cast<float>(face.size));
    return static_cast<double>(HPDF_Page_TextWidth(page_, letters->c_str()));
  }

  /// Words with the blanks behind them.
  template <class Visit>
  static void for_each_word(const std::string& text, Visit visit) {
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = std::min(text.find(' ', at), text.size());
      while (end < text.size() && text[end] == ' ') ++end;
      visit(text.substr(at, end - at));
      at = end;
    }
  }

  std::vector<std::string> broken(const std::string& text, const Face& face, double room) {
    std::vector<std::string> lines(1);
    double used = 0;
    for_each_word(text, [&](const std::string& whole) {
      std::string word = whole;
      const auto fits = [&](const std::string& part) {
        return word_width(part.substr(0, part.find_last_not_of(' ') + 1), face) <= room - used;
      };
      if (used > 0 && !fits(word)) {
        lines.emplace_back();
        used = 0;
      }
      while (!fits(word) && word.size() > 8) {  // longer than a line, as a position of many heaps
        std::size_t count = word.size();
        while (count > 8 && !fits(word.substr(0, count))) --count;
        while (count > 1 && (static_cast<unsigned char>(word[count]) & 0xC0) == 0x80) --count;  // whole characters
        lines.back() += word.substr(0, count);
        lines.emplace_back();
        word.erase(0, count);
      }
      lines.back() += word;
      used += word_width(word, face);
    });
    return lines;
  }

  void prose(const std::string& text, const Face& face, double leading, Colour colour) {
    for (const std::string& line : broken(text, face, width())) {
      make_room(leading);
      y_ -= leading;
      put(kMargin, line, face, colour);
    }
  }

  void add_row(const std::vector<std::string>& cells, const std::vector<double>& widths, double between, const Face& face) {
    std::vector<std::vector<std::string>> columns;
    std::size_t lines = 1;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      columns.push_back(i + 1 == widths.size() ? broken(cells[i], face, widths[i] + 0.5) : std::vector{cells[i]});
      lines = std::max(lines, columns.back().size());
    }
    for (std::size_t line = 0; line < lines; ++line) {
      make_room(kLeading);
      y_ -= kLeading;
      double x = kMargin;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        if (line < columns[i].size()) put(x, columns[i][line], face, palette::kInk);
        x += widths[i] + between;
      }
    }
  }

  /// A line of text whose base line is at y_.
  void put(double x, const std::string& text, const Face& face, Colour colour) {
    for_each_word(text, [&](const std::string& word) {
      const double wide = word_width(word, face);
      if (const std::optional<std::string> letters = win_ansi(word)) {
        HPDF_Page_SetRGBFill(page_, static_cast<float>(colour.red / 255.0), static_cast<float>(colour.green / 255.0),
                             static_cast<float>(colour.blue / 255.0));
        HPDF_Page_SetFontAndSize(page_, face.font, static_cast<float>(face.size));
        HPDF_Page_BeginText(page_);
        HPDF_Page_TextOut(page_, static_cast<float>(x), static_cast<float>(y_), letters->c_str());
        HPDF_Page_EndText(page_);
      } else {
        PdfPainter painter(document_, page_, 0);
        painter(shape::Text{x, -y_, face.size, shape::Anchor::start, false, colour, word});
      }
      x += wide;
    });
  }

  PdfDocument& document_;
  Size size_;
  Face text_, bold_, fixed_;
  HPDF_Page page_ = nullptr;
  std::vector<HPDF_Page> pages_;
  double y_ = 0;  ///< where the next line ends, from below
};

/// What a heading takes with what must not be apart from it: some lines, or a figure that soon follows.
double room_below(const Document& document, std::size_t heading, const PageLayout& pages) {
  constexpr double kHeading = 34, kSomeLines = 90;
  for (std::size_t i = heading + 1; i < std::min(heading + 3, document.blocks.size()); ++i) {
    const auto* const figure = std::get_if<Document::Figure>(&document.blocks[i]);
    if (figure != nullptr) return kHeading + pages.height_of(*figure) + (i > heading + 1 ? 3 * kLeading : 0);
  }
  return kHeading + kSomeLines;
}

}  // namespace

void write_pdf(Sink& out, const Document& document, Paper paper) {
  PdfDocument pdf(document.title, document.provenance);
  PageLayout pages(pdf, paper == Paper::a4 ? Size{595.28, 841.89} : Size{612, 792});
  pages.title(document.title, document.subtitle);
  for (std::size_t i = 0; i < document.blocks.size(); ++i) {
    if (std::holds_alternative<Document::Heading>(document.blocks[i])) pages.keep_together(room_below(document, i, pages));
    std::visit(pages, document.blocks[i]);
  }
  pages.footer(document.footer);
  pdf.write(out);
}

}  // namespace bouton
