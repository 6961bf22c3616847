"""Legal forms of organisations, by language, as they are written beside names.

Each form is listed in its usual writings; `names` folds them, so dots, case and spaces between letters do not matter.
"""

from __future__ import annotations

# fmt: off
ANY_LANGUAGE = (
    "GmbH", "GmbH & Co. KG", "UG (haftungsbeschränkt)", "Ltd", "Limited", "PLC", "LLC", "L.L.C.", "LLP",
    "Inc", "Incorporated", "Corp", "Corporation", "S.A.", "S.A.R.L.", "S.p.A.", "S.r.l.", "B.V.", "N.V.",
    "Sp. z o.o.", "ООО", "ОАО", "ЗАО", "ПАО", "OÜ", "UAB", "SIA", "s.r.o.", "a.s.", "d.o.o.", "Kft.", "Oy",
    "A/S", "ApS", "Pty Ltd", "Pvt Ltd", "Co., Ltd.", "株式会社", "有限公司", "股份有限公司", "주식회사",
    "(株)", "㈱", "OOO",
)
"""Forms that mean nothing else in any language."""

BY_LANGUAGE: dict[str, tuple[str, ...]] = {
    "en": (
        "Co", "Company", "Co. Ltd", "LP", "L.P.", "PC", "P.C.", "PLLC", "P.L.L.C.", "PA", "CIC", "C.I.C.",
        "CIO", "DAC", "CLG", "Pty", "Pty Limited", "Pvt", "Private Limited", "Public Limited Company",
        "Limited Liability Company", "Limited Liability Partnership", "Unlimited Company",
        "Proprietary Limited", "t/a", "dba", "GP", "NA",
    ),
    "de": (
        "AG", "KG", "OHG", "GbR", "e.K.", "e.Kfm.", "e.Kfr.", "e.V.", "eG", "UG", "KGaA", "SE", "mbH",
        "gGmbH", "gUG", "PartG", "PartG mbB", "PartGmbB", "AG & Co. KG", "UG & Co. KG", "GmbH & Co. OHG",
        "GmbH & Co. KGaA", "SE & Co. KG", "& Co. KG", "& Co", "Inh.", "Ges.m.b.H.", "GesmbH",
        "Gesellschaft mit beschränkter Haftung", "Aktiengesellschaft", "Kommanditgesellschaft", "OG",
        "e.U.", "eingetragener Verein", "eingetragener Kaufmann", "GmbH i.G.",
    ),
    "fr": (
        "SARL", "SAS", "SASU", "SA", "EURL", "SNC", "SCI", "SCP", "SELARL", "SELAS", "SCOP", "EI", "EIRL",
        "GIE", "Cie", "& Cie", "Sàrl", "SPRL", "SRL", "ASBL", "société anonyme",
        "société à responsabilité limitée", "société par actions simplifiée",
    ),
    "es": (
        "S.L.", "S.L.U.", "S.A.", "S.A.U.", "S.L.L.", "S.L.P.", "S.C.", "S. Coop.", "S.A. de C.V.",
        "S. de R.L. de C.V.", "S. de R.L.", "S.A.S.", "C.B.", "Ltda.", "SpA", "E.I.R.L.",
        "Sociedad Limitada", "Sociedad Anónima", "S. en C.",
    ),
    "pt": (
        "Lda.", "Ltda.", "Ltda ME", "S.A.", "Unipessoal Lda.", "EIRELI", "ME", "EPP", "MEI", "Limitada",
        "SLU", "S/A", "SGPS",
    ),
    "it": (
        "SpA", "S.r.l.", "S.r.l.s.", "S.r.l. unipersonale", "S.a.s.", "S.n.c.", "S.s.", "Soc. Coop.",
        "S.c.a.r.l.", "S.c.r.l.", "Scarl", "società a responsabilità limitata", "società per azioni",
        "S.a.p.a.", "ditta individuale",
    ),
    "nl": (
        "BV", "NV", "VOF", "V.O.F.", "CV", "C.V.", "BVBA", "CVBA", "VZW", "Stichting", "Eenmanszaak",
        "Besloten Vennootschap",
    ),
    "pl": (
        "Sp. z o.o.", "Spółka z o.o.", "Sp. z o.o. sp. k.", "Spółka z ograniczoną odpowiedzialnością",
        "S.A.", "sp.j.", "sp. k.", "s.c.", "sp.p.", "S.K.A.", "Spółka Akcyjna", "Spółka Jawna",
        "Spółka Cywilna", "Spółka Komandytowa", "P.P.H.U.", "F.H.U.", "P.H.U.", "PPHU", "FHU", "PHU",
    ),
    "ru": (
        "АО", "НАО", "ИП", "ТОО", "ЧП", "ОДО", "ЧУП", "ГУП", "МУП", "ФГУП", "ГБУ", "МБУ", "ГБУЗ", "МБОУ",
        "АНО", "НКО", "КФХ", "ТСЖ", "УП", "Общество с ограниченной ответственностью",
        "Индивидуальный предприниматель", "Акционерное общество", "Закрытое акционерное общество",
        "Открытое акционерное общество", "Публичное акционерное общество", "ЧТУП", "ОсОО",
    ),
    "uk": (
        "ТОВ", "ФОП", "ПП", "ПАТ", "ПрАТ", "АТ", "ДП", "КП", "ТДВ", "СПД",
        "Товариство з обмеженою відповідальністю", "Фізична особа-підприємець", "Приватне підприємство",
        "Акціонерне товариство",
    ),
    "be": (
        "ТАА", "ААТ", "ЗАТ", "ІП", "УП",
    ),
    "kk": (
        "ЖШС", "АҚ", "ЖК", "ТОО", "ИП",
    ),
    "bg": (
        "ООД", "ЕООД", "АД", "ЕАД", "ЕТ", "СД", "КД",
    ),
    "sr": (
        "д.о.о.", "а.д.", "d.o.o.", "a.d.", "PR", "СЗР", "SZR",
    ),
    "hr": (
        "d.o.o.", "j.d.o.o.", "d.d.", "obrt",
    ),
    "sl": (
        "d.o.o.", "d.d.", "s.p.", "k.d.", "d.n.o.",
    ),
    "cs": (
        "s.r.o.", "spol. s r.o.", "a.s.", "v.o.s.", "k.s.", "z.s.", "z.ú.", "o.p.s.",
    ),
    "sk": (
        "s.r.o.", "spol. s r.o.", "a.s.", "v.o.s.", "k.s.", "o.z.",
    ),
    "hu": (
        "Kft.", "Bt.", "Zrt.", "Nyrt.", "Kkt.", "e.v.",
    ),
    "ro": (
        "S.R.L.", "S.A.", "P.F.A.", "Î.I.", "S.N.C.", "S.C.",
    ),
    "el": (
        "Α.Ε.", "Ε.Π.Ε.", "Ο.Ε.", "Ε.Ε.", "Ι.Κ.Ε.", "Α.Β.Ε.Ε.", "Α.Ε.Β.Ε.", "ΑΒΕΕ", "Μ.Ε.Π.Ε.",
        "Μονοπρόσωπη Ι.Κ.Ε.", "ΑΦΟΙ",
    ),
    "tr": (
        "A.Ş.", "Ltd. Şti.", "Limited Şirketi", "Anonim Şirketi", "San. ve Tic. Ltd. Şti.",
        "San. ve Tic. A.Ş.", "Tic. Ltd. Şti.", "Şti.",
    ),
    "sv": (
        "AB", "HB", "KB", "Aktiebolag", "Handelsbolag", "Ek. för.", "EF",
    ),
    "no": (
        "AS", "ASA", "ANS", "DA", "ENK", "SA", "NUF",
    ),
    "nb": (
        "AS", "ASA", "ANS", "DA", "ENK", "SA", "NUF",
    ),
    "da": (
        "A/S", "ApS", "I/S", "K/S", "IVS", "P/S", "A.M.B.A.",
    ),
    "fi": (
        "Oy", "Oyj", "Ky", "Tmi", "Ab", "T:mi", "Oy Ab", "osakeyhtiö", "toiminimi", "ry",
    ),
    "is": (
        "ehf.", "hf.", "slf.", "sf.",
    ),
    "et": (
        "OÜ", "AS", "FIE", "MTÜ", "UÜ", "TÜ",
    ),
    "lv": (
        "SIA", "AS", "IK", "Z/S", "PS",
    ),
    "lt": (
        "UAB", "AB", "MB", "IĮ", "VšĮ", "VĮ",
    ),
    "ar": (
        "شركة", "مؤسسة", "ش.م.م", "ذ.م.م", "ش.م.ل", "ش.ذ.م.م", "ش.م.ع", "المحدودة", "م.م.ح", "ش.ش.و",
    ),
    "he": (
        'בע"מ', "בעמ", "ע.מ.", 'ע"ר', "שותפות מוגבלת",
    ),
    "fa": (
        "شرکت", "سهامی خاص", "سهامی عام", "مسئولیت محدود",
    ),
    "ja": (
        "有限会社", "合同会社", "合資会社", "合名会社", "一般社団法人", "医療法人", "社会福祉法人",
        "財団法人", "(有)", "(同)", "(医)", "K.K.",
        "G.K.",
    ),
    "zh": (
        "有限责任公司", "有限責任公司", "集团有限公司", "集團有限公司", "股份公司", "合伙企业",
        "個人獨資", "分公司", "公司",
    ),
    "ko": (
        "유한회사", "(유)", "합자회사", "재단법인", "사단법인",
    ),
    "id": (
        "PT", "CV", "UD", "Tbk", "Persero", "Firma",
    ),
    "ms": (
        "Sdn Bhd", "Sdn. Bhd.", "Berhad", "Bhd",
    ),
    "vi": (
        "Công ty TNHH", "Công ty cổ phần", "TNHH", "CTCP", "DNTN", "Công ty",
    ),
    "th": (
        "บริษัท", "จำกัด", "จำกัด (มหาชน)", "ห้างหุ้นส่วนจำกัด", "หจก", "บจก", "บมจ",
    ),
    "hi": (
        "प्राइवेट लिमिटेड", "लिमिटेड", "प्रा. लि.",
    ),
    "ka": (
        "შპს", "სს", "ინდ. მეწარმე", "ი/მ",
    ),
    "hy": (
        "ՍՊԸ", "ՓԲԸ", "ԲԲԸ", "ԱՁ",
    ),
    "az": (
        "MMC", "ASC", "QSC",
    ),
    "uz": (
        "MChJ", "МЧЖ", "XK", "AJ", "OAJ",
    ),
}
# fmt: on
"""Forms that a name of the language may carry; in another language the same letters may be a word."""

CONJUNCTIONS: dict[str, tuple[str, ...]] = {
    "en": ("and", "n"),
    "de": ("und", "u"),
    "fr": ("et",),
    "es": ("y", "e"),
    "pt": ("e",),
    "it": ("e", "ed"),
    "nl": ("en",),
    "pl": ("i", "oraz"),
    "ru": ("и",),
    "uk": ("і", "й", "та"),
    "be": ("і", "ды"),
    "bg": ("и",),
    "sr": ("и", "i"),
    "hr": ("i",),
    "sl": ("in",),
    "cs": ("a",),
    "sk": ("a",),
    "hu": ("és",),
    "ro": ("și", "si"),
    "el": ("και", "κι"),
    "tr": ("ve",),
    "sv": ("och",),
    "no": ("og",),
    "nb": ("og",),
    "da": ("og",),
    "fi": ("ja",),
    "et": ("ja",),
    "lv": ("un",),
    "lt": ("ir",),
    "ar": ("و",),
    "id": ("dan",),
    "ms": ("dan",),
}
"""What "&" is read as, by language."""
