<?php
require __DIR__ . '/signing.php';

function base64_url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

$body = file_get_contents('job.json');
[$timestamp, $nonce] = [time(), nonce()];
$text = "POST\n/v1/jobs\n$timestamp\n$nonce\n$body";
$signature = base64_url(raw_signature($text, 'app-1', OPENSSL_ALGO_SHA512));
send('POST', BASE_URL . '/v1/jobs', header_of($signature, $timestamp, $nonce), $body);
