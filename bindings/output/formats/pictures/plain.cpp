// PNG by hand and no PDF: for a build without the libraries for pictures.
#include <algorithm>
#include <array>
#include <cstdint>

#include "bindings/output/formats/pictures/pdf.h"
#include "bindings/output/formats/pictures/png.h"
#include "engine/base/errors.h"

namespace bouton {
namespace {

std::string big_endian(std::uint32_t value) {
  return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
          static_cast<char>(value)};
}

/// As ISO 3309 has it, and with it PNG (annex D).
std::uint32_t crc32(std::string_view bytes) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> entries{};
    for (std::uint32_t n = 0; n < 256; ++n) {
      std::uint32_t c = n;
      for (int bit = 0; bit < 8; ++bit) c = (c & 1U) != 0 ? 0xEDB88320U ^ c >> 1 : c >> 1;
      entries[n] = c;
    }
    return entries;
  }();
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char byte : bytes) crc = table[(crc ^ static_cast<unsigned char>(byte)) & 0xFFU] ^ crc >> 8;
  return ~crc;
}

std::uint32_t adler32(std::string_view bytes) {
  std::uint32_t a = 1, b = 0;
  for (const char byte : bytes) {
    a = (a + static_cast<unsigned char>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

void write_chunk(Sink& out, std::string_view kind, std::string_view content) {
  const std::string chunk = std::string(kind) + std::string(content);
  out.write(big_endian(static_cast<std::uint32_t>(content.size())));
  out.write(chunk);
  out.write(big_endian(crc32(chunk)));
}

/// A zlib stream (RFC 1950) of blocks that are stored as they are.
std::string stored(std::string_view bytes) {
  constexpr std::size_t kMost = 65535;
  std::string stream = "\x78\x01";
  const std::uint32_t checksum = adler32(bytes);
  do {
    const std::string_view block = bytes.substr(0, kMost);
    bytes.remove_prefix(block.size());
    const auto size = static_cast<std::uint16_t>(block.size());
    const auto opposite = static_cast<std::uint16_t>(~size);
    stream += bytes.empty() ? '\x01' : '\x00';
    for (const std::uint16_t word : {size, opposite}) {
      stream += static_cast<char>(word & 0xFFU);
      stream += static_cast<char>(word >> 8);
    }
    stream += block;
  } while (!bytes.empty());
  return stream + big_endian(checksum);
}

}  // namespace

void write_png(Sink& out, const Raster& raster, const PngTexts& /*texts*/) {
  using namespace std::string_view_literals;
  out.write("\x89PNG\r\n\x1A\n"sv);
  write_chunk(out, "IHDR",
              big_endian(static_cast<std::uint32_t>(raster.width)) + big_endian(static_cast<std::uint32_t>(raster.height)) +
                  std::string("\x08\x02\x00\x00\x00"sv));
  std::string rows;
  for (std::size_t y = 0; y < raster.height; ++y) {
    rows += '\0';  // no filter
    for (std::size_t x = 0; x < raster.width; ++x) {
      const Colour pixel = raster.pixels[y * raster.width + x];
      for (const std::uint8_t channel : {pixel.red, pixel.green, pixel.blue}) rows += static_cast<char>(channel);
    }
  }
  write_chunk(out, "IDAT", stored(rows));
  write_chunk(out, "IEND", "");
}

void write_pdf(Sink& /*out*/, const Picture& /*picture*/) { throw RequestError("this build of Bouton writes no PDF"); }

}  // namespace bouton
