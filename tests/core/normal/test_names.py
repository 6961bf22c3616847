"""Names compare by their words: legal forms, case, accents, punctuation, order and conjunctions make no difference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.normal.legal_forms import ANY_LANGUAGE, BY_LANGUAGE
from directory_crawler.core.normal.names import name_tokens, names_agree

TOKENS = [
    ("en", "The Acorn Bakery Ltd.", "acorn bakery the"),
    ("en", "ACORN BAKERY LIMITED", "acorn bakery"),
    ("en", "Acorn Bakery, L.L.C.", "acorn bakery"),
    ("en", "Smith & Sons", "smith sons"),
    ("en", "Smith and Sons Co., Ltd.", "smith sons"),
    ("en", "O'Neill’s", "oneills"),
    ("en", "J. R. Hartley", "hartley jr"),
    ("en", "J.R. Hartley PLC", "hartley jr"),
    ("en", "7-Eleven", "7 eleven"),
    ("en", "24/7 Fitness", "24 7 fitness"),
    ("en", "Ａｃｏｒｎ　Ｂａｋｅｒｙ", "acorn bakery"),
    ("en", "Café Zoë", "cafe zoe"),
    ("en", "Bakery Acorn Acorn", "acorn bakery"),
    ("en", "Vitamin C Inc.", "c vitamin"),
    ("de", "Müller GmbH & Co. KG", "muller"),
    ("de", "Müller & Söhne OHG", "muller sohne"),
    ("de", "Bäckerei Groß e.K.", "backerei gross"),
    ("de", "Kunst e. V.", "kunst"),
    ("fr", "S.A.R.L. L'Étoile", "letoile"),
    ("fr", "Dupont et Fils SAS", "dupont fils"),
    ("es", "Hermanos García, S.L.", "garcia hermanos"),
    ("es", "Pan y Vino S.A. de C.V.", "pan vino"),
    ("it", "Rossi S.p.A.", "rossi"),
    ("it", "Rossi & Figli s.n.c.", "figli rossi"),
    ("nl", "De Bakker B.V.", "bakker de"),
    ("pl", "Żółw Sp. z o.o.", "zolw"),
    ("pl", "Żółw sp. z o. o. sp. k.", "zolw"),
    ("pt", "Pão Quente Lda.", "pao quente"),
    ("sv", "Ångström AB", "angstrom"),
    ("da", "Smørrebrød ApS", "smorrebrod"),
    ("cs", "Řízek s.r.o.", "rizek"),
    ("hu", "Gulyás Kft.", "gulyas"),
    ("tr", "Işık San. ve Tic. Ltd. Şti.", "isik"),
    ("tr", "IŞIK", "isik"),
    ("ru", "ООО «Ромашка»", "ромашка"),
    ("ru", "Ромашка, ООО", "ромашка"),
    ("ru", "ИП Иванов И.И.", "иванов ии"),
    ("ru", "Ёлка и Ель", "елка ель"),
    ("uk", "ТОВ «Їжачок»", "іжачок"),
    ("uk", "ФОП Шевченко Т. Г.", "тг шевченко"),
    ("bg", "Роза ЕООД", "роза"),
    ("el", "ΑΛΦΑ Α.Ε.", "αλφα"),
    ("el", "Άλφα Ε.Π.Ε.", "αλφα"),
    ("ar", "شركة الأمل", "الامل"),
    ("ar", "مُؤَسَّسَة النُّور", "النور"),
    ("he", 'מאפיית אבי בע"מ', "אבי מאפיית"),
    ("fa", "شرکت کاوه", "كاوه"),
    ("ko", "주식회사 한빛", "한빛"),
    ("ja", "株式会社アサヒ", "アサ サヒ"),
    ("ja", "(株)アサヒ", "アサ サヒ"),
    ("ja", "ｱｻﾋ", "アサ サヒ"),
    ("ja", "東京 ガス", "京ガ 東京 ガス"),
    ("zh", "北京百度科技有限公司", "京百 北京 度科 百度 科技"),
    ("zh", "茶", "茶"),
    ("th", "บริษัท สยาม จำกัด", "สยาม"),
    ("id", "PT Maju Jaya Tbk", "jaya maju"),
    ("vi", "Công ty TNHH Phở Hà Nội", "ha noi pho"),
    ("ka", "შპს მზე", "მზე"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "name", "tokens"), TOKENS)
def test_a_name_gives_its_words(language: str, name: str, tokens: str) -> None:
    assert name_tokens(name, (language,)) == tuple(sorted(tokens.split()))


@pytest.mark.parametrize(
    ("language", "name"),
    [(code, form) for code, forms in BY_LANGUAGE.items() for form in forms]
    + [("en", form) for form in ANY_LANGUAGE],
)
def test_a_legal_form_alone_is_no_name(language: str, name: str) -> None:
    assert name_tokens(name, (language,)) == ()


@pytest.mark.parametrize("nothing", ["", "  ", "—", "«»", "!?", "\u200b", "🍕"])
def test_punctuation_alone_is_no_name(nothing: str) -> None:
    assert name_tokens(nothing) == ()


@pytest.mark.parametrize(
    ("language", "name", "tokens"),
    [
        ("en", "AB Foods", ("ab", "foods")),  # Swedish form, English word
        ("sv", "AB Foods", ("foods",)),
        ("en", "Casa e Vino", ("casa", "e", "vino")),
        ("en", "And", ("and",)),
        ("en", "Y", ("y",)),
        ("en", "Ltd Edition", ("edition",)),
    ],
)
def test_a_form_counts_in_its_own_language_only(language: str, name: str, tokens: tuple[str, ...]) -> None:
    assert name_tokens(name, (language,)) == tokens


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ("acorn bakery", "acorn bakery", True),
        ("acorn", "acorn", True),
        ("acorn bakery", "acorn bakery leeds", True),
        ("acorn", "acorn bakery", False),  # one word in common is not enough
        ("acorn 7", "acorn 7 leeds", False),  # nor one word and a digit
        ("acorn bakery", "acorn butcher", False),
        ("acorn bakery leeds", "acorn bakery york", False),
        ("", "", False),
        ("", "acorn", False),
    ],
)
def test_names_agree_when_equal_or_contained_with_enough_in_common(one: str, other: str, agree: bool) -> None:
    assert names_agree(one.split(), other.split()) is agree
    assert names_agree(other.split(), one.split()) is agree


LANGUAGES = st.lists(st.sampled_from([*BY_LANGUAGE, "xx"]), max_size=3)


@given(st.text(max_size=80), LANGUAGES)
def test_tokens_of_any_text_are_sorted_distinct_and_stay_as_they_are(name: str, languages: list[str]) -> None:
    tokens = name_tokens(name, languages)
    assert list(tokens) == sorted(set(tokens))
    assert all(token and not token.isspace() for token in tokens)


@given(
    st.lists(st.sampled_from(["acorn", "bakery", "leeds", "zoë", "7"]), min_size=1, max_size=4), st.randoms()
)
def test_order_case_and_a_legal_form_never_matter(parts: list[str], random: object) -> None:
    plain = name_tokens(" ".join(parts))
    random.shuffle(parts)  # type: ignore[attr-defined]
    assert name_tokens(" - ".join(parts).upper() + " Ltd") == plain
