<?php
require __DIR__ . '/signing.php';

$fields = ['request_id' => '20260101120000000064', 'model' => '600000000000000001'];
$curl = curl_init(BASE_URL . '/v1/jobs');
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => $fields,
    CURLOPT_HTTPHEADER => ['Authorization: ' . authorize('POST', '/v1/jobs', json_encode($fields))],
    CURLOPT_RETURNTRANSFER => true,
]);
echo curl_exec($curl), "\n";
