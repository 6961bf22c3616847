"""Words and signs around telephone numbers, in the languages that the crawler meets."""

from __future__ import annotations

_LABELS = """
    tel telephone telefon telefono teléfono telefone téléphone telefoon telef tél tlf tfn tf puh puhelin phone phones ph
    t mobile mobil móvil movil cell cellular cel celular handy gsm natel portable kom komórka mob landline fijo fixo
    fest festnetz fixe number no nr num número numéro nummer numer call us office büro kontakt contact contacts main
    switchboard zentrale reception hotline helpline infoline line toll free freephone freecall whatsapp viber telegram
    signal direct work home business central accueil standard информация тел телефон телефоны моб мобильный
    гор горячая линия многоканальный раб т справочная звонок бесплатно бесплатный единый колл центр
    мобільний телефони гаряча лінія безкоштовно τηλ τηλέφωνο τηλεφωνο κιν κινητό هاتف جوال تلفون موبايل اتصل
    תלפון טלפון נייד
    電話 電話番号 电话 手机 電話號碼 代表 전화 telefon numarası telepon hp dienst service kundenservice info
    """
LABELS = frozenset(_LABELS.split())
"""Words that say no more than that a telephone number stands beside them."""

_HOTLINE_LABELS = """
    hotline helpline infoline call centre center short shortcode callcenter горячая линия гаряча лінія справочная единый
    infolinia infolinea servicenummer
    """
HOTLINE_LABELS = frozenset(_HOTLINE_LABELS.split())
"""Words that announce a number which is dialled as it stands, without an area code."""

_FAX_LABELS = (
    "fax faks telefax telefaks fx факс φαξ فاكس פקס 传真 傳真 팩스 ファックス ファクス télécopie telecopie"
)
FAX_LABELS = frozenset(_FAX_LABELS.split())

_NUMBER_WORDS = "number no nr num número numéro numero nummer numer n º номер"
NUMBER_WORDS = frozenset(_NUMBER_WORDS.split())
"""Words that say no more than that a number follows, of whatever kind."""

_REGISTER_WORDS = """
    siren siret rcs tva iva piva cif nif nipc contribuinte rfc cuit cuil cnpj cpf vat uid ust ustid idnr steuer
    steuernummer steuernr hrb hra blz iban konto kontonummer kto kvk rsin btw nip regon krs pesel npi license licence
    lic cf инн кпп огрн огрнип окпо бик лицензия єдрпоу едрпоу іпн ipn isbn issn
    """
REGISTER_WORDS = frozenset(_REGISTER_WORDS.split())
"""Words before a number that is no telephone's: a register's, a tax office's, a bank's, a licence's."""

_CONJUNCTIONS = "or and und oder et ou y o e oppure of en i lub oraz или и або та ve veya və و או"
CONJUNCTIONS = frozenset(_CONJUNCTIONS.split())
"""Words between two numbers of one text."""

EXTENSION_WORDS = (
    "extension",
    "extensión",
    "extensão",
    "extn",
    "ext",
    "xtn",
    "x",
    "durchwahl",
    "dw",
    "nebenstelle",
    "nst",
    "poste",
    "wewnętrzny",
    "wewn",
    "wew",
    "interno",
    "int",
    "anexo",
    "ramal",
    "toestel",
    "tst",
    "anknytning",
    "ankn",
    "linka",
    "klapka",
    "kl",
    "dahili",
    "добавочный",
    "доб",
    "внутренний",
    "внутр",
    "вн",
    "додатковий",
    "дод",
    "εσωτ",
    "εσωτερικό",
    "תחويلة",
    "تحويلة",
    "שלוחה",
    "内線",
    "分机",
    "轉",
    "转",
    "내선",
)
"""Words before an extension, longer ones before their abbreviations."""

_VANITY_REGIONS = "US CA PR AU NZ GB IE IN ZA SG MY PH JM BS TT BB DO"
VANITY_REGIONS = frozenset(_VANITY_REGIONS.split())
"""Countries where letters on the keypad are part of how numbers are advertised (ITU-T E.161 keypads)."""
