<?php
/**
 * The rules of the scheme: each part's own, the string to sign, and the Authorization header in both directions.
 *
 * Every pattern ends with \z, because $ also matches before a last line feed, and every comparison is ===.
 */

declare(strict_types=1);

namespace Countersign;

const MAX_INTEGER = 9007199254740991;
const MAX_HEADER = 8192;
const MAX_NONCE = 128;
const MAX_APP_ID = 128;
const ITEMS = ['app_id', 'nonce_str', 'timestamp', 'signature'];

const TOKEN = '/\A[!#$%&\'*+.^_`|~0-9A-Za-z-]+\z/';
const TARGET = '/\A\/[\x21\x22\x24-\x7e]{0,8191}\z/';
const ORIGIN = '/\A[A-Za-z][0-9A-Za-z+.-]*:\/\/[0-9A-Za-z._~%!$&\'()*+,;=:@\[\]-]+(?=[\/?]|\z)/';
const TIMESTAMP = '/\A(?:0|[1-9][0-9]{0,15})\z/';
const NONCE = '/\A[0-9A-Za-z-]{1,' . MAX_NONCE . '}\z/';
const APP_ID = '/\A[0-9A-Za-z._~-]{1,' . MAX_APP_ID . '}\z/';
const TOKEN68 = '/\A[0-9A-Za-z._~+\/-]+=*\z/';
const HOST = '[0-9A-Za-z](?:[0-9A-Za-z._-]*[0-9A-Za-z])?|\[[0-9A-Fa-f:.]+\]';
const NUMBER_AT_END = '/(?:\A|\.)(?:[0-9]+|0x[0-9a-f]*)\z/i';
const BASE_URL = '/\A(https?):\/\/(' . HOST . ')(?::0*([0-9]{1,5}))?(\/[^?#]*)?\z/i';
const LOOPBACK = '/\A(?:localhost|127(?:\.(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])){3}|\[::1\])\z/i';

/** A rule is broken; the message names it. */
final class Refused extends \Exception
{
}

/** The four items, as text. */
final class Signed
{
    public function __construct(
        public readonly string $appId,
        public readonly string $nonce,
        public readonly string $timestamp,
        public readonly string $signature,
    ) {
    }
}

final class Bearer
{
    public function __construct(public readonly string $token)
    {
    }
}

function matching(string $pattern, string $text, string $reason): string
{
    if (preg_match($pattern, $text) !== 1) {
        throw new Refused($reason);
    }
    return $text;
}

function methodOf(string $text): string
{
    if (strlen($text) > 32) {
        throw new Refused('method_invalid');
    }
    return strtoupper(matching(TOKEN, $text, 'method_invalid'));
}

/** A target as it is received. parse_url() would lose a bare `?` and refuse `//`. */
function targetOf(string $text): string
{
    if (preg_match(ORIGIN, $text, $origin) === 1) {
        $rest = substr($text, strlen($origin[0]));
        $text = str_starts_with($rest, '/') ? $rest : "/$rest";
    }
    return matching(TARGET, $text, 'target_invalid');
}

function targetOfUrl(string $url): string
{
    return targetOf(explode('#', $url, 2)[0]);
}

/** URL parsers read a name that ends in a number as an IPv4 address, 051 as octal. */
function isHost(string $host): bool
{
    if (str_starts_with($host, '[')) {
        return filter_var(substr($host, 1, -1), FILTER_VALIDATE_IP, FILTER_FLAG_IPV6) !== false;
    }
    return preg_match(NUMBER_AT_END, $host) !== 1 || filter_var($host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4) !== false;
}

/** The target to which jobs are submitted. */
function targetUnder(string $baseUrl): string
{
    if (preg_match(BASE_URL, $baseUrl, $base, PREG_UNMATCHED_AS_NULL) !== 1) {
        throw new Refused('base_url_invalid');
    }
    [, $scheme, $host, $port, $path] = $base;
    $portFits = $port === null || ((int) $port >= 1 && (int) $port <= 65535);
    if (!$portFits || !isHost($host) || (strtolower($scheme) === 'http' && preg_match(LOOPBACK, $host) !== 1)) {
        throw new Refused('base_url_invalid');
    }
    return matching(TARGET, rtrim($path ?? '', '/') . '/v1/jobs', 'base_url_invalid');
}

