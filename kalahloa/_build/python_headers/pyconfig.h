/* What CPython's headers ask of a system, for Linux and any compiler that predefines sizes.

   CPython's own pyconfig.h is written by its configure script for one machine.  The limited API
   needs little of it, and gcc, clang and Zig know that little themselves. */

#ifndef Py_PYCONFIG_H
#define Py_PYCONFIG_H

#ifndef Py_LIMITED_API
#error "These headers serve modules of the limited API only."
#endif

#define SIZEOF_INT __SIZEOF_INT__
#define SIZEOF_LONG __SIZEOF_LONG__
#define SIZEOF_LONG_LONG __SIZEOF_LONG_LONG__
#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__
#define SIZEOF_VOID_P __SIZEOF_POINTER__
#define SIZEOF_UINTPTR_T __SIZEOF_POINTER__
#define SIZEOF_WCHAR_T __SIZEOF_WCHAR_T__
#define SIZEOF_PID_T __SIZEOF_INT__
#define SIZEOF_TIME_T __SIZEOF_LONG__
#define SIZEOF_PTHREAD_T __SIZEOF_LONG__
#define SIZEOF__BOOL 1

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define WORDS_BIGENDIAN 1
#endif

#define HAVE_LONG_LONG 1
#define HAVE_SSIZE_T 1
#define HAVE_STDDEF_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_WCHAR_H 1
#define WITH_THREAD 1

#endif
