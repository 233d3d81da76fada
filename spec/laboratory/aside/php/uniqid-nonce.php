<?php
require __DIR__ . '/signing.php';

$nonce = uniqid('job-', true);
$timestamp = time();
$body = json_encode(['request_id' => date('YmdHis') . '000044', 'stages' => []]);
$signature = sign("POST\n/v1/jobs\n$timestamp\n$nonce\n$body");
send('POST', BASE_URL . '/v1/jobs', header_of($signature, $timestamp, $nonce), $body);
