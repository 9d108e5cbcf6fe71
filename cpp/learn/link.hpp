// Link functions g of the model e(p) = g(sum of weights): increasing, with a derivative that follows from the value.
#pragma once

#include <cmath>

namespace logistello {

enum class LinkKind {
  kIdentity,
  kSigmoid,   // 2C / (1 + exp(-x)) - C, between -C and C
  kLogistic,  // 1 / (1 + exp(-x)), between 0 and 1
};

struct Link {
  LinkKind kind = LinkKind::kIdentity;
  double scale = 1;  // C of the sigmoid

  double value(double x) const {
    if (kind == LinkKind::kIdentity) return x;
    if (kind == LinkKind::kSigmoid) return scale * std::tanh(x / 2);
    return 1 / (1 + std::exp(-x));
  }

  // g'(x), given g(x).
  double slope(double value) const {
    if (kind == LinkKind::kIdentity) return 1;
    if (kind == LinkKind::kSigmoid) return (scale - value) * (scale + value) / (2 * scale);
    return value * (1 - value);
  }

  double largest_slope() const {
    if (kind == LinkKind::kIdentity) return 1;
    return kind == LinkKind::kSigmoid ? scale / 2 : 0.25;
  }
};

}  // namespace logistello
