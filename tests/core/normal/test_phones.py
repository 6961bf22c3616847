"""Any writing of a telephone number gives its E.164 form, its kind and extension; what is none gives nothing."""

from __future__ import annotations

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st

from directory_crawler.core.normal.phone_special import is_placeholder
from directory_crawler.core.normal.phone_text import LONGEST_TEXT
from directory_crawler.core.normal.phones import MOST_VALUES, Phone, parse_phones, read_phones

LONDON = "+442079460018"

RIGHT = [
    ("DE", "030 901820-0, -15", ["+49309018200", "+493090182015"]),
    ("DE", "030 901820-0 / -15", ["+49309018200", "+493090182015"]),
    ("DE", "0711 20 50 - 0 / - 120", ["+4971120500", "+497112050120"]),
    ("AT", "01 58801-0/-45", ["+431588010", "+4315880145"]),
    ("RU", "(495) 692-60-15, -16", ["+74956926015", "+74956926016"]),
    ("IT", "P.IVA: 06363391001 Tel: 06 69883462", ["+390669883462"]),
    ("PL", "REGON 221234567, 22 621 02 52", ["+48226210252"]),
    ("ES", "0,35 €/min + IVA, 91 360 17 00", ["+34913601700"]),
    # one line, written in many ways
    ("GB", "020 7946 0018", [LONDON]),
    ("GB", "(020) 7946 0018", [LONDON]),
    ("GB", "020-7946-0018", [LONDON]),
    ("GB", "020.7946.0018", [LONDON]),
    ("GB", "0207 946 0018", [LONDON]),
    ("GB", "02079460018", [LONDON]),
    ("GB", "+44 20 7946 0018", [LONDON]),
    ("GB", "+44 (0)20 7946 0018", [LONDON]),
    ("GB", "+44(0) 207 946 0018", [LONDON]),
    ("GB", "+44 020 7946 0018", [LONDON]),
    ("GB", "0044 20 7946 0018", [LONDON]),
    ("GB", "(0044) 20 7946 0018", [LONDON]),
    ("GB", "+0044 20 7946 0018", [LONDON]),
    ("GB", "++44 20 7946 0018", [LONDON]),
    ("GB", "44 20 7946 0018", [LONDON]),
    ("GB", "44 (0) 20 7946 0018", [LONDON]),
    ("GB", "+44_20_7946_0018", [LONDON]),
    ("GB", "+44 20–7946—0018", [LONDON]),
    ("GB", "＋４４ ２０ ７９４６ ００１８", [LONDON]),
    ("GB", "020\u00a07946\u202f0018", [LONDON]),
    ("GB", "\u202a020 7946 0018\u202c", [LONDON]),
    ("GB", "020&nbsp;7946&nbsp;0018", [LONDON]),
    ("GB", "<b>020 7946</b> 0018", [LONDON]),
    ("GB", "Phone: 020 7946 0018 (Mon-Fri 9am-5pm)", [LONDON]),
    ("GB", "020 7946 0018 (9-18)", [LONDON]),
    ("GB", "call 020 7946 0018 before 5pm", [LONDON]),
    ("GB", "020 7946 0018, Mo-Fr 09:00-17:00", [LONDON]),
    ("GB", "since 12.03.1998: 020 7946 0018", [LONDON]),
    ("GB", "020 7946 0018, 12p/min", [LONDON]),
    ("GB", "020 7946 0018, 24h", [LONDON]),
    ("GB", "020 7946 0018, 24 hours", [LONDON]),
    ("US", "+44 20 7946 0018", [LONDON]),
    ("US", "011 44 20 7946 0018", [LONDON]),
    ("DE", "0044 20 7946 0018", [LONDON]),
    # links
    ("GB", "tel:+442079460018", [LONDON]),
    ("GB", "tel:+44-20-7946-0018", [LONDON]),
    ("GB", "tel:%2B44%2020%207946%200018", [LONDON]),
    ("GB", "callto:02079460018", [LONDON]),
    ("GB", "tel://020 7946 0018", [LONDON]),
    ("GB", "tel:+442079460018;ext=12", [LONDON + " x12"]),
    ("US", "tel:863-1234;phone-context=+1-914", ["+19148631234"]),
    ("GB", "https://wa.me/447712900018", ["+447712900018"]),
    ("GB", "https://api.whatsapp.com/send?phone=447712900018&text=Hi", ["+447712900018"]),
    ("GB", '<a href="tel:+442079460018">our office</a>', [LONDON]),
    ("GB", '<a href="tel:+442079460018">020 7946 0018</a>', [LONDON]),
    # several in one text
    ("GB", "020 7946 0018 / 07712 900018", [LONDON, "+447712900018"]),
    ("GB", "020 7946 0018 07712 900018", [LONDON, "+447712900018"]),
    ("GB", "020 7946 0018; 07712 900018", [LONDON, "+447712900018"]),
    ("GB", "020 7946 0018\n07712 900018", [LONDON, "+447712900018"]),
    ("GB", "020 7946 0018 | 07712 900018", [LONDON, "+447712900018"]),
    ("GB", "020 7946 0018 or 07712 900018", [LONDON, "+447712900018"]),
    ("GB", "020 7946 0018 & 07712 900018", [LONDON, "+447712900018"]),
    ("GB", "020 7946 0018 (office) 07712 900018 (mobile)", [LONDON, "+447712900018"]),
    ("GB", "<p>020 7946 0018<br>07712 900018</p>", [LONDON, "+447712900018"]),
    ("GB", "020 7946 0018, +44 20 7946 0018", [LONDON]),
    ("GB", "020 7946 0018/9", [LONDON, "+442079460019"]),
    ("GB", "020 7946 0018/19/20", [LONDON, "+442079460019", "+442079460020"]),
    ("GB", "+44 20 7946 0018-9", [LONDON]),
    ("US", "(212) 555-0123 / 24", ["+12125550123", "+12125550124"]),
    ("US", "2125550123 2125550124", ["+12125550123", "+12125550124"]),
    ("IN", "+91 11 2345 6781, 82, 83", ["+911123456781", "+911123456782", "+911123456783"]),
    ("IN", "080-41234567 / 98450 12345", ["+918041234567", "+919845012345"]),
    ("RU", "8 (495) 123-45-67, 123-45-68", ["+74951234567", "+74951234568"]),
    ("RU", "(4852) 72-34-56; 72-34-57", ["+74852723456", "+74852723457"]),
    ("RU", "+7 (812) 320-00-01 - приемная, +7 (812) 320-00-02 - бухгалтерия", ["+78123200001", "+78123200002"]),
    ("BR", "(11) 3333-4444 / 99999-8888", ["+551133334444", "+5511999998888"]),
    ("CZ", "224 123 456, 602 123 456", ["+420224123456", "+420602123456"]),
    ("NL", "020-1234567 of 06-12345678", ["+31201234567", "+31612345678"]),
    ("FR", "Tél : 01.42.20.15.30 - Port : 06.12.34.56.78", ["+33142201530", "+33612345678"]),
    ("IT", "tel. 06 698 9521 - cell. 333 1234567", ["+39066989521", "+393331234567"]),
    ("PL", "22 123 45 67, kom. 601 234 567", ["+48221234567", "+48601234567"]),
    # extensions
    ("GB", "020 7946 0018 ext. 12", [LONDON + " x12"]),
    ("GB", "020 7946 0018 x12", [LONDON + " x12"]),
    ("GB", "020 7946 0018 extension 12", [LONDON + " x12"]),
    ("GB", "020 7946 0018 (ext 12)", [LONDON + " x12"]),
    ("GB", "020 7946 0018, ext: 12", [LONDON + " x12"]),
    ("GB", "020 7946 0018 x12, 07712 900018", [LONDON + " x12", "+447712900018"]),
    ("US", "+1 (800) 555-0199 #12", ["+18005550199 x12"]),
    ("US", "2125550123,,45", ["+12125550123 x45"]),
    ("RU", "8 495 620 20 01 (доб.14832)", ["+74956202001 x14832"]),
    ("RU", "8(812)3200001 (доб. 1), 8(812)3200002", ["+78123200001 x1", "+78123200002"]),
    ("PL", "22 123 45 67 wew. 12", ["+48221234567 x12"]),
    ("DE", "(030) 23 45 67 Durchwahl -12", ["+4930234567 x12"]),
    ("AT", "+43 1 5321234 DW 12", ["+4315321234 x12"]),
    ("FR", "01 42 20 15 30 poste 12", ["+33142201530 x12"]),
    ("JP", "03-3564-5901 内線12", ["+81335645901 x12"]),
    # national plans
    ("DE", "030 / 901 820-0", ["+49309018200"]),
    ("DE", "+49 (0)30 / 23 12 5-0", ["+4930231250"]),
    ("DE", "0211/45678-12", ["+492114567812"]),
    ("DE", "0171 2345678", ["+491712345678"]),
    ("DE", "0800 3 30 10 00", ["+498003301000"]),
    ("AT", "01 5321234-0", ["+43153212340"]),
    ("AT", "0664/3949601", ["+436643949601"]),
    ("CH", "044 668 18 01", ["+41446681801"]),
    ("FR", "01 42 20 15 30", ["+33142201530"]),
    ("FR", "0142201530", ["+33142201530"]),
    ("FR", "+33 (0) 1 42 20 15 30", ["+33142201530"]),
    ("FR", "0 892 70 12 39 (0,35 €/min)", ["+33892701239"]),
    ("BE", "0475/12.34.56", ["+32475123456"]),
    ("BE", "02/548.20.11", ["+3225482011"]),
    ("NL", "0800-1351", ["+318001351"]),
    ("IT", "06 698 9521", ["+39066989521"]),
    ("IT", "+39 02 7200 1234", ["+390272001234"]),
    ("IT", "800 123 456", ["+39800123456"]),
    ("ES", "91-123-45-67", ["+34911234567"]),
    ("ES", "+34.954.27.47.31", ["+34954274731"]),
    ("PT", "21 123 4567", ["+351211234567"]),
    ("GR", "210 123 4567", ["+302101234567"]),
    ("TR", "0212 345 67 81", ["+902123456781"]),
    ("TR", "444 0 555", ["+904440555"]),
    ("PL", "+48 22 123 45 67", ["+48221234567"]),
    ("SE", "08-123 456 78", ["+46812345678"]),
    ("NO", "22 12 34 56", ["+4722123456"]),
    ("DK", "33 12 34 56", ["+4533123456"]),
    ("FI", "09 1234 5671", ["+358912345671"]),
    ("HU", "06 1 234 5679", ["+3612345679"]),
    ("LT", "8 5 212 3456", ["+37052123456"]),
    ("RU", "8 (495) 620-20-01", ["+74956202001"]),
    ("RU", "+7(495)620-20-01", ["+74956202001"]),
    ("RU", "495 620 20 01", ["+74956202001"]),
    ("RU", "+8 (495) 620-20-01", ["+74956202001"]),
    ("RU", "моб. 8-916-123-45-67", ["+79161234567"]),
    ("RU", "тел./факс: (812) 320-00-01", ["+78123200001"]),
    ("RU", "8-800-555-35-35 (звонок бесплатный)", ["+78005553535"]),
    ("UA", "(044) 123-45-67", ["+380441234567"]),
    ("UA", "+38 (044) 392-72-11", ["+380443927211"]),
    ("UA", "8 (044) 392-72-11", ["+380443927211"]),
    ("UA", "380441234567", ["+380441234567"]),
    ("BY", "8 017 226 12 34", ["+375172261234"]),
    ("KZ", "8 (727) 250-10-11", ["+77272501011"]),
    ("GE", "(032) 2 22 34 91", ["+995322223491"]),
    ("US", "(212) 555-0123", ["+12125550123"]),
    ("US", "1.212.555.0123", ["+12125550123"]),
    ("US", "12125550123", ["+12125550123"]),
    ("US", "+(212) 555-0123", ["+12125550123"]),
    ("MX", "55 1234 5678", ["+525512345678"]),
    ("MX", "+52 1 55 1234 5678", ["+525512345678"]),
    ("BR", "11 98888-7777", ["+5511988887777"]),
    ("BR", "+55 (0xx11) 3333-4444", ["+551133334444"]),
    ("AR", "011 15 4123-4567", ["+5491141234567"]),
    ("AR", "011 4123-4567", ["+541141234567"]),
    ("MA", "0522 94 12 34", ["+212522941234"]),
    ("EG", "٠٢ ٢٥٧٤ ٠٠٠١", ["+20225740001"]),
    ("AE", "+٩٧١ ٤ ٢٦٧ ٠٤٧٠", ["+97142670470"]),
    ("IL", "03-1234567", ["+97231234567"]),
    ("ZA", "0860 123 456", ["+27860123456"]),
    ("NG", "0803 123 4567", ["+2348031234567"]),
    ("IN", "91-11-2687-6561", ["+911126876561"]),
    ("CN", "010-6552-9988", ["+861065529988"]),
    ("CN", "400-820-8820", ["+864008208820"]),
    ("JP", "電話：03-3564-5901", ["+81335645901"]),
    ("JP", "(03)3564-5901(代)", ["+81335645901"]),
    ("KR", "02)338-1142", ["+8223381142"]),
    ("KR", "1588-1234", ["+8215881234"]),
    ("SG", "6123 4567", ["+6561234567"]),
    ("TH", "02-123-4567", ["+6621234567"]),
    ("VN", "024 3825 3826", ["+842438253826"]),
    ("ID", "021-5201234 ext 12", ["+62215201234 x12"]),
    ("PH", "(02) 8123-4567", ["+63281234567"]),
    ("AU", "(02) 9374 4001", ["+61293744001"]),
    ("NZ", "0800 838 383", ["+64800838383"]),
    # letters, where they are usual
    ("US", "1-800-GO-FEDEX", ["+18004633339"]),
    ("US", "800.FLOWERS", ["+18003569377"]),
    ("US", "(800)FLOWERS", ["+18003569377"]),
    ("US", "Call us: 1-800-FLOWERS", ["+18003569377"]),
    ("US", "1-800-CONTACTS", ["+18002668228"]),
    ("AU", "13 CABS", ["+61132227"]),
    ("NZ", "0800 4 PIZZA", ["+64800474992"]),
    # hotlines, as they are dialled
    ("GB", "84957", ["84957"]),
    ("GB", "Hotline: 6208 4957", ["62084957"]),
    ("GB", "62006200", ["62006200"]),
    ("DE", "116117", ["116117"]),
    ("FR", "3631", ["3631"]),
    ("EG", "19623", ["19623"]),
    ("AU", "13 13 13", ["+61131313"]),
    ("CN", "95588", ["95588"]),
    # values that are no text
    ("GB", 2079460018, [LONDON]),
    ("GB", 442079460018.0, [LONDON]),
    ("GB", {"number": "020 7946 0018", "ext": 12}, [LONDON + " x12"]),
    ("GB", {"@type": "ContactPoint", "telephone": "020 7946 0018"}, [LONDON]),
    ("GB", [["020 7946 0018"], None, {"value": "07712 900018"}], [LONDON, "+447712900018"]),
]  # fmt: skip

