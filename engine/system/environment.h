// What a process finds around it: its words, variables, folders and memory. All texts are UTF-8.
#pragma once

#include <cstddef>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bouton {

/// The words of the command line behind the program's name, given what main was given.
std::vector<std::string> program_arguments(int argc, char** argv);

/// What the variable says; nothing where there is none.
std::optional<std::string> environment_variable(const char* name);
void set_environment_variable(const char* name, const std::string& value);

/// What stands between the folders of a list in a variable.
char folder_separator();

/// Where programs keep, for the user, what they can make again: of the variable XDG_CACHE_HOME, else ~/.cache; on Windows
/// %LOCALAPPDATA%. Empty where none is known.
std::filesystem::path user_cache_folder();
/// Where they keep what they remember from one session to the next: of XDG_STATE_HOME, else ~/.local/state; on Windows
/// %LOCALAPPDATA%. Empty where none is known.
std::filesystem::path user_state_folder();

/// The file that this process runs.
std::optional<std::filesystem::path> program_file();

/// Bytes of the machine; 0 where that is not known.
std::size_t physical_memory();

/// The date and time in UTC, `seconds` after 1970 began.
std::tm date_in_utc(std::time_t seconds);

/// The folder for files that nobody keeps, as TMPDIR and the like name it. Throws OutputError where there is none.
std::filesystem::path scratch_folder();
/// An empty file in it that no one else has. Throws OutputError.
std::filesystem::path make_scratch_file();

}  // namespace bouton
