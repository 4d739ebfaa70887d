// What files that are written whole or in parts do alike on every system.
#include "engine/base/errors.h"
#include "engine/system/part_file.h"
#include "engine/system/whole_file.h"

namespace bouton {

void WholeFile::check_stop() const {
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw Interrupted();
}

void WholeFile::read(std::uint64_t offset, std::span<char> bytes) const {
  check_stop();
  if (!read_at(descriptor_, offset, bytes)) fail("read from");
}

void WholeFile::replace(std::uint64_t offset, std::string_view bytes) {
  check_stop();
  if (!write_at(descriptor_, offset, bytes)) fail("write to");
}

void write_whole_file(const std::filesystem::path& path, std::string_view bytes) {
  WholeFile file(path);
  file.write(bytes);
  file.finish();
}

void PartFile::check_stop() const {
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw Interrupted();
}

void PartFile::write(std::string_view bytes) {
  replace(size_, bytes);
  size_ += bytes.size();
}

void PartFile::read(std::uint64_t offset, std::span<char> bytes) const {
  check_stop();
  if (!read_at(descriptor_, offset, bytes)) fail("read from");
}

void PartFile::replace(std::uint64_t offset, std::string_view bytes) {
  check_stop();
  if (!write_at(descriptor_, offset, bytes)) fail("write to");
}

}  // namespace bouton