REFUSED = [
    ("FR", "SIREN 552 100 554", "no number"),
    ("IT", "P. IVA 06363391001", "no number"),
    ("IT", "C.F. 06363391001", "no number"),
    ("DE", "Steuer-Nr. 030/12345678", "no number"),
    ("NL", "KvK-nummer: 0206245678", "no number"),
    ("PL", "KRS nr 221234567", "no number"),
    ("PT", "NIF 213427960", "no number"),
    ("ES", "CIF: 913601700", "no number"),
    ("RU", "ИНН/КПП 4956926015/773601001", "no number"),
    ("UA", "ІПН 0442791234", "no number"),
    ("GB", "VAT No. 2079460958", "no number"),
    ("US", "License # 4155551234", "no number"),
    ("US", "1-800-XXX-XXXX", "masked"),
    ("JP", "0120-XXX-XXX", "masked"),
    ("GB", "020 7946 ****", "masked"),
    ("GB", "+44 20 79...", "masked"),
    ("RU", "8 (495) 620-XX-XX", "masked"),
    ("GB", "01234 567890", "placeholder"),
    ("GB", "1234567890", "placeholder"),
    ("FR", "06 66 66 66 66", "placeholder"),
    ("GB", "0800 000000", "placeholder"),
    ("US", "000-000-0000", "no number"),
    ("US", "(555) 555-5555", "no number"),
    ("US", "212-555-5555", "placeholder"),
    ("US", "(243) 457-7249", "no number"),
    ("US", "555-0123", "no number"),
    ("US", "555-0123 (ext 4)", "no number"),
    ("GB", "7946 0018", "no number"),
    ("DE", "7946012", "no number"),
    ("DE", "89 12345", "no number"),
    ("RU", "23-45-67", "no number"),
    ("ES", "9545285783", "no number"),
    ("US", "21255501231234", "no number"),
    ("DE", "+49 178 8881", "no number"),
    ("GB", "12/03/1998", "no number"),
    ("GB", "1998-03-12", "no number"),
    ("GB", "12.03.1998 10:00", "no number"),
    ("GB", "09:00-17:00", "no number"),
    ("GB", "Mon-Fri 9-17", "no number"),
    ("GB", "24/7", "no number"),
    ("GB", "1984", "no number"),
    ("GB", "20240115", "no number"),
    ("GB", "12345", "no number"),
    ("GB", "0000", "no number"),
    ("GB", "£1,234.50", "no number"),
    ("GB", "51.5074, -0.1278", "no number"),
    ("GB", "SW1A 1AA", "no number"),
    ("GB", "ID 4711", "no number"),
    ("GB", "company no. 84957000", "no number"),
    ("GB", "no phone", "no number"),
    ("GB", "+undefined", "no number"),
    ("GB", "+44", "no number"),
    ("GB", "info@example.org", "no number"),
    ("GB", "https://example.org/02079460018", "no number"),
    ("GB", "https://wa.me/message/AB3CDEF4GH5", "no number"),
    ("SE", "call 0800 PIZZAS", "no number"),
    ("GB", "1" * (LONGEST_TEXT + 1), "too long"),
    ("GB", 2.5, "not a text"),
    ("GB", 10**30, "not a text"),
    ("GB", b"020 7946 0018", "not a text"),
]  # fmt: skip


