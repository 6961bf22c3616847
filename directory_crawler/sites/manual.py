"""What is published of the grammar: the tables of keys in `docs/profiles.md` and `profile.schema.json`.

`python -m directory_crawler.sites.manual docs/profiles.md directory_crawler/sites/profile.schema.json`
writes both anew; a test keeps them true.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from directory_crawler.sites import grammar
from directory_crawler.sites.profile import json_schema

if TYPE_CHECKING:
    from pydantic import BaseModel

BEGIN, END = "<!-- keys: written by directory_crawler.sites.manual -->", "<!-- end of keys -->"

_SECTIONS: tuple[tuple[str, type[BaseModel]], ...] = (
    ("Top level", grammar.Profile),
    ("`[rubricator]`", grammar.Rubricator),
    ("`[[rubricator.nodes]]`", grammar.NodeRule),
    ("`[listing]`", grammar.Listing),
    ("`[listing.facets.AXIS]` as a table", grammar.FacetTable),
    ("`[listing.orders]`", grammar.Orders),
    ("`[axes.AXIS]`", grammar.Axis),
    ("`[axes.AXIS.page]`", grammar.AxisPage),
    ("`[axes.AXIS.time]`", grammar.TimeAxis),
    ("`[axes.AXIS.range]`", grammar.RangeTable),
    ("`[card]`", grammar.Card),
    ("`[posting]`", grammar.Posting),
    ("`[witness]`", grammar.Witness),
    ("`[feeds]`", grammar.Feeds),
    ("`[contacts]`", grammar.Contacts),
    ("`[search]`", grammar.Search),
    ("`[sitemap]`", grammar.Sitemap),
    ("`[pace]`", grammar.Pace),
    ("`[hours]`", grammar.Hours),
    ("`[map]`", grammar.Map),
    ("A link as a table", grammar.LinkTable),
    ("`rendered` as a table", grammar.RenderedTable),
)


def key_tables() -> str:
    """All sections with their keys, defaults and meanings, as Markdown."""
    parts = [BEGIN]
    for title, model in _SECTIONS:
        parts += ["", f"### {title}", "", "| key | default | meaning |", "|---|---|---|"]
        parts += [
            f"| `{field.alias or name}` | {_default(field)} | {field.description} |"
            for name, field in model.model_fields.items()
        ]
    return "\n".join([*parts, "", END])


def _default(field: Any) -> str:
    if field.is_required():
        return "needed"
    if field.default_factory is not None or field.default in (None, ()):
        return ""
    return f"`{json.dumps(field.default)}`"


def schema_text() -> str:
    """The JSON Schema as it is published."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


def main(manual: str, schema: str) -> None:
    """Write the tables between their marks in the manual, and the schema."""
    before, _, rest = Path(manual).read_text("utf-8").partition(BEGIN)
    Path(manual).write_text(before + key_tables() + rest.partition(END)[2], "utf-8")
    Path(schema).write_text(schema_text(), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
