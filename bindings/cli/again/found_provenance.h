// What a file that Bouton wrote says of itself.
#pragma once

#include <filesystem>
#include <string>

#include "bindings/output/formats/json.h"
#include "engine/base/budget.h"

namespace bouton::cli {

/// A file's provenance, and the file without it.
struct FoundProvenance {
  Json said;            ///< an object with "bouton", "command" and "arguments"
  std::string content;  ///< what is left of the file: two outputs of the same are the same
};

/// Reads it from JSON, from the metadata of SVG, PNG, PDF, HTML and Markdown, and from the comments of b-files and LaTeX; for
/// what has none, from FILE.provenance.json. In JSON what a run takes (seconds, measured) is not part of the content. Throws
/// RequestError, naming the file, where nothing is found; LimitError, Interrupted.
FoundProvenance found_provenance(const std::filesystem::path& file, const Budget& budget);

/// The content of a file that was made again in the same form.
std::string content_of(const std::filesystem::path& file, const Budget& budget);

}  // namespace bouton::cli
