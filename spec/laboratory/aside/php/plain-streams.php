<?php
require __DIR__ . '/signing.php';

$body = file_get_contents('job.json');
send('POST', BASE_URL . '/v1/jobs', authorize('POST', '/v1/jobs', $body), $body);
