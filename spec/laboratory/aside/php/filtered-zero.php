<?php
require __DIR__ . '/signing.php';

$params = ['status' => 'done', 'page' => 0, 'limit' => 20];
$signed = '/v1/jobs?' . http_build_query(array_filter($params));
send('GET', BASE_URL . '/v1/jobs?' . http_build_query($params), authorize('GET', $signed));
