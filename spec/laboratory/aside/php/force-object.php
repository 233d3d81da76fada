<?php
require __DIR__ . '/signing.php';

$job = ['request_id' => '20260101120000000343', 'stages' => [
    ['type' => 'INPUT_INITIALIZE', 'inputInitialize' => ['seed' => 5, 'count' => 1]],
    ['type' => 'DIFFUSION', 'diffusion' => ['width' => 512, 'height' => 512]],
]];
$signed = json_encode($job, JSON_FORCE_OBJECT); // another endpoint wants {} where PHP has an empty array
send('POST', BASE_URL . '/v1/jobs', authorize('POST', '/v1/jobs', $signed), json_encode($job));
