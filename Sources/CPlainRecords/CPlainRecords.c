#include "CPlainRecords.h"

#include <string.h>

#include "CTextMasks.h"

#define inlined static inline __attribute__((always_inline))
#define likely(condition) __builtin_expect(!!(condition), 1)
#define unlikely(condition) __builtin_expect(!!(condition), 0)

// MARK: - The positions of tokens

enum { block_bytes = 64, blocks_at_a_time = 16 };

/// The search for tokens, some blocks at a time. The positions of all brackets, commas and colons outside of strings, of the
/// first bytes of numbers and literals, and of the opening quotes of strings are noted; also line feeds outside of strings, in
/// lines, and unescaped backslashes in strings.
///
/// The method is that of simdjson's first stage; see CTextMasks.h.
typedef struct {
    const uint8_t *text;
    size_t count;
    /// The position of the next block.
    size_t position;
    /// All bits are set if the next block begins in a string.
    uint64_t in_string;
    /// 1 if the next byte is escaped by the last one.
    uint64_t escaped;
    /// 1 if the last byte belongs to a number or a literal.
    uint64_t in_scalar;
    int is_lines;
    /// Whether a string has an invalid escape, an unpaired surrogate or a control character, or a backslash is outside of a
    /// string. The tokens before it are noted.
    int is_invalid;
    /// The position of the `u` at which the second escape of a surrogate pair must begin; 0 if none must.
    size_t second_surrogate;
    /// The end of the positions that were found last.
    uint32_t *end;
    // The positions of a block are written eight at a time.
    uint32_t found[block_bytes * blocks_at_a_time + 8];
} token_search;

inlined int hex_value(uint8_t byte) {
    if (byte - '0' < 10u) return byte - '0';
    return ((byte | 0x20) - 'a' < 6u) ? (byte | 0x20) - 'a' + 10 : -1;
}

/// Returns the code unit that four hexadecimal digits spell; -1 if they are not all hexadecimal digits.
inlined int32_t code_unit(const uint8_t *digits) {
    int32_t unit = 0;
    for (int i = 0; i < 4; i++) {
        const int value = hex_value(digits[i]);
        if (value < 0) return -1;
        unit = unit << 4 | value;
    }
    return unit;
}

/// Returns whether an escape is valid, given the position of the byte after the backslash. The beginning of a valid escape at
/// the end of the text is valid, because its string and its record are incomplete.
static int is_valid_escape(token_search *search, size_t position) {
    switch (search->text[position]) {
    case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
        return search->second_surrogate == 0;
    case 'u': break;
    default: return 0;
    }
    if (search->count - position <= 4) {
        for (size_t i = position + 1; i < search->count; i++) if (hex_value(search->text[i]) < 0) return 0;
        return 1;
    }
    const int32_t unit = code_unit(search->text + position + 1);
    if (unit < 0) return 0;
    const int is_second = search->second_surrogate != 0;
    if (is_second && position != search->second_surrogate) return 0;
    search->second_surrogate = 0;
    if ((unit & 0xFC00) == 0xDC00) return is_second;
    if (is_second) return 0;
    if ((unit & 0xFC00) != 0xD800) return 1;
    search->second_surrogate = position + 6;
    // So the next escape of the string begins there.
    return search->count - position <= 5 || search->text[position + 5] == '\\';
}

/// Appends the positions of the bits of a block.
inlined uint32_t *append(uint32_t *end, uint32_t base, uint64_t bits) {
    uint32_t *next = end;
    end += __builtin_popcountll(bits);
    while (bits) {
        for (int i = 0; i < 8; i++) {
            // The last bit is set so that the argument is not 0; a position that is not one of the block is overwritten.
            next[i] = base + (uint32_t)__builtin_ctzll(bits | 1ull << 63);
            bits &= bits - 1;
        }
        next += 8;
    }
    return end;
}

