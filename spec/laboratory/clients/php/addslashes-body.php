<?php
require __DIR__ . '/signing.php';

$body = json_encode(['request_id' => '20260101120000000066', 'stages' => []]);
send('POST', BASE_URL . '/v1/jobs', authorize('POST', '/v1/jobs', addslashes($body)), $body);
