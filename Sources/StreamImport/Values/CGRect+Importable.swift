public import Foundation

extension CGPoint: _RepresentedValue {
    /// Creates the point with an *x* and a *y* coordinate.
    public init(_representation coordinates: [CGFloat]) throws {
        try coordinates.require(count: 2)
        self.init(x: coordinates[0], y: coordinates[1])
    }

    /// The coordinates.
    public var _representation: [CGFloat] { [x, y] }
}

extension CGSize: _RepresentedValue {
    /// Creates the size with a width and a height.
    public init(_representation lengths: [CGFloat]) throws {
        try lengths.require(count: 2)
        self.init(width: lengths[0], height: lengths[1])
    }

    /// The width and the height.
    public var _representation: [CGFloat] { [width, height] }
}

extension CGRect: _RepresentedValue {
    /// Creates the rectangle with an origin and a size.
    public init(_representation parts: [[CGFloat]]) throws {
        try parts.require(count: 2)
        self.init(origin: try CGPoint(_representation: parts[0]), size: try CGSize(_representation: parts[1]))
    }

    /// The origin and the size.
    public var _representation: [[CGFloat]] { [origin._representation, size._representation] }
}
