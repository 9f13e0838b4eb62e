#ifndef CPLAINRECORDS_H
#define CPLAINRECORDS_H

#include <stddef.h>
#include <stdint.h>
#include <yajl/yajl_parse.h>

// A parser of whole records that are plain JSON, beside libyajl.
//
// `plain_check` checks records 64 bytes at a time, strictly by RFC 8259, and notes where their tokens are. `plain_send`
// sends the events of checked records to callbacks, in the order and with the arguments of libyajl. So a callback never
// receives an event of a record that is incomplete or not valid.
//
// The check may leave any record to libyajl: one with an error, an unpaired surrogate, or too many
// brackets or tokens. It never accepts a record that libyajl rejects.

// Swift imports the enumerations as its own, with these names of their cases.
#define SWIFT_ENUM __attribute__((enum_extensibility(closed)))
#define SWIFT_CASE(name) __attribute__((swift_name(#name)))

/// How records follow each other.
typedef enum SWIFT_ENUM {
    /// The elements of an array: a comma between two of them, and `]` after the last one.
    plain_elements SWIFT_CASE(elements),
    /// Arrays and objects at the top level of a text, with any white space between them.
    plain_values SWIFT_CASE(values),
    /// Arrays and objects at the top level of a text, with a line feed after each, and none in them.
    plain_lines SWIFT_CASE(lines),
    /// One array or object at the top level of a text. What follows is not checked.
    plain_text SWIFT_CASE(text),
} plain_form;

/// The place of a position between the elements of an array. At the top level, all positions are `plain_needs_value`.
typedef enum SWIFT_ENUM {
    /// After the opening bracket: an element or the closing bracket follows.
    plain_after_bracket SWIFT_CASE(afterBracket),
    /// After a comma: an element follows.
    plain_needs_value SWIFT_CASE(afterComma),
    /// After an element: a comma or the closing bracket follows.
    plain_after_value SWIFT_CASE(afterElement),
} plain_place;

/// The reason why a check ended.
typedef enum SWIFT_ENUM {
    /// Enough text or the one record was checked, or there is no room for more tokens. Other records may follow.
    plain_enough SWIFT_CASE(enough),
    /// The text ends after a record, or after white space or a comma.
    plain_text_ended SWIFT_CASE(textEnded),
    /// The text ends in a record.
    plain_record_incomplete SWIFT_CASE(recordIncomplete),
    /// The array ends, or the next record is not plain.
    plain_not_plain SWIFT_CASE(notPlain),
} plain_reason;

/// A token of a checked record. Commas and colons have none.
typedef struct {
    /// The position of the token's first byte.
    uint32_t start;
    /// For an opening bracket, the number of tokens up to its closing bracket. For a string, the position of its closing
    /// quote, plus `plain_has_escapes`. For any other token, the position after it.
    uint32_t end;
} plain_token;

enum {
    plain_has_escapes = 1u << 31,
    /// The maximum number of brackets that are open in a plain record.
    plain_maximum_depth = 1024,
};

/// The tokens of checked records.
typedef struct {
    /// The room for tokens.
    plain_token *tokens;
    uint32_t capacity;
    /// The number of tokens of complete records.
    uint32_t token_count;
    /// The number of complete records.
    uint32_t record_count;
    /// The position after the last complete record; in `plain_lines`, after the last complete or blank line. 0 if there is none.
    size_t end;
    /// The number of bytes that were searched for tokens.
    size_t searched;
    /// The length of the longest string with escapes, in bytes of text.
    size_t longest_escaped;
    plain_reason reason;
} plain_tokens;

/// Checks the records from the beginning of a text on, until at least `enough` bytes of it were checked.
///
/// - Parameters:
///   - tokens: receives the tokens; its `tokens` and `capacity` are set.
///   - maximum_depth: the maximum number of brackets that are open in a record.
void plain_check(
    plain_tokens *tokens, const uint8_t *text, size_t count, size_t enough, plain_form form, plain_place place,
    size_t maximum_depth);

/// The sending of the events of checked records.
typedef struct {
    const plain_token *next, *end;
    /// The text to which the positions of tokens refer.
    const uint8_t *text;
    /// The callbacks. They may change while events are sent. If there is none for strings after a key, no event is sent of the
    /// key's value.
    const yajl_callbacks *callbacks;
    /// The callback for opening braces that skips a value or a record. While it is installed, brackets are not opened: only the
    /// closing brackets are sent of the arrays and objects that were opened.
    int (*skips)(void *);
    void *context;
    /// Room for a decoded string: at least `longest_escaped` bytes.
    uint8_t *decoded;
    /// The address of the byte after the current token.
    const uint8_t *token_end;
} plain_events;

/// Sends the events of at most `limit` records.
///
/// - Returns: 1; 0 if a callback has returned 0.
int plain_send(plain_events *events, size_t limit);

#endif
