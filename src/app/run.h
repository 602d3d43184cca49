#pragma once

namespace vedette::app {

int run(int argc, char** argv);

}  // namespace vedette::app
