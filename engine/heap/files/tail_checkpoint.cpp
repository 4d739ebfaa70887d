#include "engine/heap/files/tail_checkpoint.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/heap/files/checkpoint_bytes.h"
#include "engine/kept/record_file.h"
#include "engine/kept/work.h"

namespace bouton {
namespace {

constexpr std::string_view kTailWork = "search for the period of heaps";

Work work_of_tail(const TakeAndBreak& game) { return Work(kTailWork).add("game", game.code()).add("play", "normal"); }

void put_window(std::string& bytes, const TailWindow& window) {
  append_little_endian(bytes, window.heap);
  bytes.append(window.values.begin(), window.values.end());
}

TailWindow take_window(CheckpointReader& reader, std::uint64_t size) {
  TailWindow window{reader.number<std::uint64_t>(), {}};
  const std::string_view values = reader.take(size);
  window.values.assign(values.begin(), values.end());
  return window;
}

}  // namespace

bool is_tail_checkpoint(const std::filesystem::path& path) { return fact_of_kept_file(path, "work") == kTailWork; }

void write_tail_checkpoint(const std::filesystem::path& path, const TakeAndBreak& game, const TailCheckpoint& checkpoint) {
  const TailProgress& progress = checkpoint.progress;
  std::string bytes;
  append_little_endian(bytes, checkpoint.known);
  append_little_endian(bytes, std::uint32_t{checkpoint.classes.mask});
  append_little_endian(
      bytes, static_cast<std::uint8_t>((checkpoint.classes.with_size ? 1 : 0) | (checkpoint.classes.odd_removal ? 2 : 0)));
  append_little_endian(bytes, checkpoint.reach);
  append_little_endian(bytes, progress.spacing);
  append_little_endian(bytes, progress.picked_at);
  append_little_endian(bytes, progress.distrusted);
  append_little_endian(bytes, progress.earlier);
  append_little_endian(bytes, progress.later);
  append_little_endian(bytes, std::uint32_t{progress.zeros});
  bytes.append(progress.pattern.begin(), progress.pattern.end());
  append_little_endian(bytes, static_cast<std::uint32_t>(progress.waypoints.size()));
  for (const TailWindow& waypoint : progress.waypoints) put_window(bytes, waypoint);
  put_window(bytes, progress.now);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> anchors(progress.anchors.begin(), progress.anchors.end());
  std::ranges::sort(anchors);
  append_little_endian(bytes, static_cast<std::uint32_t>(anchors.size()));
  for (const auto& [hash, heap] : anchors) {
    append_little_endian(bytes, hash);
    append_little_endian(bytes, heap);
  }
  PieceFile file(path, work_of_tail(game));
  file.write(bytes);
  file.finish();
}

TailCheckpoint read_tail_checkpoint(const std::filesystem::path& path, const TakeAndBreak& game, const Budget& budget) {
  std::string bytes;
  if (!read_pieces(path, work_of_tail(game), budget, [&](std::string_view piece) { bytes += piece; }))
    refuse_missing_file(path);
  CheckpointReader reader(path, bytes);
  TailCheckpoint checkpoint;
  checkpoint.known = reader.number<std::uint64_t>();
  checkpoint.classes.mask = reader.number<std::uint32_t>();
  const auto kind = reader.number<std::uint8_t>();
  checkpoint.classes.with_size = (kind & 1) != 0;
  checkpoint.classes.odd_removal = (kind & 2) != 0;
  checkpoint.reach = reader.number<std::uint64_t>();
  TailProgress& progress = checkpoint.progress;
  progress.spacing = reader.number<std::uint64_t>();
  progress.picked_at = reader.number<std::uint64_t>();
  progress.distrusted = reader.number<std::uint64_t>();
  progress.earlier = reader.number<std::uint64_t>();
  progress.later = reader.number<std::uint64_t>();
  progress.zeros = reader.number<std::uint32_t>();
  for (std::uint8_t& value : progress.pattern) value = reader.number<std::uint8_t>();
  const std::uint64_t window = checkpoint.reach + game.most_removed().value_or(0);
  const auto waypoints = reader.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < waypoints; ++i) progress.waypoints.push_back(take_window(reader, window));
  progress.now = take_window(reader, window);
  const auto anchors = reader.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < anchors; ++i) {
    const auto hash = reader.number<std::uint64_t>();
    progress.anchors[hash] = reader.number<std::uint64_t>();
  }
  const auto known = [&](const TailWindow& waypoint) { return waypoint.heap >= checkpoint.known; };
  const bool whole = reader.left() == 0 && !progress.waypoints.empty() && progress.zeros < 64 && progress.spacing > 0 &&
                     progress.waypoints[0].heap == checkpoint.known && std::ranges::all_of(progress.waypoints, known) &&
                     std::ranges::is_sorted(progress.waypoints, std::ranges::less_equal(), &TailWindow::heap) &&
                     progress.now.heap >= progress.waypoints.back().heap && progress.earlier <= progress.later &&
                     progress.later <= progress.now.heap && (progress.later == 0 || progress.earlier >= checkpoint.known);
  if (!whole) reader.fail("the file is damaged");
  return checkpoint;
}

}  // namespace bouton
