#ifndef CTEXTMASKS_H
#define CTEXTMASKS_H

#include <stddef.h>
#include <stdint.h>

// The definition of TEXT_MASKS_PORTABLE selects the variant without vectors, for a test of it.
#if defined(TEXT_MASKS_PORTABLE)
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

// Comparisons of 64 bytes of text with single bytes, as masks with one bit for each byte: bit 0 is that of the first
// byte. Swift's vectors can compare, but cannot turn the result into such a mask with the instruction for it.
//
// All functions read 64 bytes, and need no alignment.

/// The bytes that matter for the structure of JSON.
typedef struct {
    uint64_t quotes;
    uint64_t backslashes;
    uint64_t commas;
    /// `{` and `[`.
    uint64_t opening;
    /// `}` and `]`.
    uint64_t closing;
} json_masks;

/// A separator, and the bytes that are not JSON white space.
typedef struct {
    uint64_t separators;
    uint64_t text;
} line_masks;

/// The bytes that tell where white space is between tokens, and the white space, also in strings.
typedef struct {
    uint64_t quotes;
    uint64_t backslashes;
    /// The bytes up to 0x20. Those outside of strings are white space in valid JSON.
    uint64_t spaces;
} space_masks;

#if defined(__SSE2__) && !defined(TEXT_MASKS_PORTABLE)

typedef struct { __m128i lanes[4]; } text_block;

static inline __attribute__((always_inline)) text_block load_block(const uint8_t *text) {
    text_block block;
    for (int i = 0; i < 4; i++) block.lanes[i] = _mm_loadu_si128((const __m128i *)(text + 16 * i));
    return block;
}

static inline __attribute__((always_inline)) uint64_t mask_of(text_block block, uint8_t byte) {
    const __m128i wanted = _mm_set1_epi8((char)byte);
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++)
        mask |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(block.lanes[i], wanted)) << (16 * i);
    return mask;
}

/// Returns a mask of the bytes up to 0x20.
static inline __attribute__((always_inline)) uint64_t mask_of_spaces(text_block block) {
    const __m128i space = _mm_set1_epi8(0x20);
    for (int i = 0; i < 4; i++) block.lanes[i] = _mm_max_epu8(block.lanes[i], space);
    return mask_of(block, 0x20);
}

/// Returns whether a block contains a byte.
static inline __attribute__((always_inline)) int contains(text_block block, uint8_t byte) {
    const __m128i wanted = _mm_set1_epi8((char)byte);
    for (int i = 0; i < 4; i++) block.lanes[i] = _mm_cmpeq_epi8(block.lanes[i], wanted);
    const __m128i first = _mm_or_si128(block.lanes[0], block.lanes[1]);
    const __m128i second = _mm_or_si128(block.lanes[2], block.lanes[3]);
    return _mm_movemask_epi8(_mm_or_si128(first, second)) != 0;
}

/// Returns whether a block contains a byte below 0x20.
static inline __attribute__((always_inline)) int contains_control(text_block block) {
    const __m128i first = _mm_min_epu8(block.lanes[0], block.lanes[1]);
    const __m128i least = _mm_min_epu8(first, _mm_min_epu8(block.lanes[2], block.lanes[3]));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(least, _mm_set1_epi8(0x1F)), least)) != 0;
}

/// Returns a mask of the bytes below 0x20.
static inline __attribute__((always_inline)) uint64_t mask_of_control(text_block block) {
    const __m128i last = _mm_set1_epi8(0x1F);
    for (int i = 0; i < 4; i++) block.lanes[i] = _mm_max_epu8(block.lanes[i], last);
    return mask_of(block, 0x1F);
}

