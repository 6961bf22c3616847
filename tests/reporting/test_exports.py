"""The files that people open hold what the database holds, run no formula, and are whole or not there."""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pyarrow.parquet as pq
import pytest

from directory_crawler.reporting import writers
from directory_crawler.reporting.tables import STATEMENTS, UnknownTableError, clock, open_table, weekday_cells
from directory_crawler.reporting.writers import ExportError, write
from directory_crawler.storage.database import Connection

HOURS = [[[540, 780], [840, 1080]], [[540, 1080]], [], None, [[1080, 1560]], [[0, 1440]], None]


@pytest.fixture
def connection(database: str) -> Iterator[Connection]:
    """A site with three organisations: a hostile one, one that asked to be left out, one that is closed."""
    with psycopg.connect(database) as connection:
        connection.execute("insert into crawl.sites (site, kind) values ('s', 'directory')")
        connection.execute(
            "insert into crawl.runs (site, kind, status, profile_digest) values ('s', 'directory', 'accepted', 'x')"
        )
        for organisation_id, name, closed in (
            ("1", '=HYPERLINK("http://evil.example","click")', None),
            ("2", "Left Out Ltd", None),
            ("3", "Gone", "2026-01-01"),
        ):
            connection.execute(
                "insert into crawl.organisations (site, organisation_id, survivor_id, aliases, name, phones, hours,"
                " latitude, longitude, review_count, rating, round_the_clock, status, first_seen, last_seen, closed_at)"
                " values ('s', %s, %s, %s, %s, %s, %s, -33.5, 151.25, 12, 4.5, false, 'active',"
                " '2026-01-01', '2026-01-08', %s)",
                (
                    organisation_id,
                    organisation_id,
                    [organisation_id],
                    name,
                    json.dumps([{"number": "+4930123456", "extension": "7"}, {"number": "+4930999999"}]),
                    json.dumps(HOURS),
                    closed,
                ),
            )
        connection.execute("insert into crawl.suppressed (site, organisation_id) values ('s', '2')")
        yield connection


def export(connection: Connection, path: Path, *, force: bool = False) -> int:
    with open_table(connection, "organisations", site="s") as table:
        return write(table, path, force=force)


def test_csv_defuses_formulas_and_leaves_phones_and_numbers_usable(
    connection: Connection, tmp_path: Path
) -> None:
    """One open organisation that did not ask to be left out, its name no formula."""
    path = tmp_path / "t.csv"

    assert export(connection, path) == 1
    (row,) = csv.DictReader(path.read_text("utf-8-sig").splitlines())
    assert not row["name"].startswith("=")
    assert row["phone"] == "+4930123456 ext. 7"
    assert row["other_phones"] == "+4930999999"
    assert float(row["latitude"]) == -33.5
    assert (row["monday_opens"], row["monday_closes"], row["monday_breaks"]) == (
        "09:00",
        "18:00",
        "13:00-14:00",
    )
    assert (row["wednesday_opens"], row["thursday_opens"]) == ("closed", "")
    assert row["friday_closes"] == "02:00"


def test_xlsx_has_real_types_a_frozen_header_and_no_formula(connection: Connection, tmp_path: Path) -> None:
    """Numbers are numbers, and no cell has an <f>."""
    path = tmp_path / "t.xlsx"
    export(connection, path)

    with zipfile.ZipFile(path) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet
    assert "<v>-33.5</v>" in sheet
    assert 'state="frozen"' in sheet
    assert "<autoFilter" in sheet


def test_parquet_keeps_lists_and_stamps(connection: Connection, tmp_path: Path) -> None:
    """Typed columns, the name as the site sent it."""
    path = tmp_path / "t.parquet"
    export(connection, path)

    (row,) = pq.read_table(path).to_pylist()
    assert row["name"].startswith("=HYPERLINK")
    assert row["other_phones"] == ["+4930999999"]
    assert row["first_seen"].year == 2026
    assert row["review_count"] == 12


