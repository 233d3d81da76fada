<?php
require __DIR__ . '/signing.php';

$body = '{"request_id":"20260101120000000215","stages":[{"type":"DIFFUSION"}]}';
[$timestamp, $nonce] = [time(), nonce()];
$base = implode('&', array_map('rawurlencode', ['POST', '/v1/jobs', (string) $timestamp, $nonce, $body]));
send('POST', BASE_URL . '/v1/jobs', header_of(sign($base), $timestamp, $nonce), $body);
