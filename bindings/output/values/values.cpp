#include "bindings/output/values/values.h"

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

std::vector<Format> value_formats() {
#define BOUTON_VALUE_FORMAT(name, endings, picture) Format::name,
  return {BOUTON_VALUE_FORMATS(BOUTON_VALUE_FORMAT)};
#undef BOUTON_VALUE_FORMAT
}

void write_values(Sink& out, Format format, const Values& values) {
  switch (format) {
#define BOUTON_ENCODE(name, endings, picture) \
  case Format::name: return write_##name(out, values);
    BOUTON_VALUE_FORMATS(BOUTON_ENCODE)
#undef BOUTON_ENCODE
    default: break;
  }
  throw RequestError(fmt::format("values are written as {}, not as {}", names(value_formats()), name(format)));
}

void save_values(const Values& values, const std::filesystem::path& file) {
  const std::optional<Format> format = format_of_file(file.string());
  if (!format)
    throw RequestError(
        fmt::format("{}: the ending names no format; choose one of {}", file.string(), endings(value_formats())));
  const std::unique_ptr<Output> out = open_output(file);
  write_values(*out, *format, values);
  out->finish();
}

std::vector<std::string> coordinate_names(const Domain& domain, std::size_t dimensions) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < dimensions; ++i) names.push_back(domain.coordinate_name(i));
  return names;
}

}  // namespace bouton
