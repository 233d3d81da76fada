<?php
require __DIR__ . '/signing.php';

$body = file_get_contents('job.json');
[$timestamp, $nonce] = [time(), nonce()];
$text = "POST\n/v1/jobs\n$timestamp\n$nonce\n$body";
note($text);
$signature = base64_encode(hash_hmac('sha256', $text, file_get_contents(getenv('KEYS') . '/app-1.pem'), true));
send('POST', BASE_URL . '/v1/jobs', header_of($signature, $timestamp, $nonce), $body);
