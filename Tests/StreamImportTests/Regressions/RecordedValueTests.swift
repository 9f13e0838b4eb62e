import StreamImport
import Testing

/// An error in a value that is recorded for a replay reports the path of the erroneous value.
@Suite struct RecordedValueTests {
    @Importable
    struct Owner {
        var name: String?
        var tags: [[String: Int]]?
    }

    @Importable
    struct Hooked: ImportIntercepting {
        var owner: Owner

        static func intercept(_ member: ImportedMember) -> MemberDecision { .keep }
    }

    @Importable
    struct OnPath {
        var owner: Owner
        @Key("owner.name") var name: String?
    }

    static let texts = [
        (#"[{"owner":{"name":tru}}]"#, "$[0].owner.name"),
        (#"[{"owner":{"name":"a","tags":[{},{"a":1,"b\u0020":[1,x]}]}}]"#, "$[0].owner.tags[1].b [1]"),
        (#"[{"owner":{"name":"a","tags":[{},"#, "$[0].owner.tags[1]"),
        (#"[{"owner":{"tags":[\#(String(repeating: "[", count: 600))"#, "$[0].owner.tags"),
    ]

    @Test(arguments: texts, [1, 5, 1000])
    func errorInRecordedValueReportsPathOfError(text: (String, String), chunkBytes: Int) throws {
        var options = ImportOptions()
        options.chunkBytes = chunkBytes
        let hookError = #expect(throws: ImportError.self) {
            try StreamImporter.objects(of: Hooked.self, from: text.0, options: options).collect()
        }
        #expect(
            hookError?.path?.description.hasPrefix(text.1) == true, "\(hookError?.path?.description ?? "")")
        let pathError = #expect(throws: ImportError.self) {
            try StreamImporter.objects(of: OnPath.self, from: text.0, options: options).collect()
        }
        #expect(pathError?.path == hookError?.path)
    }
}
