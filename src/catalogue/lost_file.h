#pragma once

namespace vedette::catalogue {

// A catalogue is read where it lies in its file. When the file is cut short or its disk fails while
// it is read, no answer can be trusted and none can be given: the process then says why and ends
// with this code. The generation in the store is checked anew at the next start.
inline constexpr int kLostFileExit = 74;

// From now on, for the whole process.
void end_when_file_is_lost();

}  // namespace vedette::catalogue
