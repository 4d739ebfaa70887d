// What every PDF is made with: the document, letters and shapes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <hpdf.h>

#include "bindings/output/sink/output.h"
#include "engine/image/picture.h"

namespace bouton {

/// A document of libharu's. What goes wrong is asked for at the end: after an error the library does nothing more.
class PdfDocument {
 public:
  /// Says in the file's metadata what it is: `provenance` among its keywords, where it is not empty. Throws OutputError where
  /// there is no memory.
  PdfDocument(const std::string& title, const std::string& provenance);
  HPDF_Doc get() const { return document_.get(); }
  HPDF_Page add_page(double width, double height);
  /// Throws OutputError if something went wrong so far.
  void check() const;
  void write(Sink& out) const;

 private:
  struct Free {
    void operator()(HPDF_Doc document) const { HPDF_Free(document); }
  };
  std::unique_ptr<std::remove_pointer_t<HPDF_Doc>, Free> document_;
};

/// The text in Latin-1, in which its letters have the same numbers as in Unicode; nothing if it has others.
std::optional<std::string> latin1(std::string_view text);

/// Draws shapes on a page, whose y grows upwards, with the top at `height`.
class PdfPainter {
 public:
  PdfPainter(const PdfDocument& document, HPDF_Page page, double height);

  void operator()(const shape::Rectangle& r);
  void operator()(const shape::Line& line);
  /// In Helvetica as far as it has the letters (Latin-1); others are drawn as strokes.
  void operator()(const shape::Text& text);
  void operator()(const shape::Dots& dots);
  void operator()(const shape::Cells& cells);

 private:
  void draw_strokes(const shape::Text& text);
  void fill(Colour colour);
  void stroke(Colour colour, double width);

  HPDF_Doc document_;
  HPDF_Page page_;
  double height_;
  HPDF_Font font_;
};

}  // namespace bouton
