#include "bindings/output/formats/pictures/png.h"

#include <cstdint>
#include <exception>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <png.h>

namespace bouton {
namespace {

constexpr std::size_t kMostIndexed = 256;

std::uint32_t packed(Colour colour) { return std::uint32_t{colour.red} << 16 | std::uint32_t{colour.green} << 8 | colour.blue; }

/// The colours of a raster, if they are few, and the number of each.
struct Indexed {
  std::vector<png_color> colours;
  std::unordered_map<std::uint32_t, std::uint8_t> numbers;

  /// False if there are too many.
  bool fill(const Raster& raster) {
    std::uint32_t last = 0xFFFFFFFF;
    for (const Colour& pixel : raster.pixels) {
      const std::uint32_t key = packed(pixel);
      if (key == last) continue;
      last = key;
      if (numbers.contains(key)) continue;
      if (colours.size() == kMostIndexed) return false;
      numbers.emplace(key, static_cast<std::uint8_t>(colours.size()));
      colours.push_back({pixel.red, pixel.green, pixel.blue});
    }
    return true;
  }
};

/// What the functions that libpng calls work with. libpng is C and leaves them by longjmp: they hold nothing with a destructor.
struct Writing {
  Sink* out;
  std::exception_ptr failure;
  char message[200];
};

void on_error(png_structp png, png_const_charp text) {
  auto& writing = *static_cast<Writing*>(png_get_error_ptr(png));
  std::size_t length = 0;
  for (; text[length] != '\0' && length + 1 < sizeof writing.message; ++length) writing.message[length] = text[length];
  writing.message[length] = '\0';
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

bool put(Writing& writing, png_bytep bytes, std::size_t size) {
  try {
    writing.out->write({reinterpret_cast<const char*>(bytes), size});
    return true;
  } catch (...) {
    writing.failure = std::current_exception();
    return false;
  }
}

void on_bytes(png_structp png, png_bytep bytes, std::size_t size) {
  if (!put(*static_cast<Writing*>(png_get_io_ptr(png)), bytes, size)) png_error(png, "the output failed");
}

void on_flush(png_structp) {}

struct Encoder {
  png_structp png = nullptr;
  png_infop info = nullptr;
  ~Encoder() { png_destroy_write_struct(&png, &info); }
};

/// All of libpng's work; false if it failed. No object with a destructor is made in here.
bool encode(Encoder& encoder, const Raster& raster, const Indexed* indexed, png_text* texts, int text_count,
            std::uint8_t* row) {
  png_structp png = encoder.png;
  if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT: what libpng is made for
  png_set_compression_level(png, 6);
  // Exact colours compress best as they are; filters are for photographs.
  png_set_filter(png, 0, PNG_FILTER_NONE);
  png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
  png_set_IHDR(png, encoder.info, static_cast<png_uint_32>(raster.width), static_cast<png_uint_32>(raster.height), 8,
               indexed != nullptr ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (indexed != nullptr) png_set_PLTE(png, encoder.info, indexed->colours.data(), static_cast<int>(indexed->colours.size()));
  png_set_sRGB(png, encoder.info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_set_text(png, encoder.info, texts, text_count);
  png_write_info(png, encoder.info);
  for (std::size_t y = 0; y < raster.height; ++y) {
    const Colour* const pixels = raster.pixels.data() + y * raster.width;
    if (indexed != nullptr) {
      for (std::size_t x = 0; x < raster.width; ++x) row[x] = indexed->numbers.find(packed(pixels[x]))->second;
    } else {
      for (std::size_t x = 0; x < raster.width; ++x) {
        row[3 * x] = pixels[x].red;
        row[3 * x + 1] = pixels[x].green;
        row[3 * x + 2] = pixels[x].blue;
      }
    }
    png_write_row(png, row);
  }
  png_write_end(png, nullptr);
  return true;
}

}  // namespace

void write_png(Sink& out, const Raster& raster, const PngTexts& texts) {
  Indexed indexed;
  const bool few = indexed.fill(raster);
  std::vector<std::uint8_t> row(3 * raster.width);
  std::pair<std::string, std::string> fields[] = {
      {"Software", "Bouton"}, {"Title", texts.title}, {"Comment", texts.provenance}};
  std::vector<png_text> said;
  for (auto& [keyword, text] : fields) {
    if (text.empty()) continue;
    png_text one = {};
    one.compression = keyword == "Software" ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
    one.key = keyword.data();
    one.text = text.data();
    said.push_back(one);
  }
  Writing writing{&out, nullptr, {}};
  Encoder encoder;
  encoder.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writing, &on_error, &on_warning);
  if (encoder.png != nullptr) encoder.info = png_create_info_struct(encoder.png);
  if (encoder.info == nullptr) throw OutputError("libpng is out of memory");
  png_set_write_fn(encoder.png, &writing, &on_bytes, &on_flush);
  if (encode(encoder, raster, few ? &indexed : nullptr, said.data(), static_cast<int>(said.size()), row.data())) return;
  if (writing.failure) std::rethrow_exception(writing.failure);
  throw OutputError(fmt::format("libpng: {}", writing.message));
}

}  // namespace bouton
