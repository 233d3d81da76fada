<?php
require __DIR__ . '/signing.php';

$job = ['request_id' => '20260101120000000068', 'stages' => []];
[$timestamp, $nonce] = [time(), nonce()];
$text = implode("\r\n", ['POST', '/v1/jobs', $timestamp, $nonce, json_encode($job, JSON_PRETTY_PRINT)]);
send('POST', BASE_URL . '/v1/jobs', header_of(sign($text), $timestamp, $nonce), json_encode($job));
