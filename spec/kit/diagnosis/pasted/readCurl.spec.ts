import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { readCurl } from '../../../../src/kit/diagnosis/pasted/readCurl.ts'
import { readHttp } from '../../../../src/kit/diagnosis/pasted/readHttp.ts'
import { contentOf, filesOf, type Received } from '../../../../src/kit/diagnosis/Received.ts'
import { ok, withWire } from '../../../../src/kit/testing/laws/wire.ts'
import { lastingFolder } from '../../../support/folder.ts'
import { assert, forAll, needs, suite } from '../../../support/suite.ts'
import { isQuick, noted as notedOf, readingBy, refuses } from './reading.ts'

const { read, refusal } = readingBy(readCurl)
const noted = (command: string): string => notedOf(read(command))

const folder = lastingFolder()
const files: Readonly<Record<string, string>> = {
  'job.json': '{\r\n  "text": "é a+b"\n}\n',
  // Releases of curl strip different bytes of this one for -d.
  nul: 'a\u0000b\r\n',
  'a b': 'x',
  'é+~': 'y',
  empty: '',
}
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)

/** The request without its notes, the files' bytes in its body. */
const essence = (received: Received): unknown => {
  const contents = new Map(
    filesOf(received.body).map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]),
  )
  const body = contentOf(received.body, contents)
  return {
    method: received.method,
    target: received.target,
    host: received.host,
    authorization: received.authorization,
    body: E.isRight(body) ? Buffer.from(body.right).toString('latin1') : body.left,
  }
}

