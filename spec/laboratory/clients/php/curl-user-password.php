<?php
require __DIR__ . '/signing.php';

$signature = sign("GET\n/v1/jobs\n" . time() . "\n" . nonce() . "\n");
$curl = curl_init(BASE_URL . '/v1/jobs');
curl_setopt_array($curl, [CURLOPT_USERPWD => APP_ID . ':' . $signature, CURLOPT_RETURNTRANSFER => true]);
echo curl_exec($curl), "\n";
