#pragma once

namespace vedette::base {

// Asks for what lies there from memory, so that it is near when it is read.
inline void prefetch(const void* at) {
  __builtin_prefetch(at);
  // To the compiler a function that does nothing else has no effect, and it leaves its calls out;
  // not so with this, which is no instruction.
  __asm__ volatile("");
}

}  // namespace vedette::base
