<?php
require __DIR__ . '/signing.php';

$_SERVER['REQUEST_URI'] = '/submit.php';
$body = file_get_contents('job.json');
send('POST', BASE_URL . '/v1/jobs', authorize('POST', $_SERVER['REQUEST_URI'], $body), $body);
