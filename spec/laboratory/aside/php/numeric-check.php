<?php
require __DIR__ . '/signing.php';

$job = ['request_id' => '4711', 'stages' => [
    ['type' => 'DIFFUSION', 'diffusion' => ['width' => 512, 'sd_model' => '600000000000000001']],
]];
$authorization = authorize('POST', '/v1/jobs', json_encode($job, JSON_NUMERIC_CHECK));
send('POST', BASE_URL . '/v1/jobs', $authorization, json_encode($job));
