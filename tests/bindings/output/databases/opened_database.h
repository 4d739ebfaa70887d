// A database that was written, asked by SQLite. Without SQLite's headers there is none.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#if __has_include(<sqlite3.h>)
#include <sqlite3.h>

namespace bouton::test {

class OpenedDatabase {
 public:
  /// The bytes of a database's file, which nobody changes.
  explicit OpenedDatabase(std::string bytes) : bytes_(std::move(bytes)) {
    const auto size = static_cast<sqlite3_int64>(bytes_.size());
    if (sqlite3_open(":memory:", &database_) != SQLITE_OK ||
        sqlite3_deserialize(database_, "main", reinterpret_cast<unsigned char*>(bytes_.data()), size, size,
                            SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
      throw std::runtime_error("this is not a database");
  }
  OpenedDatabase(const OpenedDatabase&) = delete;
  OpenedDatabase& operator=(const OpenedDatabase&) = delete;
  ~OpenedDatabase() { sqlite3_close(database_); }

  /// What a statement finds, as text; "" for NULL.
  std::vector<std::vector<std::string>> rows(const char* statement) const {
    std::vector<std::vector<std::string>> found;
    const auto add = [](void* to, int columns, char** cells, char**) {
      std::vector<std::string> row;
      for (int i = 0; i < columns; ++i) row.emplace_back(cells[i] != nullptr ? cells[i] : "");
      static_cast<std::vector<std::vector<std::string>>*>(to)->push_back(row);
      return 0;
    };
    if (sqlite3_exec(database_, statement, add, &found, nullptr) != SQLITE_OK)
      throw std::runtime_error(sqlite3_errmsg(database_));
    return found;
  }

 private:
  std::string bytes_;
  sqlite3* database_ = nullptr;
};

}  // namespace bouton::test

#else

namespace bouton::test {

class OpenedDatabase {
 public:
  explicit OpenedDatabase(const std::string&) { throw std::runtime_error("there is no SQLite here"); }
  std::vector<std::vector<std::string>> rows(const char*) const { return {}; }
};

}  // namespace bouton::test

#endif
