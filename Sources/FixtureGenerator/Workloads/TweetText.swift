/// Phrases of tweets, most of them with characters outside ASCII, as raw UTF-8.
enum TweetText {
    struct Language {
        let code: String
        let phrases: [String]
    }

    static func write(_ language: Language, _ random: inout Random, to json: inout JSONWriter) {
        for position in 0..<random.within(2...6) {
            if position > 0 { json.text(random.chance(percent: 15) ? #"\n"# : " ") }
            json.text(random.pick(language.phrases))
        }
    }

    /// The languages of tweets. Japanese occurs twice, so that a large part of the text has three bytes a character.
    static let languages = [japanese, japanese, english, french, german, korean, russian]

    private static let japanese = Language(
        code: "ja",
        phrases: [
            "今日はとても良い天気ですね。", "朝ごはんを食べたら出かけます", "新しい本を読みはじめた📚",
            "電車が少し遅れているみたい…", "猫が窓の外を見ている🐈", "週末は海へ行こう！", "コーヒーをもう一杯☕️",
            "おつかれさまでした✨", "明日の予定はまだ決まっていません", "「なるほど」と思った",
        ])

    private static let english = Language(
        code: "en",
        phrases: [
            "just finished the long way round", "anyone else awake?", "coffee first ☕️", "that went well 🎉",
            "the build is green again ✅", #"\"it works here\", they said"#,
            "read this twice & still smiling 😂",
            "rain again — of course",
        ])

    private static let french = Language(
        code: "fr",
        phrases: [
            "déjà l’été, enfin", "le café est servi ☕️", "ça marche très bien", "où êtes-vous passés ?",
            "une soirée à la française 🥖", "rien à déclarer…", "un œuf, deux crêpes",
        ])

    private static let german = Language(
        code: "de",
        phrases: [
            "schöne Grüße aus dem Süden", "über allen Gipfeln ist Ruh", "heiß heute ☀️", "früh aufgestanden",
            "das Mädchen mit dem Äpfelkorb", "schon wieder Straßenbahn verpaßt 🚋",
        ])

    private static let korean = Language(
        code: "ko",
        phrases: [
            "오늘 날씨가 정말 좋아요", "커피 한 잔 하실래요? ☕️", "내일 또 만나요 👋", "새 노래를 듣고 있어요 🎶",
            "길이 많이 막히네요",
        ])

    private static let russian = Language(
        code: "ru",
        phrases: [
            "доброе утро, друзья", "снова идёт дождь 🌧", "всё получилось!", "чай и книга",
            "до встречи в понедельник",
        ])

    static let hashtags = [
        "夏休み", "写真", "opendata", "été2024", "grün", "커피", "новости", "weekend", "写真好きな人と繋がりたい",
    ]

    static let names = [
        "さくら🌸", "ねこ好き", "山の上の本屋", "Zoë ✨", "l’atelier bleu", "Müßiggang", "quiet harbor", "서점",
        "тихий час", "🐢 slow news", "まちの天気", "Fixture Café",
    ]
}
