#include "bindings/output/formats/csv.h"

namespace bouton {

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

void write_csv_row(Sink& out, const std::vector<std::string>& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) out.write(",");
    out.write(csv_field(fields[i]));
  }
  out.write("\n");
}

}  // namespace bouton
