#ifndef COPENVINO_H
#define COPENVINO_H
#endif
