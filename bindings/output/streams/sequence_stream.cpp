#include "bindings/output/streams/sequence_stream.h"

#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "bindings/output/formats/npy.h"
#include "bindings/output/values/values.h"

namespace bouton {
namespace {

/// What is between an index and its value.
char separator(Format format) { return format == Format::csv ? ',' : ' '; }

}  // namespace

ValueStream sequence_stream(Sink& out, Format format, Coordinate low, Coordinate last, std::uint64_t begun,
                            const std::string& provenance) {
  struct State {
    Coordinate next = 0;
    std::size_t bytes = 1;
  };
  const auto state = std::make_shared<State>();
  const auto begin = [&out, format, low, last, begun, provenance, state](Grundy greatest) {
    state->bytes = npy_bytes(greatest);
    state->next = static_cast<Coordinate>(begun);
    if (begun > 0) return;
    if (format == Format::csv) write_csv_head(out, {"n"}, ValueKind::grundy);
    if (format == Format::bfile) out.write(bfile_head(low, static_cast<std::uint64_t>(last - low) + 1, provenance));
    if (format != Format::npy) return;
    const std::uint64_t shape[] = {static_cast<std::uint64_t>(last - low) + 1};
    out.write(npy_header(state->bytes, shape));
  };
  const auto write = [&out, format, low, state](std::span<const Grundy> values) {
    const auto skipped =
        static_cast<std::size_t>(std::clamp<Coordinate>(low - state->next, 0, static_cast<Coordinate>(values.size())));
    state->next += static_cast<Coordinate>(skipped);
    values = values.subspan(skipped);
    if (format == Format::npy) {
      write_little_endian(out, values, state->bytes);
      state->next += static_cast<Coordinate>(values.size());
      return;
    }
    std::string lines;
    for (const Grundy value : values) {
      const fmt::format_int index(state->next++);
      const fmt::format_int number(value);
      lines.append(index.data(), index.size());
      lines.push_back(separator(format));
      lines.append(number.data(), number.size());
      lines.push_back('\n');
    }
    out.write(lines);
  };
  return {begin, write};
}

}  // namespace bouton
