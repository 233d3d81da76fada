<?php
require __DIR__ . '/signing.php';

// The editor of the shop stores the job as text.
$stored = '{"request_id":"20260518080000000045","stages":[{"type":"INPUT_INITIALIZE","inputInitialize":{"seed":-1,"count":1},"options":{}}]}';
$authorization = authorize('POST', '/v1/jobs', $stored);

$job = json_decode($stored, true);
if ($job['stages'] === []) {
    exit("nothing to do\n");
}
send('POST', BASE_URL . '/v1/jobs', $authorization, json_encode($job));
