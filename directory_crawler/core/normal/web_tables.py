"""Hosts that many organisations share, and what links carry for the sake of counting clicks."""

from __future__ import annotations

_TRACKING = """
    fbclid gclid gclsrc dclid gbraid wbraid yclid ysclid msclkid igshid igsh twclid ttclid li_fat_id mc_cid mc_eid
    _ga _gl _openstat ref ref_src ref_url referrer source src campaign campaignid adgroupid from_source openstat
    y_source yagla roistat rwg_token gad_source gad_campaignid hsctatracking vero_id wickedid trk trkinfo spm scid
    cmpid cid pk_campaign pk_kwd piwik_campaign piwik_kwd sc_cid partner affiliate aff_id phpsessid jsessionid sid
    """
TRACKING = frozenset(_TRACKING.split())
TRACKING_PREFIXES = (
    "utm_",
    "mtm_",
    "matomo_",
    "pk_",
    "hsa_",
    "at_",
    "stm_",
    "ga_",
    "itm_",
    "fb_action",
    "__hs",
)

_PATHS = """
    facebook.com fb.com fb.me instagram.com instagr.am twitter.com x.com linkedin.com youtube.com youtu.be tiktok.com
    pinterest.com threads.net snapchat.com vk.com vk.ru vkontakte.ru ok.ru odnoklassniki.ru t.me telegram.me
    telegram.org wa.me whatsapp.com viber.com dzen.ru rutube.ru xing.com tumblr.com flickr.com vimeo.com reddit.com
    discord.gg discord.com weibo.com weixin.qq.com wechat.com line.me lin.ee kakao.com naver.com bsky.app medium.com
    soundcloud.com mastodon.social behance.net dribbble.com patreon.com twitch.tv
    linktr.ee taplink.cc taplink.ru taplink.ws linkin.bio bio.link beacons.ai lnk.bio allmylinks.com campsite.bio
    carrd.co about.me hipolink.me hipolink.net mssg.me solo.to milkshake.app msha.ke
    ebay.com ebay.de ebay.co.uk amazon.com amazon.de amazon.co.uk amazon.fr amazon.it amazon.es etsy.com alibaba.com
    aliexpress.com ozon.ru wildberries.ru market.yandex.ru avito.ru youla.ru olx.ua olx.pl olx.pt olx.ro allegro.pl
    prom.ua tiu.ru satu.kz kaspi.kz leboncoin.fr kleinanzeigen.de rakuten.co.jp mercadolibre.com mercadolivre.com.br
    shopee.com lazada.com tokopedia.com flipkart.com indiamart.com justdial.com
    tripadvisor.com tripadvisor.co.uk yelp.com foursquare.com booking.com airbnb.com opentable.com thefork.com
    ubereats.com deliveroo.co.uk deliveroo.fr just-eat.co.uk lieferando.de doordash.com grubhub.com wolt.com
    glovoapp.com
        treatwell.de treatwell.co.uk doctolib.fr doctolib.de docplanner.com fresha.com booksy.com
    yclients.com dikidi.net
    trustpilot.com zoon.ru 2gis.ru 2gis.com yell.ru yell.com flamp.ru gelbeseiten.de pagesjaunes.fr paginegialle.it
    europages.com checkatrade.com trustatrader.com houzz.com
    maps.google.com google.com goo.gl business.site sites.google.com docs.google.com forms.gle g.page g.co
    yandex.ru yandex.com yandex.by maps.apple.com apple.com apps.apple.com play.google.com bing.com
    wikipedia.org archive.org hh.ru indeed.com
    """
_SHORTENERS = """
    bit.ly tinyurl.com t.co ow.ly is.gd buff.ly rebrand.ly cutt.ly clck.ru vk.cc goo.su rb.gy shorturl.at
    tiny.cc bl.ink
    lnkd.in amzn.to j.mp s.id v.gd u.to qr.ae short.io t.ly trib.al dlvr.it wp.me surl.li linkd.in maps.app.goo.gl
    qrco.de qr.page me-qr.com
    """
SHARED_HOSTS: dict[str, str] = dict.fromkeys(_PATHS.split(), "path") | dict.fromkeys(
    _SHORTENERS.split(), "none"
)
"""Hosts, with their subdomains, of social networks, link pages, marketplaces, portals and maps (`path`: a page there is
told by its path) and of shorteners (`none`: a short link tells nothing)."""
