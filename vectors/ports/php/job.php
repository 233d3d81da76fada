<?php
/** The shape of a job. Other fields are kept unchanged. */

declare(strict_types=1);

namespace Countersign;

use ArrayObject;

const PAYLOADS = [
    'INPUT_INITIALIZE' => ['inputInitialize', ['seed' => 'integer', 'count' => 'integer']],
    'DIFFUSION' => ['diffusion', [
        'width' => 'integer',
        'height' => 'integer',
        'prompts' => 'prompts',
        'steps' => 'integer',
        'sd_model' => 'string',
        'clip_skip' => 'integer',
        'cfg_scale' => 'number',
    ]],
];

function decodeJob(string $body): ArrayObject
{
    // Policy unknown-stage is not taken.
    return jobIn($body, fn (mixed $stage): bool => isStage($stage) && isset(PAYLOADS[$stage['type']]));
}

/** The bytes to sign and to send. The reader checks them first. */
function encodeJob(mixed $job): string
{
    $body = writeJson($job);
    jobIn($body, isStage(...));
    return $body;
}

function jobIn(string $body, callable $isStage): ArrayObject
{
    $job = readStrictly($body);
    $isJob = $job instanceof ArrayObject
        && is_string(member($job, 'request_id'))
        && isListOf($isStage, member($job, 'stages'));
    return $isJob ? $job : throw new Refused('job_invalid');
}

function isStage(mixed $stage): bool
{
    if (!$stage instanceof ArrayObject || !is_string(member($stage, 'type'))) {
        return false;
    }
    if (!isset(PAYLOADS[$stage['type']])) {
        return true;
    }
    [$mine, $fields] = PAYLOADS[$stage['type']];
    foreach (PAYLOADS as [$payload]) {
        if (has($stage, $payload) !== ($payload === $mine)) {
            return false;
        }
    }
    return isPayload($stage[$mine], $fields);
}

/** @param array<string, string> $fields */
function isPayload(mixed $payload, array $fields): bool
{
    if (!$payload instanceof ArrayObject) {
        return false;
    }
    foreach ($fields as $name => $kind) {
        if (has($payload, $name) && !isOf($kind, $payload[$name])) {
            return false;
        }
    }
    return true;
}

function isOf(string $kind, mixed $value): bool
{
    return match ($kind) {
        'integer' => is_int($value),
        'number' => is_int($value) || is_float($value),
        'string' => is_string($value),
        'prompts' => isListOf(fn (mixed $prompt): bool => isPayload($prompt, ['text' => 'string']), $value),
    };
}

function isListOf(callable $isItem, mixed $value): bool
{
    return is_array($value) && count(array_filter($value, $isItem)) === count($value);
}

/** Whether the member exists; isset() would be false for null. */
function has(ArrayObject $object, string $name): bool
{
    return $object->offsetExists($name);
}

function member(ArrayObject $object, string $name): mixed
{
    return $object[$name] ?? null;
}
