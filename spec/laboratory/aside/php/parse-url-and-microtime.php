<?php
require __DIR__ . '/signing.php';

$url = BASE_URL . '/v1/jobs?status=done&limit=20';
$timestamp = (int) round(microtime(true) * 1000);
$nonce = nonce();
$signature = sign("GET\n" . parse_url($url, PHP_URL_PATH) . "\n$timestamp\n$nonce\n");
send('GET', $url, header_of($signature, $timestamp, $nonce));
