<?php
// Takes uniqid with more entropy for its nonce: it has a point in it.
$key = file_get_contents(getenv('KEY'));
$path = parse_url(getenv('URL'), PHP_URL_PATH);
$body = file_get_contents(getenv('JOB'));
$timestamp = time();
$nonce = uniqid('', true);

$message = "POST\n$path\n$timestamp\n$nonce\n$body";
openssl_sign($message, $signature, $key, OPENSSL_ALGO_SHA256);
$signature = base64_encode($signature);

$items = ['app_id=' . getenv('APP_ID'), "nonce_str=$nonce", "timestamp=$timestamp", "signature=$signature"];
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Content-Type: application/json', 'Authorization: SVC-SHA256-RSA ' . implode(',', $items)],
    'content' => $body,
    'ignore_errors' => true,
]]);
file_get_contents(getenv('URL'), false, $context);
echo $http_response_header[0], "\n";
