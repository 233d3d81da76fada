<?php
require __DIR__ . '/signing.php';

// From the message queue: the sender writes the number without quotes.
$message = '{"request_id":20260518080000' . random_int(1000000000, 9999999999) . ',"stages":[]}';
$authorization = authorize('POST', '/v1/jobs', $message);
$job = json_decode($message, true);
send('POST', BASE_URL . '/v1/jobs', $authorization, json_encode($job));
