"""What a client has at hand: the key, the parts of the header, and a signer. Every signed text goes to standard error."""
import base64
import os
import sys
import time
import uuid

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

BASE_URL = os.environ["BASE_URL"]
EDGE_URL = os.environ["EDGE_URL"]
APP_ID = os.environ["APP_ID"]


def load_key(name="app-1"):
    with open(os.path.join(os.environ["KEYS"], f"{name}.pem"), "rb") as file:
        return serialization.load_pem_private_key(file.read(), None)


def note(text):
    sys.stderr.write(f"SIGNED {base64.b64encode(text).decode()}\n")


def rsa(text, key="app-1", pad=None, digest=None):
    note(text)
    return load_key(key).sign(text, pad or padding.PKCS1v15(), digest or hashes.SHA256())


def sign(text, key="app-1"):
    return base64.b64encode(rsa(text.encode() if isinstance(text, str) else text, key)).decode()


def header(signature, timestamp, nonce, app_id=APP_ID):
    return f"SVC-SHA256-RSA app_id={app_id},nonce_str={nonce},timestamp={timestamp},signature={signature}"


def authorize(method, target, body=b"", key="app-1", app_id=APP_ID):
    """The header of one request."""
    timestamp, nonce = str(int(time.time())), str(uuid.uuid4())
    content = body.encode() if isinstance(body, str) else body
    text = "\n".join([method, target, timestamp, nonce, ""]).encode() + content
    return header(sign(text, key), timestamp, nonce, app_id)
