import Foundation
import StreamImport
import Testing

/// The conversion of dates with the preset `shModelObject`.
@Suite struct SHModelObjectDateTests {
    typealias Session = SHModelObjectTests.Session

    private static let may = Date(timeIntervalSince1970: 1_398_902_400)

    /// Returns the preset with a strategy for dates.
    private func options(_ dates: DateStrategy) -> ImportOptions {
        var options = ImportOptions.shModelObject
        options.dates = dates
        return options
    }

    @Test(arguments: [
        (#""/Date(1398902400000)/""#, DateStrategy.dotNet), (#""/Date(1398902400000+0800)/""#, .dotNet),
        (#""/Date(1398902400000-0530)/""#, .dotNet), (#""/date(1398902400000)/""#, .dotNet),
        (#""2014-05-01T00:00:00""#, .dotNetSimple),
        (#""2014-05-01T08:00:00+08:00""#, .dotNetWithTimeZone),
        (#""2014-05-01T00:00:00Z""#, .dotNetWithTimeZone),
        (#""1 May 2014""#, .format("d MMMM yyyy")),
        (#""1 May 2014, 08:00""#, .format("d MMMM yyyy, HH:mm", timeZone: TimeZone(secondsFromGMT: 28800)!)),
    ])
    func dateIsReadWithGivenStrategy(date: String, strategy: DateStrategy) async throws {
        let outcome = try await importWithPreset(#"{"start":\#(date)}"#, to: Session.self, options(strategy))
        #expect(outcome.records == [Session(start: Self.may)])
    }

    @Test func negativeMillisecondsAreDateBefore1970() async throws {
        let outcome = try await importWithPreset(
            #"{"start":"/Date(-1500)/"}"#, to: Session.self, options(.dotNet))
        #expect(outcome.records == [Session(start: Date(timeIntervalSince1970: -1.5))])
    }

    @Test func dateFormatIsReadOnlyInAnnotatedProperty() async throws {
        let object = #"{"seconds":"/Date(1398902400000+0800)/","count":"12","text":"/Date(0)/"}"#
        let outcome = try await importWithPreset(object, to: Session.self, .shModelObject)
        #expect(outcome.records == [Session(seconds: 1_398_902_400, text: "/Date(0)/", count: 12)])
    }

    @Test func eachPropertyUsesItsOwnDateFormat() async throws {
        let object = #"{"day":"01.05.2014","due":"05/01/2014"}"#
        let outcome = try await importWithPreset(object, to: Session.self, .shModelObject)
        #expect(outcome.records == [Session(day: Self.may, due: Self.may)])
    }

    @Test func dateStrategyAppliesToNestedObjects() async throws {
        let object = #"{"image":{"taken_at":"2014-05-01T08:00:00+08:00"}}"#
        let outcome = try await importWithPreset(
            object, to: SHModelObjectTests.Person.self, options(.dotNetWithTimeZone))
        #expect(outcome.records == [.init(image: .init(takenAt: Self.may))])
    }

    @Test(arguments: [
        (#"{"start":"tomorrow"}"#, DateStrategy.dotNet),
        (#"{"start":"2014-05-01"}"#, .dotNetSimple), (#"{"seconds":"tomorrow"}"#, .automatic),
        (#"{"day":"2014-05-01"}"#, .automatic),
    ])
    func invalidDateIsAnError(object: String, strategy: DateStrategy) async throws {
        let outcome = try await importWithPreset(object, to: Session.self, options(strategy))
        #expect(outcome.error?.code == .invalidValue)
    }
}
