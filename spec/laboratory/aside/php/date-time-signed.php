<?php
require __DIR__ . '/signing.php';
date_default_timezone_set('UTC');

$body = file_get_contents('job.json');
[$now, $nonce] = [time(), nonce()];
$text = implode("\n", ['POST', '/v1/jobs', date('Y-m-d H:i:s', $now), $nonce, $body]);
send('POST', BASE_URL . '/v1/jobs', header_of(sign($text), $now, $nonce), $body);
