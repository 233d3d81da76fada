<?php
require __DIR__ . '/signing.php';

$params = ['status' => 'done', 'prompt' => 'sea & sky', 'from' => '2026-05-01T00:00:00+02:00'];
ksort($params);
$query = http_build_query($params);
$authorization = authorize('GET', '/v1/jobs?' . urldecode($query));
send('GET', BASE_URL . '/v1/jobs?' . $query, $authorization);
