// A search around another one, which answers what it does not answer itself.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/nimbers/nimber_search.h"

namespace bouton::nimbers {

class WrappedSearch : public NimberSearch {
 public:
  explicit WrappedSearch(std::unique_ptr<NimberSearch> search) : search_(std::move(search)) {}

  std::optional<Outcome> outcome(PositionView position, std::uint32_t heap, std::uint64_t most_positions) override {
    return search_->outcome(position, heap, most_positions);
  }
  std::optional<Grundy> grundy(PositionView position, std::uint64_t most_positions) override {
    return search_->grundy(position, most_positions);
  }
  Effort effort() const override { return search_->effort(); }
  std::uint32_t to_play(PositionView position) const override { return search_->to_play(position); }
  std::string method() const override { return search_->method(); }
  std::optional<std::uint64_t> game() const override { return search_->game(); }
  std::uint64_t in_a_second() const override { return search_->in_a_second(); }
  std::uint64_t places() const override { return search_->places(); }
  std::uint64_t between_files() const override { return search_->between_files(); }
  std::uint64_t stored() const override { return search_->stored(); }
  void save(const std::filesystem::path& path, std::uint64_t most_positions) const override {
    search_->save(path, most_positions);
  }
  void load(const std::filesystem::path& path) override { search_->load(path); }
  void keep() override { search_->keep(); }

 protected:
  NimberSearch& inner() { return *search_; }
  const NimberSearch& inner() const { return *search_; }

 private:
  std::unique_ptr<NimberSearch> search_;
};

}  // namespace bouton::nimbers
