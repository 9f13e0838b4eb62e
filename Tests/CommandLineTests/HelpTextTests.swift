import Testing

/// The complete help texts of the programs. The tests do not compare white space, because the width of the terminal
/// determines the line breaks.
@Suite struct HelpTextTests {
    private static let exitStatuses = """
        EXIT STATUS:
            0  success
            2  finished; some records were rejected
           64  wrong usage
           65  invalid data ended the run
           66  an input cannot be opened
           74  reading or writing failed
          130  interrupted
        """

    private static let inputOptions = """
        --path <path>
            The path of the records, such as data.items, photos[0].sizes, /data/items, or $["a.b"]. With [*] or .*,
            the records of several arrays are read: users[*].repos.
        --format <format>
            How the input is divided into records: automatic, json (the elements of one array, or one value), lines,
            ndjson or jsonl (one record a line), sequence (values one after another), or json-seq (RFC 7464: a record
            separator before each record). (values: automatic, json, lines, ndjson, jsonl, sequence, json-seq;
            default: automatic)
        --max-depth <count>
            The maximum nesting depth of arrays and objects. (default: 512)
        --max-token-bytes <bytes>
            The maximum length of a string or number. Values below 262144 have the effect of 262144.
            (default: 67108864)
        --unpaired-surrogates <policy>
            What to do with a \\u escape that is half of a surrogate pair: reject the record, or replace the escape
            with U+FFFD. (values: reject, replace; default: reject)
        --threads <count>
            The maximum number of threads; import uses at most two. (default: the number of cores, at most 16)
        """

    private static let partOptions = """
        --parts <manifest>
            Read the parts of this manifest, which split prints; - reads the manifest from standard input.
        --part <number>
            Read only the part with this number. An input beside it replaces the file of the manifest: a copy of the file,
            or - for the bytes of the part.
        """

    private static let profileOptions = """
        --max-paths <count>
            The maximum number of key paths. Members at further paths are only counted. (default: 10000)
        --max-keys <count>
            The maximum number of keys at one path whose values are similar. If there are more, the keys are treated as
            data. (default: 200)
        """

