<?php
require __DIR__ . '/signing.php';

[$timestamp, $nonce] = [time(), uniqid('', true)];
$signature = sign("GET\n/v1/jobs\n$timestamp\n$nonce\n");
send('GET', BASE_URL . '/v1/jobs', header_of($signature, $timestamp, $nonce));
