#include "bindings/cli/again/found_provenance.h"

#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/system/read_file.h"

namespace bouton::cli {
namespace {

bool is_provenance(const Json& json) {
  return json.is_object() && json.contains("bouton") && json.contains("command") && json["command"].is_string() &&
         json.contains("arguments") && json["arguments"].is_array();
}

std::optional<Json> parsed(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  if (!is_provenance(json)) return std::nullopt;
  return json;
}

void forget_what_runs_take(Json& json) {
  if (json.is_object())
    for (const char* key : {"seconds", "measured"}) json.erase(key);
  if (json.is_structured())
    for (Json& member : json) forget_what_runs_take(member);
}

std::string without_entities(std::string_view text) {
  constexpr std::pair<std::string_view, char> kEntities[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
  std::string plain;
  while (!text.empty()) {
    std::size_t length = 1;
    char c = text.front();
    for (const auto& [entity, meant] : kEntities)
      if (text.starts_with(entity)) {
        c = meant;
        length = entity.size();
      }
    plain += c;
    text.remove_prefix(length);
  }
  return plain;
}

/// What stands between two marks, undone by `decode`; the content is the file without it.
template <class Decode>
std::optional<FoundProvenance> between(const std::string& file, std::string_view begin, std::string_view end, Decode decode) {
  const std::size_t mark = file.find(begin);
  if (mark == std::string::npos) return std::nullopt;
  const std::size_t first = mark + begin.size(), last = file.find(end, first);
  if (last == std::string::npos) return std::nullopt;
  std::optional<Json> said = parsed(decode(std::string_view(file).substr(first, last - first)));
  if (!said) return std::nullopt;
  return FoundProvenance{*std::move(said), file.substr(0, first) + file.substr(last)};
}

std::string as_it_is(std::string_view text) { return std::string(text); }

/// A chunk of text whose keyword is Comment (PNG, 11.3.4).
std::optional<FoundProvenance> of_png(const std::string& file) {
  constexpr std::size_t kSignature = 8, kHead = 8, kCheck = 4;
  const auto number = [&](std::size_t at) {
    std::size_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(file[at + i]);
    return value;
  };
  for (std::size_t at = kSignature; at + kHead + kCheck <= file.size();) {
    const std::size_t size = number(at), end = at + kHead + size + kCheck;
    if (end > file.size()) return std::nullopt;
    const std::string_view kind = std::string_view(file).substr(at + 4, 4);
    const std::string_view content = std::string_view(file).substr(at + kHead, size);
    if (kind == "iTXt" && content.starts_with("Comment")) {
      if (std::optional<Json> said = parsed(content.substr(std::min(content.find('{'), content.size()))))
        return FoundProvenance{*std::move(said), file.substr(0, at) + file.substr(end)};
    }
    at = end;
  }
  return std::nullopt;
}

/// The string of a PDF's Keywords, in parentheses with escapes (ISO 32000, 7.3.4.2). Where things stand in the file depends on
/// how long it is, so that the content ends with the last object.
std::optional<FoundProvenance> of_pdf(const std::string& file) {
  constexpr std::string_view kMark = "/Keywords (";
  const std::size_t mark = file.find(kMark);
  if (mark == std::string::npos) return std::nullopt;
  std::string text;
  std::size_t i = mark + kMark.size();
  for (; i < file.size() && file[i] != ')'; ++i) {
    if (file[i] != '\\' || i + 1 == file.size()) {
      text += file[i];
    } else if (file[i + 1] >= '0' && file[i + 1] <= '7' && i + 3 < file.size()) {
      text += static_cast<char>((file[i + 1] - '0') * 64 + (file[i + 2] - '0') * 8 + (file[i + 3] - '0'));
      i += 3;
    } else {
      text += file[++i];
    }
  }
  std::optional<Json> said = parsed(text);
  if (!said) return std::nullopt;
  const std::size_t objects = std::min(file.rfind("\nxref"), file.size());
  if (objects < i) return std::nullopt;
  return FoundProvenance{*std::move(said), file.substr(0, mark) + file.substr(i, objects - i)};
}

std::optional<FoundProvenance> of_json(const std::string& file, const Budget& budget) {
  constexpr std::size_t kBytesOfCharacter = 32;  // a value of one digit is one of three times 16 bytes while its list grows
  budget.check_memory(bytes_of(file.size(), kBytesOfCharacter), "what a file of JSON says");
  Json json = Json::parse(file, nullptr, false);
  if (!is_provenance(json)) return std::nullopt;
  Json said;
  for (const char* key : {"bouton", "command", "arguments", "rule", "epoch"})
    if (json.contains(key)) said[key] = json[key];
  json.erase("bouton");
  json.erase("rule");
  forget_what_runs_take(json);
  return FoundProvenance{std::move(said), text_of(json)};
}

std::optional<FoundProvenance> inside(const std::string& file, const Budget& budget) {
  if (file.starts_with("\x89PNG")) return of_png(file);
  if (file.starts_with("%PDF")) return of_pdf(file);
  if (file.starts_with("{")) return of_json(file, budget);
  if (file.starts_with("<svg")) return between(file, "<metadata>", "</metadata>", without_entities);
  if (file.starts_with("<!doctype html")) return between(file, "<meta name=\"provenance\" content=\"", "\">", without_entities);
  if (file.starts_with("<!--")) return between(file, "<!-- ", " -->", as_it_is);
  if (file.starts_with("#")) return between(file, "# {", "\n", [](std::string_view text) { return "{" + std::string(text); });
  if (file.starts_with("%")) return between(file, "% {", "\n", [](std::string_view text) { return "{" + std::string(text); });
  return std::nullopt;
}

std::string read_text(const std::filesystem::path& file, const Budget& budget) {
  std::optional<std::string> text = read_whole_file(file, budget);
  if (!text) throw RequestError(fmt::format("cannot read {}", file.string()));
  return *std::move(text);
}

}  // namespace

FoundProvenance found_provenance(const std::filesystem::path& file, const Budget& budget) {
  const std::string text = read_text(file, budget);
  if (std::optional<FoundProvenance> found = inside(text, budget)) return *std::move(found);
  const std::filesystem::path beside = file.string() + ".provenance.json";
  std::error_code error;
  if (std::filesystem::exists(beside, error))
    if (std::optional<Json> said = parsed(read_text(beside, budget))) return {*std::move(said), text};
  throw RequestError(fmt::format(
      "{} does not say which command made it; JSON, b-files, LaTeX and pictures that Bouton writes do, and what has "
      "{}.provenance.json beside it (--provenance)",
      file.string(), file.filename().string()));
}

std::string content_of(const std::filesystem::path& file, const Budget& budget) {
  const std::string text = read_text(file, budget);
  if (std::optional<FoundProvenance> found = inside(text, budget)) return std::move(found->content);
  return text;
}

}  // namespace bouton::cli
