<?php
require __DIR__ . '/signing.php';

$body = '{"request_id":"20260101120000000063","options":{},"stages":[]}';
$signed = json_encode(json_decode($body, true));
send('POST', BASE_URL . '/v1/jobs', authorize('POST', '/v1/jobs', $signed), $body);
