/**
 * What the serializers and printers of languages really write for a job is among the forms that the search tries.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { goFormat } from '../../../../src/kit/diagnosis/forms/goFormat.ts'
import { phpNumber } from '../../../../src/kit/diagnosis/forms/numberText.ts'
import { printedBodies } from '../../../../src/kit/diagnosis/forms/printed.ts'
import { rereadJson } from '../../../../src/kit/diagnosis/forms/rereadJson.ts'
import { restyle } from '../../../../src/kit/diagnosis/forms/restyle.ts'
import { lastingFolder } from '../../../support/folder.ts'
import { assert, needs, suite } from '../../../support/suite.ts'

const folder = lastingFolder()

/** With everything that serializers write differently. */
const job =
  '{"request_id":"1001","stages":[{"type":"DIFFUSION","diffusion":{"prompts":[{"text":' +
  '"a cat/dog, <b>R&D</b> \'q\' \\"k\\" “é” 狐😀\u2028\u007f\\u0001\\b\\f\\n\\\\ a=b+c`"}],' +
  '"cfg_scale":7.0,"eta":1e3,"tiny":1.5E-7,"huge":1e14,"half":7.50,"steps":20,"model":600000000000,' +
  '"tags":{},"list":[],"none":null,"empty":"","off":false,"zero":0}}]}'

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
file('job.json', job)

/** What a program writes, one text behind the other with a NUL between them. */
const texts = (command: string, ...args: ReadonlyArray<string>): ReadonlyArray<string> =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, GOTOOLCHAIN: 'local' } })
    .split('\0')
    .slice(0, -1)

const shown = (text: string): string => JSON.stringify(text).slice(0, 600)

const isTried = (written: ReadonlyArray<string>, tried: ReadonlySet<string>, least: number): void => {
  assert.ok(written.length >= least, `${written.length} texts`)
  for (const text of written) assert.ok(tried.has(text), shown(text))
}

const restyled = new Set([job, `${job}\n`, ...Array.from(restyle(job), ([, text]) => text)])
const printings = new Set(Array.from(printedBodies(new Uint8Array(Buffer.from(job))), ([, text]) => text))

const real = suite('serializers for real')

const python = `
import itertools, json, sys, urllib.parse
text = open('job.json').read()
job = json.loads(text)
layouts = [{}, {'separators': (',', ':')}, *({'indent': n} for n in (1, 2, 3, 4, '\\t'))]
for layout, ascii, order in itertools.product(layouts, (True, False), (True, False)):
    sys.stdout.write(json.dumps(job, ensure_ascii=ascii, sort_keys=order, **layout) + '\\0')
`
needs('python3', real)('json.dumps of Python', () =>
  isTried(texts('python3', '-X', 'utf8', '-c', python), restyled, 28),
)

needs('python3', real)('what Python prints', () => {
  const program = `import json; t = open('job.json', 'rb').read(); print(t, str(json.loads(t)), sep='\\0', end='\\0')`
  isTried(texts('python3', '-X', 'utf8', '-c', program), printings, 2)
})

/** With at most two flags beside those of slashes and letters. */
const php = `
$text = file_get_contents('job.json');
$hex = [JSON_HEX_TAG, JSON_HEX_APOS, JSON_HEX_QUOT, JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT];
foreach ([false, true] as $arrays)
  foreach ([0, JSON_UNESCAPED_SLASHES] as $slashes)
    foreach ([0, JSON_UNESCAPED_UNICODE, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS] as $unicode)
      foreach ([0, JSON_PRETTY_PRINT, JSON_PRESERVE_ZERO_FRACTION, ...($arrays ? [] : $hex)] as $flag)
        echo json_encode(json_decode($text, $arrays), $slashes | $unicode | $flag), "\\0";
`
needs('php', real)('json_encode of PHP', () => isTried(texts('php', '-r', php), restyled, 60))

needs('php', real)('the numbers that json_encode of PHP writes', () => {
  const digits = ['0', '1', '7.0', '0.1', '123456', '9007199254740993', '9223372036854775807', '9223372036854775808']
  const literals = digits.flatMap((plain) => [plain, `-${plain}`, `${plain}e0`, `-${plain}e-7`, `${plain}E+21`])
  const program = `echo json_encode(array_map(fn($n) => json_encode(json_decode($n)), json_decode($argv[1])));`
  const written = execFileSync('php', ['-d', 'serialize_precision=-1', '-r', program, JSON.stringify(literals)])
  assert.equal(literals.map(phpNumber), JSON.parse(String(written)))
})

