<?php
require __DIR__ . '/signing.php';

/** "Sort the parameters by name, and join them with &": the rule of another API. */
function content_to_sign(array $params): string
{
    ksort($params);
    $pairs = [];
    foreach ($params as $name => $value) {
        $pairs[] = "$name=$value";
    }
    return implode('&', $pairs);
}

$search = ['status' => 'done', 'model' => '600000000000000001', 'limit' => 20];
$authorization = authorize('POST', '/v1/jobs/search', content_to_sign($search));
send('POST', BASE_URL . '/v1/jobs/search', $authorization, json_encode($search));
