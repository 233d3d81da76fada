<?php
// Decodes the job, signs what json_encode writes, and sends the file: an object that was empty is signed as [].
$key = file_get_contents(getenv('KEY'));
$path = parse_url(getenv('URL'), PHP_URL_PATH);
$job = json_decode(file_get_contents(getenv('JOB')), true);
$timestamp = time();
$nonce = bin2hex(random_bytes(16));

$message = "POST\n$path\n$timestamp\n$nonce\n" . json_encode($job);
openssl_sign($message, $signature, $key, OPENSSL_ALGO_SHA256);
$signature = base64_encode($signature);

$items = ['app_id=' . getenv('APP_ID'), "nonce_str=$nonce", "timestamp=$timestamp", "signature=$signature"];
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Content-Type: application/json', 'Authorization: SVC-SHA256-RSA ' . implode(',', $items)],
    'content' => file_get_contents(getenv('JOB')),
    'ignore_errors' => true,
]]);
file_get_contents(getenv('URL'), false, $context);
echo $http_response_header[0], "\n";
