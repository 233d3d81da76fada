"""The beginning of a port in Python: it says hello and answers stringToSign.

Each line of standard input is a JSON object. Answer each in one line of standard output, in order, and flush it. The rules are
in vectors/README.md of countersign. Add the other operations, one after the other, to OPS and to the hello.
"""

import json
import platform
import re
import sys


class Refused(Exception):
    """The input breaks a rule. Its text is the reason."""


TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}")
ORIGIN = re.compile(r"[A-Za-z][0-9A-Za-z+.-]*://[0-9A-Za-z._~%!$&'()*+,;=:@\[\]-]+(?=[/?]|\Z)")
TARGET = re.compile(r"/[\x21\x22\x24-\x7e]{0,8191}")
TIMESTAMP = re.compile(r"0|[1-9][0-9]{0,15}")
NONCE = re.compile(r"[0-9A-Za-z-]{1,128}")


def content(value):
    """The bytes of a body. A text comes as its UTF-16BE code units and is sent in UTF-8."""
    if "hex" in value:
        return bytes.fromhex(value["hex"])
    if "repeat" in value:
        return bytes.fromhex(value["repeat"]["hex"]) * value["repeat"]["times"]
    try:
        return bytes.fromhex(value["utf16"]).decode("utf-16-be").encode("utf-8")
    except UnicodeDecodeError:
        raise Refused("body_not_unicode") from None


def check(pattern, text, reason):
    """The text, if all of it has the form. With match() and `$` a line feed at the end would pass."""
    if not pattern.fullmatch(text):
        raise Refused(reason)
    return text


def target_of(url):
    """What a request for this URL sends as its target. No part is normalised."""
    target = url.partition("#")[0]
    origin = ORIGIN.match(target)
    if origin:
        target = target[origin.end() :]
        if not target.startswith("/"):
            target = "/" + target
    return check(TARGET, target, "target_invalid")


def string_to_sign(i):
    method = check(TOKEN, i["method"], "method_invalid").upper()
    target = target_of(i["url"])
    timestamp = check(TIMESTAMP, i["timestamp"], "timestamp_malformed")
    if int(timestamp) > 9007199254740991:
        raise Refused("timestamp_malformed")
    nonce = check(NONCE, i["nonce"], "nonce_malformed")
    return {"hex": (f"{method}\n{target}\n{timestamp}\n{nonce}\n".encode() + content(i["body"])).hex()}


# What an operation returns is the answer's value; ACCEPT is an answer without one.
ACCEPT = object()
OPS = {
    "stringToSign": string_to_sign,
    # parseAuthorization: authType, authorization (an array of header values)
    #   -> {"scheme":"signed","appId","nonce","timestamp","signature"} or {"scheme":"bearer","token"}
    # formatAuthorization: authType, appId, nonce, timestamp, signature; or token alone
    #   -> the header's value
    # sign: privateKey, authType, appId, method, url, timestamp, body, and nonce or times
    #   -> {"method","target","authorization"}; with times an array of so many, each with a fresh nonce
    # verify: edition, authType, maxAge, maxSkew, bodyLimit, keys, tokens, steps
    #   -> for each step {"outcome":"accept","appId"} or {"outcome":"reject","reason"}
    # rsaVerify: key, message, signature
    #   -> accept, or reject for signature_malformed or signature_invalid
    # importKey: use, pem
    #   -> {"bits","fingerprint"}
    # decodeJob: body
    #   -> the job
    # encodeJob: job
    #   -> {"hex"} of a JSON text
    # request: baseUrl, edition, authType, credentials, timestamp, nonce, body
    #   -> {"method","target","headers":[[name, value]],"body":{"hex"}}
}


def run(op, i):
    if op not in OPS:
        return {"outcome": "unsupported"}
    try:
        value = OPS[op](i)
        return {"outcome": "accept"} if value is ACCEPT else {"outcome": "value", "value": value}
    except Refused as refused:
        return {"outcome": "reject", "reason": str(refused)}
    except Exception as error:  # a mistake of the port: it must not look like a refusal
        return {"outcome": "error", "reason": repr(error)}


HELLO = {
    "type": "hello",
    "name": "my-port",
    "version": "1",
    "language": "Python " + platform.python_version(),
    "ops": list(OPS),
    "policies": [],
}

for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "bye":
        break
    if message["type"] == "hello":
        print(json.dumps(HELLO), flush=True)
    if message["type"] == "run":
        print(json.dumps({"seq": message["seq"], **run(message["op"], message["input"])}), flush=True)
