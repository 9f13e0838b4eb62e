// Writes the rows of one table into a new database with a prepared statement: what SQLite itself takes for them.
//
//     insert FROM.sqlite TABLE TO.sqlite ROWS
//
// The values are read into memory first, and not timed. ROWS are written in one transaction. Prints the seconds from the
// first BEGIN to the last COMMIT.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    int type;
    int count;
    union {
        sqlite3_int64 integer;
        double real;
        char *text;
    };
} Value;

typedef struct {
    Value *values;
    long count, columns;
} Rows;

static void check(int code, sqlite3 *db) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "insert: %s\n", sqlite3_errmsg(db));
    exit(1);
}

static void *checked_realloc(void *memory, size_t size) {
    void *larger = realloc(memory, size);
    if (larger) return larger;
    fprintf(stderr, "insert: out of memory\n");
    exit(1);
}

static Value value(sqlite3_stmt *row, int column) {
    Value value = {.type = sqlite3_column_type(row, column)};
    switch (value.type) {
    case SQLITE_INTEGER: value.integer = sqlite3_column_int64(row, column); break;
    case SQLITE_FLOAT: value.real = sqlite3_column_double(row, column); break;
    case SQLITE_TEXT:
        value.count = sqlite3_column_bytes(row, column);
        value.text = checked_realloc(NULL, value.count + 1);
        memcpy(value.text, sqlite3_column_text(row, column), value.count);
    }
    return value;
}

static Rows read_rows(const char *path, const char *table, char **definition) {
    sqlite3 *db;
    sqlite3_stmt *row;
    check(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), db);
    check(sqlite3_prepare_v2(db, "SELECT sql FROM sqlite_master WHERE name = ?", -1, &row, NULL), db);
    check(sqlite3_bind_text(row, 1, table, -1, SQLITE_STATIC), db);
    check(sqlite3_step(row), db);
    *definition = strdup((const char *)sqlite3_column_text(row, 0));
    sqlite3_finalize(row);

    char *select = sqlite3_mprintf("SELECT * FROM \"%w\" ORDER BY rowid", table);
    check(sqlite3_prepare_v2(db, select, -1, &row, NULL), db);
    Rows rows = {.columns = sqlite3_column_count(row)};
    long capacity = 0;
    while (sqlite3_step(row) == SQLITE_ROW) {
        if (rows.count == capacity) {
            capacity = capacity ? capacity * 2 : 1024;
            rows.values = checked_realloc(rows.values, capacity * rows.columns * sizeof(Value));
        }
        for (int column = 0; column < rows.columns; column++)
            rows.values[rows.count * rows.columns + column] = value(row, column);
        rows.count++;
    }
    sqlite3_finalize(row);
    sqlite3_free(select);
    sqlite3_close(db);
    return rows;
}

static void bind(sqlite3_stmt *insertion, int index, const Value *value) {
    switch (value->type) {
    case SQLITE_INTEGER: sqlite3_bind_int64(insertion, index, value->integer); break;
    case SQLITE_FLOAT: sqlite3_bind_double(insertion, index, value->real); break;
    case SQLITE_TEXT: sqlite3_bind_text(insertion, index, value->text, value->count, SQLITE_STATIC); break;
    default: sqlite3_bind_null(insertion, index);
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static char *insert_statement(const char *table, long columns) {
    char *parameters = checked_realloc(NULL, columns * 2);
    for (long column = 0; column < columns; column++) memcpy(parameters + column * 2, "?,", 2);
    parameters[columns * 2 - 1] = 0;
    return sqlite3_mprintf("INSERT INTO \"%w\" VALUES (%s)", table, parameters);
}

int main(int count, char **arguments) {
    if (count != 5) {
        fprintf(stderr, "usage: insert FROM.sqlite TABLE TO.sqlite ROWS\n");
        return 64;
    }
    char *definition;
    Rows rows = read_rows(arguments[1], arguments[2], &definition);
    long batch = atol(arguments[4]);
    sqlite3 *db;
    sqlite3_stmt *insertion;
    check(sqlite3_open(arguments[3], &db), db);
    check(sqlite3_exec(db, definition, NULL, NULL, NULL), db);
    check(sqlite3_prepare_v2(db, insert_statement(arguments[2], rows.columns), -1, &insertion, NULL), db);

    double start = now();
    for (long row = 0; row < rows.count; row++) {
        if (row % batch == 0) check(sqlite3_exec(db, "BEGIN", NULL, NULL, NULL), db);
        for (int column = 0; column < rows.columns; column++)
            bind(insertion, column + 1, &rows.values[row * rows.columns + column]);
        check(sqlite3_step(insertion), db);
        check(sqlite3_reset(insertion), db);
        if (row % batch == batch - 1 || row == rows.count - 1)
            check(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), db);
    }
    printf("%.6f\n", now() - start);
    sqlite3_finalize(insertion);
    return sqlite3_close(db);
}
