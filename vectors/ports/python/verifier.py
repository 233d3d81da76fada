"""The verifier. The order of its checks decides the reason, and keeps unauthenticated callers away from the nonces."""

import hashlib
import math
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

import keys
import scheme
from scheme import Refused

MAX_KEYS_PER_APP = 4


class RegisteredKey(NamedTuple):
    key: RSAPublicKey
    fingerprint: str
    not_before: float
    not_after: float
    revoked: bool

    def is_valid(self, now: int) -> bool:
        return not self.revoked and self.not_before <= now <= self.not_after


class Request(NamedTuple):
    now: float
    later: float
    method: str
    target: str
    authorization: list[str]
    body: bytes
    allowed: bool


def string_to_sign(request: Request, items: scheme.Signed) -> bytes:
    method = scheme.method_of(request.method)  # policy method-case: a lower-case one on the wire is taken
    target = scheme.target_of(request.target)
    return scheme.string_to_sign(method, target, items.timestamp, items.nonce, request.body)


class Verifier:
    def __init__(self, settings: dict[str, Any]) -> None:
        self.edition: str = settings["edition"]
        self.auth_type = scheme.auth_type_of(settings["authType"])
        self.max_age: int = settings["maxAge"]
        self.max_skew: int = settings["maxSkew"]
        self.body_limit: int = settings["bodyLimit"]
        self.keys = self._key_ring(settings["keys"])
        # By digest, so that the time of a look-up reveals nothing about the tokens.
        tokens = settings["tokens"]
        self.tokens = None if tokens is None else {_digest(t["token"]): t["appId"] for t in tokens}
        self.claimed: set[tuple[str, str]] = set()

    @staticmethod
    def _key_ring(entries: list[dict[str, Any]]) -> dict[str, list[RegisteredKey]]:
        ring: dict[str, list[RegisteredKey]] = {}
        owners: dict[str, str] = {}
        for entry in entries:
            key = keys.public_key(entry["key"])
            fingerprint = keys.fingerprint(key)
            # The app id is not signed: with a shared key, one app could pass for the other.
            if owners.setdefault(fingerprint, entry["appId"]) != entry["appId"]:
                raise Refused("key_invalid")
            registered = RegisteredKey(
                key,
                fingerprint,
                entry.get("notBefore", -math.inf),
                entry.get("notAfter", math.inf),
                entry.get("revoked", False),
            )
            held = ring.setdefault(entry["appId"], [])
            if len(held) == MAX_KEYS_PER_APP:
                raise Refused("key_invalid")
            held.append(registered)
        return ring

    def keys_fitting(self, app_id: str, signature: bytes) -> list[RegisteredKey]:
        return [k for k in self.keys.get(app_id, []) if keys.signature_length(k.key) == len(signature)]

    def verify(self, request: Request) -> str:
        """The app that the request comes from."""
        form, line = scheme.opening(request.authorization, self.auth_type)
        return self._verify_signed(request, line) if form is scheme.Signed else self._verify_bearer(request, line)

    def _verify_signed(self, request: Request, line: str) -> str:
        items = scheme.parse_signed(line)
        self._check_freshness(items.timestamp, request.now)
        message = string_to_sign(request, items)
        if items.app_id not in self.keys:
            raise Refused("app_unknown")
        self._check_body(request)
        signature = scheme.signature_bytes(items.signature)
        candidates = self.keys_fitting(items.app_id, signature)
        if not candidates:
            raise Refused("signature_malformed")
        signer = next((k for k in candidates if keys.verifies(k.key, message, signature)), None)
        if signer is None:
            raise Refused("signature_invalid")
        now = math.floor(request.later)
        # A key may stand twice, with two validities.
        if not any(k.fingerprint == signer.fingerprint and k.is_valid(now) for k in candidates):
            raise Refused("key_revoked")
        if not request.allowed:
            raise Refused("app_forbidden")
        self._check_freshness(items.timestamp, request.later)
        # By key, since the app id is not signed; last, so that no refused request uses up a nonce.
        claim = (signer.fingerprint, items.nonce)
        if claim in self.claimed:
            raise Refused("nonce_replayed")
        self.claimed.add(claim)
        return items.app_id

    def _verify_bearer(self, request: Request, line: str) -> str:
        if self.edition == "mainland" or self.tokens is None:
            raise Refused("bearer_not_offered")
        token = scheme.parse_bearer(line).token
        scheme.method_of(request.method)
        scheme.target_of(request.target)
        app_id = self.tokens.get(_digest(token))
        if app_id is None:
            raise Refused("token_unknown")
        if not request.allowed:
            raise Refused("app_forbidden")
        self._check_body(request)
        return app_id

    def _check_freshness(self, timestamp: str, clock: float) -> None:
        now = math.floor(clock)
        if int(timestamp) < now - self.max_age:
            raise Refused("timestamp_expired")
        if int(timestamp) > now + self.max_skew:
            raise Refused("timestamp_in_future")

    def _check_body(self, request: Request) -> None:
        if len(request.body) > self.body_limit:
            raise Refused("body_too_large")


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
