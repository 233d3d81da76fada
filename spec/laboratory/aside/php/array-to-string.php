<?php
require __DIR__ . '/signing.php';

$data = ['request_id' => '20260101120000000342', 'stages' => []];
[$timestamp, $nonce] = [time(), nonce()];
$signature = sign(implode("\n", ['POST', '/v1/jobs', $timestamp, $nonce, $data]));
send('POST', BASE_URL . '/v1/jobs', header_of($signature, $timestamp, $nonce), json_encode($data));
