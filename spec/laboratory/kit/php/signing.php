<?php
// What a client has at hand: the key, the parts of the header, and a signer. Every signed text goes to standard error.
define('BASE_URL', getenv('BASE_URL'));
define('EDGE_URL', getenv('EDGE_URL'));
define('APP_ID', getenv('APP_ID'));

function note(string $text): void
{
    fwrite(STDERR, 'SIGNED ' . base64_encode($text) . "\n");
}

function raw_signature(string $text, string $key = 'app-1', $algorithm = OPENSSL_ALGO_SHA256): string
{
    note($text);
    openssl_sign($text, $signature, file_get_contents(getenv('KEYS') . "/$key.pem"), $algorithm);
    return $signature;
}

function sign(string $text, string $key = 'app-1'): string
{
    return base64_encode(raw_signature($text, $key));
}

function nonce(): string
{
    return bin2hex(random_bytes(16));
}

function header_of(string $signature, $timestamp, string $nonce): string
{
    return 'SVC-SHA256-RSA app_id=' . APP_ID . ",nonce_str=$nonce,timestamp=$timestamp,signature=$signature";
}

/** The header of one request. */
function authorize(string $method, string $target, string $body = '', string $key = 'app-1'): string
{
    [$timestamp, $nonce] = [time(), nonce()];
    return header_of(sign("$method\n$target\n$timestamp\n$nonce\n$body", $key), $timestamp, $nonce);
}

function send(string $method, string $url, string $authorization, string $body = '', array $headers = []): void
{
    $headers = ['Content-Type: application/json; charset=UTF-8', "Authorization: $authorization", ...$headers];
    $http = ['method' => $method, 'header' => $headers, 'content' => $body, 'ignore_errors' => true];
    echo file_get_contents($url, false, stream_context_create(['http' => $http])), "\n";
}
