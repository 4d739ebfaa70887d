// Checks of text and XML that share no code with what writes them.
#pragma once

#include <cctype>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bouton::test {

/// The characters of UTF-8, by the table of RFC 3629; nothing if the text is malformed.
inline std::optional<std::u32string> characters(std::string_view text) {
  struct Form {
    unsigned first_low, first_high, second_low, second_high, size;
  };
  static constexpr Form kForms[] = {{0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
                                    {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
                                    {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
  std::u32string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t k) { return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U; };
    const Form* fits = nullptr;
    for (const Form& form : kForms)
      if (byte(0) >= form.first_low && byte(0) <= form.first_high) fits = &form;
    if (fits == nullptr || (fits->size > 1 && (byte(1) < fits->second_low || byte(1) > fits->second_high))) return std::nullopt;
    char32_t code = fits->size == 1 ? byte(0) : byte(0) & (0x7FU >> fits->size);
    for (std::size_t k = 1; k < fits->size; ++k) {
      if (byte(k) < 0x80 || byte(k) > 0xBF) return std::nullopt;
      code = code << 6 | (byte(k) & 0x3FU);
    }
    result += code;
    i += fits->size;
  }
  return result;
}

/// What in `text` would do something to a terminal that shows it; "" if nothing does.
inline std::string harm(std::string_view text) {
  const std::optional<std::u32string> all = characters(text);
  if (!all) return "malformed UTF-8";
  for (const char32_t c : *all) {
    const bool control = (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7F && c <= 0x9F);
    const bool turns = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    if (control || turns) return "character " + std::to_string(static_cast<std::uint32_t>(c));
  }
  return "";
}

/// A reader of the part of XML 1.0 that Bouton writes: elements, attributes in double quotes, text, the five entities.
class Xml {
 public:
  explicit Xml(std::string_view text) : text_(text) {}

  /// Why the document is not well-formed; "" if it is.
  std::string complaint() {
    const std::optional<std::u32string> all = characters(text_);
    if (!all) return "malformed UTF-8";
    for (const char32_t c : *all)
      if (!(c == 9 || c == 10 || c == 13 || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000))
        return "character " + std::to_string(static_cast<std::uint32_t>(c));
    if (text_.starts_with("<?xml ")) at_ = text_.find("?>") + 2;
    bool had_root = false;
    while (at_ < text_.size()) {
      if (text_[at_] != '<') {
        const std::size_t end = std::min(text_.find('<', at_), text_.size());
        const std::string_view piece = text_.substr(at_, end - at_);
        if (open_.empty() && piece.find_first_not_of(" \n") != std::string_view::npos) return "text outside the document";
        if (std::string wrong = in_content(piece); !wrong.empty()) return wrong;
        at_ = end;
      } else if (text_.substr(at_).starts_with("</")) {
        const std::size_t end = text_.find('>', at_);
        if (end == std::string_view::npos || open_.empty() || text_.substr(at_ + 2, end - at_ - 2) != open_.back())
          return place();
        open_.pop_back();
        at_ = end + 1;
      } else {
        if (open_.empty() && had_root) return "two roots";
        had_root = true;
        if (!begins()) return place();
      }
    }
    return !had_root ? "no root" : open_.empty() ? "" : "not closed: " + open_.back();
  }

 private:
  std::string place() const { return "at: " + std::string(text_.substr(at_, 40)); }

  static std::string in_content(std::string_view piece) {
    for (std::size_t i = piece.find('&'); i != std::string_view::npos; i = piece.find('&', i + 1)) {
      bool known = false;
      for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"})
        known |= piece.substr(i).starts_with(entity);
      if (!known) return "entity at: " + std::string(piece.substr(i, 20));
    }
    return piece.find("]]>") != std::string_view::npos ? "']]>' in text" : "";
  }

  std::string name() {
    std::string result;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '-' ||
                                  text_[at_] == '.' || text_[at_] == ':'))
      result += text_[at_++];
    return result;
  }

  /// Reads "<name attribute="..." ...>" or ".../>".
  bool begins() {
    ++at_;
    const std::string element = name();
    if (element.empty()) return false;
    std::vector<std::string> attributes;
    while (at_ < text_.size() && text_[at_] == ' ') {
      ++at_;
      const std::string attribute = name();
      if (attribute.empty() || !text_.substr(at_).starts_with("=\"")) return false;
      for (const std::string& other : attributes)
        if (other == attribute) return false;
      attributes.push_back(attribute);
      const std::size_t end = text_.find('"', at_ + 2);
      if (end == std::string_view::npos) return false;
      const std::string_view value = text_.substr(at_ + 2, end - at_ - 2);
      if (value.find('<') != std::string_view::npos || !in_content(value).empty()) return false;
      at_ = end + 1;
    }
    if (text_.substr(at_).starts_with("/>")) {
      at_ += 2;
      return true;
    }
    if (at_ >= text_.size() || text_[at_] != '>') return false;
    ++at_;
    open_.push_back(element);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
};

}  // namespace bouton::test