def written(phone: Phone) -> str:
    return phone.number + (f" x{phone.extension}" if phone.extension else "")


@pytest.mark.parametrize(("country", "raw", "expected"), RIGHT)
def test_a_writing_gives_its_numbers_in_order(country: str, raw: object, expected: list[str]) -> None:
    assert [written(phone) for phone in parse_phones(raw, country)] == expected


@pytest.mark.parametrize(("country", "raw", "reason"), REFUSED)
def test_what_is_no_number_gives_none_and_says_why(country: str, raw: object, reason: str) -> None:
    read = read_phones(raw, country)
    assert read.phones == ()
    assert [found for found, _ in read.unread] == [reason]


@pytest.mark.parametrize("nothing", [None, "", "  ", [], {}, True, False, [None, ""], {"number": None}])
def test_a_field_without_a_value_gives_no_number_and_no_complaint(nothing: object) -> None:
    assert read_phones(nothing, "GB") == read_phones([], "GB")


@pytest.mark.parametrize(
    ("country", "raw", "kind"),
    [
        ("GB", "020 7946 0018", "fixed"),
        ("GB", "07712 900018", "mobile"),
        ("US", "(212) 555-0123", "fixed_or_mobile"),
        ("GB", "0800 111 222", "toll_free"),
        ("DE", "0900 1234567", "premium"),
        ("AU", "1300 465 371", "shared_cost"),
        ("NO", "815 00 123", "uan"),
        ("DE", "110", "short"),
        ("GB", "Fax 020 7946 0018", "fax"),
        ("DE", "Telefax: 030 2345678", "fax"),
        ("GB", "Tel/Fax 020 7946 0018", "fixed"),
    ],
)
def test_a_number_has_the_kind_that_its_plan_or_its_label_gives(country: str, raw: str, kind: str) -> None:
    assert [phone.kind for phone in parse_phones(raw, country)] == [kind]


