"""Jobs: JSON read strictly, then the shape. The json module is lenient; each hook here makes one point strict."""

import json
import re
from typing import Any

from scheme import MAX_INTEGER, Refused

MAX_DEPTH = 128

INVALID = "job_invalid"
MALFORMED = "job_malformed"

# Brackets inside a string do not count; an unterminated string runs to the end.
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)
SURROGATE = re.compile(r"[\ud800-\udfff]")


def _in_range(text: str) -> float:
    number = float(text)
    if not abs(number) <= MAX_INTEGER:
        raise Refused(INVALID)
    return number + 0.0  # -0.0 + 0.0 is 0.0


def _integer(text: str) -> int:
    _in_range(text)  # first, since int() takes time that grows with the square of the length
    return int(text)


def _is_whole(text: str) -> bool:
    """Whether the number as written is an integer, whatever its float is: 1.50e1 is, 1.00000000000000000001 is not."""
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).rstrip("0")
    return digits in ("", "-") or len(digits) - len(whole) <= float(exponent or 0)


def _number(text: str) -> int | float:
    """Policy int-spelling: 1.0 and 1e0 are integers."""
    number = _in_range(text)
    return int(number) if _is_whole(text) else number


def _no_constant(_: str) -> None:
    raise Refused(MALFORMED)  # NaN and Infinity


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise Refused(INVALID)
    return members


def _check_depth(text: str) -> None:
    depth = 0
    for token in TOKEN.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise Refused(INVALID)
        elif token[0] in "]}":
            depth -= 1


def _check_surrogates(value: Any) -> None:
    if isinstance(value, str) and SURROGATE.search(value):
        raise Refused(INVALID)
    if isinstance(value, dict):
        for name, member in value.items():
            _check_surrogates(name)
            _check_surrogates(member)
    elif isinstance(value, list):
        for item in value:
            _check_surrogates(item)


def _read(body: bytes) -> Any:
    try:
        text = body.decode("utf-8")  # loads() would guess UTF-16 and UTF-32
        _check_depth(text)  # first, since the reader is recursive
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_number,
            parse_constant=_no_constant,
        )
    except ValueError:  # UnicodeDecodeError and JSONDecodeError are such
        raise Refused(MALFORMED) from None
    _check_surrogates(value)
    return value


# isinstance(True, int) holds.
IS = {
    "integer": lambda v: type(v) is int,
    "number": lambda v: type(v) in (int, float),
    "string": lambda v: type(v) is str,
    "prompts": lambda v: type(v) is list and all(type(p) is dict and type(p.get("text", "")) is str for p in v),
}

PAYLOADS = {
    "INPUT_INITIALIZE": ("inputInitialize", {"seed": "integer", "count": "integer"}),
    "DIFFUSION": (
        "diffusion",
        {
            "width": "integer",
            "height": "integer",
            "prompts": "prompts",
            "steps": "integer",
            "sd_model": "string",
            "clip_skip": "integer",
            "cfg_scale": "number",
        },
    ),
}


def _is_stage(stage: Any) -> bool:
    if type(stage) is not dict or type(stage.get("type")) is not str:
        return False
    if stage["type"] not in PAYLOADS:
        return True  # policy unknown-stage
    mine, fields = PAYLOADS[stage["type"]]
    payload = stage.get(mine)
    return (
        type(payload) is dict
        and not any(other in stage for other, _ in PAYLOADS.values() if other != mine)
        and all(IS[kind](payload[name]) for name, kind in fields.items() if name in payload)
    )


def decode(body: bytes) -> dict[str, Any]:
    job = _read(body)
    if (
        type(job) is not dict
        or type(job.get("request_id")) is not str
        or type(job.get("stages")) is not list
        or not all(map(_is_stage, job["stages"]))
    ):
        raise Refused(INVALID)
    return job


def encode(job: Any) -> bytes:
    """The bytes to sign and to send. The reader checks them first."""
    body = json.dumps(job, separators=(",", ":")).encode("ascii")
    decode(body)
    return body
