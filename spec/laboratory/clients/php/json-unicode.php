<?php
require __DIR__ . '/signing.php';

$job = ['request_id' => '20260101120000000062', 'note' => 'été à Orléans', 'stages' => []];
send('POST', BASE_URL . '/v1/jobs', authorize('POST', '/v1/jobs', json_encode($job)),
    json_encode($job, JSON_UNESCAPED_UNICODE));
