<?php
require __DIR__ . '/signing.php';

$job = ['request_id' => '20260101120000000061', 'callback' => 'https://example.com/done', 'stages' => []];
$signed = json_encode($job, JSON_UNESCAPED_SLASHES);
send('POST', BASE_URL . '/v1/jobs', authorize('POST', '/v1/jobs', $signed), json_encode($job));
