import SwiftSyntax

extension ExprSyntax {
    /// The type of the value, if the expression shows it without knowledge of other declarations.
    var inferredType: TypeSyntax? {
        switch `as`(ExprSyntaxEnum.self) {
        case .integerLiteralExpr: "Int"
        case .floatLiteralExpr: "Double"
        case .stringLiteralExpr: "String"
        case .booleanLiteralExpr: "Bool"
        case .prefixOperatorExpr(let signed): signed.typeOfNumber
        case .arrayExpr(let array): array.elements.map(\.expression).inferredType.map { "[\($0)]" }
        case .dictionaryExpr(let dictionary): dictionary.inferredType
        case .functionCallExpr(let call): call.isPlainInitializer ? call.calledExpression.namedType : nil
        case .asExpr(let cast): cast.questionOrExclamationMark == nil ? cast.type.trimmed : nil
        case .sequenceExpr(let sequence): sequence.typeOfCast
        default: nil
        }
    }

    /// The type an expression names: `Foo`, `Foo.Bar`, `Foo<Bar>`, `[Foo]`, `[Foo: Bar]`.
    fileprivate var namedType: TypeSyntax? {
        switch `as`(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let reference):
            reference.argumentNames == nil && reference.baseName.isCapitalized
                ? TypeSyntax(spelledLike: self) : nil
        case .memberAccessExpr(let access):
            access.base?.namedType != nil && access.declName.baseName.isCapitalized
                ? TypeSyntax(spelledLike: self) : nil
        case .genericSpecializationExpr(let generic):
            generic.expression.namedType.map { _ in TypeSyntax(spelledLike: self) }
        case .arrayExpr(let array):
            array.elements.count == 1 ? TypeSyntax(spelledLike: self) : nil
        case .dictionaryExpr: TypeSyntax(spelledLike: self)
        default: nil
        }
    }
}

extension TypeSyntax {
    fileprivate init(spelledLike expression: ExprSyntax) {
        self = "\(raw: expression.trimmedDescription)"
    }
}

extension [ExprSyntax] {
    /// The common type of all expressions; `nil` if they differ or one of them does not show its type.
    fileprivate var inferredType: TypeSyntax? {
        guard let type = first?.inferredType else { return nil }
        return allSatisfy { $0.inferredType?.description == type.description } ? type : nil
    }
}

extension PrefixOperatorExprSyntax {
    fileprivate var typeOfNumber: TypeSyntax? {
        let isSigned = ["-", "+", "~"].contains(self.operator.text)
        let isNumber =
            expression.is(IntegerLiteralExprSyntax.self) || expression.is(FloatLiteralExprSyntax.self)
        return isSigned && isNumber ? expression.inferredType : nil
    }
}

extension DictionaryExprSyntax {
    fileprivate var inferredType: TypeSyntax? {
        guard let elements = content.as(DictionaryElementListSyntax.self),
            let key = elements.map(\.key).inferredType, let value = elements.map(\.value).inferredType
        else { return nil }
        return "[\(key): \(value)]"
    }
}

extension FunctionCallExprSyntax {
    fileprivate var isPlainInitializer: Bool {
        arguments.isEmpty && trailingClosure == nil && additionalTrailingClosures.isEmpty
    }
}

extension SequenceExprSyntax {
    /// The type in `value as Type`, a sequence that the compiler has not folded yet.
    fileprivate var typeOfCast: TypeSyntax? {
        let parts = Array(elements)
        guard parts.count == 3, parts[1].as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark == nil,
            parts[1].is(UnresolvedAsExprSyntax.self)
        else { return nil }
        return parts[2].as(TypeExprSyntax.self)?.type.trimmed
    }
}

extension TokenSyntax {
    fileprivate var isCapitalized: Bool { text.first?.isUppercase == true }
}
