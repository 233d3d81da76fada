<?php
/**
 * RSA keys, by PHP's openssl extension. OpenSSL accepts more than the scheme, so a key is encoded again
 * and compared.
 */

declare(strict_types=1);

namespace Countersign;

use OpenSSLAsymmetricKey;

const PEM = '/\A-----BEGIN ([A-Z ]+)-----\r?\n((?:[0-9A-Za-z+\/=]+\r?\n)++)-----END \1-----(?:\r?\n)?\z/';

final class RsaKey
{
    public readonly string $fingerprint;
    public readonly int $signatureLength;

    public function __construct(
        private readonly OpenSSLAsymmetricKey $key,
        private readonly OpenSSLAsymmetricKey $publicHalf,
        public readonly int $bits,
        string $spki,
    ) {
        $this->fingerprint = hash('sha256', $spki);
        $this->signatureLength = intdiv($bits + 7, 8);
    }

    public function verifies(string $message, string $signature): bool
    {
        // 0 is a wrong signature, −1 and false are failures: only 1 is valid.
        return openssl_verify($message, $signature, $this->publicHalf, OPENSSL_ALGO_SHA256) === 1;
    }

    public function sign(string $message): string
    {
        // Only a checked signature shows a private key whose numbers do not match.
        $signed = openssl_sign($message, $signature, $this->key, OPENSSL_ALGO_SHA256);
        return $signed && $this->verifies($message, $signature) ? $signature : throw new Refused('key_invalid');
    }
}

function publicKey(string $pem): RsaKey
{
    [$label, $der] = pemContent($pem, ['PUBLIC KEY', 'RSA PUBLIC KEY']);
    $key = openssl_pkey_get_public(pemOf($label, $der)) ?: throw new Refused('key_invalid');
    $spki = checkedSpki($key, $bits);
    requireSame($der, $spki, $label === 'PUBLIC KEY');
    return new RsaKey($key, $key, $bits, $spki);
}

function privateKey(string $pem): RsaKey
{
    [$label, $der] = pemContent($pem, ['PRIVATE KEY', 'RSA PRIVATE KEY']);
    $der = $label === 'PRIVATE KEY' ? withoutAttributes($der) : $der;
    $key = openssl_pkey_get_private(pemOf($label, $der)) ?: throw new Refused('key_invalid');
    $spki = checkedSpki($key, $bits);
    ['key' => $public, 'rsa' => $numbers] = openssl_pkey_get_details($key);
    // Made of its numbers: OpenSSL writes a key with the version that it read.
    openssl_pkey_export(openssl_pkey_new(['rsa' => $numbers]), $pkcs8);
    requireSame($der, pemContent($pkcs8, ['PRIVATE KEY'])[1], $label === 'PRIVATE KEY');
    $publicHalf = openssl_pkey_get_public($public);
    requireConsistent($numbers, $publicHalf);
    return new RsaKey($key, $publicHalf, $bits, $spki);
}

/**
 * OpenSSL signs with p and q, and with d where that has failed: a damaged number does not show in a signature. So it signs
 * once with d alone, and once with p and q beside a d that signs nothing.
 *
 * @param array<string, string> $numbers
 */
function requireConsistent(array $numbers, OpenSSLAsymmetricKey $publicHalf): void
{
    ['n' => $n, 'e' => $e, 'd' => $d] = $numbers;
    foreach ([['n' => $n, 'e' => $e, 'd' => $d], [...$numbers, 'd' => "\x03"]] as $some) {
        $key = openssl_pkey_new(['rsa' => $some]);
        $signed = $key !== false && openssl_sign('test', $signature, $key, OPENSSL_ALGO_SHA256);
        if (!$signed || openssl_verify('test', $signature, $publicHalf, OPENSSL_ALGO_SHA256) !== 1) {
            throw new Refused('key_invalid');
        }
    }
}

/**
 * @param list<string> $labels
 * @return array{string, string}
 */
function pemContent(string $pem, array $labels): array
{
    if (preg_match(PEM, $pem, $block) !== 1 || !in_array($block[1], $labels, true)) {
        throw new Refused('key_invalid');
    }
    $text = str_replace(["\r", "\n"], '', $block[2]);
    $der = base64_decode($text, true);
    return $der !== false && base64_encode($der) === $text ? [$block[1], $der] : throw new Refused('key_invalid');
}

/** The key for OpenSSL, which reads no line of more than 254 characters. */
function pemOf(string $label, string $der): string
{
    return "-----BEGIN $label-----\n" . chunk_split(base64_encode($der), 64, "\n") . "-----END $label-----\n";
}

/** One element of DER. */
function element(int $tag, string $content): string
{
    $length = strlen($content);
    $digits = $length < 0x80 ? '' : ltrim(pack('N', $length), "\0");
    return chr($tag) . ($digits === '' ? chr($length) : chr(0x80 | strlen($digits)) . $digits) . $content;
}

/**
 * The elements that stand in DER one after the other.
 *
 * @return list<array{int, string}>
 */
function elements(string $der): array
{
    $found = [];
    for ($at = 0; $at < strlen($der); $at = $end) {
        $first = ord($der[$at + 1] ?? "\x80");
        $start = $at + 2 + max(0, $first - 0x80);
        $length = $first < 0x80 ? $first : hexdec(bin2hex(substr($der, $at + 2, $start - $at - 2)));
        $end = $start + (int) min($length, strlen($der));
        $found[] = [ord($der[$at]), substr($der, $start, $end - $start)];
        // Written again and compared: BER allows other lengths.
        if (substr($der, $at, $end - $at) !== element(...end($found))) {
            throw new Refused('key_invalid');
        }
    }
    return $found;
}

/** PKCS#8 may end with a set of attributes (RFC 5208, section 5). OpenSSL drops them, and does not write them again. */
function withoutAttributes(string $pkcs8): string
{
    $whole = elements($pkcs8);
    $members = elements($whole[0][1] ?? '');
    [$last, $attributes] = end($members) ?: [0, ''];
    if ($last !== 0xa0 || count($whole) !== 1) {
        return $pkcs8;
    }
    foreach (elements($attributes) as [$tag]) {
        $tag === 0x30 ?: throw new Refused('key_invalid');
    }
    $plain = array_map(fn(array $member) => element(...$member), array_slice($members, 0, -1));
    return element($whole[0][0], implode('', $plain));
}

/** The public half as SPKI, if it is a plain RSA key of an accepted length and exponent. */
function checkedSpki(OpenSSLAsymmetricKey $key, ?int &$bits): string
{
    $details = openssl_pkey_get_details($key);
    // An id-RSASSA-PSS key is of another type.
    if ($details === false || $details['type'] !== OPENSSL_KEYTYPE_RSA) {
        throw new Refused('key_invalid');
    }
    $bits = $details['bits'];
    ['n' => $modulus, 'e' => $exponent] = $details['rsa']; // without leading zeros
    $fits = strlen($exponent) === 4 || (strlen($exponent) === 3 && strcmp($exponent, "\x01\x00\x01") >= 0);
    $areOdd = (ord(substr($modulus, -1)) & ord(substr($exponent, -1)) & 1) === 1;
    if ($bits < 2048 || $bits > 8192 || !$fits || !$areOdd) {
        throw new Refused('key_invalid');
    }
    return pemContent($details['key'], ['PUBLIC KEY'])[1];
}

/** SPKI and PKCS#8 are a header and the PKCS#1 form; the file holds one or the other. */
function requireSame(string $der, string $written, bool $isWhole): void
{
    if (($der === $written) !== $isWhole || !str_ends_with($written, $der)) {
        throw new Refused('key_invalid');
    }
}
