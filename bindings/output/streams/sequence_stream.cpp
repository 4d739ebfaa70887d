#include "bindings/output/streams/sequence_stream.h"

#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "bindings/output/formats/csv.h"
#include "bindings/output/formats/npy.h"

namespace bouton {
namespace {

/// What is between an index and its value.
char separator(Format format) { return format == Format::csv ? ',' : ' '; }

std::size_t bytes_of_greatest(Grundy greatest) { return greatest < 0x100 ? 1 : greatest < 0x10000 ? 2 : 4; }

}  // namespace

ValueStream sequence_stream(Sink& out, Format format, Coordinate low, Coordinate last, std::uint64_t begun) {
  struct State {
    Coordinate next = 0;
    std::size_t bytes = 1;
  };
  const auto state = std::make_shared<State>();
  const auto begin = [&out, format, low, last, begun, state](Grundy greatest) {
    state->bytes = bytes_of_greatest(greatest);
    state->next = static_cast<Coordinate>(begun);
    if (begun > 0) return;
    if (format == Format::csv) write_csv_row(out, {"n", "grundy"});
    if (format != Format::npy) return;
    const std::uint64_t shape[] = {static_cast<std::uint64_t>(last - low) + 1};
    out.write(npy_header(state->bytes == 1 ? "|u1" : state->bytes == 2 ? "<u2" : "<u4", shape));
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