/// Returns a mask of the brackets, commas and colons, given a block with bit 5 set in each byte.
static inline __attribute__((always_inline)) uint64_t mask_of_structure(text_block folded) {
    const __m128i opening = _mm_set1_epi8('{'), closing = _mm_set1_epi8('}');
    const __m128i comma = _mm_set1_epi8(','), colon = _mm_set1_epi8(':');
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++) {
        const __m128i bytes = folded.lanes[i];
        const __m128i brackets = _mm_or_si128(_mm_cmpeq_epi8(bytes, opening), _mm_cmpeq_epi8(bytes, closing));
        const __m128i others = _mm_or_si128(_mm_cmpeq_epi8(bytes, comma), _mm_cmpeq_epi8(bytes, colon));
        mask |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_or_si128(brackets, others)) << (16 * i);
    }
    return mask;
}

/// Returns a mask of the brackets, and of the bytes by which text outside of strings may differ from JSON: `/`, the bytes from `@`
/// to `_`, and those from `v` on. Of these, only brackets and `E` are outside of strings in JSON.
static inline __attribute__((always_inline)) uint64_t mask_of_special(text_block block) {
    const __m128i slash = _mm_set1_epi8('/'), bit_5 = _mm_set1_epi8(0x20), to_highest = _mm_set1_epi8(0x80 - 0x56);
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++) {
        const __m128i bytes = block.lanes[i];
        // With bit 5 changed, the bytes but `/` are those from 0x56 on. The addition sets their highest bit.
        const __m128i others = _mm_adds_epu8(_mm_xor_si128(bytes, bit_5), to_highest);
        const __m128i all = _mm_or_si128(others, _mm_cmpeq_epi8(bytes, slash));
        mask |= (uint64_t)(uint16_t)_mm_movemask_epi8(all) << (16 * i);
    }
    return mask;
}

/// Sets bit 5 of each byte, which turns `[` into `{` and `]` into `}`.
static inline __attribute__((always_inline)) text_block with_bit_5(text_block block) {
    for (int i = 0; i < 4; i++) block.lanes[i] = _mm_or_si128(block.lanes[i], _mm_set1_epi8(0x20));
    return block;
}

#elif defined(__ARM_NEON) && defined(__aarch64__) && !defined(TEXT_MASKS_PORTABLE)

typedef struct { uint8x16_t lanes[4]; } text_block;

static inline __attribute__((always_inline)) text_block load_block(const uint8_t *text) {
    text_block block;
    for (int i = 0; i < 4; i++) block.lanes[i] = vld1q_u8(text + 16 * i);
    return block;
}

