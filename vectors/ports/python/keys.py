"""RSA keys, by pyca/cryptography. It accepts more than the scheme, so a key is encoded again and compared."""

import base64
import hashlib
import re

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
    load_der_public_key,
)

from scheme import Refused

PEM = re.compile(r"-----BEGIN ([A-Z ]+)-----\r?\n((?:[0-9A-Za-z+/=]+\r?\n)+)-----END \1-----(?:\r?\n)?")

PUBLIC = {"PUBLIC KEY": PublicFormat.SubjectPublicKeyInfo, "RSA PUBLIC KEY": PublicFormat.PKCS1}
PRIVATE = {"PRIVATE KEY": PrivateFormat.PKCS8, "RSA PRIVATE KEY": PrivateFormat.TraditionalOpenSSL}

# DigestInfo of SHA-256 up to the digest (RFC 8017, section 9.2, note 1).
DIGEST_INFO = bytes.fromhex("3031300d060960864801650304020105000420")


def _content(pem: str, labels: dict) -> tuple[str, bytes]:
    block = PEM.fullmatch(pem)
    if not block or block[1] not in labels:
        raise Refused("key_invalid")
    text = block[2].replace("\r", "").replace("\n", "")
    der = base64.b64decode(text, validate=True)
    if base64.b64encode(der).decode() != text:
        raise Refused("key_invalid")
    return block[1], der


def _element(tag: int, content: bytes) -> bytes:
    """One element of DER."""
    length = len(content)
    digits = b"" if length < 0x80 else length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(digits)]) + digits + content if digits else bytes([tag, length]) + content


def _elements(der: bytes) -> list[tuple[int, bytes]]:
    """The elements that stand in DER one after the other: tag and content of each."""
    found = []
    while der:
        start = 2 + max(0, der[1] - 0x80) if len(der) > 1 else 2
        end = start + int.from_bytes(der[2:start] or der[1:2], "big")
        found.append((der[0], der[start:end]))
        # Written again and compared: BER allows other lengths.
        if der[:end] != _element(*found[-1]):
            raise Refused("key_invalid")
        der = der[end:]
    return found


def _without_attributes(pkcs8: bytes) -> bytes:
    """PKCS#8 may end with a set of attributes (RFC 5208, section 5). The library drops them, and does not write them again."""
    [(tag, content)] = _elements(pkcs8)
    *members, (last, attributes) = _elements(content)
    if last != 0xA0 or any(each != 0x30 for each, _ in _elements(attributes)):
        return pkcs8
    return _element(tag, b"".join(_element(*member) for member in members))


def _checked(key: rsa.RSAPublicKey) -> rsa.RSAPublicKey:
    modulus, exponent = key.public_numbers().n, key.public_numbers().e
    if not 2048 <= key.key_size <= 8192 or modulus % 2 == 0:
        raise Refused("key_invalid")
    if not 65537 <= exponent < 2**32 or exponent % 2 == 0:
        raise Refused("key_invalid")
    return key


def public_key(pem: str) -> rsa.RSAPublicKey:
    try:
        label, der = _content(pem, PUBLIC)
        key = load_der_public_key(der)
        # Another algorithm, trailing bytes and a wrong label encode differently.
        if not isinstance(key, rsa.RSAPublicKey) or key.public_bytes(Encoding.DER, PUBLIC[label]) != der:
            raise Refused("key_invalid")
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise Refused("key_invalid") from None
    return _checked(key)


def private_key(pem: str) -> rsa.RSAPrivateKey:
    try:
        label, der = _content(pem, PRIVATE)
        if label == "PRIVATE KEY":
            der = _without_attributes(der)
        # The skipped test takes seconds for a long key, since it also tests the primes.
        key = load_der_private_key(der, password=None, unsafe_skip_rsa_key_validation=True)
        if not isinstance(key, rsa.RSAPrivateKey):
            raise Refused("key_invalid")
        if key.private_bytes(Encoding.DER, PRIVATE[label], NoEncryption()) != der:
            raise Refused("key_invalid")
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise Refused("key_invalid") from None
    _checked(key.public_key())
    if not _is_consistent(key.private_numbers()):
        raise Refused("key_invalid")
    return key


def _is_consistent(key: rsa.RSAPrivateNumbers) -> bool:
    """OpenSSL signs with d where p or dp is damaged, so a test signature does not show it."""
    n, e = key.public_numbers.n, key.public_numbers.e
    if min(key.p, key.q) < 2 or key.p * key.q != n:
        return False
    return all(
        product % modulus == 1
        for product, modulus in (
            (e * key.d, key.p - 1),
            (e * key.d, key.q - 1),
            (e * key.dmp1, key.p - 1),
            (e * key.dmq1, key.q - 1),
            (key.q * key.iqmp, key.p),
        )
    )


def fingerprint(key: rsa.RSAPublicKey) -> str:
    return hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).hexdigest()


def signature_length(key: rsa.RSAPublicKey | rsa.RSAPrivateKey) -> int:
    return (key.key_size + 7) // 8


def sign(key: rsa.RSAPrivateKey, message: bytes) -> bytes:
    try:
        signature = key.sign(message, PKCS1v15(), SHA256())
    except ValueError:
        raise Refused("key_invalid") from None
    # Only a test signature shows numbers that do not match.
    if not verifies(key.public_key(), message, signature):
        raise Refused("key_invalid")
    return signature


def verifies(key: rsa.RSAPublicKey, message: bytes, signature: bytes) -> bool:
    try:
        key.verify(signature, message, PKCS1v15(), SHA256())
    except InvalidSignature:
        return False
    return True


def padded_block(message: bytes, length: int) -> bytes:
    """The block of a signature of this length (EMSA-PKCS1-v1_5): to be shown, never to verify with."""
    end = DIGEST_INFO + hashlib.sha256(message).digest()
    return b"\x00\x01" + b"\xff" * (length - len(end) - 3) + b"\x00" + end
