<?php
require __DIR__ . '/signing.php';

$body = file_get_contents('job.json');
$timestamp = time();
$nonce = nonce();
$message = 'POST' . '\n' . '/v1/jobs' . '\n' . $timestamp . '\n' . $nonce . '\n' . $body;
send('POST', BASE_URL . '/v1/jobs', header_of(sign($message), $timestamp, $nonce), $body);
