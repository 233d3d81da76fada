<?php
require __DIR__ . '/signing.php';

function call_api(string $path, array $data): void
{
    $authorization = authorize('POST', $path, json_encode($data));
    send('POST', BASE_URL . $path, $authorization, json_encode($data, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES));
}

call_api('/v1/jobs', ['request_id' => '20260101120000000341', 'stages' => [
    ['type' => 'DIFFUSION', 'diffusion' => ['steps' => 25, 'prompts' => [['text' => 'château / forêt']]]],
]]);