/** Commands that also run in real curl. `HOST` is a server on loopback. */
const commands = [
  // The URL.
  'curl http://HOST',
  'curl HOST/x',
  'curl HTTP://HOST/x',
  'curl http:/HOST/x',
  'curl http:///HOST/x',
  "curl 'http://HOST?x'",
  "curl 'http://HOST/p?'",
  "curl 'http://HOST/p?#f'",
  "curl 'http://HOST#f'",
  "curl 'http://HOST/p#?f'",
  "curl 'http://HOST/a/../b/./c/..?d=/../e'",
  "curl 'http://HOST/../..'",
  "curl 'http://HOST/a//../b'",
  "curl 'http://HOST/a/b/.'",
  "curl 'http://HOST/.a/..b/c./...'",
  "curl --path-as-is 'http://HOST/a/../b/.'",
  "curl 'http://HOST/%7e/%2f/%zz/%'",
  `curl 'http://HOST/\\"<>^|\`?'"'"`,
  "curl 'http://HOST/é?é'",
  "curl 'http://HOST/a?b=[]&c[]=d'",
  "curl -g 'http://HOST/a?b={x}[1-2]'",
  "curl --globoff --no-path-as-is 'http://HOST/{a}/../b'",
  'curl --url http://HOST/a',
  'curl -s -- http://HOST/a',
  'curl http://HOST/a --request-target /b/../c',
  "curl http://HOST/a -X OPTIONS --request-target '*'",
  // The method.
  'curl -I http://HOST/',
  'curl --head -X GET http://HOST/',
  'curl -X post http://HOST/',
  'curl -XPUT -X PATCH http://HOST/',
  'curl -d a http://HOST/',
  'curl -X GET -d a http://HOST/',
  'curl -sSLX DELETE http://HOST/',
  'curl -T job.json -H Expect: http://HOST/x',
  'curl -T job.json -H Expect: -X POST http://HOST/x',
  // Data.
  'curl -d a -d b --data-raw @c --data-ascii d http://HOST/',
  'curl -da -d "" http://HOST/',
  'curl -d a --json b --json c -d d http://HOST/',
  'curl -d @job.json http://HOST/',
  'curl -d@job.json -d x --data-binary @empty http://HOST/',
  'curl --data-binary @job.json http://HOST/',
  'curl --json @job.json --data-binary @nul --data-urlencode @nul http://HOST/',
  'curl --data-binary "@a b" http://HOST/',
  `curl --data-raw $'{"a":\\'\\u00e9\\n\\x41\\'}' http://HOST/`,
  "curl --data-urlencode 'a b+é' --data-urlencode '=x=y' --data-urlencode 'n=x y~' --data-urlencode 'a@b=c' http://HOST/",
  'curl --data-urlencode n@job.json --data-urlencode @job.json --data-urlencode "" --data-urlencode n= http://HOST/',
  'curl --data-b a http://HOST/',
  'curl -G -d a=1 -d b http://HOST/x/../y',
  "curl -G -d a=1 'http://HOST/x?'",
  "curl -G -d a=1 'http://HOST/x?y#f'",
  "curl -G -d a=1 'http://HOST/x?y&'",
  "curl -G -d '' 'http://HOST/x?y'",
  "curl -G -d '' 'http://HOST/x?'",
  "curl -G --data-urlencode 'a= é#&' -d '[1]{2}#x' http://HOST/é",
  'curl -G --path-as-is -d a http://HOST/x/../y',
  'curl -G -I -d a http://HOST/x',
  'curl -G -X POST -d a http://HOST/x',
  'curl -G --no-get -d a http://HOST/x',
  'curl -T job.json -H Expect: http://HOST',
  "curl -T job.json -H Expect: 'http://HOST/x/?q'",
  'curl -T "./a b" -H Expect: http://HOST/x/',
  'curl -T é+~ -H Expect: http://HOST/%C3/?%C3',
  'curl -G -d a=%C3%zZ http://HOST/%C3?%C3',
  'curl -T é+~ -H Expect: http://HOST/x/',
  'curl -T job.json -H Expect: http://HOST/a/..',
  'curl -T job.json -H Expect: --path-as-is http://HOST/a/..',
  'curl -T job.json -H Expect: --path-as-is http://HOST/a/../',
  'curl -T job.json -H Expect: --path-as-is http://HOST/a/../b',
  'curl -d abc -H "Transfer-Encoding: chunked" -H "Connection: close" http://HOST/',
  // Headers.
  "curl -H 'Authorization: a' -H 'authorization:b' -H 'X: Authorization' http://HOST/",
  "curl -H 'Authorization:   a \tb  ' http://HOST/",
  "curl -H 'Authorization;' http://HOST/",
  "curl -H 'Authorization:' -u a:b http://HOST/",
  "curl -H 'Authorization: c' -u a:b http://HOST/",
  "curl -H 'Authorization; c' -H Authorization http://HOST/",
  "curl -H 'Host: a' -H 'Host: b' http://HOST/",
  "curl -H 'Host:' http://HOST/",
  "curl -H 'Host;' http://HOST/",
  'curl -u a:b:c http://HOST/',
  'curl -u a:é http://HOST/',
  'curl http://u:p%40%C3%A9@HOST/',
  'curl http://u@HOST/',
  'curl -u a:b http://u:p@HOST/',
  'curl --oauth2-bearer t http://HOST/',
  'curl --oauth2-bearer t -u a:b http://HOST/',
  "curl --oauth2-bearer t -H 'Authorization: c' http://HOST/",
  'curl --basic -u a:b http://HOST/',
  // The shell, and options whose argument must be skipped.
  'curl -A x -e y -b c=d -m 9 --max-time 9 -o /dev/null -w "%{http_code}" --compressed -kfi# http://HOST/x',
  "curl \\\n  'http://HOST/v1/jobs' \\\n  -X 'POST' \\\n -H 'authorization: SVC a=b,c=d==' \\\n  --data-raw '{\"a\":1}' \\\n  --compressed ;",
  'curl http://HOST/a?b=1 2>/dev/null | cat',
  'X=1 curl "http://HOST/a"\'b\'\\c > /dev/null && true',
]

const comparing = suite('readCurl: against curl')

