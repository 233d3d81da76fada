<?php
// Nothing is wrong here.
$url = parse_url(getenv('URL'));
$target = $url['path'] . (isset($url['query']) ? '?' . $url['query'] : '');
$body = file_get_contents(getenv('JOB'));
$timestamp = time();
$nonce = bin2hex(random_bytes(16));

openssl_sign(
    "POST\n$target\n$timestamp\n$nonce\n$body",
    $signature,
    openssl_pkey_get_private(file_get_contents(getenv('KEY'))),
    OPENSSL_ALGO_SHA256,
);

$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        'Content-Type: application/json; charset=UTF-8',
        sprintf(
            'Authorization: SVC-SHA256-RSA app_id=%s,nonce_str=%s,timestamp=%d,signature=%s',
            getenv('APP_ID'),
            $nonce,
            $timestamp,
            base64_encode($signature),
        ),
    ],
    'content' => $body,
    'ignore_errors' => true,
]]);
file_get_contents(getenv('URL'), false, $context);
echo $http_response_header[0], "\n";
