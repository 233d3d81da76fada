<?php
require __DIR__ . '/signing.php';

$url = BASE_URL . '/v1/jobs?priority=high';
$job = ['request_id' => '20260518080000000048', 'stages' => [['type' => 'INPUT_INITIALIZE', 'inputInitialize' => ['seed' => 7, 'count' => 1]]]];
$readable = json_encode($job, JSON_PRETTY_PRINT); // this is what we log
error_log($readable);
$authorization = authorize('POST', parse_url($url, PHP_URL_PATH), $readable);
send('POST', $url, $authorization, json_encode($job));
