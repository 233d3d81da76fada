"""The op `accumulate`: one digest over the results of many generated inputs."""

import base64
import hashlib
import string
from collections.abc import Iterator, Sequence

import keys
import scheme
from scheme import Refused

METHODS = ("GET", "POST", "put", "Patch", "DELETE", "options", "x-custom", "PROPFIND")
PREFIXES = ("", "https://jobs.example", "HTTP://user@[::1]:8443")
SUFFIXES = ("", "#part")
VISIBLE = "".join(chr(c) for c in range(0x21, 0x7F) if c != ord("#"))
ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase + "-"
APP_ID_ALPHABET = ALPHABET + "._~"
MUTANTS = "!#%&*+-./:;=?@_~09Az"
AUTH_TYPE = "SVC-SHA256-RSA"


class Stream:
    """The bytes of one input."""

    def __init__(self, seed: str, i: int) -> None:
        self._name = f"{seed}/{i}/"
        self._block = 0
        self._bytes = b""

    def take(self, n: int) -> bytes:
        while len(self._bytes) < n:
            self._bytes += hashlib.sha256(f"{self._name}{self._block}".encode()).digest()
            self._block += 1
        taken, self._bytes = self._bytes[:n], self._bytes[n:]
        return taken

    def unsigned(self, n: int) -> int:
        return int.from_bytes(self.take(n), "big")

    def u8(self) -> int:
        return self.unsigned(1)

    def u16(self) -> int:
        return self.unsigned(2)

    def u32(self) -> int:
        return self.unsigned(4)

    def pick(self, choices: Sequence[str]) -> str:
        return choices[self.u16() % len(choices)]

    def text(self, n: int, alphabet: str) -> str:
        return "".join(alphabet[byte % len(alphabet)] for byte in self.take(n))


def _strings(seed: str, count: int) -> Iterator[bytes]:
    for i in range(count):
        s = Stream(seed, i)
        method = s.pick(METHODS)
        prefix = s.pick(PREFIXES)
        target = "/" + s.text(s.u16() % 48, VISIBLE)
        suffix = s.pick(SUFFIXES)
        timestamp = str(s.u32())
        nonce = s.text(1 + s.u8() % scheme.MAX_NONCE, ALPHABET)
        body = s.take(s.u16() % 256)
        yield scheme.checked_string_to_sign(method, prefix + target + suffix, timestamp, nonce, body)


def _line(s: Stream) -> str:
    items = [
        ("app_id", s.text(1 + s.u8() % 24, APP_ID_ALPHABET)),
        ("nonce_str", s.text(1 + s.u8() % 48, ALPHABET)),
        ("timestamp", str(s.u32())),
        ("signature", base64.b64encode(s.take(1 + s.u8() % 48)).decode()),
    ]
    items = [items.pop(s.u8() % len(items)) for _ in range(4)]
    auth_type, before, comma, after = AUTH_TYPE, "", ",", ""
    k = s.u8() % 16
    if k in (6, 7, 8):
        item = s.u8() % 4
        key, value = items[item]
        p = s.u16() % len(value)
        m = s.pick(MUTANTS)
        middle = {6: "", 7: m + value[p], 8: m}[k]
        items[item] = (key, value[:p] + middle + value[p + 1 :])
    elif k == 9:
        del items[s.u8() % 4]
    elif k == 10:
        items.append(items[s.u8() % 4])
    elif k == 11:
        item = s.u8() % 4
        items[item] = (items[item][0], "")
    elif k == 12:
        before = ","
    elif k == 13:
        after = ","
    elif k == 14:
        auth_type = "SVC-SHA256-RSA2"
    elif k == 15:
        comma = ",,"
    return f"{auth_type} {before}{comma.join(f'{key}={value}' for key, value in items)}{after}"


def _verdicts(seed: str, count: int) -> Iterator[bytes]:
    for i in range(count):
        try:
            items = scheme.parse([_line(Stream(seed, i))], AUTH_TYPE)
            yield "".join(f"{part}\n" for part in items).encode()
        except Refused:
            yield b"reject\n"


def accumulate(run: str, seed: str, count: int, private_key: str | None = None) -> str:
    digest = hashlib.sha256()
    if run == "signatures":
        if private_key is None:
            raise ValueError("the run `signatures` needs a private key")
        key = keys.private_key(private_key)
        for text in _strings(seed, count):
            digest.update(keys.sign(key, text))
    else:
        for result in {"strings": _strings, "headers": _verdicts}[run](seed, count):
            digest.update(hashlib.sha256(result).digest())
    return digest.hexdigest()
