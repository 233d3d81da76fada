# What a client has at hand: the key, the parts of the header, and a signer. Every signed text goes to standard error.
set -eu

# The Base64 signature of standard input; the key's name and the digest are optional.
sign() {
  local text
  text=$(mktemp)
  cat > "$text"
  echo "SIGNED $(base64 -w0 < "$text")" >&2
  openssl dgst "-${2:-sha256}" -sign "$KEYS/${1:-app-1}.pem" "$text" | base64 -w0
  rm "$text"
}

nonce() { openssl rand -hex 16; }

# header SIGNATURE TIMESTAMP NONCE
header() { echo "Authorization: SVC-SHA256-RSA app_id=$APP_ID,nonce_str=$3,timestamp=$2,signature=$1"; }

# authorize METHOD TARGET < BODY
authorize() {
  local timestamp nonce signature
  timestamp=$(date +%s)
  nonce=$(nonce)
  signature=$({ printf '%s\n%s\n%s\n%s\n' "$1" "$2" "$timestamp" "$nonce"; cat; } | sign)
  header "$signature" "$timestamp" "$nonce"
}

json='Content-Type: application/json; charset=UTF-8'