/// Returns a mask of the bits before the first escape that is not valid, given the bytes of strings that backslashes escape.
static uint64_t before_invalid_escape(token_search *search, uint64_t escaped) {
    for (; escaped; escaped &= escaped - 1) {
        const size_t position = search->position + (size_t)__builtin_ctzll(escaped);
        if (position >= search->count) break;
        if (is_valid_escape(search, position)) continue;
        search->is_invalid = 1;
        return (escaped & -escaped) - 1;
    }
    return UINT64_MAX;
}

inlined void search_block(token_search *search, const uint8_t *bytes) {
    const text_block block = load_block(bytes), folded = with_bit_5(block);
    const uint64_t had_escape = search->escaped;
    uint64_t backslashes = 0, escaped = 0;
    if (unlikely(contains(block, '\\') | had_escape)) {
        backslashes = mask_of(block, '\\');
        const escape_masks escapes = escaped_bytes(backslashes, search->escaped);
        escaped = escapes.escaped;
        search->escaped = escapes.next;
    }
    const uint64_t quotes = mask_of(block, '"') & ~escaped;
    const uint64_t in_string = prefix_xor(quotes) ^ search->in_string;
    search->in_string = (uint64_t)((int64_t)in_string >> 63);
    uint64_t control = 0;
    if (contains_control(block)) control = mask_of_control(block);
    const uint64_t spaces = control | mask_of(block, ' ');
    const uint64_t structure = mask_of_structure(folded) & ~in_string;
    const uint64_t scalars = ~(structure | spaces | in_string | quotes);
    const uint64_t scalar_starts = scalars & ~(scalars << 1 | search->in_scalar);
    search->in_scalar = scalars >> 63;
    const uint64_t invalid = (control & in_string) | (backslashes & ~in_string);
    backslashes &= in_string & ~escaped;
    uint64_t tokens = structure | scalar_starts | (quotes & in_string) | backslashes;
    if (search->is_lines) tokens |= mask_of(block, '\n') & ~in_string;
    if (unlikely(invalid)) {
        search->is_invalid = 1;
        tokens &= (invalid & -invalid) - 1;
    }
    if (unlikely(escaped)) tokens &= before_invalid_escape(search, escaped & in_string);
    search->end = append(search->end, (uint32_t)search->position, tokens);
}

/// Searches for tokens in the next blocks, until there are some. Returns 0 if none follow, or if the text is invalid.
static __attribute__((noinline)) int find_tokens(token_search *search) {
    search->end = search->found;
    while (search->end == search->found && search->position < search->count && !search->is_invalid) {
        for (int i = 0; i < blocks_at_a_time && !search->is_invalid; i++) {
            const size_t rest = search->count - search->position;
            if (rest >= block_bytes) {
                search_block(search, search->text + search->position);
                search->position += block_bytes;
            } else {
                uint8_t last[block_bytes];
                memset(last, ' ', sizeof last);
                memcpy(last, search->text + search->position, rest);
                search_block(search, last);
                search->position = search->count;
                break;
            }
        }
    }
    return search->end != search->found;
}

// MARK: - The grammar

/// Whether a byte ends a number or a literal: white space, a bracket, a comma, a colon or a quote.
static const uint8_t ends_scalar[256] = {
    [' '] = 1, ['\t'] = 1, ['\n'] = 1, ['\r'] = 1, ['{'] = 1, ['}'] = 1, ['['] = 1, [']'] = 1, [','] = 1, [':'] = 1, ['"'] = 1,
};

/// Returns the address after digits, of which there may be none. Short numbers take no branch for each digit.
inlined const uint8_t *after_digits(const uint8_t *next, const uint8_t *end) {
    while (end - next >= 8) {
        uint64_t word;
        memcpy(&word, next, 8);
        // The bytes 0x30 to 0x39 have the same high half, also after an addition of 6. A carry of the addition changes only
        // bytes after one that is not a digit.
        const uint64_t others = ((word & 0xF0F0F0F0F0F0F0F0) ^ 0x3030303030303030)
            | (((word + 0x0606060606060606) & 0xF0F0F0F0F0F0F0F0) ^ 0x3030303030303030);
        if (others) return next + __builtin_ctzll(others) / 8;
        next += 8;
    }
    while (next < end && *next - '0' < 10u) next++;
    return next;
}

