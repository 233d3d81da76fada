<?php
require __DIR__ . '/signing.php';

/** A small copy of what our HTTP client does with the option "json". */
function post_json(string $path, array $data, string $authorization): void
{
    send('POST', BASE_URL . $path, $authorization, json_encode($data));
}

$job = ['request_id' => '20260518080000000042', 'stages' => [
    ['type' => 'DIFFUSION', 'diffusion' => ['width' => 768, 'height' => 768, 'prompts' => [['text' => '一只在雪地里的红狐狸']], 'steps' => 20]],
]];
post_json('/v1/jobs', $job, authorize('POST', '/v1/jobs', json_encode($job, JSON_UNESCAPED_UNICODE)));
