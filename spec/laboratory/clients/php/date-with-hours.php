<?php
require __DIR__ . '/signing.php';

date_default_timezone_set('Asia/Shanghai');
[$timestamp, $nonce] = [strtotime(gmdate('Y-m-d H:i:s')), nonce()];
send('GET', BASE_URL . '/v1/jobs', header_of(sign("GET\n/v1/jobs\n$timestamp\n$nonce\n"), $timestamp, $nonce));
