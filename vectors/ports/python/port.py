"""A port in Python: answers the runs on standard input on standard output, one JSON object a line."""

import base64
import hashlib
import json
import platform
import secrets
import sys
import threading
from typing import Any

sys.dont_write_bytecode = True  # this folder is published as it is

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

import job
import keys
import scheme
from scheme import Bearer, Refused, Signed
from verifier import Request, Verifier, string_to_sign

Json = dict[str, Any]


def content(value: Json) -> bytes:
    """Bytes, or a text in UTF-16 that is to be sent in UTF-8."""
    if "hex" in value:
        return bytes.fromhex(value["hex"])
    if "repeat" in value:
        return bytes.fromhex(value["repeat"]["hex"]) * value["repeat"]["times"]
    try:
        return bytes.fromhex(value["utf16"]).decode("utf-16-be").encode()
    except UnicodeDecodeError:
        raise Refused("body_not_unicode") from None


def value_of(value: Any) -> Json:
    return {"outcome": "value", "value": value}


def trace_of(message: bytes, body: Json, signature_length: int | None = None) -> Json:
    trace: Json = {"sha256": hashlib.sha256(message).hexdigest()}
    if "repeat" not in body:
        trace["stringToSign"] = {"hex": message.hex()}
    if signature_length is not None:
        trace["block"] = keys.padded_block(message, signature_length).hex()
    return trace


def op_string_to_sign(i: Json) -> Json:
    body = content(i["body"])
    message = scheme.checked_string_to_sign(i["method"], i["url"], i["timestamp"], i["nonce"], body)
    return value_of({"hex": message.hex()}) | {"trace": trace_of(message, i["body"])}


def op_parse_authorization(i: Json) -> Json:
    parsed = scheme.parse(i["authorization"], scheme.auth_type_of(i["authType"]))
    if isinstance(parsed, Bearer):
        return value_of({"scheme": "bearer", "token": parsed.token})
    app_id, nonce, timestamp, signature = parsed
    signed = {"appId": app_id, "nonce": nonce, "timestamp": timestamp, "signature": signature}
    return value_of({"scheme": "signed"} | signed)


def op_format_authorization(i: Json) -> Json:
    if "token" in i:
        return value_of(scheme.format_bearer(i["token"]))
    items = Signed(i["appId"], i["nonce"], i["timestamp"], i["signature"])
    return value_of(scheme.format_signed(i["authType"], items))


def signed_header(i: Json, key: RSAPrivateKey, message: bytes, nonce: str) -> str:
    signature = base64.b64encode(keys.sign(key, message)).decode()
    return scheme.format_signed(i["authType"], Signed(i["appId"], nonce, i["timestamp"], signature))


def op_sign(i: Json) -> Json:
    key = keys.private_key(i["privateKey"])
    body = content(i["body"])
    method, target = scheme.method_of(i["method"]), scheme.target_of_url(i["url"])

    def sign(nonce: str) -> tuple[Json, bytes]:
        message = scheme.checked_string_to_sign(method, target, i["timestamp"], nonce, body)
        authorization = signed_header(i, key, message, nonce)
        return {"method": method, "target": target, "authorization": authorization}, message

    if "times" in i:
        return value_of([sign(secrets.token_hex(16))[0] for _ in range(i["times"])])
    request, message = sign(i["nonce"])
    return value_of(request) | {"trace": trace_of(message, i["body"], keys.signature_length(key))}


def trace_of_step(verifier: Verifier, request: Request, body: Json) -> Json | None:
    """The trace of the string to sign, whatever the verdict; none if the string is unknown."""
    try:
        items = scheme.parse(request.authorization, verifier.auth_type)
        if isinstance(items, Bearer):
            return None
        message = string_to_sign(request, items)
    except Refused:
        return None
    fitting = verifier.keys_fitting(items.app_id, scheme.signature_bytes(items.signature))
    return trace_of(message, body, keys.signature_length(fitting[0].key) if fitting else None)