    static let texts: [(script: String, text: String)] = [
        (
            #""$0" --help"#,
            """
            OVERVIEW: Reads JSON dumps of any size, in little memory.

            An input is the path of a file, or - for standard input. gzip and zstd are detected from the first bytes of
            the input. Whether the records are the elements of an array, lines (NDJSON) or a sequence is detected from
            the text; --path names an array inside another value.

            Results go to standard output, everything else to standard error. On a terminal, a bar shows the progress.
            Set NO_COLOR to turn colors off.

            EXAMPLES:
              stream-import import repos.json.gz --into github.db
              stream-import check --path data.items export.json.gz
              stream-import records dump.json.gz | head -n 3
              stream-import --generate-completion-script zsh

            \(exitStatuses)

            USAGE: stream-import <subcommand>

            OPTIONS:
              --version               Show the version.
              -h, --help              Show help information.

            SUBCOMMANDS:
              import                  Writes the records of a dump as rows of an SQLite table.
              check                   Reads inputs to the end, reports errors with their locations, and counts the
                                      records.
              records                 Writes each record as one line of JSON (NDJSON) to standard output.
              inspect                 Lists every key path with its types, how often it occurs and is null, its range
                                      and an example.
              model                   Prints Swift types that import the input with no record rejected.
              split                   Divides inputs into parts that several machines can read, and prints a manifest.

              See 'stream-import help <subcommand>' for detailed help.
            """
        ),
        (
            #""$0" check --help"#,
            """
            OVERVIEW: Reads inputs to the end, reports errors with their locations, and counts the records.

            Each input must be complete JSON in UTF-8, within the limits of the options. If the input consists of lines, each invalid line is reported, up to --limit, and so is each record with an unpaired surrogate. Any other error ends the check. All inputs
            are checked; the exit status is the highest of all inputs.

            EXAMPLES:
              stream-import check dump.json
              stream-import check --path data.items export.json.gz
              stream-import check --format lines logs/*.ndjson.zst
              curl -s https://example.com/dump.json.gz | stream-import check -

            \(exitStatuses)

            USAGE: stream-import check [<inputs> ...] [--parts <manifest>] [--part <number>] [--path <path> ...] [--format <format>] [--max-depth <count>]
            [--max-token-bytes <bytes>] [--unpaired-surrogates <policy>] [--threads <count>] [--limit <count>] [--quiet]

            ARGUMENTS:
              <inputs>                Files to read, or - for standard input.

            OPTIONS:
            \(partOptions)
            \(inputOptions)
              --limit <count>         The maximum number of invalid lines of an input. One more ends the check of the
                                      input. (default: 100)
              -q, --quiet             Print errors only: no counts and no progress bar.
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        (
            #""$0" records --help"#,
            """
            OVERVIEW: Writes each record as one line of JSON (NDJSON) to standard output.

            A line has the record as it is written in the input, without the white space outside of strings: numbers,
            escapes, the order of members and duplicate keys stay as they are. Any value can be a record. Memory use
            depends on the largest record, not on the size of the input.

            A record is rejected if stream-import check rejects it. With --unpaired-surrogates replace, an escape that
            is half of a surrogate pair is written as it is. If the input is one object with an array of objects, the
            elements of that array are the records, as with --path.

            All inputs are read; the exit status is the highest of all inputs. If the program that reads standard output
            ends, as head does, the command ends without a message, with the status 0.

            EXAMPLES:
              stream-import records dump.json.gz | head -n 3
              stream-import records --path data.items --columns id,name export.json
              stream-import records --skip 1000 --limit 10 dump.json.zst
              stream-import records --rejects bad.ndjson logs/*.ndjson > good.ndjson
              curl -s https://example.com/dump.json.gz | stream-import records - | jq .id

            \(exitStatuses)

            USAGE: stream-import records [<options>] [<inputs> ...]

            ARGUMENTS:
              <inputs>                Files to read, or - for standard input.

            OPTIONS:
            \(partOptions)
              --columns <a,b,…>       The members of each record to write, separated by commas. The case of letters
                                      counts. A record that is not an object is rejected. (default: all)
              --skip <count>          The number of records at the beginning of an input that are not written.
                                      (default: 0)
              --limit <count>         The maximum number of records of an input to write. Rejected records count.
              --on-error <on-error>   What to do with a line that is not JSON, or a record that is rejected for another
                                      reason: fail, skip, or collect (skip and report it). (default: fail; collect with
                                      --rejects) (values: fail, skip, collect)
              --rejects <file>        Append rejected records to this file: NDJSON with input, record, start, end,
                                      path, line, column, cause and text.
            \(inputOptions)
              -q, --quiet             Print errors only: no notes and no progress bar.
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        (
            #""$0" split --help"#,
            """
            OVERVIEW: Divides inputs into parts that several machines can read, and prints a manifest.

            The manifest is a line with a JSON object for each part: the file with its fingerprint, the range of its bytes,
            the numbers of the first record and line, the format and the path. Each part begins and ends between two
            records. Every command reads a part with --parts and --part, and reports numbers and locations of the whole
            file. A file that has changed since then is an error.

            The text is searched for the ends of records, and not checked: errors in it are reported when the parts are
            read. Inputs much smaller than a part are grouped: they are lines with the same number. A compressed input is
            one part, and so are lines and sequences with --path, a sequence with numbers or strings, and a path with [*] or
            .*.

            With --schema, imports of the parts create the table that the whole input would have, also if their records lack
            some keys. A value that does not fit this table rejects its record, or is stored in the column of --rest.

            EXAMPLES:
              stream-import split --parts 64 --path data.items export.json > manifest.ndjson
              stream-import split --size 256MB logs/*.ndjson > manifest.ndjson
              stream-import split --parts 64 --schema --key id repos.json > manifest.ndjson
              stream-import records --parts manifest.ndjson --part 17
              stream-import import --parts manifest.ndjson --part 17 --into part-17.db

            \(exitStatuses)

            USAGE: stream-import split [<options>] <inputs> ...

            ARGUMENTS:
              <inputs>                Files to divide.

            OPTIONS:
              --parts <count>         The maximum number of parts.
              --size <size>           The size of a part: a number of bytes, or one with kB, MB or GB. (default: 256MB,
                                      without --parts)
              --schema                Read the records, and write the schema of their table to the manifest, so that the
                                      imports of all parts have the same table.
              --sample <count>        The number of records of each input to read for --schema. (default: all)
              --table <table>         The table of --schema. (default: the name of the first file)
              --key <a,b,…>           The key columns of --schema, separated by commas. The case of letters counts.
              --columns <a,b,…>       The columns of --schema, separated by commas. Other members are skipped. (default: all)
              --rest <column>         Give --schema this column for members that have no column or do not fit their column,
                                      as one JSON object. (default: such a member rejects its record)
              --flatten               Give --schema columns such as owner_login for the members of objects.
              --on-error <on-error>   What to do with a record that cannot become a row while --schema reads the records:
                                      fail, or skip. (default: fail) (values: fail, skip)
            \(inputOptions)
              --portable              Write no modification times to the manifest, so that the parts can be read in copies
                                      of the files, such as those on other machines.
              -q, --quiet             Print errors only: no progress bar.
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        (
            #""$0" inspect --help"#,
            """
            OVERVIEW: Lists every key path with its types, how often it occurs and is null, its range and an example.

            A path starts at the record, $. After it, .key stands for a member of an object, [*] for the elements of an
            array, and .* for all members of an object whose keys are data, such as identifiers. "present" is the share
            of the objects at the parent path that have the key; "null" is the share of its values that are null.

            Keys are treated as data if the objects at one path have more than --max-keys of them, and all their values
            are of one type; objects among them must have similar keys. Memory use is bounded by
            --max-paths. The first error in the input ends the command without a result; stream-import check reports each invalid line.

            If a string member of the records tells them apart, because other keys depend on its value, the result
            names this discriminator with its values. If the input is one object, the result lists each array of
            objects in it, with the command that reads the array.

            With --json, the result is one object with records, omittedMembers and paths, and as far as they apply,
            discriminator and arrays. Each path has path, present,
            of, types, numbers, strings, arrays, keysAreData, isIncomplete and example, as far as they apply. The
            discriminator has path, values and dependentPaths; an array has path and objects.

            With --html, the profile is also written as an HTML page, with histograms, the most frequent values and more
            examples. The page loads nothing from a network. The file is replaced only when the page is complete. A
            value that is too long, or that is one of many, is not counted exactly; the page says so.

            EXAMPLES:
              stream-import inspect dump.json.gz
              stream-import inspect --html profile.html dump.json.gz
              stream-import inspect --path data.items export.json
              stream-import inspect --json logs.ndjson | jq '.paths[].path'

            \(exitStatuses)

            USAGE: stream-import inspect [<options>] [<input>]

            ARGUMENTS:
              <input>                 A file to read, or - for standard input.

            OPTIONS:
            \(partOptions)
            \(inputOptions)
            \(profileOptions)
              --json                  Print JSON instead of a table.
              --html <file>           Also write an HTML page to a file; - writes the page to standard output, instead
                                      of the table.
              -q, --quiet             Print no progress bar.
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        (
            #""$0" model --help"#,
            """
            OVERVIEW: Prints Swift types that import the input with no record rejected.

            The command reads the whole input first, so the types can store all its values. A property is optional if
            its key is missing or its value is null in at least one object. A property with values of several types is
            a JSONValue. A property with strings is a Date if all strings are dates in ISO 8601 or the .NET format. An
            object whose keys are data, such as identifiers, is a dictionary; see --max-keys. Values at paths beyond
            --max-paths are JSONValue, and so are values nested more than 16 arrays and objects deep: the compiler
            would take minutes for more nested types.

            If a string member of the records tells them apart, because other keys depend on its value, the type of
            the records is an enum with a case for each value. It stays a struct if the key of the member has a dot or
            a bracket, or differs from another key only in case, hyphens, underscores and spaces.

            The first error in the input ends the command. An unpaired surrogate is an error, because an import rejects
            it; see --unpaired-surrogates.

            EXAMPLES:
              stream-import model --name Repo repos.json.gz > Repo.swift
              stream-import model --name Item --path data.items export.json

            \(exitStatuses)

            USAGE: stream-import model [<options>] [<input>] --name <name>

            ARGUMENTS:
              <input>                 A file to read, or - for standard input.

            OPTIONS:
            \(partOptions)
              --name <name>           The name of the type of the records.
            \(inputOptions)
            \(profileOptions)
              -q, --quiet             Print no progress bar.
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        (
            #""$0" import --help"#,
            """
            OVERVIEW: Writes the records of a dump as rows of an SQLite table.

            Each key of the records becomes a column with the type of its values. A key that first occurs later becomes
            a new column. A column with values of several types has no declared type, so that SQLite does not convert
            them. Arrays and objects are stored as JSON, booleans as 0 and 1, numbers with a fraction or an exponent as
            the nearest 64-bit floating-point number, and integers beyond 2^63 as text.

            If the input is one object in which one array of objects is found, the elements of that array are the
            records, as with --path. If several such arrays are found, name those to import with --path. --format json
            imports the object as one record.

            Without --table, each input is imported into a table named after the file. If the table exists, rows are
            added to it. With several --path, each path is imported into a table named after its last key, in one run
            over the file for each of them, and the other options apply to each table. --tables lists the arrays of an
            input with their paths.

            After an interruption, run the same command again: the import resumes after the last record. If the import
            is finished, records that were added to the end of lines or of a sequence are imported, and an unchanged
            input is not imported again. The content decides, not the time of the file. An input that has changed in
            another way updates the rows with the same --key; without --key it needs --append, --replace or another
            --table. For this purpose, the database contains three more tables: stream_import, stream_import_tables and
            stream_import_rows. Ctrl-C stops the import, and keeps the rows read so far; a second Ctrl-C stops it at
            once.

            With --json, the keys of each object are input, database, table, rows, recordsBefore (the number of records
            that earlier runs processed), rejected, columns, finished, status, bytesRead, textBytes and seconds;
            warnings; error, if an error stopped the import; path, if it is given or found; definition, the
            CREATE TABLE statement, with --dry-run; and with --expand children, an array of objects with the table, rows,
            columns and definition of each child table.

            EXAMPLES:
              stream-import import repos.json.gz --into github.db
              stream-import import users.ndjson --into app.db --key id --index email
              stream-import import export.json --path data.items --into items.db --flatten
              stream-import import orders.json --into shop.db --key id --expand items
              stream-import import all.json --path users --path data.repos --into all.db
              stream-import import logs-*.zst --into logs.db --table log --on-error skip
              stream-import import --follow /var/log/app.ndjson --into logs.db
              curl -s https://example.com/dump.gz | stream-import import - --into dump.db

            \(exitStatuses)

            USAGE: stream-import import [<options>] [<inputs> ...] --into <file>

            ARGUMENTS:
              <inputs>                Files to read, or - for standard input.

            OPTIONS:
            \(partOptions)
              --into <file>           The database file. It is created if it does not exist.
              --table <table>         The table; with several paths, one for each of them, in the same order. (default:
                                      the name of the file; records for standard input; with several paths, the last
                                      key of each)
              --key <a,b,…>           The key columns, separated by commas: a record replaces the values of the row
                                      with the same key. The case of letters counts.
              --columns <a,b,…>       The columns to import, separated by commas. (default: all)
              --rest <column>         Store members without a column of their own, because of --columns or because
                                      SQLite allows no more columns, in this column, as one JSON object.
              --index <a,b,…>         The columns to index after the last row, separated by commas. Each gets an index
                                      of its own.
              --flatten               Store the members of objects in columns such as owner_login, instead of as JSON.
              --expand <path>         Store the elements of this array, such as items or order.items, as rows of a child
                                      table with the key of their record, instead of as JSON. Needs --key. Can be given
                                      several times.
              --on-error <on-error>   What to do with a line that is not JSON, or a record that cannot become a row:
                                      fail, skip, or collect (skip and report it). (default: fail; collect with
                                      --rejects) (values: fail, skip, collect)
              --rejects <file>        Append rejected records to this file: NDJSON with input, record, start, end,
                                      path, line, column, cause and text. If it is - or another name of standard
                                      output, the summary goes to standard error.
              --limit <count>         The maximum number of records to import.
              --skip <count>          The number of records at the beginning that are not imported. (default: 0)
              --append/--replace      If the input has changed since an earlier import, other than by records added at
                                      its end: --append adds all its records, and --replace first deletes the rows of
                                      the earlier import, in the same transaction.
              --follow                Wait for records that are added to the file, also after its rotation, until
                                      Ctrl-C.
              --batch <rows>          The maximum number of rows in one transaction. (default: 20000)
              --commit-interval <seconds>
                                      The time after which rows from a pipe, or from a followed file, are committed.
                                      (default: 0.5)
            \(inputOptions)
              --dry-run               Read everything, print the CREATE TABLE statements and the summary, and write
                                      nothing.
              --tables                Read one file, print the arrays of objects in its outermost object, their
                                      numbers of objects, and the command that imports them, and write nothing.
              --json                  Print a line with a JSON object for each input and path, instead of the
                                      summary.
              -q, --quiet             Print errors only: no summary and no progress bar.
              --version               Show the version.
              -h, --help              Show help information.
            """
        ),
        (
            #""${0%/*}/make-fixture" --help"#,
            """
            OVERVIEW: Generates a JSON dump of any size.

            The same arguments generate the same JSON on every machine. All values are fictional.

            USAGE: make-fixture <workload> [--size <size>] [--count <count>] [--shape <shape>] [--pretty]
            [--seed <seed>] [--gzip] [--output <file>]

            ARGUMENTS:
              <workload>              The kind of records. (values: people, repositories, tweets, numbers, escapes,
                                      events, events-type-last)

            OPTIONS:
              --size <size>           The minimum size of the text, such as 500KB, 100MB, 2GB or 64MiB. The last
                                      record is written whole.
              --count <count>         The number of records.
              --shape <shape>         The structure around the records. In an envelope, they are at data.items.
                                      (values: array, lines, envelope; default: array)
              --pretty                Format the text with line breaks and an indentation of two spaces.
              --seed <seed>           The seed of the random values. (default: 1)
              --gzip                  Compress the output. The size is that of the uncompressed text.
              --output <file>         The output file. (default: standard output)
              -h, --help              Show help information.
            """
        ),
    ]

    @Test(arguments: texts)
    func helpHasExpectedText(script: String, text: String) throws {
        let outcome = try Program.run(script: script, in: TemporaryDirectory())
        #expect(Self.collapsingSpaces(outcome.output) == Self.collapsingSpaces(text))
        #expect(outcome.messages.isEmpty)
        #expect(outcome.status == 0)
    }

    private static func collapsingSpaces(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
