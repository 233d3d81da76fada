<?php
require __DIR__ . '/signing.php';

[$timestamp, $nonce] = [number_format(microtime(true), 3, '.', ''), nonce()];
send('GET', BASE_URL . '/v1/jobs', header_of(sign("GET\n/v1/jobs\n$timestamp\n$nonce\n"), $timestamp, $nonce));
