/// What null does to a property that is optional or has a default, if no key of the property has a value.
public enum NullPolicy: Sendable, CaseIterable {
    /// An optional property becomes `nil`, another one what it has by default.
    case reset
    /// It is as if the key were missing. The property keeps what it has: in an update its old value, else `nil` or its default. In an update that goes
    /// for required properties, too.
    case ignore
    /// An optional property becomes `nil`. To one with a default the value does not fit:
    /// ``ImportError/Code/typeMismatch``, or what ``ImportOptions/mismatches`` says.
    case mismatch
}
