/* SPDX-License-Identifier: BSD-3-Clause */
/* What is wanted of <type_traits>, which a compiler at run time does not have. */
#ifndef PREFIX_CUDA_WORD_TYPES_CUH
#define PREFIX_CUDA_WORD_TYPES_CUH

namespace prefix_cuda
{

template <bool WHICH, class THIS, class THAT> struct one_of {
    using type = THIS;
};
template <class THIS, class THAT> struct one_of<false, THIS, THAT> {
    using type = THAT;
};

/* What a pointer points to, which may then be written. */
template <class POINTER> struct target_of;
template <class TYPE> struct target_of<TYPE *> {
    using type = TYPE;
};
template <class TYPE> struct target_of<const TYPE *> {
    using type = TYPE;
};

/* A constant that is an argument. */
template <int VALUE> struct constant {
    static constexpr int value = VALUE;
};

} // namespace prefix_cuda

#endif
