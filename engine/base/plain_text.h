// Text that was written elsewhere (in a rule file, a file's name, an argument), made fit to be shown anywhere.
//
// Plain text is well-formed UTF-8 that does nothing to who shows it: it holds no control characters (C0, DEL and C1, which move
// a terminal's cursor or change its colours), none that turn the direction of the text around it (U+202A to U+202E, U+2066 to
// U+2069), and neither U+FFFE nor U+FFFF, which XML does not know. Each of these, and each byte that is not part of a
// character, is replaced by U+FFFD, the replacement character. What is plain already stays as it is.
#pragma once

#include <string>
#include <string_view>

namespace bouton {

/// The text as one plain line: line ends and tabs become blanks.
std::string plain_line(std::string_view text);

/// The same with its line ends (LF, CR LF) and tabs.
std::string plain_lines(std::string_view text);

/// A message that quotes what was written elsewhere, short enough to be read: words of more than 400 bytes and texts of more
/// than 4,000 without what is in their middle, as "999[... 99,650 bytes ...]999". `text` is well-formed UTF-8.
std::string abbreviated(std::string text);

/// A text within a message: its beginning and "..." where it is longer than people read. What is left out is whole characters.
std::string excerpt(std::string_view text);

}  // namespace bouton
