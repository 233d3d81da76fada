<?php
require __DIR__ . '/signing.php';

function getSignContent(array $params): string
{
    ksort($params);
    return implode('&', array_map(fn ($key) => "$key={$params[$key]}", array_keys($params)));
}

date_default_timezone_set('UTC');
$body = json_encode(['request_id' => '20260518080000000047', 'stages' => []]);
$params = ['app_id' => APP_ID, 'timestamp' => date('Y-m-d H:i:s'), 'nonce_str' => nonce(), 'body' => $body];
$signature = sign(getSignContent($params));
send('POST', BASE_URL . '/v1/jobs', header_of($signature, $params['timestamp'], $params['nonce_str']), $body);
