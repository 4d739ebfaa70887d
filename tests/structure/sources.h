// The sources of the engine and of the bindings, as the tests of this folder read them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "bouton_places.h"

struct SourceFile {
  std::string name;    ///< from the root of the source tree: "engine/base/errors.h"
  std::string folder;  ///< "engine/base"
  std::vector<std::string> lines;
};

/// All files of engine/ and bindings/ with one of these extensions, by name.
inline std::vector<SourceFile> source_files(const std::set<std::string>& extensions = {".h", ".cpp"}) {
  namespace fs = std::filesystem;
  const fs::path root = BOUTON_SOURCE_DIRECTORY;
  std::vector<SourceFile> files;
  for (const char* top : {"engine", "bindings"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      if (!extensions.contains(entry.path().extension().string())) continue;
      const fs::path name = fs::relative(entry.path(), root);
      files.push_back({name.generic_string(), name.parent_path().generic_string(), {}});
      std::ifstream stream(entry.path());
      for (std::string line; std::getline(stream, line);) files.back().lines.push_back(line);
    }
  std::ranges::sort(files, {}, &SourceFile::name);
  return files;
}
