<?php
/** Each case of the vectors as a test of PHPUnit, named by its id: `phpunit --filter target/ VectorsTest.php`. */

declare(strict_types=1);

namespace Countersign;

use ArrayObject;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/port.php';
restore_error_handler();

final class VectorsTest extends TestCase
{
    /** @return array<string, array{string}> by their ids; as text, since PHPUnit walks what a provider holds */
    public static function cases(): array
    {
        $lines = file((getenv('VECTORS') ?: __DIR__ . '/../..') . '/flat.jsonl');
        $ids = array_map(fn (string $line): string => readMessage($line)['id'], $lines);
        return array_combine($ids, array_map(fn (string $line): array => [$line], $lines));
    }

    /** @return array<string, ArrayObject> as for `conform --known-failures` */
    private static function known(): array
    {
        $file = getenv('KNOWN_FAILURES');
        $known = $file ? readMessage(file_get_contents($file)) : [];
        return array_combine(array_map(fn (ArrayObject $entry): string => $entry['id'], $known), $known);
    }

    private static function ask(string $op, ArrayObject $input, array $replaced = []): mixed
    {
        return run($op, new ArrayObject([...$input, ...$replaced]))['value'] ?? null;
    }

    /** A value in one order, without what is free: the order of a header's items, texts beside bytes, reasons. */
    private static function judged(mixed $value): mixed
    {
        if (is_string($value) && str_contains($value, 'nonce_str=')) {
            $value = preg_split('/[ ,]+/', $value);
            sort($value);
            return $value;
        }
        if (!is_array($value) && !$value instanceof ArrayObject) {
            return is_float($value) && floor($value) === $value ? (int) $value : $value;
        }
        $members = array_map(self::judged(...), (array) $value);
        if (is_array($value) && array_is_list($value)) {
            return $members;
        }
        $free = [isset($members['hex']) ? 'text' : '', isset($members['outcome']) ? 'reason' : ''];
        $members = array_diff_key($members, array_flip($free));
        ksort($members);
        return new ArrayObject($members);
    }

    /** @return array{string, string} the port's answer and the right one */
    private static function compare(string $op, ArrayObject $input, ArrayObject $expect): array
    {
        $answer = run($op, $input);
        $want = $expect['value'] ?? null;
        $value = $answer['value'] ?? null;
        if (isset($expect['policy'])) { // this port takes none, and undeclared means refuse
            if ($op !== 'verify') {
                return [$answer['outcome'], 'reject'];
            }
            array_splice($want, -1, 1, [['outcome' => 'reject']]);
        } elseif ($answer['outcome'] !== 'value' || $expect['outcome'] !== 'value') {
            return [$answer['outcome'], $expect['outcome']];
        } elseif ($op === 'encodeJob') { // any text that decodes to the job
            $value = self::ask('decodeJob', new ArrayObject(['body' => new ArrayObject($value)]));
        } elseif ($op === 'request' && has($input['body'], 'job')) { // any text of the job, sent as other cases send it
            $body = new ArrayObject($value['body']);
            $want = [$input['body']['job'], self::ask($op, $input, ['body' => $body])];
            $value = [self::ask('decodeJob', new ArrayObject(['body' => $body])), $value];
        } elseif (isset($input['times'])) { // each as with a given nonce, which other cases judge
            preg_match_all('/nonce_str=([^,"]*)/', json_encode($value), $found);
            $again = fn (string $nonce): array => self::ask($op, $input, ['nonce' => $nonce, 'times' => null]);
            $want = [$input['times'], array_map($again, $found[1])];
            $value = [count(array_unique($found[1])), $value];
        }
        return [writeJson(self::judged($value)), writeJson(self::judged($want))];
    }

    /** @dataProvider cases */
    #[DataProvider('cases')]
    public function testVector(string $line): void
    {
        $case = readMessage($line);
        [$got, $want] = self::compare($case['op'], $case['input'], $case['expect']);
        $known = self::known()[$case['id']] ?? null;
        if ($known === null) {
            self::assertSame($want, $got);
        } else {
            self::assertNotSame($want, $got, 'the known failure passes');
            self::markTestSkipped($known['reason']);
        }
    }

    public function testKnownFailuresAreCasesAndInTime(): void
    {
        foreach (self::known() as $id => $known) {
            self::assertArrayHasKey($id, self::cases());
            self::assertGreaterThanOrEqual(date('Y-m-d'), $known['expires'], "$id has expired");
        }
        self::assertTrue(true);
    }
}
