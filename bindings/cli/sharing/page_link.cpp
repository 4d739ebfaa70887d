#include "bindings/cli/sharing/page_link.h"

#include <algorithm>
#include <new>
#include <system_error>

#include <fmt/format.h>
#include <zlib.h>

#include "bindings/cli/context/installed_folder.h"
#include "engine/base/errors.h"
#include "engine/system/read_file.h"

namespace bouton::cli {
namespace {

constexpr const char* kParts[] = {"engine.wasm", "worker.js", "library.json", "page.js", "page.css"};

constexpr int kDeflated = -15, kGzip = 15 + 16;  // as zlib has the forms

std::string compressed(std::string_view bytes, int form) {
  z_stream stream = {};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, form, 9, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
  std::string result(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  const int code = deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  if (code != Z_STREAM_END) throw OutputError("zlib could not compress the page");
  return result;
}

std::string base64(std::string_view bytes, std::string_view digits, bool padded) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t k) { return k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0U; };
    const unsigned group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i) + 1;
    for (std::size_t k = 0; k < count; ++k) text += digits[group >> (18 - 6 * k) & 63U];
    if (padded) text.append(4 - count, '=');
  }
  return text;
}

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kAddressDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// JavaScript that unpacks a part.
std::string unpack(std::string_view name) {
  return fmt::format(
      "new Response(new Blob([Uint8Array.from(atob(p[\"{}\"]),c=>c.charCodeAt(0))]).stream()"
      ".pipeThrough(new DecompressionStream(\"gzip\"))).text()",
      name);
}

}  // namespace

std::string packed_state(const Json& state) { return base64(compressed(text_of(state), kDeflated), kAddressDigits, false); }

std::string page_link(std::string_view base, std::string_view packed) {
  return fmt::format("{}#b={}", base.substr(0, base.find('#')), packed);
}

bool holds_page(const std::filesystem::path& folder) {
  std::error_code error;
  return std::filesystem::is_regular_file(folder / "index.html", error);
}

std::optional<std::filesystem::path> built_page() {
  if (const auto installed = installed_folder(); installed && holds_page(*installed / "web")) return *installed / "web";
  if (holds_page(BOUTON_PAGE_DIRECTORY)) return BOUTON_PAGE_DIRECTORY;
  return std::nullopt;
}

std::string file_address(const std::filesystem::path& file) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./~+,@";
  const std::filesystem::path whole = std::filesystem::absolute(file).lexically_normal();
  std::string address = "file://";
  if (whole.has_root_name()) address += "/" + whole.root_name().string();  // C:
  for (const char c : (whole.root_directory() / whole.relative_path()).generic_string())
    address += kPlain.find(c) != kPlain.npos ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return address;
}

void write_one_file_page(Sink& out, const std::filesystem::path& folder, std::string_view packed) {
  Json parts = Json::object();
  for (const char* const name : kParts) {
    const std::optional<std::string> bytes = read_whole_file(folder / name);
    if (!bytes) throw RequestError(fmt::format("share: the page has no {}; scripts/web builds it", (folder / name).string()));
    parts[name] = base64(compressed(*bytes, kGzip), kDigits, true);
  }
  out.write("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
  out.write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  out.write("<title>Bouton</title><link rel=\"icon\" href=\"data:,\">\n");
  out.print("<script type=\"application/json\" id=\"bouton-state\">{}</script>\n", text_of(Json(packed)));
  out.print("<script type=\"application/json\" id=\"bouton-parts\">{}</script>\n", text_of(parts));
  out.print(
      "</head><body><script>(async()=>{{const p=JSON.parse(document.getElementById(\"bouton-parts\").textContent);"
      "const s=document.createElement(\"style\");s.textContent=await {};document.head.append(s);"
      "const j=document.createElement(\"script\");j.textContent=await "
      "{};document.head.append(j);}})()</script></body></html>\n",
      unpack("page.css"), unpack("page.js"));
}

}  // namespace bouton::cli