def test_a_fax_label_holds_for_its_own_number_only() -> None:
    kinds = [phone.kind for phone in parse_phones("Fax 020 7946 0018 Tel 020 7946 0019", "GB")]
    assert kinds == ["fax", "fixed"]


def test_all_writings_of_a_line_have_one_key() -> None:
    keys = {
        phone.key
        for country, raw, right in RIGHT
        if right == [LONDON]
        for phone in parse_phones(raw, country)
    }
    assert keys == {"442079460018"}


def test_an_argentine_mobile_has_one_key_with_and_without_its_nine() -> None:
    with_nine, without = parse_phones(["+54 9 11 4123-4567", "+54 11 4123-4567"][0], "AR") + parse_phones(
        "+54 11 4123-4567", "AR"
    )
    assert with_nine.key == without.key


def test_hotlines_of_two_countries_have_different_keys() -> None:
    (british,), (german,) = parse_phones("116117", "GB"), parse_phones("116117", "DE")
    assert (british.key, german.key) == ("GB:116117", "DE:116117")


def test_an_extension_makes_no_other_line_and_is_kept_wherever_it_was_said() -> None:
    (phone,) = parse_phones(["020 7946 0018", "020 7946 0018 ext 12"], "GB")
    assert phone.extension == "12"


def test_a_hotline_beside_a_full_number_is_not_guessed() -> None:
    assert [phone.number for phone in parse_phones("020 7946 0018; 118", "GB")] == [LONDON]


