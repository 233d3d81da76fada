<?php
require __DIR__ . '/signing.php';

$target = '/v1/jobs?filter.status=done&page.size=5';
parse_str(parse_url($target, PHP_URL_QUERY), $query);
send('GET', BASE_URL . $target, authorize('GET', '/v1/jobs?' . http_build_query($query)));