def op_verify(i: Json) -> Json:
    verifier = Verifier(i)
    verdicts = []
    trace = None
    for step in i["steps"]:
        request = Request(
            now=step["now"],
            later=step.get("later", step["now"]),
            method=step["method"],
            target=step["target"],
            authorization=step["authorization"],
            body=content(step["body"]),
            allowed=step.get("allowed", True),
        )
        try:
            verdicts.append({"outcome": "accept", "appId": verifier.verify(request)})
        except Refused as refusal:
            verdicts.append({"outcome": "reject", "reason": refusal.reason})
        if step is i["steps"][-1]:
            trace = trace_of_step(verifier, request, step["body"])
    return value_of(verdicts) | ({"trace": trace} if trace else {})


def op_rsa_verify(i: Json) -> Json:
    key = keys.public_key(i["key"])
    signature = content(i["signature"])
    if len(signature) != keys.signature_length(key):
        raise Refused("signature_malformed")
    if not keys.verifies(key, content(i["message"]), signature):
        raise Refused("signature_invalid")
    return {"outcome": "accept"}


def op_import_key(i: Json) -> Json:
    key = keys.public_key(i["pem"]) if i["use"] == "verify" else keys.private_key(i["pem"]).public_key()
    return value_of({"bits": key.key_size, "fingerprint": keys.fingerprint(key)})


def op_request(i: Json) -> Json:
    target = scheme.target_under(i["baseUrl"])
    credentials = i["credentials"]
    if "token" in credentials and i["edition"] == "mainland":
        raise Refused("bearer_not_offered")
    body = job.encode(i["body"]["job"]) if "job" in i["body"] else content(i["body"])
    if "token" in credentials:
        authorization = scheme.format_bearer(credentials["token"])
    else:
        message = scheme.checked_string_to_sign("POST", target, i["timestamp"], i["nonce"], body)
        key = keys.private_key(credentials["privateKey"])
        authorization = signed_header(i | {"appId": credentials["appId"]}, key, message, i["nonce"])
    headers = [
        ["Content-Type", "application/json; charset=UTF-8"],
        ["Accept", "application/json"],
        ["Authorization", authorization],
    ]
    return value_of({"method": "POST", "target": target, "headers": headers, "body": {"hex": body.hex()}})


OPS = {
    "stringToSign": op_string_to_sign,
    "parseAuthorization": op_parse_authorization,
    "formatAuthorization": op_format_authorization,
    "sign": op_sign,
    "verify": op_verify,
    "rsaVerify": op_rsa_verify,
    "importKey": op_import_key,
    "decodeJob": lambda i: value_of(job.decode(content(i["body"]))),
    "encodeJob": lambda i: value_of({"hex": job.encode(i["job"]).hex()}),
    "request": op_request,
}


def run(message: Json) -> Json:
    op = OPS.get(message["op"])
    if op is None:
        return {"outcome": "unsupported"}
    try:
        return op(message["input"])
    except Refused as refusal:
        return {"outcome": "reject", "reason": refusal.reason}
    except Exception as fault:  # a bug must never look like a verdict
        return {"outcome": "error", "reason": f"{type(fault).__name__}: {fault}"}


def hello() -> Json:
    return {
        "type": "hello",
        "name": "countersign-python",
        "version": "1.0.0",
        "language": f"Python {platform.python_version()}",
        "ops": list(OPS),
        "policies": list(scheme.POLICIES),
        "reasons": "suite",
    }


def main() -> None:
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["type"] == "bye":
            return
        if message["type"] not in ("hello", "run"):
            continue
        answer = hello() if message["type"] == "hello" else {"seq": message["seq"]} | run(message)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    # A job may be nested far too deep, and the json module is recursive: it needs the stack to refuse.
    sys.setrecursionlimit(100_000)
    threading.stack_size(128 * 1024 * 1024)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()
