<?php
require __DIR__ . '/signing.php';

$target = '/v1/jobs?' . http_build_query(['ref' => 'summer sale', 'tags' => ['a', 'b']]);
$body = json_encode(['request_id' => '20260518080000000041', 'stages' => []], JSON_THROW_ON_ERROR);
$curl = curl_init(BASE_URL . $target);
curl_setopt_array($curl, [
    CURLOPT_POST => true,
    CURLOPT_POSTFIELDS => $body,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Content-Type: application/json; charset=UTF-8', 'Accept: application/json', 'Authorization: ' . authorize('POST', $target, $body)],
]);
echo curl_exec($curl), "\n";
