<?php
require __DIR__ . '/signing.php';

function submit(string $body): void
{
    [$timestamp, $nonce] = [time(), md5($body)];
    $signature = sign("POST\n/v1/jobs\n$timestamp\n$nonce\n$body");
    send('POST', BASE_URL . '/v1/jobs', header_of($signature, $timestamp, $nonce), $body);
}

$body = file_get_contents('job.json');
submit($body);
submit($body); // another picture of the same
