import JSONRecords

struct PageRow {
    private let path: PathProfile

    /// The maximum number of characters of a path or a name. Longer paths are truncated at their start, because their
    /// last keys identify them.
    static let maximumTextLength = 200
    private static let maximumFrequentValues = 6

    private var values: ValueProfile { path.values }
    private var frequentValues: FrequentValues { values.distribution.frequentValues }

    init(_ path: PathProfile) {
        self.path = path
    }

    var html: HTML {
        """
        <tr>
        <th scope="row">\(pathText)</th>
        \(share(path.occurrences, of: path.possibleOccurrences))
        \(share(values.counts.nulls, of: values.counts.all, type: "null"))
        <td>\(types)</td>
        <td>\(HistogramFigure.figures(of: values))</td>
        \(frequent)
        <td>\(examples)</td>
        </tr>

        """
    }

    // MARK: - Cells

    private var pathText: HTML {
        let text = path.path.description
        let parent = ProfiledPath(steps: Array(path.path.steps.dropLast())).description
        let last = path.path.steps.isEmpty ? text : String(text.dropFirst(parent.count))
        let before = path.path.steps.isEmpty ? "" : parent
        let room = max(Self.maximumTextLength - last.count, 0)
        let isLong = last.count > Self.maximumTextLength || before.count > room
        return """
            <code>\(isLong ? "…" : "")<i>\(text: String(before.suffix(room)))</i>\
            \(text: String(last.suffix(Self.maximumTextLength)))</code>\
            \(note("keys are data", if: path.isDictionary))\(note("incomplete", if: path.isIncomplete))
            """
    }

    private func note(_ text: String, if condition: Bool) -> HTML {
        condition ? "<small>\(text: text)</small>" : ""
    }

    /// Returns a cell with a share as a number and as a bar.
    private func share(_ part: Int, of total: Int, type: String = "any") -> HTML {
        guard part > 0 else { return "<td data-value=\"0\"><span>–</span></td>" }
        let share = Share(part, of: total)
        return """
            <td data-value="\(text: share.decimal)"><span>\(text: share.text)</span>\
            \(Self.bar([(name: type, count: part)], of: total))\
            <small>\(text: part == total ? part.grouped : "\(part.grouped) of \(total.grouped)")</small></td>
            """
    }

    /// Returns a bar of parts of a total. Its text alternative is the text beside it.
    private static func bar(_ parts: [(name: String, count: Int)], of total: Int) -> HTML {
        var (rectangles, start): ([HTML], Double) = ([], 0)
        for part in parts where part.count > 0 {
            let width = Share(part.count, of: total).fraction * 100
            rectangles.append(
                "<rect class=\"\(text: part.name)\" x=\"\(text: start.short)\" width=\"\(text: width.short)\"/>"
            )
            start += width
        }
        return """
            <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">\(rectangles)</svg>
            """
    }

    private var types: HTML {
        let counts = values.counts
        let (types, nonNullCount) = (counts.named, counts.all - counts.nulls)
        let names: [HTML] = types.map { name, count in
            let share = count == nonNullCount ? "" : " " + Share(count, of: nonNullCount).text
            return "<li class=\"\(text: name)\">\(text: name + share)</li>"
        }
        let form = counts.strings == 0 ? nil : values.forms.name
        return """
            <ul class="types">\(names.isEmpty ? ["<li class=\"null\">null</li>"] : names)</ul>\
            \(Self.bar(types + [(name: "null", count: counts.nulls)], of: counts.all))\(note(form ?? "", if: form != nil))
            """
    }

    // MARK: - Values

    private var frequent: HTML {
        let scalars = values.counts.strings + values.counts.numbers + values.counts.bools
        guard scalars > 0 else { return "<td data-value=\"0\"></td>" }
        let values = frequentValues.values(atMost: Self.maximumFrequentValues)
        // A list of values that occur once each says nothing.
        let listed = values.first.map { $0.count > 1 || scalars == 1 } == true ? values : []
        let top = listed.first.map { Share($0.count, of: scalars).decimal } ?? "0"
        let isExact = frequentValues.error == 0
        let items: [HTML] = listed.map { value in
            """
            <li>\(Self.bar([(name: "any", count: value.count)], of: scalars))<code>\(text: value.value.text)</code>\
            <span>\(isExact ? "" : "≥ ")\(text: value.count.grouped)</span></li>
            """
        }
        return """
            <td data-value="\(text: top)">\(items.isEmpty ? "" : "<ol>\(items)</ol>")\
            \(notes(listed: listed.count).map { note($0, if: true) })</td>
            """
    }

    /// Returns what is known about the values that are not listed.
    private func notes(listed: Int) -> [String] {
        if let count = frequentValues.distinctCount { return [count.counted("distinct value")] }
        let (error, longValues) = (frequentValues.error, frequentValues.longValues)
        let others =
            "no \(listed == 0 ? "" : "other ")value more than "
            + frequentValues.maximumCount(afterFirst: listed).counted("time")
        return (error == 0 ? [] : [others])
            + (longValues == 0 ? [] : ["\(longValues.counted("longer value")) not counted"])
    }

