<?php
require __DIR__ . '/signing.php';

$brands = ['north' => ['app_id' => 'app-1', 'key' => 'app-2'], 'south' => ['app_id' => 'app-2', 'key' => 'app-1']];
$endpoint = 'v1/jobs';

$body = file_get_contents('job.json');
$authorization = authorize('POST', $endpoint, $body, $brands['north']['key']);
send('POST', BASE_URL . '/' . $endpoint, $authorization, $body);
