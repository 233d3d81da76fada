<?php
require __DIR__ . '/signing.php';

$target = '/v1/jobs?limit=10';
[$timestamp, $nonce] = [microtime(), nonce()];
$signature = sign("GET\n$target\n$timestamp\n$nonce\n");
send('GET', BASE_URL . $target, header_of($signature, $timestamp, $nonce));
