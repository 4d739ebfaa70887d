#include "bindings/cli/terminal/line_editor.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <cwchar>
#include <exception>

#include <fmt/format.h>
#include <histedit.h>
#include <termios.h>
#include <unistd.h>

#include "bindings/cli/terminal/input.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"
#include "engine/base/stopwatch.h"

namespace bouton::cli {
namespace {

/// Reads one character for libedit, within `seconds`. Its own reader goes on after a signal; this one gives up, so that Ctrl-C
/// is heard.
int read_character(wchar_t* character, const std::function<std::optional<double>()>& seconds_left, bool& out_of_time) {
  std::mbstate_t state = {};
  while (true) {
    try {
      out_of_time = !wait_for_input(STDIN_FILENO, seconds_left());
      if (out_of_time) return -1;
    } catch (const Interrupted&) {
      return -1;  // libedit is C: next() throws it again
    }
    char byte = 0;
    const ssize_t got = read(STDIN_FILENO, &byte, 1);
    if (got == 0) return 0;
    if (got < 0 && errno == EINTR) continue;  // the window was resized
    if (got < 0) return -1;
    const std::size_t length = std::mbrtowc(character, &byte, 1, &state);
    if (length == static_cast<std::size_t>(-2)) continue;  // more bytes belong to it
    if (length == static_cast<std::size_t>(-1)) {
      state = {};
      continue;
    }
    return 1;
  }
}

}  // namespace

class LineEditor::Impl {
 public:
  Impl(std::function<Completions(std::string_view)> complete, std::filesystem::path file)
      : editor_(el_init("bouton", stdin, stdout, stderr)),
        history_(history_init()),
        complete_(std::move(complete)),
        file_(std::move(file)) {
    HistEvent event;
    history(history_, &event, H_SETSIZE, 1000);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, &Impl::prompt_of);
    el_wset(editor_, EL_GETCFN, &Impl::character_of);
    el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    if (complete_) {
      el_set(editor_, EL_ADDFN, "complete", "completes the word", &Impl::complete);
      el_set(editor_, EL_BIND, "^I", "complete", nullptr);
    }
    el_source(editor_, nullptr);
    if (!file_.empty()) history(history_, &event, H_LOAD, file_.c_str());
  }
  ~Impl() {
    keep_history();
    history_end(history_);
    el_end(editor_);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void show_as(Paint paint) { paint_ = std::move(paint); }

  std::optional<std::string> next(const char* prompt, std::optional<double> seconds) {
    prompt_ = prompt;
    seconds_ = seconds;
    watch_ = {};
    out_of_time_ = false;
    int length = 0;
    // libedit shows the prompt first and changes the terminal then: a Ctrl-D that comes between the two would be lost.
    el_set(editor_, EL_PREP_TERM, 1);
    const char* line = el_gets(editor_, &length);
    if (interrupted() || out_of_time_) {
      // What was typed so far: what the editor has of it, and what it has not read yet. The key Ctrl-C drops the latter by
      // itself, a signal from elsewhere does not.
      el_reset(editor_);
      tcflush(STDIN_FILENO, TCIFLUSH);
      if (!interrupted()) throw OutOfTime{};
      throw Interrupted();
    }
    if (!line || length <= 0) return std::nullopt;
    std::string text(line, static_cast<std::size_t>(length));
    if (text.back() == '\n') text.pop_back();
    if (!text.empty()) {
      HistEvent event;
      history(history_, &event, H_ENTER, text.c_str());
    }
    return text;
  }

 private:
  static int character_of(EditLine* editor, wchar_t* character) {
    void* pointer = nullptr;
    el_get(editor, EL_CLIENTDATA, &pointer);
    Impl& self = *static_cast<Impl*>(pointer);
    self.show_painted();
    const auto left = [&] { return self.seconds_ ? std::optional(*self.seconds_ - self.watch_.seconds()) : std::nullopt; };
    return read_character(character, left, self.out_of_time_);
  }

  /// Writes the line once more, painted, over the cells in which libedit has shown it, and puts the cursor back. libedit knows
  /// nothing of it: to its mind the same characters stand there, and what it writes next is painted the next time.
  void show_painted() {
    if (!paint_) return;
    try {
      const LineInfoW* const line = el_wline(editor_);
      const auto length = static_cast<std::size_t>(line->lastchar - line->buffer);
      const auto before_cursor = static_cast<std::size_t>(line->cursor - line->buffer);
      // A character that is shown as two, or takes two cells, or none, is where libedit alone knows.
      if (length == 0 || !std::all_of(line->buffer, line->lastchar, [](wchar_t c) { return wcwidth(c) == 1; })) return;
      const std::optional<CellsOfLine> cells = cells_of_line(length, before_cursor);
      if (!cells) return;
      const LineInfo* const bytes = el_line(editor_);
      const std::string painted = paint_({bytes->buffer, static_cast<std::size_t>(bytes->lastchar - bytes->buffer)});
      std::fputs((cells->to_begin + painted + cells->to_cursor).c_str(), stdout);
      std::fflush(stdout);
    } catch (const std::exception&) {  // libedit is C, and a line without colours is not a loss
    }
  }

  /// The escape sequences that move from the cursor to the beginning of the line, and from its end back to the cursor.
  struct CellsOfLine {
    std::string to_begin, to_cursor;
  };
  /// Nothing where a part of the line is beyond the screen.
  std::optional<CellsOfLine> cells_of_line(std::size_t length, std::size_t before_cursor) const {
    int columns = 0, rows = 0;
    if (el_get(editor_, EL_GETTC, "co", &columns) != 0 || el_get(editor_, EL_GETTC, "li", &rows) != 0) return std::nullopt;
    const auto width = static_cast<std::size_t>(std::max(columns, 1));
    const std::size_t begin = std::strlen(prompt_), cursor = begin + before_cursor, end = begin + length;
    if (begin >= width || end / width >= static_cast<std::size_t>(std::max(rows, 0))) return std::nullopt;
    const auto moved = [](std::size_t count, char way) { return count == 0 ? "" : fmt::format("\x1b[{}{}", count, way); };
    const std::size_t row = cursor / width;
    const std::size_t last_row = (end - 1) / width;  // after a line that fills it the cursor is still there
    return CellsOfLine{"\r" + moved(row, 'A') + moved(begin, 'C'), "\r" + moved(last_row - std::min(row, last_row), 'A') +
                                                                       moved(row - std::min(row, last_row), 'B') +
                                                                       moved(cursor % width, 'C')};
  }

  static char* prompt_of(EditLine* editor) {
    void* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    return const_cast<char*>(static_cast<Impl*>(self)->prompt_);
  }

  /// As the Tab key: one word is taken, of several what they begin with alike, or else all are listed below the line.
  static unsigned char complete(EditLine* editor, int) {
    void* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    const LineInfo* const line = el_line(editor);
    const std::string_view typed(line->buffer, static_cast<std::size_t>(line->cursor - line->buffer));
    const Completions found = static_cast<Impl*>(self)->complete_(typed);
    if (found.words.empty()) return CC_REFRESH_BEEP;
    const std::string& first = found.words.front();
    const std::string& last = found.words.back();  // sorted: what these two begin with alike, all do
    const auto [end, ignored] = std::ranges::mismatch(first, last);
    const std::string common(first.begin(), end);
    const std::size_t present = typed.size() - found.begin;
    if (common.size() > present) {
      el_insertstr(editor, common.substr(present).c_str());
      return CC_REFRESH;
    }
    if (found.words.size() == 1) return CC_REFRESH_BEEP;
    std::string list = "\n";
    for (const std::string& word : found.words) list += word + "  ";
    std::fputs((list + "\n").c_str(), stdout);
    return CC_REDISPLAY;
  }

  /// What cannot be kept is lost: the lines before are a convenience.
  void keep_history() {
    if (file_.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(file_.parent_path(), error);
    HistEvent event;
    history(history_, &event, H_SAVE, file_.c_str());
    std::filesystem::permissions(file_, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, error);
  }

  EditLine* editor_;
  History* history_;
  std::function<Completions(std::string_view)> complete_;
  std::filesystem::path file_;
  Paint paint_;
  const char* prompt_ = "";
  std::optional<double> seconds_;  ///< for the line
  Stopwatch watch_;                ///< since it is waited for
  bool out_of_time_ = false;
};

LineEditor::LineEditor(std::function<Completions(std::string_view)> complete, std::filesystem::path history)
    : impl_(std::make_unique<Impl>(std::move(complete), std::move(history))) {}
LineEditor::~LineEditor() = default;

void LineEditor::show_as(Paint paint) { impl_->show_as(std::move(paint)); }

std::optional<std::string> LineEditor::next(const char* prompt, std::optional<double> seconds) {
  return impl_->next(prompt, seconds);
}

}  // namespace bouton::cli
