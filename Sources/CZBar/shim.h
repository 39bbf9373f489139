// The door to ZBar, which reads the QR codes of the test pattern.
#ifndef CZBAR_SHIM_H
#define CZBAR_SHIM_H

#include <zbar.h>

#endif
