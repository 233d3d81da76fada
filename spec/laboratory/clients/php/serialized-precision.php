<?php
require __DIR__ . '/signing.php';

$job = ['request_id' => '20260101120000000067', 'cfg_scale' => 7.1, 'stages' => []];
ini_set('serialize_precision', '17');
$signed = json_encode($job);
ini_set('serialize_precision', '-1');
send('POST', BASE_URL . '/v1/jobs', authorize('POST', '/v1/jobs', $signed), json_encode($job));
