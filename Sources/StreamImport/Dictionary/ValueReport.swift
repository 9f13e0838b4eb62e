/// What a walk through a value reports, for whoever is asked by the binder meanwhile.
@safe
struct ValueReport {
    /// The value that begins, or the array or object that ends.
    var place: UnsafePointer<Any>?
    /// Whether the members of objects come in the order of their keys.
    var isSorted = false
    /// Whether they are to come so, because their order makes a difference.
    var startsOver = false
}