needs('curl', comparing)('knows every option of curl 7, and which of them have an argument', async () => {
  const { stdout } = await promisify(execFile)('curl', ['-q', '--help', 'all'])
  const { stdout: version } = await promisify(execFile)('curl', ['-q', '--version'])
  // A later curl may have options that nobody knows yet.
  if (!version.startsWith('curl 7.')) return
  const options = [...stdout.matchAll(/--([\w.-]+)(?: [<[])?/g)].filter(({ index }) =>
    /\n {0,4}(?:-., )? *$/.test(stdout.slice(0, index)),
  )
  assert.ok(options.length > 150, 'the list of options is read')
  // These end a request that can be read, or take an argument of their own.
  const others =
    /^(?:help|manual|version|config|next|form|form-string|crlf|use-ascii|continue-at|aws-sigv4|url-query|variable|user|header|url|json|data.*|get|head|request.*|upload-file|oauth2-bearer|anyauth|basic|digest|negotiate|ntlm|ntlm-wb|netrc.*|cookie|include|.*proxy|socks.*|range|referer|user-agent)$/
  for (const { 0: shown, 1: optionName = '' } of options.filter(({ 1: optionName = '' }) => !others.test(optionName)))
    assert.is(read(`curl --${optionName}${/[<[]$/.test(shown) ? ' x' : ''} http://h/a`).target, '/a', shown)
})

needs('curl', comparing)('reads what curl sends, for a table of commands', () =>
  withWire(ok, async ({ base, received }) => {
    const host = base.slice('http://'.length)
    for (const command of commands.map((text) => text.replaceAll('HOST', host))) {
      const before = received.length
      const quiet = command.replace('curl ', 'curl -q -sS -m 5 ')
      await promisify(execFile)('bash', ['--noprofile', '--norc', '-c', quiet], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8', no_proxy: '*' },
      })
      assert.is(received.length, before + 1, command)
      const sent = readHttp(Buffer.from(received[before] as string, 'latin1'))
      assert.ok(E.isRight(sent), command)
      assert.equal(essence(read(command)), essence(sent.right), command)
    }
  }),
)

const reading = suite('readCurl')

reading('keeps the URL as it is written', () => {
  const { url, target, host } = read("curl 'https://h.example:443/é/../x?y#z'")
  assert.is(url, 'https://h.example:443/é/../x?y#z')
  assert.is(target, '/x?y')
  assert.is(host, 'h.example')
  assert.is(read('curl https://[::1]:80/').host, '[::1]:80')
})

reading('names the files of a body, and puts their bytes in', () => {
  const { body } = read('curl h -d @a -d x --data-binary @b --data-urlencode n@a -d @-')
  assert.equal(filesOf(body), ['a', 'b', '-'])
  const contents = new Map([
    ['a', Buffer.from('1\r\n 2\0')],
    ['b', Buffer.from('\n')],
    ['-', Buffer.from('')],
  ])
  const content = contentOf(body, contents)
  assert.ok(E.isRight(content))
  assert.is(Buffer.from(content.right).toString(), '1 2&x&\n&n=1%0D%0A+2%00&')
  assert.equal(contentOf(body, new Map()), E.left({ _tag: 'FileMissing', name: 'a' }))
  assert.equal(filesOf(read('curl h -T .').body), ['-'])
  assert.equal(filesOf(read('curl h -d x').body), [])
})

reading('reads a file that was saved on Windows', () => {
  const { method, authorization } = read("\ufeffcurl h \\\r\n  -X PUT \\\r\n  -H 'Authorization: a'\r\n")
  assert.is(method, 'PUT')
  assert.equal(authorization, ['a'])
  assert.match(noted("curl h -d 'a\r\nb'"), 'CR LF')
})

reading('knows a prompt, and a path to curl', () => {
  for (const command of ['$ curl h/a', '% curl h/a', '/usr/bin/curl h/a', 'curl.exe h/a', 'A=b C=d curl h/a'])
    assert.is(read(command).target, '/a', command)
})

reading('notes what it assumed, and what it left out', () => {
  for (const [command, what] of [
    ['curl http://h/a?b=1&c=2', 'put the URL in single quotes'],
    ['curl h | jq .', 'The text after the | was not read'],
    ['curl h\ncurl i', 'The text after the first line was not read'],
    ['curl h -u a:b', 'the type Basic'],
    ['curl h -n', 'netrc'],
    ['curl h -x proxy', 'proxy'],
    ['curl h -H nothing', 'without a colon'],
    ["curl h -H 'Authorization : a'", 'before the colon'],
    ['curl h -d abc -H Content-Length:1', 'smaller than its data'],
    ['curl h -d abc -H Content-Length:9', 'larger than its data'],
    ['curl h/%2E%2e/', 'Newer releases'],
    ['curl h/é', 'differ'],
    ['curl h -G -d %C3', 'differ'],
    ['curl --path-as-is -G -d a h/a/../b', 'even with'],
  ] as const)
    assert.ok(noted(command).includes(what), `${command}: ${noted(command)}`)
  assert.is(read('curl -s h\n').notes, undefined)
})

