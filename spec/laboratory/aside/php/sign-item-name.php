<?php
require __DIR__ . '/signing.php';

$body = file_get_contents('job.json');
$params = ['app_id' => APP_ID, 'nonce_str' => nonce(), 'timestamp' => (string) time()];
$params['sign'] = sign(implode("\n", ['POST', '/v1/jobs', $params['timestamp'], $params['nonce_str'], $body]));
$items = [];
foreach ($params as $name => $value) {
    $items[] = "$name=$value";
}
send('POST', BASE_URL . '/v1/jobs', 'SVC-SHA256-RSA ' . implode(',', $items), $body);