def test_a_field_gives_at_most_so_many_numbers_and_says_when_there_were_more() -> None:
    read = read_phones([f"020 7946 0{n:03}" for n in range(100, 200)], "GB")
    assert len(read.phones) == MOST_VALUES
    assert read.unread[-1][0] == "too many"


def test_the_value_is_kept_with_its_number_cut_to_a_line() -> None:
    (phone,) = parse_phones("020 7946 0018" + " " * 500, "GB")
    assert phone.raw.startswith("020 7946 0018")
    assert len(phone.raw) == 200


@pytest.mark.parametrize(
    "national", ["1234567890", "987654321", "2222222222", "2125555555", "80000000", "7000000"]
)
def test_digits_of_filled_in_forms_are_placeholders(national: str) -> None:
    assert is_placeholder(national)


@pytest.mark.parametrize("national", ["2079460018", "4951234567", "701234567", "8005553535", "4957777777"])
def test_memorable_numbers_are_no_placeholders(national: str) -> None:
    assert not is_placeholder(national)


COUNTRIES = st.sampled_from(sorted(phonenumbers.SUPPORTED_REGIONS))
LIKE_PHONES = st.text(
    alphabet="0123456789+()-./,; x#*\nABCext&<>:=%доб٣３\u200e\ue000\ue001\ue003", max_size=60
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=8,
)


@given(LIKE_PHONES | st.text(max_size=60) | JSON, COUNTRIES)
def test_anything_gives_phones_of_the_promised_shape_and_no_error(raw: object, country: str) -> None:
    read = read_phones(raw, country)
    assert len({phone.key for phone in read.phones}) == len(read.phones)
    for phone in read.phones:
        if phone.kind == "short":
            assert phone.number.isascii()
            assert phone.number.isdigit()
            assert 3 <= len(phone.number) <= 8
        else:
            assert phonenumbers.is_valid_number(phonenumbers.parse(phone.number))


@given(COUNTRIES, st.integers(0, 10**12), st.sampled_from(list(range(4))))
def test_a_rendered_number_reads_as_the_same_line(country: str, digits: int, form: int) -> None:
    for phone in parse_phones([str(digits), f"0{digits}"], country):
        if phone.kind == "short":
            assert [again.key for again in parse_phones(phone.number, country)] == [phone.key]
            continue
        number = phonenumbers.parse(phone.number)
        assert [again.key for again in parse_phones(phone.number, country)] == [phone.key]
        text = phonenumbers.format_number(number, form)
        assert [again.key for again in parse_phones(text, phonenumbers.region_code_for_number(number))] == [
            phone.key
        ]
