"""A chart of horizontal bars in SVG, for light and dark backgrounds."""

import math
from dataclasses import dataclass
from xml.sax.saxutils import escape

width = 920
# The left edges of the names and of the notes, and of each panel; the room for the bars, and for the values after them.
note_x = 262
panels_x = 398
panel_step = 266
bar_room = 208
# The top edge of the first row, the distance of rows, and the height of a bar.
rows_y = 78
row_step = 25
bar_height = 15
# The room for the axis and the caption below the rows.
footer = 90
# The distance of the lines of the caption.
caption_step = 17

style = """
    text { font: 13px system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; fill: #1f2328; }
    .title { font-size: 16px; font-weight: 600; }
    .strong { font-weight: 600; }
    .muted { fill: #59636e; }
    .small { font-size: 11px; }
    .bar { fill: #afb8c1; }
    .ours { fill: #0969da; }
    .tick { stroke: #59636e; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .muted { fill: #9198a1; }
      .bar { fill: #59636e; }
      .ours { fill: #4493f8; }
      .tick { stroke: #9198a1; }
    }
"""


@dataclass
class Row:
    """The bars of one contender, one in each panel."""

    name: str
    note: str
    is_ours: bool


@dataclass
class Panel:
    """One bar for each row. The values are by the names of the rows."""

    heading: str
    values: dict


@dataclass
class Chart:
    title: str
    unit: str
    caption: list
    rows: list
    panels: list

    def svg(self):
        height = self.axis_y + footer
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            ' role="img" aria-labelledby="title description">',
            f'<title id="title">{escape(self.title)}</title>',
            f'<desc id="description">{escape(self.description)}</desc>',
            f"<style>{style}</style>",
            text(0, 22, self.title, "title"),
            *self.labels(),
        ]
        for index, panel in enumerate(self.panels):
            parts += self.drawing(panel, panels_x + index * panel_step)
        for index, line in enumerate(reversed(self.caption)):
            parts.append(text(0, height - 8 - index * caption_step, line, "muted small"))
        parts += ["</svg>", ""]
        return "\n".join(parts)

    @property
    def axis_y(self):
        return rows_y + len(self.rows) * row_step

    @property
    def description(self):
        """All values, for readers who do not see the bars."""
        sentences = [self.unit]
        for panel in self.panels:
            values = (f"{row.name}: {panel.values[row.name]:.0f}" for row in self.rows)
            sentences.append(f"{panel.heading}: {'; '.join(values)}")
        return ". ".join(sentences) + "."

    @property
    def maximum(self):
        """The greatest value of all panels, which have one scale."""
        return max(panel.values[row.name] for panel in self.panels for row in self.rows)

    def labels(self):
        for index, row in enumerate(self.rows):
            y = baseline(index)
            yield text(0, y, row.name, "strong" if row.is_ours else "")
            yield text(note_x, y, row.note, "muted small")

    def drawing(self, panel, x):
        yield text(x, rows_y - 22, panel.heading, "strong")
        step = tick_step(self.maximum)
        scale = bar_room / self.maximum
        end = x + bar_room
        yield f'<line class="tick" x1="{x}" x2="{end}" y1="{self.axis_y}" y2="{self.axis_y}"/>'
        for tick in range(0, int(bar_room / scale) + 1, step):
            tick_x = x + tick * scale
            yield f'<line class="tick" x1="{tick_x:.1f}" x2="{tick_x:.1f}" y1="{self.axis_y}" y2="{self.axis_y + 5}"/>'
            yield text(tick_x, self.axis_y + 18, f"{tick:,}", "muted small", anchor="middle")
        for index, row in enumerate(self.rows):
            yield from bar(x, index, row, panel.values[row.name], scale)
        yield text(x, self.axis_y + 36, self.unit, "muted small")


def bar(x, index, row, value, scale):
    y = rows_y + index * row_step
    length = max(value * scale, 1)
    yield (
        f'<rect class="bar{" ours" if row.is_ours else ""}" x="{x}" y="{y}" width="{length:.1f}" height="{bar_height}"'
        ' rx="2"/>')
    yield text(round(x + length + 6, 1), baseline(index), f"{value:,.0f}", "strong" if row.is_ours else "")


def baseline(index):
    return rows_y + index * row_step + 12


def tick_step(largest):
    """Returns 1, 2 or 5 times a power of ten, so that an axis has three to seven ticks."""
    power = 10 ** math.floor(math.log10(largest / 3))
    return int(max(1, next(factor * power for factor in (5, 2, 1) if factor * power <= largest / 3)))


def text(x, y, content, style="", anchor="start"):
    attributes = f' class="{style}"' if style else ""
    if anchor != "start":
        attributes += f' text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}"{attributes}>{escape(content)}</text>'
