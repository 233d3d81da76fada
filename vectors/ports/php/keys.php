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
    $key = openssl_pkey_get_public($pem) ?: throw new Refused('key_invalid');
    $spki = checkedSpki($key, $bits);
    requireSame($der, $spki, $label === 'PUBLIC KEY');
    return new RsaKey($key, $key, $bits, $spki);
}

function privateKey(string $pem): RsaKey
{
    [$label, $der] = pemContent($pem, ['PRIVATE KEY', 'RSA PRIVATE KEY']);
    $key = openssl_pkey_get_private($pem) ?: throw new Refused('key_invalid');
    $spki = checkedSpki($key, $bits);
    openssl_pkey_export($key, $pkcs8);
    requireSame($der, pemContent($pkcs8, ['PRIVATE KEY'])[1], $label === 'PRIVATE KEY');
    ['key' => $public, 'rsa' => $numbers] = openssl_pkey_get_details($key);
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
