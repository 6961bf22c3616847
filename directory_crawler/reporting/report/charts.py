"""Pictures as SVG within the page: their colours are the page's, their words are text, and each says what it shows.

They are drawn here since the libraries at hand bake in colours and fonts, bring scripts, or need a browser: none gives
a picture that follows the reader's theme and is read out by its title and description.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from directory_crawler.reporting.report.scales import levels, round_length, spread, ticks
from directory_crawler.reporting.report.words import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from directory_crawler.reporting.report.scales import Grid

_WIDTH, _HEIGHT = 720, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 66, 8, 16, 38
_WIDEST_COLUMN = 46.0
_MOST_LABELS = 6


@dataclass(frozen=True)
class Series:
    """Values of one kind along an axis; ``look`` names how the style sheet draws it."""

    name: str
    look: str
    values: list[float]


def bar(*parts: tuple[str, float]) -> Markup:
    """A bar of parts (look, share of the whole) for a cell whose row has the figures in words."""
    drawn, at = Markup(""), 0.0
    for look, share in parts:
        width = min(max(share, 0.0), 1.0 - at) * 100
        if width > 0:
            drawn += Markup('<rect class="{}" x="{:.2f}" width="{:.2f}" height="10"/>').format(
                look, 100 * at, max(width, 0.6)
            )
        at = min(at + max(share, 0.0), 1.0)
    return Markup(
        '<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        '<rect class="track" width="100" height="10"/>{}</svg>'
    ).format(drawn)


def spark(values: Sequence[float]) -> Markup:
    """The way of a figure over runs, for a cell whose row has its last value in words."""
    if len(values) < 2:
        return Markup("")
    low, high = min(values), max(values)
    scale = 16 / (high - low) if high > low else 0.0
    step = 112 / (len(values) - 1)
    places = [(4 + step * n, 20 - (value - low) * scale - 1) for n, value in enumerate(values)]
    if not scale:
        places = [(x, 11.0) for x, _ in places]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    last = places[-1]
    return Markup(
        '<svg class="spark" viewBox="0 0 120 22" aria-hidden="true" focusable="false">'
        '<polyline points="{}"/><circle cx="{:.1f}" cy="{:.1f}" r="3"/></svg>'
    ).format(path, *last)


def _framed(name: str, title: str, told: str, height: float, inside: Markup) -> Markup:
    return Markup(
        '<svg class="drawing" viewBox="0 0 {} {:.0f}" role="img" aria-labelledby="drawn-{}-title drawn-{}-desc">'
        '<title id="drawn-{}-title">{}</title><desc id="drawn-{}-desc">{}</desc>{}</svg>'
    ).format(_WIDTH, height, name, name, name, title, name, told, inside)


def _join(parts: Iterable[Markup]) -> Markup:
    return Markup("").join(parts)


def columns(
    name: str,
    title: str,
    told: str,
    labels: Sequence[str],
    stacked: Sequence[Series],
    line: Series | None = None,
) -> Markup:
    """Columns along time, the series on top of each other, and a line over them."""
    totals = [sum(values) for values in zip(*(series.values for series in stacked), strict=True)]
    marks = ticks(max([*totals, *(line.values if line is not None else ())], default=0.0))
    height = _HEIGHT - _TOP - _BOTTOM
    room = (_WIDTH - _LEFT - _RIGHT) / max(len(labels), 1)
    gap = min(room * 0.15, 3.0)
    width = min(room - gap, _WIDEST_COLUMN)

    def y(value: float) -> float:
        return _TOP + height * (1 - value / marks[-1])

    drawn = [
        Markup(
            '<line class="rule" x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}"/>'
            '<text class="mark end" x="{}" y="{:.1f}">{}</text>'
        ).format(_LEFT, _WIDTH - _RIGHT, y(mark), y(mark), _LEFT - 6, y(mark) + 4, _marked(mark, marks))
        for mark in marks
    ]
    base = [0.0] * len(labels)
    for series in stacked:
        rects = [
            Markup("M{:.1f} {:.1f}h{:.1f}v{:.1f}h-{:.1f}z").format(
                _LEFT + room * n + (room - width) / 2,
                y(base[n] + value),
                width,
                y(base[n]) - y(base[n] + value),
                width,
            )
            for n, value in enumerate(series.values)
            if value > 0
        ]
        drawn.append(Markup('<path class="{}" d="{}"/>').format(series.look, _join(rects)))
        base = [below + value for below, value in zip(base, series.values, strict=True)]
    if line is not None:
        steps = [
            f"{'M' if n == 0 else 'L'}{_LEFT + room * n:.1f} {y(value):.1f}H{_LEFT + room * (n + 1):.1f}"
            for n, value in enumerate(line.values)
        ]
        drawn.append(Markup('<path class="line {}" d="{}"/>').format(line.look, "".join(steps)))
    for at, n in enumerate(spread(len(labels), _MOST_LABELS)):
        left = _LEFT + room * n + (room - width) / 2
        is_last = left > 0.85 * _WIDTH  # its end is on the picture, whatever the size of its letters
        look = f"{' spare' if at % 2 else ''}{' end' if is_last else ''}"
        text = Markup('<text class="mark{}" x="{:.1f}" y="{}">{}</text>')
        drawn.append(text.format(look, _WIDTH - _RIGHT if is_last else left, _HEIGHT - 14, labels[n]))
    return _framed(name, title, told, _HEIGHT, _join(drawn))


def _marked(mark: float, marks: Sequence[float]) -> str:
    return number(mark) if marks[1] - marks[0] >= 1 else f"{mark:.1f}"


def legend(series: Iterable[tuple[str, str]]) -> Markup:
    """Names of looks, each beside a sample of it."""
    return _join(
        Markup(
            '<span class="key"><svg viewBox="0 0 18 12" aria-hidden="true" focusable="false">{}</svg>{}</span>'
        ).format(
            Markup('<path class="line {}" d="M0 6H18"/>').format(look)
            if look == "ceiling"
            else Markup('<rect class="{}" width="18" height="12"/>').format(look),
            name,
        )
        for name, look in series
    )


def squares(name: str, title: str, told: str, grid: Grid, counts: Sequence[tuple[int, int, int]]) -> Markup:
    """A map in squares (column, row from the north, records): the more there are, the larger and the darker."""
    side = min((_WIDTH - 2) / grid.columns, 560 / grid.rows)
    height = side * grid.rows
    left = (_WIDTH - side * grid.columns) / 2
    least = levels([n for _, _, n in counts])
    drawn = [
        Markup('<rect class="ground" x="{:.1f}" y="0" width="{:.1f}" height="{:.1f}"/>').format(
            left, side * grid.columns, height
        )
    ]
    for level, lower in enumerate(least):
        upper = least[level + 1] if level + 1 < len(least) else None
        share = (level + 1) / len(least)
        edge = side * (0.35 + 0.6 * share)
        paths = [
            Markup("M{:.1f} {:.1f}h{:.1f}v{:.1f}h-{:.1f}z").format(
                left + side * column + (side - edge) / 2, side * row + (side - edge) / 2, edge, edge, edge
            )
            for column, row, n in counts
            if n >= lower and (upper is None or n < upper)
        ]
        drawn.append(
            Markup('<path class="heat" opacity="{:.2f}" d="{}"/>').format(0.6 + 0.4 * share, _join(paths))
        )
    length = round_length(grid.side_m * grid.columns / 4)
    drawn.append(
        Markup(
            '<path class="scale" d="M{:.1f} {:.1f}v6h{:.1f}v-6"/><text class="mark" x="{:.1f}" y="{:.1f}">{}</text>'
            '<text class="mark end" x="{:.1f}" y="{:.1f}">north is up</text>'
        ).format(
            left + 2,
            height + 8,
            length / grid.side_m * side,
            left + length / grid.side_m * side + 10,
            height + 17,
            f"{length / 1000:g} km" if length >= 1000 else f"{length:g} m",
            left + side * grid.columns,
            height + 17,
        )
    )
    return _framed(name, title, told, height + 26, _join(drawn))


def heat_legend(counts: Sequence[int]) -> Markup:
    """What the squares of a map stand for."""
    least = levels(counts)
    keys = []
    for level, lower in enumerate(least):
        upper = (least[level + 1] - 1) if level + 1 < len(least) else max(counts)
        share = (level + 1) / len(least)
        edge = 12 * (0.35 + 0.6 * share)
        told = number(lower) if upper <= lower else f"{number(lower)} to {number(upper)}"
        keys.append(
            Markup(
                '<span class="key"><svg viewBox="0 0 12 12" aria-hidden="true" focusable="false"><rect class="heat"'
                ' opacity="{:.2f}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/></svg>{}</span>'
            ).format(0.6 + 0.4 * share, (12 - edge) / 2, (12 - edge) / 2, edge, edge, told)
        )
    return _join(keys)
