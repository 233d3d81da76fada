<?php
/** Each case of the vectors as a test of PHPUnit, named by its id: `phpunit --filter target/ VectorsTest.php`. */

declare(strict_types=1);

namespace Countersign;
use ArrayObject;

require_once __DIR__ . '/port.php';
restore_error_handler();

final class VectorsTest extends \PHPUnit\Framework\TestCase
{
    public static function cases(): array
    {
        $folder = getenv('VECTORS') ?: __DIR__ . '/../..';
        $lines = [...file("$folder/flat.jsonl"), ...@file(getenv('GENERATED') ?: "$folder/generated.jsonl") ?: []];
        self::assertGreaterThanOrEqual(readMessage(file_get_contents("$folder/manifest.json"))['count'], count($lines));
        $ids = array_map(fn (string $line): string => readMessage($line)['id'], $lines);
        return array_combine($ids, array_chunk($lines, 1)); // as text, since PHPUnit walks what a provider holds
    }

    /** A value without what is free: the order of names, texts beside bytes, reasons. */
    private static function plain(mixed $value): mixed
    {
        if (!is_array($value) && !$value instanceof ArrayObject) {
            return $value;
        }
        $members = array_diff_key((array) $value, [isset($value['hex']) ? 'text' : 'reason' => '']);
        ksort($members);
        $members = array_map(self::plain(...), $members);
        return is_array($value) && array_is_list($value) ? $members : new ArrayObject($members);
    }

    /** @dataProvider cases */
    public function testVector(string $line): void
    {
        ['id' => $id, 'op' => $op, 'input' => $input, 'expect' => $want] = readMessage($line);
        $got = run($op, $input);
        [$outcome, $value, $right] = [$want['outcome'], $got['value'] ?? null, $want['value'] ?? null];
        if (isset($want['policy'])) { // this port takes none, and undeclared means refuse
            $outcome = $op === 'verify' ? 'value' : 'reject';
            $right = $op === 'verify' ? [...array_slice($right, 0, -1), ['outcome' => 'reject']] : null;
        } elseif ($op === 'encodeJob') { // any text that decodes to the job
            $value = isset($value['hex']) ? readMessage(hex2bin($value['hex'])) : null;
        } elseif ($op === 'request' && has($input['body'], 'job')) { // any text of the job, sent as other cases send it
            $input['body'] = new ArrayObject(run('encodeJob', $input['body'])['value'] ?? []);
            $right = run($op, $input)['value'] ?? null;
        } elseif (isset($input['times'])) { // so many nonces
            [$value, $right] = [count(array_unique(array_column($value, 'authorization'))), $input['times']];
        }
        [$want, $got] = [$outcome . writeJson(self::plain($right)), $got['outcome'] . writeJson(self::plain($value))];
        $known = getenv('KNOWN_FAILURES') ? json_decode(file_get_contents(getenv('KNOWN_FAILURES')), true) : [];
        $expires = array_column($known, 'expires', 'id')[$id] ?? null; // as for `conform --known-failures`
        if ($expires >= date('Y-m-d') && $want !== $got) {
            self::markTestSkipped("a known failure until $expires");
        }
        self::assertSame($want, $got . ($expires === null || $want !== $got ? '' : ', although it is a known failure'));
    }
}