const ruby = `
require 'json'
text = File.read('job.json', encoding: 'UTF-8')
job = JSON.parse(text)
[JSON.generate(job), JSON.generate(job, ascii_only: true), job.to_s, JSON.parse(text, symbolize_names: true).to_s].each { |made| print made, "\\0" }
`
needs('ruby', real)('generate of Ruby, and what Ruby prints', () =>
  isTried(texts('ruby', '-E', 'UTF-8', '-e', ruby), new Set([...restyled, ...printings]), 4),
)

const go = `package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	text, _ := os.ReadFile("job.json")
	var job any
	json.Unmarshal(text, &job)
	for _, value := range []any{job, json.RawMessage(text)} {
		for _, html := range []bool{true, false} {
			for _, indent := range []string{"", " ", "  ", "    ", "\\t"} {
				var made bytes.Buffer
				encoder := json.NewEncoder(&made)
				encoder.SetEscapeHTML(html)
				encoder.SetIndent("", indent)
				encoder.Encode(value)
				fmt.Printf("%s\\x00%s\\x00", made.String(), bytes.TrimSuffix(made.Bytes(), []byte("\\n")))
			}
		}
	}
	fmt.Printf("%v\\x00", job)
}
`
needs('go', real)('encoding/json of Go, and what Go prints', () =>
  isTried(texts('go', 'run', file('main.go', go)), new Set([...restyled, ...printings]), 41),
)

/** Without control characters, of which the versions of these programs write other ones. */
const simpleJob =
  '{"request_id":"1001","stages":[{"type":"DIFFUSION","diffusion":{"prompts":[{"text":"a cat/dog, <b>R&D</b> “é” 狐"}],' +
  '"cfg_scale":7.0,"eta":0.00001,"half":7.50,"steps":20,"tags":{},"list":[],"none":null,"off":false,"zero":0}}]}'
file('simple.json', simpleJob)
const reread = new Set([simpleJob, ...Array.from(rereadJson(simpleJob), ([, text]) => text)])

needs('perl', real)('JSON::PP of Perl', () => {
  const program = `
use JSON::PP; binmode STDOUT; local $/; open F, '<simple.json'; my $job = JSON::PP->new->utf8->decode(<F>);
for my $letters (qw(utf8 ascii)) {
  for my $style ('space_before', 'space_after', 'escape_slash', 'pretty', '') {
    my $coder = JSON::PP->new->canonical->$letters;
    $coder = $coder->$style if $style;
    my $text = $coder->encode($job);
    $text =~ s/\\n\\z//;
    print "$text\\0";
  }
}`
  isTried(texts('perl', '-e', program), reread, 10)
})

needs('jq', real)('jq', () => {
  for (const flags of ['-c', '-cS', '-ca', '-cSa', '-M']) {
    const [text = ''] = execFileSync('jq', [flags, '.', 'simple.json'], {
      cwd: folder,
      encoding: 'utf8',
    }).split(/\n$/)
    // Since 1.7 jq keeps the digits of a number.
    isTried([text], new Set([...reread, ...Array.from(restyle(simpleJob), ([, each]) => each)]), 1)
  }
})

needs('go', real)('Sprintf of Go without values', () => {
  const formats = ['/a%2Fb%20c%C3%A9?x=100%', '100% wool %% %+5.2d %5', '%é%😀 %\n', '%-08.3x%.q']
  const program = `package main

import "fmt"

func main() {
	for _, format := range []string{${formats.map((format) => JSON.stringify(format)).join()}} {
		fmt.Printf("%s\\x00", fmt.Sprintf(format))
	}
}`
  assert.equal(texts('go', 'run', file('format.go', program)), formats.map(goFormat))
})

real('JSON.stringify, and what JavaScript prints', () => {
  const value = JSON.parse(job)
  const layouts = [0, 1, 2, 3, 4, '\t'].map((indent) => JSON.stringify(value, null, indent))
  isTried(layouts, restyled, 6)
  const bytes = Buffer.from(job)
  const forms = [
    String(value),
    String(new Blob([job])),
    String(new FormData()),
    String(new ReadableStream()),
    String(new ArrayBuffer(1)),
    String(new Uint8Array(bytes)),
    JSON.stringify(bytes),
  ]
  isTried(forms, printings, 7)
})
