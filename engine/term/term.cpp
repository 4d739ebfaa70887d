#include "engine/term/term.h"

#include <charconv>
#include <limits>

#include <fmt/format.h>

namespace bouton::term {
namespace {

constexpr std::int64_t kKinds = 3;
constexpr std::int64_t kWide = -1;  ///< the head of an integer that stands behind it
constexpr std::int64_t kShort = std::int64_t{1} << 60;
constexpr int kByteShift = 64;

/// Reads a literal from its beginning on.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  bool read_all(Code& out) {
    if (!read_item(out, 0)) return false;
    skip_blanks();
    return rest_.empty();
  }

 private:
  bool read_item(Code& out, int depth) {
    skip_blanks();
    if (rest_.empty()) return false;
    const char first = rest_.front();
    if (first == '{' || first == '[') return read_list(out, depth, first == '{' ? '}' : ']');
    if (first == '"' || first == '\'') return read_string(out, first);
    return read_integer(out);
  }

  bool read_list(Code& out, int depth, char end) {
    if (depth == kMostDepth) return false;
    rest_.remove_prefix(1);
    const std::size_t head = out.size();
    append_list(0, out);
    std::size_t items = 0;
    for (skip_blanks(); !take(end); skip_blanks()) {
      if (items > 0 && !take(',')) return false;
      skip_blanks();
      if (items > 0 && take(end)) break;  // a comma may follow the last item
      if (!read_item(out, depth + 1)) return false;
      ++items;
    }
    out[head] = static_cast<std::int64_t>(items) * kKinds;
    return true;
  }

  bool read_string(Code& out, char quote) {
    rest_.remove_prefix(1);
    std::string bytes;
    while (!rest_.empty()) {
      if (take(quote)) {
        append_string(bytes, out);
        return true;
      }
      if (take('\\')) {
        if (!read_escape(bytes)) return false;
      } else {
        bytes += rest_.front();
        rest_.remove_prefix(1);
      }
    }
    return false;
  }

  /// What follows a backslash: a sign that stands for itself, a newline or a tab by its letter, or up to three digits.
  bool read_escape(std::string& bytes) {
    if (rest_.empty()) return false;
    const char sign = rest_.front();
    if (sign < '0' || sign > '9') {
      rest_.remove_prefix(1);
      if (sign == 'n') bytes += '\n';
      else if (sign == 't') bytes += '\t';
      else if (std::string_view("\\\"'").find(sign) != std::string_view::npos) bytes += sign;
      else return false;
      return true;
    }
    constexpr int kMostDigits = 3, kMostByte = 255;
    int byte = 0;
    for (int digit = 0; digit < kMostDigits && !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; ++digit) {
      byte = 10 * byte + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    if (byte > kMostByte) return false;
    bytes += static_cast<char>(byte);
    return true;
  }

  bool read_integer(Code& out) {
    std::int64_t value = 0;
    const char* const end = rest_.data() + rest_.size();
    const auto [after, error] = std::from_chars(rest_.data(), end, value);
    if (error != std::errc()) return false;
    rest_.remove_prefix(static_cast<std::size_t>(after - rest_.data()));
    append_integer(value, out);
    return true;
  }

  bool take(char sign) {
    if (rest_.empty() || rest_.front() != sign) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void skip_blanks() {
    while (take(' ') || take('\t') || take('\n')) {}
  }

  std::string_view rest_;
};

/// Moves `code` past the item at its beginning.
bool skip_item(CodeView& code, int depth) {
  const std::optional<Head> head = read_head(code);
  if (!head) return false;
  code = code.subspan(head->width);
  if (head->kind == Kind::integer) return true;
  if (static_cast<std::uint64_t>(head->number) > code.size()) return false;
  const auto count = static_cast<std::size_t>(head->number);
  if (head->kind == Kind::string) {
    for (const std::int64_t item : code.first(count))
      if (item < -kByteShift || item > std::numeric_limits<std::uint8_t>::max() - kByteShift) return false;
    code = code.subspan(count);
    return true;
  }
  if (depth == kMostDepth) return false;
  for (std::size_t i = 0; i < count; ++i)
    if (!skip_item(code, depth + 1)) return false;
  return true;
}

void write_string(CodeView bytes, std::string& text) {
  text += '"';
  for (const std::int64_t item : bytes) {
    const char byte = byte_of(item);
    if (byte == '"' || byte == '\\') text += '\\';
    if (byte >= ' ' && byte <= '~') text += byte;
    else text += fmt::format("\\{:03}", static_cast<unsigned char>(byte));
  }
  text += '"';
}

/// Writes the item at the beginning of `code` and moves it past that.
void write_item(CodeView& code, std::string& text) {
  const Head head = *read_head(code);
  code = code.subspan(head.width);
  if (head.kind == Kind::integer) {
    text += std::to_string(head.number);
    return;
  }
  const auto count = static_cast<std::size_t>(head.number);
  if (head.kind == Kind::string) {
    write_string(code.first(count), text);
    code = code.subspan(count);
    return;
  }
  text += '{';
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ',';
    write_item(code, text);
  }
  text += '}';
}

}  // namespace

void append_list(std::size_t items, Code& out) { out.push_back(static_cast<std::int64_t>(items) * kKinds); }

void append_string(std::string_view text, Code& out) {
  out.push_back(static_cast<std::int64_t>(text.size()) * kKinds + 1);
  for (const char byte : text) out.push_back(static_cast<unsigned char>(byte) - kByteShift);
}

void append_integer(std::int64_t value, Code& out) {
  if (value <= -kShort || value >= kShort) {
    out.push_back(kWide);
    out.push_back(value);
    return;
  }
  const std::int64_t zigzag = value >= 0 ? 2 * value : -2 * value - 1;
  out.push_back(kKinds * zigzag + 2);
}

std::optional<Head> read_head(CodeView code) {
  if (code.empty() || code[0] < kWide) return std::nullopt;
  if (code[0] == kWide) {
    if (code.size() < 2 || (code[1] > -kShort && code[1] < kShort)) return std::nullopt;
    return Head{Kind::integer, code[1], 2};
  }
  const std::int64_t number = code[0] / kKinds;
  switch (code[0] % kKinds) {
    case 0: return Head{Kind::list, number, 1};
    case 1: return Head{Kind::string, number, 1};
    default: break;
  }
  const std::int64_t value = number % 2 == 0 ? number / 2 : -(number / 2) - 1;
  if (value <= -kShort || value >= kShort) return std::nullopt;
  return Head{Kind::integer, value, 1};
}

bool is_code(CodeView code) { return skip_item(code, 0) && code.empty(); }

std::string text_of(CodeView code) {
  std::string text;
  write_item(code, text);
  return text;
}

std::optional<Code> parse(std::string_view text) {
  Code code;
  if (!Parser(text).read_all(code)) return std::nullopt;
  return code;
}

}  // namespace bouton::term
