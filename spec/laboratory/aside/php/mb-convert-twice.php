<?php
require __DIR__ . '/signing.php';

$body = file_get_contents('job.json');
$signed = mb_convert_encoding($body, 'UTF-8', 'ISO-8859-1');
send('POST', BASE_URL . '/v1/jobs', authorize('POST', '/v1/jobs', $signed), $body);