reading('ends the body where its Content-Length does', () => {
  const { body } = read('curl h -d abc -H Content-Length:1')
  assert.ok(body._tag === 'Bytes' && Buffer.from(body.bytes).toString() === 'a')
})

reading('refuses what is not exactly one request, and says what to do', () => {
  refuses(
    [
      ['', 'no command'],
      ['echo curl', 'not a curl command'],
      ['curl', 'no URL'],
      ['curl -s', 'no URL'],
      ['curl h i', 'two URLs'],
      ['curl h --next i', 'more than one request'],
      ['curl h -: i', 'more than one request'],
      ['curl h -F a=b', '--trace-ascii'],
      ['curl h -K f', 'another file'],
      ['curl h -H @f', 'another file'],
      ["curl h -H $'a: b\\nc: d'", 'line end'],
      ["curl h -H ' a: b'", 'begins with a space'],
      ['curl h -d a -I', 'takes only one'],
      ['curl h -d a -T f', 'takes only one'],
      ['curl h -u a', 'asks for the password'],
      ['curl h -u a:b --digest', 'waits for the server'],
      ['curl h --oauth2-bearer a --basic', 'waits for the server'],
      ['curl h --url-query a', 'into the URL'],
      ['curl h -G -d @f', 'write it into the URL'],
      ["curl h -G -d 'a b'", '--data-urlencode'],
      ['curl h -X', 'the argument of -X is missing'],
      ['curl h --request', 'the argument of --request is missing'],
      ['curl h --request=PUT', 'not accept --option=value'],
      ['curl h --frobnicate', 'the option --frobnicate is not known'],
      ['curl h --dat a', 'the option --dat is not known'],
      ['curl h -sÜ', 'not known'],
      ['curl h -', 'not known'],
      ["curl ''", 'the URL is empty'],
      ["curl 'h/a b'", '%20'],
      ["curl 'h/{a,b}'", 'add -g'],
      ['curl h/[1-3]', 'add -g'],
      ['curl ftp://h/', 'does not begin with http'],
      ['curl ftp.h/', 'another protocol'],
      ['curl http:////h/', 'too many slashes'],
      ['curl //h/', 'the host'],
      ['curl h:99999/', '65535'],
      ['curl a@b@h/', 'two @'],
      ['curl "$URL"', 'by a value here'],
    ],
    refusal,
  )
})

reading('echoes nothing of a command that it refuses', () => {
  for (const command of [
    'curl h -H @secret',
    'curl h --secret=secret',
    'curl h --Secret',
    'curl h -u secret',
    'curl secret h',
    'curl h -G -d "se cret"',
    'curl ftp://secret/',
    'secret',
  ])
    assert.not.match(refusal(command), /secret/i)
})

reading('names the line', () => assert.match(refusal('curl h \\\n  -s \\\n  --frobnicate'), /^line 3: /))

reading('for all bytes: answers, and in linear time', async () => {
  const plain = 'curl |h| |-|--|X|d|H|a|:|@|/|..|?|#|[|]|http://|%|=|\n'
  const piece = fc.constantFrom(...plain.split('|'), "'", '"', '\\', '--url ', '-G ', '-u ', '-T ', 'é', '\u0000', ';')
  await forAll([fc.array(piece)], (pieces) => void readCurl(Buffer.from(`curl ${pieces.join('')}`)))
  await forAll([fc.uint8Array()], (bytes) => void readCurl(bytes))
  for (const [head, unit] of [
    ['curl ', 'a '],
    ['curl h ', '-s '],
    ['curl h ', '--sil '],
    ['curl h ', '-d a '],
    ['curl h ', '-H a:b '],
    ['curl h ', '-H a '],
    ['curl -s', 's'],
    ['curl h/', '../'],
    ['curl h/', 'a/'],
    ['curl h/', '[]'],
    ['curl http://', 'a@'],
    ['curl http://[', '['],
    ['curl h', ':'],
    ['curl h -H a', ':'],
    ['curl h --data-urlencode ', '%'],
    ['curl --no-', 'no-'],
    ['', '/curl\\'],
    ['', 'a= '],
  ] as const)
    isQuick(readCurl, head, unit)
})
