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
CASES = {case["id"]: case for case in map(json.loads, (SUITE / "flat.jsonl").open(encoding="utf-8"))}
KNOWN_FILE = os.environ.get("KNOWN_FAILURES") or os.devnull  # as for `conform --known-failures`
KNOWN = {known["id"]: known for known in json.loads(pathlib.Path(KNOWN_FILE).read_text("utf-8") or "[]")}


def answer(op: str, given: port.Json) -> port.Json:
    return port.run({"op": op, "input": given})


def judged(value: Any) -> Any:
    """The part of a value that counts: a header's items may come in any order, and reasons are the port's own."""
    if isinstance(value, str):
        return sorted(re.split("[ ,]+", value)) if "nonce_str=" in value else value
    if isinstance(value, list):
        return [judged(item) for item in value]
    return {name: judged(value[name]) for name in value.keys() - {"reason", "text"}} if isinstance(value, dict) else value


@pytest.mark.parametrize("name", CASES)
def test_vectors(name: str, request: pytest.FixtureRequest) -> None:
    if name in KNOWN:
        request.applymarker(pytest.mark.xfail(strict=True, reason=KNOWN[name]["reason"]))
    op, given, want = CASES[name]["op"], CASES[name]["input"], CASES[name]["expect"]
    if want.get("policy", port.scheme.POLICIES[0]) not in port.scheme.POLICIES:  # undeclared means refuse
        no = {"outcome": "reject"}
        want = want | {"value": [*want["value"][:-1], no]} if op == "verify" else no
    assert (got := answer(op, given))["outcome"] == want["outcome"], got
    if op == "decodeJob" or "value" not in got:
        assert got.get("value") == want.get("value")
    elif op == "encodeJob":  # any text that decodes to the job
        assert answer("decodeJob", {"body": got["value"]})["value"] == want["value"]
    elif op == "request" and "job" in given["body"]:  # any text of the job, sent as other cases send it
        assert answer("decodeJob", got["value"])["value"] == given["body"]["job"]
        assert got["value"] == answer("request", given | {"body": got["value"]["body"]})["value"]
    elif "times" in given:  # as other cases sign, each with another nonce
        nonces = [re.search("nonce_str=([^,]*)", one["authorization"])[1] for one in got["value"]]
        assert len(set(nonces)) == given.pop("times")
        assert got["value"] == [answer("sign", given | {"nonce": nonce})["value"] for nonce in nonces]
    else:
        assert judged(got["value"]) == judged(want["value"])


def test_known_failures_are_cases_and_in_time() -> None:
    assert KNOWN.keys() <= CASES.keys()
    assert all(datetime.date.today().isoformat() <= known["expires"] for known in KNOWN.values())