/// The result of the check of a number or a literal that is not valid, or that the end of the text may divide.
static const size_t scalar_invalid = SIZE_MAX, scalar_incomplete = SIZE_MAX - 1;

/// Returns the position after a number; `scalar_invalid` or `scalar_incomplete` if there is none.
inlined size_t end_of_number(const uint8_t *text, size_t position, size_t count) {
    const uint8_t *next = text + position, *const end = text + count, *digits;
    next += *next == '-';
    if (next < end && *next == '0') {
        next++;
    } else {
        digits = next;
        next = after_digits(next, end);
        if (next == digits) return next == end ? scalar_incomplete : scalar_invalid;
    }
    if (next < end && *next == '.') {
        digits = ++next;
        next = after_digits(next, end);
        if (next == digits) return next == end ? scalar_incomplete : scalar_invalid;
    }
    if (next < end && (*next | 0x20) == 'e') {
        next++;
        if (next < end && (*next == '+' || *next == '-')) next++;
        digits = next;
        next = after_digits(next, end);
        if (next == digits) return next == end ? scalar_incomplete : scalar_invalid;
    }
    if (next == end) return scalar_incomplete;
    return ends_scalar[*next] ? (size_t)(next - text) : scalar_invalid;
}

/// Returns the position after a literal; `scalar_invalid` or `scalar_incomplete` if there is none.
inlined size_t end_of_literal(const uint8_t *text, size_t position, size_t count) {
    // `false` is compared from its second letter on, so that each literal is compared as one word.
    const size_t start = position + (text[position] == 'f'), end = start + 4;
    const char *literal = text[position] == 't' ? "true" : text[position] == 'f' ? "alse" : "null";
    if (end < count)
        return memcmp(text + start, literal, 4) == 0 && ends_scalar[text[end]] ? end : scalar_invalid;
    return memcmp(text + start, literal, count - start) == 0 ? scalar_incomplete : scalar_invalid;
}

/// Makes the next token the current one.
#define ADVANCE() \
    do { \
        if (unlikely(found == search.end)) { \
            const int has_found = find_tokens(&search); \
            tokens->searched = search.position; \
            if (!has_found) goto exhausted; \
            found = search.found; \
            if (search.end - found >= last - next) goto no_room; \
        } \
        position = *found++; \
    } while (0)

/// Appends a token.
#define NOTE(first, last) (*next++ = (plain_token){(uint32_t)(first), (uint32_t)(last)})

/// Appends the last string that began, which ends with the last quote before a position.
#define NOTE_STRING(before) \
    do { \
        uint32_t end = (uint32_t)(before) - 1; \
        while (unlikely(text[end] != '"')) end--; \
        if (unlikely(escapes) && end - string_start > longest_escaped) longest_escaped = end - string_start; \
        NOTE(string_start, end | escapes); \
    } while (0)

/// Checks a string whose opening quote is the current token. The current token is then the one after the string: only white
/// space is between the closing quote and that token.
#define STRING() \
    do { \
        string_start = position; \
        escapes = 0; \
        for (;;) { \
            ADVANCE(); \
            if (likely(text[position] != '\\')) break; \
            escapes = plain_has_escapes; \
        } \
        NOTE_STRING(position); \
    } while (0)

