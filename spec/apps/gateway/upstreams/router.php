<?php

// Says in one line of JSON what reached a program of PHP.
$said = array_filter($_SERVER, fn ($name) => str_starts_with($name, 'HTTP_'), ARRAY_FILTER_USE_KEY);
$seen = [
    'method' => $_SERVER['REQUEST_METHOD'],
    'target' => $_SERVER['REQUEST_URI'],
    'body' => bin2hex(file_get_contents('php://input')),
    'said' => $said,
];
file_put_contents('php://stdout', json_encode($seen, JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
echo 'ok';
