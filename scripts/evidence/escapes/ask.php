<?php

// Asks for each target that stands on a line of standard input, in hexadecimal digits: ask.php LIBRARY ORIGIN.
[, $library, $origin] = $argv;

$gets = [
    'Guzzle' => function () {
        // Of the Debian package php-guzzlehttp-guzzle.
        require 'GuzzleHttp/autoload.php';
        $client = new GuzzleHttp\Client();
        return fn ($url) => $client->get($url);
    },
    'PHP curl' => fn () => function ($url) {
        $handle = curl_init($url);
        curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
        curl_exec($handle);
    },
    'PHP streams' => fn () => fn ($url) => @file_get_contents($url),
];

$get = $gets[$library]();
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
    try {
        $get($origin . hex2bin($line));
    } catch (Throwable $error) {
        fwrite(STDERR, get_class($error) . "\n");
    }
}
