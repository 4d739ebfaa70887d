#include "bindings/output/formats/pictures/pdf_painter.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/image/lettering.h"

namespace bouton {
namespace {

void ignore(HPDF_STATUS, HPDF_STATUS, void*) {}

float real(double value) { return static_cast<float>(value); }

double share_before(shape::Anchor anchor) {
  return anchor == shape::Anchor::start ? 0 : anchor == shape::Anchor::middle ? 0.5 : 1;
}

}  // namespace

PdfDocument::PdfDocument(const std::string& title, const std::string& provenance) : document_(HPDF_New(&ignore, nullptr)) {
  if (!document_) throw OutputError("no PDF can be made: out of memory");
  HPDF_SetCompressionMode(get(), HPDF_COMP_ALL);
  const std::optional<std::string> letters = latin1(title);
  HPDF_SetInfoAttr(get(), HPDF_INFO_TITLE, letters ? letters->c_str() : "Bouton");
  HPDF_SetInfoAttr(get(), HPDF_INFO_CREATOR, "Bouton");
  if (!provenance.empty()) HPDF_SetInfoAttr(get(), HPDF_INFO_KEYWORDS, provenance.c_str());
}

HPDF_Page PdfDocument::add_page(double width, double height) {
  const HPDF_Page page = HPDF_AddPage(get());
  HPDF_Page_SetWidth(page, real(width));
  HPDF_Page_SetHeight(page, real(height));
  check();
  return page;
}

void PdfDocument::check() const {
  if (const HPDF_STATUS status = HPDF_GetError(get()); status != HPDF_OK)
    throw OutputError(fmt::format("no PDF can be made of this (libharu's error 0x{:04x})", status));
}

void PdfDocument::write(Sink& out) const {
  check();
  HPDF_SaveToStream(get());
  check();
  std::vector<HPDF_BYTE> piece(std::size_t{1} << 16);
  for (HPDF_UINT32 size = 0;;) {
    size = static_cast<HPDF_UINT32>(piece.size());
    HPDF_ReadFromStream(get(), piece.data(), &size);
    if (size == 0) break;
    out.write({reinterpret_cast<const char*>(piece.data()), size});
  }
}

std::optional<std::string> latin1(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      result += text[i];
    } else if ((byte == 0xC2 || byte == 0xC3) && i + 1 < text.size()) {
      result += static_cast<char>((byte & 3U) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3FU));
    } else {
      return std::nullopt;
    }
  }
  return result;
}

PdfPainter::PdfPainter(const PdfDocument& document, HPDF_Page page, double height)
    : document_(document.get()),
      page_(page),
      height_(height),
      font_(HPDF_GetFont(document.get(), "Helvetica", "WinAnsiEncoding")) {}

void PdfPainter::operator()(const shape::Rectangle& r) {
  fill(r.fill);
  HPDF_Page_Rectangle(page_, real(r.x), real(height_ - r.y - r.height), real(r.width), real(r.height));
  HPDF_Page_Fill(page_);
}

void PdfPainter::operator()(const shape::Line& line) {
  stroke(line.colour, line.width);
  HPDF_Page_MoveTo(page_, real(line.x0), real(height_ - line.y0));
  HPDF_Page_LineTo(page_, real(line.x1), real(height_ - line.y1));
  HPDF_Page_Stroke(page_);
}

void PdfPainter::operator()(const shape::Text& text) {
  const std::optional<std::string> letters = latin1(text.text);
  if (!letters) {
    draw_strokes(text);
    return;
  }
  fill(text.colour);
  HPDF_Page_SetFontAndSize(page_, font_, real(text.size));
  const double back = share_before(text.anchor) * static_cast<double>(HPDF_Page_TextWidth(page_, letters->c_str()));
  const double x = text.x - (text.turned ? 0 : back);
  const double y = height_ - text.y - (text.turned ? back : 0);
  HPDF_Page_BeginText(page_);
  if (text.turned) HPDF_Page_SetTextMatrix(page_, 0, 1, -1, 0, real(x), real(y));
  else HPDF_Page_SetTextMatrix(page_, 1, 0, 0, 1, real(x), real(y));
  HPDF_Page_ShowText(page_, letters->c_str());
  HPDF_Page_EndText(page_);
}

void PdfPainter::operator()(const shape::Dots& dots) {
  fill(dots.colour);
  for (const auto& [x, y] : dots.points) {
    HPDF_Page_Circle(page_, real(x), real(height_ - y), real(dots.radius));
    HPDF_Page_Fill(page_);
  }
}

void PdfPainter::operator()(const shape::Cells& cells) {
  static_assert(sizeof(Colour) == 3, "a row of colours is a row of bytes");
  const HPDF_Image image = HPDF_LoadRawImageFromMem(document_, reinterpret_cast<const HPDF_BYTE*>(cells.colours.data()),
                                                    static_cast<HPDF_UINT>(cells.columns), static_cast<HPDF_UINT>(cells.rows),
                                                    HPDF_CS_DEVICE_RGB, 8);
  HPDF_Page_DrawImage(page_, image, real(cells.x), real(height_ - cells.y - cells.height), real(cells.width),
                      real(cells.height));
}

void PdfPainter::draw_strokes(const shape::Text& text) {
  stroke(text.colour, kPenWidth * text.size);
  HPDF_Page_SetLineCap(page_, HPDF_ROUND_END);
  const double back = share_before(text.anchor) * text_width(text.text);
  const auto at = [&](double x, double y) {  // of the strokes, on the page
    const double along = (x - back) * text.size;
    const double up = y * text.size;
    return text.turned ? std::pair{text.x - up, height_ - text.y + along} : std::pair{text.x + along, height_ - text.y + up};
  };
  for (const PenLine& line : text_strokes(text.text)) {
    const auto [x0, y0] = at(line.x0, line.y0);
    const auto [x1, y1] = at(line.x1, line.y1);
    HPDF_Page_MoveTo(page_, real(x0), real(y0));
    HPDF_Page_LineTo(page_, real(x1), real(y1));
    HPDF_Page_Stroke(page_);
  }
  HPDF_Page_SetLineCap(page_, HPDF_BUTT_END);
}

void PdfPainter::fill(Colour colour) {
  HPDF_Page_SetRGBFill(page_, real(colour.red / 255.0), real(colour.green / 255.0), real(colour.blue / 255.0));
}
void PdfPainter::stroke(Colour colour, double width) {
  HPDF_Page_SetRGBStroke(page_, real(colour.red / 255.0), real(colour.green / 255.0), real(colour.blue / 255.0));
  HPDF_Page_SetLineWidth(page_, real(width));
}

}  // namespace bouton