/// Returns a mask of the bytes whose bits are all set.
static inline __attribute__((always_inline)) uint64_t mask_of_set_bytes(text_block block) {
    static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bit = vld1q_u8(bits);
    uint8x16_t found[4];
    for (int i = 0; i < 4; i++) found[i] = vandq_u8(block.lanes[i], bit);
    // Three pairwise additions turn each group of eight lanes into one byte.
    uint8x16_t sums = vpaddq_u8(vpaddq_u8(found[0], found[1]), vpaddq_u8(found[2], found[3]));
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

static inline __attribute__((always_inline)) uint64_t mask_of(text_block block, uint8_t byte) {
    const uint8x16_t wanted = vdupq_n_u8(byte);
    for (int i = 0; i < 4; i++) block.lanes[i] = vceqq_u8(block.lanes[i], wanted);
    return mask_of_set_bytes(block);
}

/// Returns whether a block contains a byte.
static inline __attribute__((always_inline)) int contains(text_block block, uint8_t byte) {
    for (int i = 0; i < 4; i++) block.lanes[i] = vceqq_u8(block.lanes[i], vdupq_n_u8(byte));
    const uint8x16_t first = vorrq_u8(block.lanes[0], block.lanes[1]);
    return vmaxvq_u8(vorrq_u8(first, vorrq_u8(block.lanes[2], block.lanes[3]))) != 0;
}

/// Returns whether a block contains a byte below 0x20.
static inline __attribute__((always_inline)) int contains_control(text_block block) {
    const uint8x16_t first = vminq_u8(block.lanes[0], block.lanes[1]);
    return vminvq_u8(vminq_u8(first, vminq_u8(block.lanes[2], block.lanes[3]))) < 0x20;
}

/// Returns a mask of the bytes below 0x20.
static inline __attribute__((always_inline)) uint64_t mask_of_control(text_block block) {
    for (int i = 0; i < 4; i++) block.lanes[i] = vcltq_u8(block.lanes[i], vdupq_n_u8(0x20));
    return mask_of_set_bytes(block);
}

/// Returns a mask of the brackets, commas and colons, given a block with bit 5 set in each byte.
static inline __attribute__((always_inline)) uint64_t mask_of_structure(text_block folded) {
    for (int i = 0; i < 4; i++) {
        const uint8x16_t bytes = folded.lanes[i];
        folded.lanes[i] = vorrq_u8(
            vorrq_u8(vceqq_u8(bytes, vdupq_n_u8('{')), vceqq_u8(bytes, vdupq_n_u8('}'))),
            vorrq_u8(vceqq_u8(bytes, vdupq_n_u8(',')), vceqq_u8(bytes, vdupq_n_u8(':'))));
    }
    return mask_of_set_bytes(folded);
}

/// Returns a mask of the brackets, and of the bytes by which text outside of strings may differ from JSON: `/`, the bytes from `@`
/// to `_`, and those from `v` on. Of these, only brackets and `E` are outside of strings in JSON.
static inline __attribute__((always_inline)) uint64_t mask_of_special(text_block block) {
    for (int i = 0; i < 4; i++) {
        const uint8x16_t bytes = block.lanes[i];
        const uint8x16_t others = vcgeq_u8(veorq_u8(bytes, vdupq_n_u8(0x20)), vdupq_n_u8(0x56));
        block.lanes[i] = vorrq_u8(others, vceqq_u8(bytes, vdupq_n_u8('/')));
    }
    return mask_of_set_bytes(block);
}

/// Returns a mask of the bytes up to 0x20.
static inline __attribute__((always_inline)) uint64_t mask_of_spaces(text_block block) {
    for (int i = 0; i < 4; i++) block.lanes[i] = vmaxq_u8(block.lanes[i], vdupq_n_u8(0x20));
    return mask_of(block, 0x20);
}

/// Sets bit 5 of each byte, which turns `[` into `{` and `]` into `}`.
static inline __attribute__((always_inline)) text_block with_bit_5(text_block block) {
    for (int i = 0; i < 4; i++) block.lanes[i] = vorrq_u8(block.lanes[i], vdupq_n_u8(0x20));
    return block;
}

#else

typedef struct { uint8_t lanes[64]; } text_block;

static inline text_block load_block(const uint8_t *text) {
    text_block block;
    for (int i = 0; i < 64; i++) block.lanes[i] = text[i];
    return block;
}

static inline uint64_t mask_of(text_block block, uint8_t byte) {
    uint64_t mask = 0;
    for (int i = 0; i < 64; i++) mask |= (uint64_t)(block.lanes[i] == byte) << i;
    return mask;
}

/// Returns a mask of the bytes up to 0x20.
static inline uint64_t mask_of_spaces(text_block block) {
    uint64_t mask = 0;
    for (int i = 0; i < 64; i++) mask |= (uint64_t)(block.lanes[i] <= 0x20) << i;
    return mask;
}

/// Returns whether a block contains a byte.
static inline int contains(text_block block, uint8_t byte) { return mask_of(block, byte) != 0; }

/// Returns whether a block contains a byte below 0x20.
static inline int contains_control(text_block block) {
    for (int i = 0; i < 64; i++) if (block.lanes[i] < 0x20) return 1;
    return 0;
}

/// Returns a mask of the bytes below 0x20.
static inline uint64_t mask_of_control(text_block block) {
    uint64_t mask = 0;
    for (int i = 0; i < 64; i++) mask |= (uint64_t)(block.lanes[i] < 0x20) << i;
    return mask;
}

/// Returns a mask of the brackets, commas and colons, given a block with bit 5 set in each byte.
static inline uint64_t mask_of_structure(text_block folded) {
    return mask_of(folded, '{') | mask_of(folded, '}') | mask_of(folded, ',') | mask_of(folded, ':');
}

/// Returns a mask of the brackets, and of the bytes by which text outside of strings may differ from JSON: `/`, the bytes from `@`
/// to `_`, and those from `v` on. Of these, only brackets and `E` are outside of strings in JSON.
static inline uint64_t mask_of_special(text_block block) {
    uint64_t mask = 0;
    for (int i = 0; i < 64; i++)
        mask |= (uint64_t)(block.lanes[i] == '/' || (block.lanes[i] ^ 0x20) >= 0x56) << i;
    return mask;
}

/// Sets bit 5 of each byte, which turns `[` into `{` and `]` into `}`.
static inline text_block with_bit_5(text_block block) {
    for (int i = 0; i < 64; i++) block.lanes[i] |= 0x20;
    return block;
}

#endif

/// The bytes of a block that backslashes escape.
typedef struct {
    uint64_t escaped;
    /// 1 if the last byte of the block escapes the first one of the next block, else 0.
    uint64_t next;
} escape_masks;

// The masks of strings are those of simdjson's first stage (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019).

/// Returns the bytes that a backslash escapes: those after an odd number of backslashes.
///
/// - Parameter first: 1 if the first byte is escaped, else 0.
static inline __attribute__((always_inline)) escape_masks escaped_bytes(uint64_t backslashes, uint64_t first) {
    const uint64_t even_bits = 0x5555555555555555;
    const uint64_t escaping = backslashes & ~first, following = escaping << 1 | first;
    const uint64_t odd_starts = escaping & ~even_bits & ~following;
    unsigned long long even_sequences;
    const uint64_t next = __builtin_uaddll_overflow(odd_starts, escaping, &even_sequences);
    return (escape_masks){.escaped = (even_bits ^ (uint64_t)even_sequences << 1) & following, .next = next};
}

/// Returns a number of which each bit is the exclusive or of the bit and all lower bits of the argument.
static inline __attribute__((always_inline)) uint64_t prefix_xor(uint64_t bits) {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    return bits ^ bits << 32;
}

static inline __attribute__((always_inline)) json_masks json_masks_of(const uint8_t *text) {
    const text_block block = load_block(text), folded = with_bit_5(block);
    return (json_masks){
        .quotes = mask_of(block, '"'),
        .backslashes = mask_of(block, '\\'),
        .commas = mask_of(block, ','),
        .opening = mask_of(folded, '{'),
        .closing = mask_of(folded, '}'),
    };
}

static inline __attribute__((always_inline)) line_masks line_masks_of(const uint8_t *text, uint8_t separator) {
    const text_block block = load_block(text);
    const uint64_t white_space =
        mask_of(block, ' ') | mask_of(block, '\t') | mask_of(block, '\r') | mask_of(block, '\n');
    const uint64_t separators = mask_of(block, separator);
    return (line_masks){.separators = separators, .text = ~(white_space | separators)};
}

static inline __attribute__((always_inline)) space_masks space_masks_of(const uint8_t *text) {
    const text_block block = load_block(text);
    return (space_masks){
        .quotes = mask_of(block, '"'),
        .backslashes = mask_of(block, '\\'),
        .spaces = mask_of_spaces(block),
    };
}

/// The state of a search for differences from JSON, at a position of the text.
typedef struct {
    /// All bits are set if the next byte is in a string.
    uint64_t in_string;
    /// 1 if the next byte is escaped by the last one, else 0.
    uint64_t escaped;
    /// The number of open brackets.
    size_t depth;
} difference_search;

/// Returns the position of the next byte by which a text may differ from JSON; `count` if it has none. The byte is
///
/// - in a string, a control character;
/// - outside of strings, one with which a comment, a byte order mark or a word such as `NaN` begins, or the `E` in `E7` and `E9`;
/// - a closing bracket, if a comma may precede it, or if it ends a value at the top level;
/// - a comma at the top level.
///
/// The state becomes that before this byte, as if the byte were not in a string.
size_t next_difference(difference_search *search, const uint8_t *text, size_t position, size_t count);

#endif
