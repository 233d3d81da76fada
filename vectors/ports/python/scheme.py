"""The rules of the scheme: each part's own, the string to sign, and the Authorization header in both directions.

Parts are matched with fullmatch, because `$` also matches before a last line feed. Patterns name their characters,
because `\\d`, str.isdigit and int() take the digits of every script.
"""

import base64
import ipaddress
import re
from typing import NamedTuple

POLICIES = ("appid-alias", "scheme-case", "method-case", "unknown-stage", "int-spelling")

MAX_INTEGER = 2**53 - 1
MAX_HEADER = 8192
MAX_NONCE = 128
MAX_APP_ID = 128


class Refused(Exception):
    """A rule is broken; the reason names it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Signed(NamedTuple):
    app_id: str
    nonce: str
    timestamp: str
    signature: str


class Bearer(NamedTuple):
    token: str


TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
AUTH_TYPE = re.compile(r"(?!(?i:bearer)\Z)[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}")
TARGET = re.compile(r"/[\x21\x22\x24-\x7e]{0,8191}")
ORIGIN = re.compile(r"[A-Za-z][0-9A-Za-z+.-]*://[0-9A-Za-z._~%!$&'()*+,;=:@\[\]-]+(?=[/?]|\Z)")
TIMESTAMP = re.compile(r"0|[1-9][0-9]{0,15}")
NONCE = re.compile(rf"[0-9A-Za-z-]{{1,{MAX_NONCE}}}")
APP_ID = re.compile(rf"[0-9A-Za-z._~-]{{1,{MAX_APP_ID}}}")
TOKEN68 = re.compile(r"[0-9A-Za-z._~+/-]+=*")

OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
IPV4 = re.compile(rf"{OCTET}(?:\.{OCTET}){{3}}")
ENDS_IN_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0[Xx][0-9A-Fa-f]*)")
LOOPBACK = re.compile(rf"localhost|127(?:\.{OCTET}){{3}}|\[::1\]", re.IGNORECASE | re.ASCII)
BASE_URL = re.compile(
    r"(?P<scheme>https?)://"
    r"(?P<host>[0-9A-Za-z](?:[0-9A-Za-z._-]*[0-9A-Za-z])?|\[[0-9A-Fa-f:.]+\])"
    r"(?::0*(?P<port>[0-9]{1,5}))?"
    r"(?P<path>(?:/[^?#]*)?)",
    re.IGNORECASE | re.ASCII,
)


def _matching(pattern: re.Pattern[str], text: str, reason: str) -> str:
    if not pattern.fullmatch(text):
        raise Refused(reason)
    return text


def method_of(text: str) -> str:
    if len(text) > 32:
        raise Refused("method_invalid")
    # str.upper() turns `ſ` into S, but the matched text is ASCII.
    return _matching(TOKEN, text, "method_invalid").upper()


def target_of(text: str) -> str:
    """A target as it is received. It is not parsed as a URL: every URL parser normalises something."""
    origin = ORIGIN.match(text)
    if origin:
        rest = text[origin.end() :]
        text = rest if rest.startswith("/") else "/" + rest
    return _matching(TARGET, text, "target_invalid")


def target_of_url(url: str) -> str:
    return target_of(url.partition("#")[0])


def is_host(host: str) -> bool:
    if host.startswith("["):
        try:
            return ipaddress.IPv6Address(host[1:-1]) is not None
        except ValueError:
            return False
    # URL parsers read such a name as an IPv4 address, 051 as octal, and fill in what is missing.
    return not ENDS_IN_NUMBER.fullmatch(host) or IPV4.fullmatch(host) is not None


def target_under(base_url: str) -> str:
    """The target to which jobs are submitted."""
    base = BASE_URL.fullmatch(base_url)
    if not base or not is_host(base["host"]):
        raise Refused("base_url_invalid")
    if base["port"] is not None and not 1 <= int(base["port"]) <= 65535:
        raise Refused("base_url_invalid")
    if base["scheme"].lower() == "http" and not LOOPBACK.fullmatch(base["host"]):
        raise Refused("base_url_invalid")
    return _matching(TARGET, base["path"].rstrip("/") + "/v1/jobs", "base_url_invalid")


def timestamp_of(text: str, reason: str = "timestamp_malformed") -> str:
    if int(_matching(TIMESTAMP, text, reason)) > MAX_INTEGER:
        raise Refused(reason)
    return text


def signature_bytes(text: str) -> bytes:
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError:
        raise Refused("signature_malformed") from None
    # Decoders accept other spellings, such as spare bits, so the bytes are encoded again and compared.
    if not raw or base64.b64encode(raw).decode() != text:
        raise Refused("signature_malformed")
    return raw


def string_to_sign(method: str, target: str, timestamp: str, nonce: str, body: bytes) -> bytes:
    """Joins checked parts. None of them holds a line feed, so no two requests share a string."""
    return f"{method}\n{target}\n{timestamp}\n{nonce}\n".encode("ascii") + body


def checked_string_to_sign(method: str, url: str, timestamp: str, nonce: str, body: bytes) -> bytes:
    return string_to_sign(
        method_of(method),
        target_of_url(url),
        timestamp_of(timestamp),
        _matching(NONCE, nonce, "nonce_malformed"),
        body,
    )


def auth_type_of(text: str) -> str:
    return _matching(AUTH_TYPE, text, "auth_type_malformed")


def opening(lines: list[str], auth_type: str) -> tuple[type[Signed] | type[Bearer], str]:
    """The one Authorization line, and which of the two forms it has."""
    if not lines:
        raise Refused("authorization_missing")
    if len(lines) > 1:
        raise Refused("authorization_multiple")
    word = lines[0].partition(" ")[0]
    if not word:
        raise Refused("authorization_malformed")
    # Policy scheme-case. Beyond ASCII, lower() maps other letters to these.
    if word.isascii() and word.lower() == auth_type.lower():
        return Signed, lines[0]
    if word.isascii() and word.lower() == "bearer":
        return Bearer, lines[0]
    raise Refused("scheme_unsupported")


def _after_first_space(line: str) -> str:
    space = line.find(" ")
    if len(line) > MAX_HEADER or space < 0:
        raise Refused("authorization_malformed")
    return line[space + 1 :]


KEYS = ("app_id", "nonce_str", "timestamp", "signature")


def parse_signed(line: str) -> Signed:
    items: dict[str, str] = {}
    for item in _after_first_space(line).lstrip(" ").split(","):
        key, _, value = item.partition("=")
        if key == "appid":  # policy appid-alias
            key = "app_id"
        if key not in KEYS or key in items or not value or '"' in value:
            raise Refused("authorization_malformed")
        items[key] = value
    if len(items) < len(KEYS):
        raise Refused("authorization_malformed")
    _matching(APP_ID, items["app_id"], "authorization_malformed")
    _matching(NONCE, items["nonce_str"], "authorization_malformed")
    timestamp_of(items["timestamp"], "authorization_malformed")
    signature_bytes(items["signature"])
    return Signed(*(items[key] for key in KEYS))


def parse_bearer(line: str) -> Bearer:
    return Bearer(_matching(TOKEN68, _after_first_space(line), "authorization_malformed"))


def parse(lines: list[str], auth_type: str) -> Signed | Bearer:
    form, line = opening(lines, auth_type)
    return parse_signed(line) if form is Signed else parse_bearer(line)


def format_signed(auth_type: str, items: Signed) -> str:
    auth_type_of(auth_type)
    _matching(APP_ID, items.app_id, "app_id_malformed")
    _matching(NONCE, items.nonce, "nonce_malformed")
    timestamp_of(items.timestamp)
    signature_bytes(items.signature)
    line = f"{auth_type} " + ",".join(f"{key}={value}" for key, value in zip(KEYS, items, strict=True))
    if len(line) > MAX_HEADER:
        raise Refused("header_too_long")
    return line


def format_bearer(token: str) -> str:
    line = "Bearer " + _matching(TOKEN68, token, "token_malformed")
    if len(line) > MAX_HEADER:
        raise Refused("token_malformed")
    return line
