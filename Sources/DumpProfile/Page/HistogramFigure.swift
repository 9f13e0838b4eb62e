import JSONRecords

/// A histogram as a drawing with a range below it.
struct HistogramFigure {
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

    /// Returns the figures of all quantities of the values.
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
        self.histogram = histogram
        self.subject = subject
        self.step = step
        self.range = range
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
