"""A slice: one query of a catalogue, small enough to be paged to its end or else cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Partition = Literal["exact", "rest", "overlap", "unknown"]
"""Whether the values of an axis cover every record (``exact``), leave some out (``rest``), repeat some
(``overlap``, which may leave some out as well), or nobody has said (``unknown``)."""


@dataclass(frozen=True)
class Axis:
    """A way in which the site itself divides its records: district, first-letter band, leaf, category.

    ``values`` are those known for the slice at hand; an axis whose values only a page's facets tell has none. One that
    is cut into pieces (time, numbers) rather than into values is a subclass. Where it ``tiles``, no record is outside
    of all pieces, no other axis is cheaper, and what the pieces leave out has moved meanwhile.
    """

    name: str
    values: tuple[str, ...] = ()
    partition: Partition = "unknown"
    tiles: ClassVar[bool] = False

    def pieces(self, count: int | None, reach: float) -> Sequence[str] | None:
        """The values that make up a slice of ``count`` records, ``reach`` of which one query serves; none where it can
        be cut no further, and ``None`` where values are not made but listed."""

    def excludes(self, value: str, other: str) -> bool:
        """Whether no record has both values."""
        return self.partition in ("exact", "rest") and value != other


@dataclass(frozen=True)
class Slice:
    """The filters of one query, in the order in which they were cut. The first is the root (a rubric)."""

    filters: tuple[tuple[str, str], ...]

    @classmethod
    def root(cls, axis: str, value: str) -> Slice:
        return cls(((axis, value),))

    def narrowed(self, axis: str, value: str) -> Slice:
        """Return the child that holds only the records of one value of ``axis``.

        A value of an axis that the slice is cut along already (a window within a window) takes its place.
        """
        kept = tuple(pair for pair in self.filters if pair[0] != axis)
        return Slice((*kept, (axis, value)))

    def as_dict(self) -> Mapping[str, str]:
        return dict(self.filters)

    def unused(self, axes: tuple[Axis, ...]) -> tuple[Axis, ...]:
        """Return the axes along which this slice is not cut yet, in the profile's order."""
        used = self.as_dict()
        return tuple(axis for axis in axes if axis.name not in used)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.filters)

    def __str__(self) -> str:
        return " ".join(f"{axis}={value}" for axis, value in self.filters)
