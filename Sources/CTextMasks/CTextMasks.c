// All functions are in the header, so that Swift code inlines them.
#include "CTextMasks.h"
