<?php
require __DIR__ . '/signing.php';

$body = file_get_contents('job.json');
$items = ['appId' => APP_ID, 'nonceStr' => nonce(), 'timestamp' => time()];
$text = implode("\n", ['POST', '/v1/jobs', $items['timestamp'], $items['nonceStr'], $body]);
$items['signature'] = sign($text);
$info = implode(',', array_map(fn($key, $value) => "$key=$value", array_keys($items), $items));
send('POST', BASE_URL . '/v1/jobs', "SVC-SHA256-RSA $info", $body);
