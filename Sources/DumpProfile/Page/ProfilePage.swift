/// A profile as an HTML page: a table with a row for each path, with bars, histograms, frequent values and examples.
///
/// The page is a single file that loads nothing. Without its script, which sorts and filters the rows, it is a plain
/// table. The content security policy forbids all other scripts and all access to a network. Each row has a bounded
/// size, because long texts are truncated.
package struct ProfilePage {
    private let profile: Profile
    private let inputName: String

    private static let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    private static let script = String(decoding: PackageResources.page_js, as: UTF8.self)

    /// The SHA-256 of the style and of the script, by which the policy allows them. After a change of one, a test has the new
    /// hash in its message.
    private static let styleHash = "Cn2kkDB64dtSTtft2wvbpoOgbh0xxS0rYAWsqCi25f8="
    private static let scriptHash = "5NbsqIvyiWYTcha025ypHkkMK9JtWkATL85m8R38H4o="

    /// - Parameter profile: a profile with distributions.
    package init(_ profile: Profile, of inputName: String) {
        (self.profile, self.inputName) = (profile, inputName)
    }

    /// Writes the page in parts of about 64 KB.
    package func write(_ write: (String) throws -> Void) rethrows {
        var part = head
        part += summary
        part += columns
        for path in profile.paths {
            part += PageRow(path).html
            guard part.text.utf8.count >= 64 << 10 else { continue }
            try write(part.text)
            part = ""
        }
        part += end
        try write(part.text)
    }

    private var title: String { String(inputName.prefix(PageRow.maximumTextLength)) }

    private var head: HTML {
        let policy = """
            default-src 'none'; style-src 'sha256-\(Self.styleHash)'; script-src 'sha256-\(Self.scriptHash)'; \
            base-uri 'none'; form-action 'none'
            """
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(text: policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(text: title) – profile</title>
            <style>\(HTML(Self.style))</style>
            </head>
            <body>

            """
    }

    private var summary: HTML {
        let omitted: HTML =
            profile.omittedMembers == 0
            ? ""
            : """
            <p class="warning">\(text: profile.omittedMembers.counted("member")) omitted because of --max-paths or the \
            length of the keys</p>

            """
        return """
            <header>
            <h1>\(text: title)</h1>
            <p>\(text: profile.records.counted("record")), \(text: profile.paths.count.counted("path"))</p>
            \(discriminator)\(arrays)\(omitted)</header>
            <form role="search" hidden>
            <label for="search">Filter</label>
            <input id="search" type="search" placeholder="path, type or value" autocomplete="off" spellcheck="false">
            <output id="shown" for="search"></output>
            </form>
            <main>

            """
    }

    /// The member that tells the records apart, with its values.
    private var discriminator: HTML {
        profile.discriminator.map { "<p>\(text: $0.text(atMost: ProfileLimits.maximumCases))</p>\n" } ?? ""
    }

    /// The arrays of objects in the only record.
    private var arrays: HTML {
        guard !profile.arrays.isEmpty else { return "" }
        let items: [HTML] = profile.arrays.map {
            "<li><code>--path \(text: $0.path.argument)</code>: \(text: $0.objects.counted("object"))</li>"
        }
        return "<p>The input is one record. Its arrays of objects are read with:</p>\n<ul>\(items)</ul>\n"
    }

    private var columns: HTML {
        """
        <table>
        <caption>The values at each path of a record</caption>
        <thead><tr>
        <th scope="col" id="path">Path</th>
        <th scope="col" id="present">Present</th>
        <th scope="col" id="null">Null</th>
        <th scope="col" id="type">Type</th>
        <th scope="col">Distribution</th>
        <th scope="col" id="frequent">Most frequent</th>
        <th scope="col">Examples</th>
        </tr></thead>
        <tbody>

        """
    }

    private var end: HTML {
        """
        </tbody>
        </table>
        </main>
        <footer>
        <dl>
        <dt>Path</dt><dd>$ is a record, .key a member, [*] the elements of an array, and .* all members of an object \
        whose keys are data.</dd>
        <dt>Present</dt><dd>The share of the objects at the parent path that have the key.</dd>
        <dt>Null</dt><dd>The share of the values that are null.</dd>
        <dt>Most frequent</dt><dd>Counts are exact, unless they begin with ≥: these are lower bounds, because a path \
        has too many different values. The listed values then still occur more often than each other value. Values of \
        more than \(text: "\(ProfileLimits.maximumCountedValueBytes)") bytes are not counted.</dd>
        </dl>
        <p>Written by <code>stream-import inspect --html</code></p>
        </footer>
        <div id="tip" hidden></div>
        <script>\(HTML(Self.script))</script>
        </body>
        </html>

        """
    }
}

/// Text in HTML. In a literal, only HTML can be interpolated, and `\(text: value)` escapes a `String`.
struct HTML: ExpressibleByStringInterpolation {
    /// The text, with its tags.
    var text: String

    init(stringLiteral text: String) {
        self.text = text
    }

    /// Creates HTML from text that already has tags.
    init(_ text: String) {
        self.text = text
    }

    init(stringInterpolation interpolation: StringInterpolation) {
        text = interpolation.text
    }

    static func += (left: inout HTML, right: HTML) { left.text += right.text }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity * 2)
        }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(text value: String) { text += value.escapedForHTML }
        mutating func appendInterpolation(_ html: HTML) { text += html.text }
        mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { text += part.text } }
    }
}

extension String {
    /// The text as the contents of an HTML element or of a quoted attribute. Invisible characters are displayed as
    /// escapes.
    fileprivate var escapedForHTML: String {
        guard unicodeScalars.contains(where: { !$0.isPlainInHTML }) else { return self }
        return printable.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether HTML shows the scalar as it is, without a look at its properties.
    fileprivate var isPlainInHTML: Bool {
        switch self {
        case "&", "<", ">", "\"", "'": false
        default: " "..."~" ~= self
        }
    }
}
