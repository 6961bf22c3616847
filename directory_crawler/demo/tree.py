"""The rubric tree of a city: groups, rubrics and leaves, and which rubrics are crowded."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from directory_crawler.demo.records import Group, Rubric
from directory_crawler.demo.rubric_names import GROUP_RUBRICS, LEAF_QUALITIES

if TYPE_CHECKING:
    from random import Random

    from directory_crawler.demo.shape import Shape


@dataclass(frozen=True)
class Tree:
    """Groups with their rubrics; `rows` says how many cards each rubric is to hold in week 0."""

    groups: tuple[Group, ...]
    rows: dict[str, int]

    @cached_property
    def rubrics(self) -> dict[str, Rubric]:
        """Every rubric by its id, in the order of the ids."""
        return {rubric.id: rubric for group in self.groups for rubric in group.rubrics}

    @cached_property
    def crowded(self) -> tuple[str, ...]:
        """The three largest rubrics: crowded in one district and one letter band, so that they need a third cut."""
        return tuple(sorted(self.rows, key=self.rows.__getitem__, reverse=True)[:3])


def grow_tree(rng: Random, shape: Shape) -> Tree:
    """A tree of the shape's sizes; which rubric is how large is drawn."""
    tables = list(GROUP_RUBRICS.items())[: shape.groups]
    per_group = [
        shape.rubrics // shape.groups + (i < shape.rubrics % shape.groups) for i in range(shape.groups)
    ]
    groups = []
    number = 0
    for position, ((group_name, names), wanted) in enumerate(zip(tables, per_group, strict=True), start=1):
        rubrics = []
        for label in names.split(",")[:wanted]:
            number += 1
            leaves = tuple(
                (f"r{number}-{leaf + 1}", f"{label}, {LEAF_QUALITIES[(number + leaf) % len(LEAF_QUALITIES)]}")
                for leaf in range(2 + number * 7 % 5)
            )
            rubrics.append(Rubric(f"r{number}", label, f"g{position}", leaves))
        groups.append(Group(f"g{position}", group_name, tuple(rubrics)))
    counts = list(shape.counts)
    rng.shuffle(counts)
    return Tree(tuple(groups), {f"r{index}": count for index, count in enumerate(counts, start=1)})