function timestampOf(string $text, string $reason = 'timestamp_malformed'): string
{
    if ((int) matching(TIMESTAMP, $text, $reason) > MAX_INTEGER) {
        throw new Refused($reason);
    }
    return $text;
}

function signatureBytes(string $text): string
{
    $bytes = base64_decode($text, true);
    // Strict decoding still accepts white space, other padding and spare bits, so the bytes are encoded again and compared.
    if ($bytes === false || $bytes === '' || base64_encode($bytes) !== $text) {
        throw new Refused('signature_malformed');
    }
    return $bytes;
}

function stringToSign(string $method, string $url, string $timestamp, string $nonce, string $body): string
{
    $parts = [
        methodOf($method),
        targetOfUrl($url),
        timestampOf($timestamp),
        matching(NONCE, $nonce, 'nonce_malformed'),
        $body,
    ];
    return implode("\n", $parts);
}

/**
 * The one Authorization line, and whether it is a token's.
 *
 * @param list<string> $lines
 * @return array{bool, string}
 */
function opening(array $lines, string $authType): array
{
    if (count($lines) !== 1) {
        throw new Refused($lines === [] ? 'authorization_missing' : 'authorization_multiple');
    }
    return match (explode(' ', $lines[0], 2)[0]) {
        $authType => [false, $lines[0]],
        'Bearer' => [true, $lines[0]],
        '' => throw new Refused('authorization_malformed'),
        default => throw new Refused('scheme_unsupported'),
    };
}

function afterFirstSpace(string $line): string
{
    $space = strpos($line, ' ');
    if (strlen($line) > MAX_HEADER || $space === false) {
        throw new Refused('authorization_malformed');
    }
    return substr($line, $space + 1);
}

function parseSigned(string $line): Signed
{
    $items = [];
    foreach (explode(',', ltrim(afterFirstSpace($line), ' ')) as $item) {
        [$key, $value] = [...explode('=', $item, 2), ''];
        if (!in_array($key, ITEMS, true) || isset($items[$key]) || $value === '' || str_contains($value, '"')) {
            throw new Refused('authorization_malformed');
        }
        $items[$key] = $value;
    }
    if (count($items) < count(ITEMS)) {
        throw new Refused('authorization_malformed');
    }
    matching(APP_ID, $items['app_id'], 'authorization_malformed');
    matching(NONCE, $items['nonce_str'], 'authorization_malformed');
    timestampOf($items['timestamp'], 'authorization_malformed');
    signatureBytes($items['signature']);
    return new Signed($items['app_id'], $items['nonce_str'], $items['timestamp'], $items['signature']);
}

function parseBearer(string $line): Bearer
{
    return new Bearer(matching(TOKEN68, afterFirstSpace($line), 'authorization_malformed'));
}

/** @param list<string> $lines */
function parseAuthorization(array $lines, string $authType): Signed|Bearer
{
    [$isBearer, $line] = opening($lines, $authType);
    return $isBearer ? parseBearer($line) : parseSigned($line);
}

/** A configured auth type, whether headers are written or read with it. */
function authTypeOf(string $text): string
{
    if (strlen($text) > 64 || strtolower($text) === 'bearer') {
        throw new Refused('auth_type_malformed');
    }
    return matching(TOKEN, $text, 'auth_type_malformed');
}

function formatSigned(string $authType, Signed $items): string
{
    authTypeOf($authType);
    matching(APP_ID, $items->appId, 'app_id_malformed');
    matching(NONCE, $items->nonce, 'nonce_malformed');
    timestampOf($items->timestamp);
    signatureBytes($items->signature);
    $line = "$authType app_id=$items->appId,nonce_str=$items->nonce"
        . ",timestamp=$items->timestamp,signature=$items->signature";
    return strlen($line) <= MAX_HEADER ? $line : throw new Refused('header_too_long');
}

function formatBearer(string $token): string
{
    $line = 'Bearer ' . matching(TOKEN68, $token, 'token_malformed');
    return strlen($line) <= MAX_HEADER ? $line : throw new Refused('token_malformed');
}