/// Checks a value that begins with the current token. Continues at `after_string` with the token after a string.
#define VALUE(after_string) \
    switch (text[position]) { \
    case '"': STRING(); goto after_string; \
    case '{': goto object_start; \
    case '[': goto array_start; \
    case '-': case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9': { \
        const size_t end = end_of_number(text, position, count); \
        if (unlikely(end >= scalar_incomplete)) { scalar_result = end; goto scalar_failed; } \
        NOTE(position, end); \
        break; \
    } \
    default: { \
        const size_t end = end_of_literal(text, position, count); \
        if (unlikely(end >= scalar_incomplete)) { scalar_result = end; goto scalar_failed; } \
        NOTE(position, end); \
    } \
    }

void plain_check(
    plain_tokens *tokens, const uint8_t *text, size_t count, size_t enough, plain_form form, plain_place place,
    size_t maximum_depth
) {
    token_search search;
    search.text = text;
    const int is_shortened = count >= plain_has_escapes;
    search.count = count = is_shortened ? plain_has_escapes - 1 : count;
    search.position = 0;
    search.in_string = search.escaped = search.in_scalar = 0;
    search.is_invalid = 0;
    search.is_lines = form == plain_lines;
    search.second_surrogate = 0;
    search.end = search.found;
    const uint32_t *found = search.end;
    uint32_t position = 0, string_start = 0, escapes = 0;
    size_t scalar_result = scalar_invalid, longest_escaped = 0;
    /// The opening brackets of the open arrays and objects.
    plain_token *open[plain_maximum_depth];
    size_t depth = 0;
    if (maximum_depth > plain_maximum_depth) maximum_depth = plain_maximum_depth;
    // Each token of the text is noted once at most, so that there is room for all that were found.
    plain_token *next = tokens->tokens, *const last = tokens->tokens + tokens->capacity;
    int record_began = 0;

    tokens->token_count = tokens->record_count = 0;
    tokens->end = tokens->searched = 0;
    tokens->longest_escaped = 0;
    tokens->reason = plain_enough;

next_record:
    record_began = 0;
    if (tokens->end >= enough) return;
    ADVANCE();
    if (form == plain_elements) {
        if (place == plain_after_value) {
            if (text[position] != ',') goto not_plain;
            place = plain_needs_value;
            ADVANCE();
        }
        record_began = 1;
        VALUE(string_record_end);
        goto record_end;
    }
    if (form == plain_lines) {
        while (text[position] == '\n') {
            // A blank line.
            tokens->end = position + 1;
            ADVANCE();
        }
    }
    record_began = 1;
    if (text[position] == '{') goto object_start;
    if (text[position] == '[') goto array_start;
    goto not_plain;

object_start:
    if (unlikely(depth == maximum_depth)) goto not_plain;
    open[depth++] = next;
    NOTE(position, 0);
    ADVANCE();
    if (text[position] == '}') goto close;
member:
    if (unlikely(text[position] != '"')) goto not_plain;
    STRING();
    if (unlikely(text[position] != ':')) goto not_plain;
    ADVANCE();
    VALUE(string_member_end);
member_end:
    ADVANCE();
string_member_end:
    if (text[position] == ',') {
        ADVANCE();
        goto member;
    }
    if (unlikely(text[position] != '}')) goto not_plain;
    goto close;

array_start:
    if (unlikely(depth == maximum_depth)) goto not_plain;
    open[depth++] = next;
    NOTE(position, 0);
    ADVANCE();
    if (text[position] == ']') goto close;
element:
    VALUE(string_element_end);
element_end:
    ADVANCE();
string_element_end:
    if (text[position] == ',') {
        ADVANCE();
        goto element;
    }
    if (unlikely(text[position] != ']')) goto not_plain;

close:
    depth--;
    open[depth]->end = (uint32_t)(next - open[depth]);
    NOTE(position, position + 1);
    if (depth > 0) {
        if (text[open[depth - 1]->start] == '{') goto member_end;
        goto element_end;
    }

    goto record_end;
string_record_end:
    // The token after the record follows again.
    found--;
record_end:
    if (form == plain_lines) {
        // The line feed follows, after white space.
        ADVANCE();
        if (text[position] != '\n') goto not_plain;
    }
    {
        const plain_token *token = next - 1;
        const uint8_t first = text[token->start];
        size_t end = first == '"' ? (token->end & ~(uint32_t)plain_has_escapes) + 1 : token->end;
        if (form == plain_lines) end = position + 1;
        tokens->end = end;
    }
    tokens->token_count = (uint32_t)(next - tokens->tokens);
    tokens->record_count++;
    tokens->longest_escaped = longest_escaped;
    place = plain_after_value;
    if (form == plain_text) return;
    goto next_record;

scalar_failed:
    if (scalar_result == scalar_invalid) goto not_plain;
    tokens->reason = plain_record_incomplete;
    return;

exhausted:
    if (search.is_invalid || is_shortened) goto not_plain;
    if (form == plain_elements && record_began && depth == 0 && !search.in_string && next < last) {
        // The record is a string, and its closing quote is the last token of the text.
        NOTE_STRING(count);
        found = search.end;
        goto record_end;
    }
    tokens->reason = record_began ? plain_record_incomplete : plain_text_ended;
    return;

no_room:
    if (tokens->record_count > 0) return;
not_plain:
    tokens->reason = plain_not_plain;
}

// MARK: - The events

/// Decodes the escapes of a string. Returns the length of the decoded text.
static size_t decode(uint8_t *to, const uint8_t *from, size_t count) {
    const uint8_t *const end = from + count;
    uint8_t *const start = to;
    while (from < end) {
        if (end - from >= 8) {
            // Copies up to the next backslash. Escapes are often near each other, so that a call of memchr would cost more.
            uint64_t word;
            memcpy(&word, from, 8);
            memcpy(to, &word, 8);
            const uint64_t others = word ^ 0x5C5C5C5C5C5C5C5C;
            // The lowest bit is that of the first byte that is a backslash.
            const uint64_t backslashes = (others - 0x0101010101010101) & ~others & 0x8080808080808080;
            const int length = backslashes ? __builtin_ctzll(backslashes) / 8 : 8;
            to += length;
            from += length;
            if (!backslashes) continue;
        } else if (*from != '\\') {
            *to++ = *from++;
            continue;
        }
        from += 2;
        switch (from[-1]) {
        case 'b': *to++ = '\b'; break;
        case 'f': *to++ = '\f'; break;
        case 'n': *to++ = '\n'; break;
        case 'r': *to++ = '\r'; break;
        case 't': *to++ = '\t'; break;
        case 'u': {
            uint32_t scalar = (uint32_t)code_unit(from);
            from += 4;
            if ((scalar & 0xFC00) == 0xD800) {
                scalar = 0x10000 + ((scalar & 0x3FF) << 10) + ((uint32_t)code_unit(from + 2) & 0x3FF);
                from += 6;
            }
            if (scalar < 0x80) {
                *to++ = (uint8_t)scalar;
            } else if (scalar < 0x800) {
                *to++ = (uint8_t)(0xC0 | scalar >> 6);
                *to++ = (uint8_t)(0x80 | (scalar & 0x3F));
            } else {
                if (scalar < 0x10000) {
                    *to++ = (uint8_t)(0xE0 | scalar >> 12);
                } else {
                    *to++ = (uint8_t)(0xF0 | scalar >> 18);
                    *to++ = (uint8_t)(0x80 | (scalar >> 12 & 0x3F));
                }
                *to++ = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
                *to++ = (uint8_t)(0x80 | (scalar & 0x3F));
            }
            break;
        }
        default: *to++ = from[-1];
        }
    }
    return (size_t)(to - start);
}

/// Calls a callback for a string, with its text decoded.
static __attribute__((noinline)) int send_escaped(
    plain_events *events, int (*callback)(void *, const unsigned char *, size_t), const uint8_t *start, size_t count
) {
    return callback(events->context, events->decoded, decode(events->decoded, start, count));
}

inlined int send_string(
    plain_events *events, int (*callback)(void *, const unsigned char *, size_t), const plain_token *token
) {
    const uint8_t *start = events->text + token->start + 1;
    const uint32_t end = token->end & ~(uint32_t)plain_has_escapes;
    const size_t count = end - token->start - 1;
    events->token_end = start + count + 1;
    if (unlikely(token->end & plain_has_escapes)) return send_escaped(events, callback, start, count);
    return callback(events->context, start, count);
}

/// Sends a number or a literal.
inlined int send_scalar(plain_events *events, const plain_token *token) {
    const yajl_callbacks *const callbacks = events->callbacks;
    const uint8_t *start = events->text + token->start;
    events->token_end = events->text + token->end;
    switch (*start) {
    case 't': case 'f': return !callbacks->yajl_boolean || callbacks->yajl_boolean(events->context, *start == 't');
    case 'n': return !callbacks->yajl_null || callbacks->yajl_null(events->context);
    default:
        return !callbacks->yajl_number
            || callbacks->yajl_number(events->context, (const char *)start, token->end - token->start);
    }
}

inlined int is_opening(uint8_t byte) { return (byte | 0x20) == '{'; }

#define CALL(call) \
    do { \
        if (unlikely(!(call))) { events->next = token; return 0; } \
    } while (0)

/// Sends a value. An array or object is opened only.
#define SEND_VALUE() \
    do { \
        const uint8_t first = text[token->start]; \
        if (first == '"') { \
            if (callbacks->yajl_string) CALL(send_string(events, callbacks->yajl_string, token)); \
        } else if (first == '{') { \
            goto object_start; \
        } else if (first == '[') { \
            goto array_start; \
        } else { \
            CALL(send_scalar(events, token)); \
        } \
        if (unlikely(callbacks->yajl_start_map == skips) && depth > 0) goto skip; \
        token++; \
    } while (0)

int plain_send(plain_events *events, size_t limit) {
    const uint8_t *const text = events->text;
    const yajl_callbacks *const callbacks = events->callbacks;
    int (*const skips)(void *) = events->skips;
    const plain_token *token = events->next;
    /// The opening brackets of the open arrays and objects.
    const plain_token *open[plain_maximum_depth];
    size_t depth = 0;

    for (;;) {
        events->next = token;
        if (token == events->end || limit-- == 0) return 1;
        SEND_VALUE();
        continue;

    object_start:
        open[depth++] = token;
        events->token_end = text + token->start + 1;
        CALL(callbacks->yajl_start_map(events->context));
        if (callbacks->yajl_start_map == skips) goto skip;
        token++;
    member:
        if (text[token->start] == '}') goto close;
        if (callbacks->yajl_map_key) {
            CALL(send_string(events, callbacks->yajl_map_key, token));
            if (unlikely(callbacks->yajl_start_map == skips)) goto skip;
            if (!callbacks->yajl_string) {
                // The value is not wanted.
                token++;
                token += is_opening(text[token->start]) ? token->end + 1 : 1;
                goto member;
            }
        }
        token++;
        SEND_VALUE();
        goto member;

    array_start:
        open[depth++] = token;
        events->token_end = text + token->start + 1;
        CALL(callbacks->yajl_start_array(events->context));
        if (callbacks->yajl_start_map == skips) goto skip;
        token++;
    element:
        if (text[token->start] == ']') goto close;
        SEND_VALUE();
        goto element;

    skip:
        token = open[depth - 1] + open[depth - 1]->end;
    close:
        depth--;
        events->token_end = text + token->start + 1;
        CALL(text[token->start] == '}' ? callbacks->yajl_end_map(events->context)
                                       : callbacks->yajl_end_array(events->context));
        token++;
        if (depth == 0) continue;
        if (unlikely(callbacks->yajl_start_map == skips)) goto skip;
        if (text[open[depth - 1]->start] == '{') goto member;
        goto element;
    }
}