    private var examples: HTML {
        let items: [HTML] = values.distribution.examples.map { "<li><code>\(text: $0.text)</code></li>" }
        return items.isEmpty ? "" : "<ul>\(items)</ul>"
    }
}

extension Share {
    /// The share as a number with at most four digits.
    fileprivate var decimal: String { "\((fraction * 10_000).rounded() / 10_000)" }
}

/// A histogram as a drawing with a range below it.
private struct HistogramFigure {
    private let histogram: Histogram
    private let subject: Subject
    private let bins: Histogram.Bins
    /// The distance between neighboring values; 0 if they are not integers.
    private let step: Int
    /// The texts of the least and of the greatest value.
    private let range: (least: String, greatest: String)

    private static let maximumBins = 32
    private static let height = 24.0

    /// The quantity that a histogram shows.
    enum Subject: String {
        case numbers, dates
        case bytes = "length in bytes"
        case elements
    }

    static func figures(of values: ValueProfile) -> [HTML] {
        let distribution = values.distribution
        let hasDates = !distribution.dates.isEmpty
        let numbers = values.numbers.bounds.map { bounds in
            HistogramFigure(
                distribution.numbers, .numbers, step: values.counts.fractions == 0 ? 1 : 0,
                range: (bounds.least.grouped, bounds.greatest.grouped)
            ).html
        }
        let others = [
            (distribution.dates, Subject.dates), (hasDates ? Histogram() : distribution.stringBytes, .bytes),
            (distribution.elementCounts, .elements),
        ].compactMap { histogram, subject in HistogramFigure(histogram, subject)?.html }
        return (numbers.map { [$0] } ?? []) + others
    }

    private init(
        _ histogram: Histogram, _ subject: Subject, step: Int, range: (least: String, greatest: String)
    ) {
        (self.histogram, self.subject, self.step, self.range) = (histogram, subject, step, range)
        bins = histogram.bins(atMost: Self.maximumBins, minimumWidth: Double(step))
    }

    /// Creates the figure of integers; `nil` if there are none.
    private init?(_ histogram: Histogram, _ subject: Subject) {
        guard let bounds = histogram.bounds else { return nil }
        let text = { (value: Double) in
            subject == .dates
                ? value.dateText(hasTime: bounds.upperBound - bounds.lowerBound < 2 * 86_400) : value.grouped
        }
        self.init(
            histogram, subject, step: subject == .dates ? 0 : 1,
            range: (text(bounds.lowerBound), text(bounds.upperBound)))
    }

    private var html: HTML {
        guard range.least != range.greatest else {
            return
                "<figure><figcaption>\(text: subject.rawValue)</figcaption><p><span>\(text: range.least)</span></p></figure>"
        }
        return """
            <figure><figcaption>\(text: subject.rawValue)</figcaption>\(bins.counts.count > 1 ? drawing : "")\
            <p><span>\(text: range.least)</span><span>\(text: range.greatest)</span></p></figure>
            """
    }

    private var drawing: HTML {
        let greatest = bins.counts.max() ?? 1
        let counts = bins.counts.map(String.init).joined(separator: " ")
        return """
            <svg viewBox="0 0 \(text: "\(bins.counts.count) \(Int(Self.height))")" preserveAspectRatio="none" role="img" \
            aria-label="\(text: alternative)" data-subject="\(text: "\(subject)")" data-first="\(text: "\(bins.first)")" \
            data-width="\(text: bins.width.spelling)" data-step="\(text: "\(step)")" data-counts="\(text: counts)"><path d="\(text: outline(greatest))"/></svg>
            """
    }

    /// Returns the outline of the bars. A bin with values has a bar of at least one unit.
    private func outline(_ greatest: Int) -> String {
        bins.counts.enumerated().filter { $1 > 0 }.map { index, count in
            let height = max(Double(count) / Double(greatest) * Self.height, 1)
            return "M\(index) \(Int(Self.height))v-\(height.short)h.9v\(height.short)"
        }.joined()
    }

    private var alternative: String {
        let index = bins.counts.indices.max { bins.counts[$0] < bins.counts[$1] } ?? 0
        let start = Double(bins.first + index) * bins.width
        let text = { (value: Double) in
            subject == .dates ? value.dateText(hasTime: bins.width < 86_400) : value.grouped
        }
        let (first, last) = (text(start), text(start + bins.width - Double(step)))
        return """
            Histogram of \(subject.rawValue) from \(range.least) to \(range.greatest). Most, \
            \(bins.counts[index].grouped) of \(histogram.count.grouped): \(first)\(first == last ? "" : " to \(last)").
            """
    }
}

extension String? {
    /// A bound of numbers, with the digits of an integer in groups. A long fraction is truncated.
    fileprivate var grouped: String { self?.groupedNumber ?? "beyond Double" }
}
