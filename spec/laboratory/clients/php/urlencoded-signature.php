<?php
require __DIR__ . '/signing.php';

[$timestamp, $nonce] = [time(), nonce()];
$signature = sign("GET\n/v1/jobs\n$timestamp\n$nonce\n");
send('GET', BASE_URL . '/v1/jobs', header_of(urlencode($signature), $timestamp, $nonce));
