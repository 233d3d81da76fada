<?php
require __DIR__ . '/signing.php';

$body = file_get_contents('job.json');
[$timestamp, $nonce] = [sprintf('%d', microtime(true) * 1000), nonce()];
$signature = sign("POST\n/v1/jobs\n$timestamp\n$nonce\n$body");
$info = 'app_id=' . APP_ID . ",nonce=$nonce,timestamp=$timestamp,signature=$signature";
send('POST', BASE_URL . '/v1/jobs', "SVC-SHA256-RSA $info", $body);
