"""Each case of the vectors as a test of pytest, named by its id: `python3 -m pytest -k target/`."""

import datetime
import json
import os
import pathlib
import re
import sys
from typing import Any

import port
import pytest

sys.setrecursionlimit(100_000)  # the readers of JSON are recursive
SUITE = pathlib.Path(os.environ.get("VECTORS") or pathlib.Path(__file__).parents[2])
GENERATED = pathlib.Path(os.environ.get("GENERATED") or SUITE / "generated.jsonl")
FILES = [SUITE / "flat.jsonl", *([GENERATED] if GENERATED.exists() else [])]
CASES = {case["id"]: case for file in FILES for case in map(json.loads, file.open(encoding="utf-8"))}
KNOWN_FILE = os.environ.get("KNOWN_FAILURES") or os.devnull  # as for `conform --known-failures`
KNOWN = {known["id"]: known for known in json.loads(pathlib.Path(KNOWN_FILE).read_text("utf-8") or "[]")}


def answer(op: str, given: port.Json) -> Any:
    return port.run({"op": op, "input": given})


def plain(value: Any) -> Any:
    """A value without what is free: texts beside bytes, and reasons."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    free = "text" if isinstance(value, dict) and "hex" in value else "reason"
    return {name: plain(value[name]) for name in value if name != free} if isinstance(value, dict) else value


@pytest.mark.parametrize("name", CASES)
def test_vectors(name: str, request: pytest.FixtureRequest) -> None:
    if name in KNOWN:
        request.applymarker(pytest.mark.xfail(strict=True, reason=KNOWN[name]["reason"]))
    op, given, want = CASES[name]["op"], CASES[name]["input"], CASES[name]["expect"]
    got = answer(op, given)
    if "policy" in want and want["policy"] not in port.scheme.POLICIES:  # undeclared means refuse
        no = {"outcome": "reject"}
        want = want | {"value": [*want["value"][:-1], no]} if op == "verify" else no
    assert got["outcome"] == want["outcome"], got
    right, value = want.get("value"), got.get("value")
    if op == "encodeJob":  # any text that decodes to the job
        value = answer("decodeJob", {"body": value}).get("value")
    elif op == "request" and "job" in given["body"]:  # any text of the job, sent as other cases send it
        right = answer(op, given | {"body": answer("encodeJob", given["body"]).get("value")}).get("value")
    elif "times" in given:  # so many nonces
        value, right = len(set(re.findall("nonce_str=[^,]*", str(value)))), given["times"]
    assert value == right if "Job" in op else plain(value) == plain(right)


def test_all_cases_are_here_and_known_failures_in_time() -> None:
    assert json.loads((SUITE / "manifest.json").read_text("utf-8"))["count"] <= len(CASES)
    assert KNOWN.keys() <= CASES.keys()
    assert all(datetime.date.today().isoformat() <= known["expires"] for known in KNOWN.values())
