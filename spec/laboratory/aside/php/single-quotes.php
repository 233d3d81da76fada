<?php
require __DIR__ . '/signing.php';

$body = file_get_contents('job.json');
[$timestamp, $nonce] = [time(), nonce()];
$text = implode('\n', ['POST', '/v1/jobs', $timestamp, $nonce, $body]);
send('POST', BASE_URL . '/v1/jobs', header_of(sign($text), $timestamp, $nonce), $body);
