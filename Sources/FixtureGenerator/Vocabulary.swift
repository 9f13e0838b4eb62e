/// The words in records. None of them needs an escape in JSON.
enum Vocabulary {
    static let firstNames = [
        "Ada", "Alma", "Anselm", "Béla", "Bruno", "Cleo", "Dario", "Edith", "Elif", "Emeka", "Farid", "Greta",
        "Hana", "Hugo", "Imani", "Ines", "Jonas", "Jürgen", "Kaito", "Lena", "Luca", "Mina", "Nadia", "Noor",
        "Oskar", "Paz", "Quinn", "Rafael", "Rosalind", "Sana", "Tomás", "Uma", "Viktor", "Wren", "Yara",
        "Zoë",
    ]

    static let familyNames = [
        "Abara", "Ashdown", "Brandvold", "Calloway", "Castellane", "Dahlgren", "Everhart", "Fairweather",
        "Fenwick", "Gallowglass", "Harrowgate", "Iversdotter", "Jessamine", "Kestrel", "Lindqvarn", "Marlowe",
        "Nightingale", "Okonjo", "Pemberley", "Quillfeather", "Ravenscroft", "Silverlake", "Thistlewood",
        "Umbridge", "Vantongeren", "Wetherell", "Yamashiro", "Zielonka",
    ]

    static let streets = [
        "Amber Row", "Birchfield Road", "Cloister Street", "Dovecote Lane", "East Quay", "Foundry Lane",
        "Gravel Pit Way", "Harbour View", "Juniper Close", "Kiln Hill", "Lantern Street", "Mill Pond Lane",
        "Orchard Terrace", "Quarry Road", "Saltmarsh Avenue", "Tannery Walk", "Windmill Rise",
    ]

    static let cities = [
        "Ashmere", "Brackenford", "Coldwater Bay", "Dunmarrow", "Eastwick Falls", "Fernhollow", "Greyhaven",
        "Holmestrand", "Ironbridge Cross", "Kingsbarrow", "Larkspur", "Mossgate", "Northolme", "Port Ambrose",
        "Saint Orrin", "Thornbury Vale", "Westerleigh",
    ]

    static let regions = [
        "Fells", "Isles", "Lakeland", "Marches", "North Riding", "Uplands", "Vale", "Westmoor",
    ]

    static let countries = [
        "AR", "AU", "BR", "CA", "CH", "DE", "EG", "ES", "FR", "IN", "JP", "KE", "NZ", "US",
    ]

    /// Nouns for tags, topics, accounts and the names of repositories.
    static let nouns = [
        "anchor", "beacon", "bison", "buffer", "cache", "cedar", "cobalt", "comet", "compass", "cursor",
        "dataset", "delta", "ember", "engine", "falcon", "fjord", "forge", "gopher", "harbor", "index",
        "ivory",
        "kernel", "lantern", "ledger", "lumen", "maple", "matrix", "meadow", "nebula", "octet", "orbit",
        "parser", "pebble", "pixel", "prism", "quartz", "queue", "raven", "ripple", "router", "saffron",
        "schema", "signal", "sparrow", "stream", "summit", "tundra", "vector", "walnut", "widget",
    ]

    static let adjectives = [
        "async", "blue", "brisk", "calm", "clever", "compact", "concurrent", "cosmic", "dapper", "fast",
        "frozen", "gentle", "golden", "hidden", "humble", "lazy", "little", "lucid", "mellow", "nimble",
        "open", "patient", "portable", "quiet", "rapid", "robust", "silent", "simple", "static", "steady",
        "swift", "tiny", "typed", "vivid", "wild",
    ]
}
