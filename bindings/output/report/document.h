// A document of a few pages, and the forms in which it is written.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "bindings/output/formats/format.h"
#include "bindings/output/sink/output.h"
#include "engine/image/picture.h"

namespace bouton {

enum class Paper { a4, letter };

/// What stands on pages, from the top down. Texts are UTF-8.
struct Document {
  struct Heading {
    std::string text;
  };
  struct Paragraph {
    std::string text;
  };
  /// Cells in columns; the first row is the head where `has_head`.
  struct Rows {
    std::vector<std::vector<std::string>> cells;
    bool has_head = false;
  };
  /// Lines as they are, of letters of one width.
  struct Lines {
    std::vector<std::string> lines;
  };
  /// A picture; forms without pictures have `lines` in its place.
  struct Figure {
    Picture picture;
    std::vector<std::string> lines;
    double most_width = 1;  ///< as a share of the text's
  };
  /// What follows begins a page.
  struct PageBreak {};
  using Block = std::variant<Heading, Paragraph, Rows, Lines, Figure, PageBreak>;

  std::string title, subtitle;
  std::vector<Block> blocks;
  std::string footer;      ///< of every page: what made it
  std::string provenance;  ///< for the file's metadata: a line of JSON; empty: none
};

/// In html, md or pdf. Throws OutputError where libharu refuses.
void write_document(Sink& out, Format format, const Document& document, Paper paper);

// Each form in a file of its own.
void write_html(Sink& out, const Document& document, Paper paper);
void write_md(Sink& out, const Document& document);
void write_pdf(Sink& out, const Document& document, Paper paper);

}  // namespace bouton
