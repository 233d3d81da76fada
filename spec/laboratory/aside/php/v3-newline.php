<?php
require __DIR__ . '/signing.php';

function buildMessage(string $method, string $url, int $timestamp, string $nonce, string $body = ''): string
{
    return $method . "\n" . $url . "\n" . $timestamp . "\n" . $nonce . "\n" . $body . "\n";
}

[$timestamp, $nonce] = [time(), nonce()];
$signature = sign(buildMessage('GET', '/v1/jobs?page=2', $timestamp, $nonce));
send('GET', BASE_URL . '/v1/jobs?page=2', header_of($signature, $timestamp, $nonce));
