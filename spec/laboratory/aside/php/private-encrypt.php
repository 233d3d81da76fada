<?php
require __DIR__ . '/signing.php';

$body = file_get_contents('job.json');
[$timestamp, $nonce] = [time(), nonce()];
$text = "POST\n/v1/jobs\n$timestamp\n$nonce\n$body";
note($text);
openssl_private_encrypt(hash('sha256', $text, true), $signature, file_get_contents(getenv('KEYS') . '/app-1.pem'));
send('POST', BASE_URL . '/v1/jobs', header_of(base64_encode($signature), $timestamp, $nonce), $body);