def test_geojson_and_jsonl_are_whole_json(connection: Connection, tmp_path: Path) -> None:
    """A point is longitude, then latitude."""
    export(connection, tmp_path / "t.geojson")
    export(connection, tmp_path / "t.jsonl")

    (feature,) = json.loads((tmp_path / "t.geojson").read_text())["features"]
    assert feature["geometry"] == {"type": "Point", "coordinates": [151.25, -33.5]}
    (line,) = (tmp_path / "t.jsonl").read_text().splitlines()
    assert json.loads(line)["rating"] == 4.5


def test_an_existing_file_is_kept_unless_forced(connection: Connection, tmp_path: Path) -> None:
    """The message says what to add."""
    path = tmp_path / "t.csv"
    path.write_text("mine")

    with pytest.raises(ExportError, match="--force"):
        export(connection, path)
    assert path.read_text() == "mine"
    assert export(connection, path, force=True) == 1


def test_a_file_that_could_not_be_finished_is_not_left_behind(
    connection: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not half a file under the name that people look for, nor beside it."""
    monkeypatch.setattr(writers, "safe_cell", lambda value: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        export(connection, tmp_path / "t.csv")
    assert list(tmp_path.iterdir()) == []


def test_unknown_formats_and_tables_list_the_known_ones(connection: Connection, tmp_path: Path) -> None:
    """What was asked for, and what there is."""
    with pytest.raises(ExportError, match=r"no format '\.doc': choose one of \.csv, \.xlsx"):
        export(connection, tmp_path / "t.doc")
    with pytest.raises(UnknownTableError, match="choose one of organisations, changes"):
        open_table(connection, "organizations", site="s").__enter__()


def test_minutes_past_midnight_are_written_as_clocks() -> None:
    """The end of the day is 24:00; what runs past it shows the next day's time."""
    assert [clock(minutes) for minutes in (0, 545, 1440, 1560)] == ["00:00", "09:05", "24:00", "02:00"]
    assert weekday_cells(None) == [None] * 21


@pytest.mark.parametrize("what", sorted(STATEMENTS))
def test_every_table_can_be_exported(connection: Connection, tmp_path: Path, what: str) -> None:
    """Also of a site on which little is known yet."""
    with open_table(connection, what, site="s") as table:
        write(table, tmp_path / "t.csv")

    assert (tmp_path / "t.csv").read_text("utf-8-sig").count("\n") >= 1


def test_the_rows_to_read_are_the_most_reviewed_and_the_middle_of_the_alphabet(
    connection: Connection,
) -> None:
    """Forty rows of a large table, each once."""
    connection.execute(
        "insert into crawl.organisations (site, organisation_id, survivor_id, aliases, name, review_count, status,"
        " first_seen, last_seen) select 's', 'o' || n, 'o' || n, array['o' || n], 'name ' || lpad(n::text, 4, '0'),"
        " case when n <= 10 then 1000 + n end, 'active', now(), now() from generate_series(1, 500) n"
    )
    with open_table(connection, "to-read", site="s") as table:
        rows = list(table.rows)

    why = [row[0] for row in rows]
    assert (why.count("most reviews"), why.count("middle of the alphabet")) == (20, 20)
    names = [row[2] for row in rows if row[0] == "middle of the alphabet"]
    assert names[0] < "name 0250" < names[-1]


def test_known_limits_carry_their_figures(connection: Connection) -> None:
    """Each with what it is counted among."""
    with open_table(connection, "limits", site="s") as table:
        figures = {row[1]: row[2:] for row in table.rows}

    assert len(figures) == 8
    assert figures["points that say no more than the city"] == (0, 2)


@pytest.mark.parametrize("rubric", ["r1", "Bakers", "Bakeries"])
def test_a_rubric_is_found_by_its_id_and_by_its_label(connection: Connection, rubric: str) -> None:
    """Also where the cards name their rubrics in words, by the id of the tree."""
    connection.execute(
        "insert into crawl.rubrics (run_id, rubric_id, level, name) values (1, 'r1', 1, 'Bakers')"
    )
    stored = "Bakeries" if rubric == "Bakeries" else "r1"
    connection.execute("update crawl.organisations set rubrics = array['r0', %s]", (stored,))

    with open_table(connection, "organisations", site="s", rubric=rubric) as table:
        assert [row[0] for row in table.rows] == ["1"]
    with open_table(connection, "organisations", site="s", rubric="r9") as table:
        assert list(table.rows) == []


def test_rubrics_that_cards_name_in_words_are_found_by_their_id(connection: Connection) -> None:
    """The tree says which word belongs to an id."""
    connection.execute(
        "insert into crawl.rubrics (run_id, rubric_id, level, name) values (1, 'r1', 1, 'Bakers')"
    )
    connection.execute("update crawl.organisations set rubrics = array['Bakers']")

    with open_table(connection, "organisations", site="s", rubric="r1") as table:
        assert [row[0] for row in table.rows] == ["1"]


@pytest.mark.parametrize(
    ("event", "detail", "before", "after"),
    [
        (
            "changed",
            {"fields": ["hours"], "hours": {"from": [[[540, 1020]]] * 5 + [[], None], "to": None}},
            "hours: Mon-Fri 09:00-17:00; Sat closed",
            "hours: none",
        ),
        (
            "changed",
            {
                "fields": ["name", "phones"],
                "name": {"from": "A", "to": "B"},
                "phones": {"from": ["1", "2"], "to": ["3"]},
            },
            "name: A; phones: 1, 2",
            "name: B; phones: 3",
        ),
        (
            "changed",
            {"fields": ["rubrics"], "rubrics": {"from": ["r1"], "to": ["r2"]}},
            "rubrics: Bakers",
            "rubrics: r2",
        ),
        ("moved", {"card": "1", "from": "1 Old Road", "to": "2 New Road"}, "1 Old Road", "2 New Road"),
        ("merged", {"into": "9"}, None, "9"),
        ("opened", {}, None, None),
    ],
)
def test_changes_are_written_for_people(
    connection: Connection, event: str, detail: dict[str, object], before: str | None, after: str | None
) -> None:
    """What it was and what it is, in words; ``detail`` stays as it is stored."""
    connection.execute(
        "insert into crawl.rubrics (run_id, rubric_id, level, name) values (1, 'r1', 1, 'Bakers')"
    )
    connection.execute(
        "insert into crawl.organisation_events (run_id, organisation_id, event, detail) values (1, '1', %s, %s)",
        (event, json.dumps(detail)),
    )
    with open_table(connection, "changes", site="s") as table:
        names = [column.name for column in table.columns]
        (row,) = (dict(zip(names, row, strict=True)) for row in table.rows)

    assert (row["before"], row["after"], row["detail"]) == (before, after, detail)


def test_the_rows_to_read_show_phones_as_people_dial_them(connection: Connection, tmp_path: Path) -> None:
    """No JSON in a file that is there to be read."""
    with open_table(connection, "to-read", site="s") as table:
        write(table, tmp_path / "t.csv")

    (row,) = csv.DictReader((tmp_path / "t.csv").read_text("utf-8-sig").splitlines())
    assert row["phones"] == "+4930123456 ext. 7; +4930999999"


def test_the_certificate_names_its_rubrics(connection: Connection) -> None:
    """An id alone says nothing to who reads it."""
    connection.execute(
        "insert into crawl.rubrics (run_id, rubric_id, level, name) values (1, 'r1', 1, 'Bakers')"
    )
    connection.execute(
        "insert into crawl.slices (run_id, root_id, path, filters, status)"
        """ values (1, 'r1', '[["rubric", "r1"]]', '{"rubric": "r1"}', 'complete')"""
    )
    with open_table(connection, "parts", site="s", rubric="Bakers") as table:
        names = [column.name for column in table.columns]
        (row,) = table.rows

    assert row[names.index("rubric_id")] == "r1"
    assert row[names.index("rubric")] == "Bakers"
