#pragma once

#include <atomic>
#include <memory>
#include <utility>

#include "catalogue/catalogue.h"

namespace vedette::catalogue {

// The generation that serves. Readers take a reference and use it as long as they like; a switch
// touches none of them, and the old file is unmapped when the last one lets go.
class Serving {
 public:
  explicit Serving(std::shared_ptr<const Catalogue> catalogue = {})
      : catalogue_(std::move(catalogue)) {}

  // Null before the first generation.
  std::shared_ptr<const Catalogue> get() const { return catalogue_.load(); }
  void set(std::shared_ptr<const Catalogue> catalogue) { catalogue_.store(std::move(catalogue)); }

 private:
  std::atomic<std::shared_ptr<const Catalogue>> catalogue_;
};

}  // namespace vedette::catalogue
