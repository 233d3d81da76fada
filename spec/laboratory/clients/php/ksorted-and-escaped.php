<?php
require __DIR__ . '/signing.php';

$job = ['request_id' => '20260101120000000065', 'model' => 'a/b', 'callback' => 'https://example.com/done'];
$sorted = $job;
ksort($sorted);
send('POST', BASE_URL . '/v1/jobs', authorize('POST', '/v1/jobs', json_encode($sorted)),
    json_encode($job, JSON_UNESCAPED_SLASHES));
