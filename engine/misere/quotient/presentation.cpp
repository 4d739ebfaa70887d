#include "engine/misere/quotient/presentation.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bouton {
namespace {

bool comes_before(const GeneratorWord& a, const GeneratorWord& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; }

GeneratorWord times(GeneratorWord word, std::uint32_t generator) {
  word.insert(std::ranges::upper_bound(word, generator), generator);
  return word;
}

/// The heaps whose values are not products of those before.
std::vector<Heap> generating_heaps(const CayleyGraph& graph) {
  std::vector<Heap> generators;
  std::vector<std::uint8_t> reached(graph.size(), 0);
  std::vector<Element> elements = {0};
  reached[0] = 1;
  for (Heap heap = 0; heap < graph.heaps(); ++heap) {
    if (reached[graph.after(0, heap)] != 0) continue;
    generators.push_back(heap);
    // Products of the elements so far with powers of the new generator; those before are closed under the others.
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const Element next = graph.after(elements[i], heap);
      if (reached[next] == 0) {
        reached[next] = 1;
        elements.push_back(next);
      }
    }
  }
  return generators;
}

/// The first word of each element. Every divisor of a first word is one, so words grow by one generator at a time.
std::vector<GeneratorWord> first_words(const CayleyGraph& graph, const std::vector<Heap>& generators) {
  std::vector<std::optional<GeneratorWord>> words(graph.size());
  words[0] = GeneratorWord();
  std::vector<Element> level = {0};
  while (!level.empty()) {
    std::vector<Element> next_level;
    for (const Element element : level)
      for (std::uint32_t generator = 0; generator < generators.size(); ++generator) {
        const Element next = graph.after(element, generators[generator]);
        GeneratorWord word = times(*words[element], generator);
        if (!words[next]) next_level.push_back(next);
        if (!words[next] || comes_before(word, *words[next])) words[next] = std::move(word);
      }
    level = std::move(next_level);
  }
  std::vector<GeneratorWord> result;
  for (std::optional<GeneratorWord>& word : words) result.push_back(*std::move(word));
  return result;
}

}  // namespace

Presentation presentation(const MisereQuotient& quotient) {
  const CayleyGraph& graph = quotient.graph();
  Presentation result;
  result.generators = generating_heaps(graph);
  result.words = first_words(graph, result.generators);
  const auto element_of = [&](const GeneratorWord& word) {
    Element element = 0;
    for (const std::uint32_t generator : word) element = graph.after(element, result.generators[generator]);
    return element;
  };
  const auto is_first = [&](const GeneratorWord& word) { return result.words[element_of(word)] == word; };
  for (const GeneratorWord& word : result.words)
    for (std::uint32_t generator = word.empty() ? 0 : word.back(); generator < result.generators.size(); ++generator) {
      // Each word once: the last generator is the greatest. Its divisors must be first words, itself not.
      const GeneratorWord left = times(word, generator);
      const GeneratorWord& right = result.words[element_of(left)];
      if (left == right) continue;
      bool least = true;
      for (std::size_t i = 0; i < left.size() && least; ++i) {
        GeneratorWord divisor = left;
        divisor.erase(divisor.begin() + static_cast<std::ptrdiff_t>(i));
        least = is_first(divisor);
      }
      if (least) result.relations.push_back({left, right});
    }
  std::ranges::sort(result.relations, comes_before, &Presentation::Relation::left);
  for (Element element = 0; element < graph.size(); ++element)
    if (graph.is_p(element)) result.p_portion.push_back(result.words[element]);
  std::ranges::sort(result.p_portion, comes_before);
  return result;
}

std::string generator_name(std::uint32_t generator) {
  std::string name(1, static_cast<char>('a' + generator % 26));
  name.append(generator / 26, '\'');
  return name;
}

std::string to_string(const GeneratorWord& word) {
  if (word.empty()) return "1";
  std::string text;
  for (std::size_t i = 0; i < word.size();) {
    std::size_t end = i;
    while (end < word.size() && word[end] == word[i]) ++end;
    text += generator_name(word[i]);
    if (end - i > 1) text += fmt::format("^{}", end - i);
    i = end;
  }
  return text;
}

std::string to_string(const Presentation& presentation) {
  std::vector<std::string> names;
  for (std::uint32_t generator = 0; generator < presentation.generators.size(); ++generator)
    names.push_back(generator_name(generator));
  std::vector<std::string> relations;
  for (const Presentation::Relation& relation : presentation.relations)
    relations.push_back(fmt::format("{} = {}", to_string(relation.left), to_string(relation.right)));
  std::vector<std::string> p_portion;
  for (const GeneratorWord& word : presentation.p_portion) p_portion.push_back(to_string(word));
  return fmt::format("⟨{} | {}⟩, P = {{{}}}", fmt::join(names, ", "), fmt::join(relations, ", "), fmt::join(p_portion, ", "));
}

}  // namespace bouton
