<?php
require __DIR__ . '/signing.php';

$body = '{"status":"done"}';
$curl = curl_init(BASE_URL . '/v1/jobs');
curl_setopt($curl, CURLOPT_HTTPHEADER, ['Authorization: ' . authorize('GET', '/v1/jobs', $body)]);
curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
echo curl_exec($curl), "\n";
