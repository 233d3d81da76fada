<?php
require __DIR__ . '/signing.php';

$query = ['q' => 'sea at dusk', 'limit' => 5];
$pairs = array_map(fn($key, $value) => "$key=" . rawurlencode((string) $value), array_keys($query), $query);
$signed = implode("&", $pairs);
send('GET', BASE_URL . '/v1/jobs?' . http_build_query($query), authorize('GET', "/v1/jobs?$signed"));
