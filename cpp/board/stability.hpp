// Discs that can never be turned again. A lower bound: cheap, always right, not complete.
#pragma once

#include "board/bits.hpp"

namespace logistello {

// Stable discs of `own`, whatever both sides play from here on:
// - edge discs that survive every way of filling their edge (exact for a single edge),
// - inner discs whose four lines are each full, or supported by a stable disc of the same colour.
Bits stable_discs(Bits own, Bits opp);

}  // namespace logistello
