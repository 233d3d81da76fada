import fc from 'fast-check'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { filesOf } from '../../../../src/kit/diagnosis/Received.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, isQuick, line, noted, read, refuses } from './reading.ts'

/** As Chromium writes a string. */
const quoted = (text: string): string =>
  `"${text.replace(/[`$"]/g, '`$&').replace(/[^\x20-\x7e]/g, (unit) => `$([char]${unit.charCodeAt(0)})`)}"`

/** As Chromium copies a request. */
const copied = (body: string): string =>
  [
    '$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession',
    '$session.UserAgent = "Mozilla/5.0 (X11; Linux x86_64)"',
    '$session.Cookies.Add((New-Object System.Net.Cookie("id", "1", "/", "h.example")))',
    'Invoke-WebRequest -UseBasicParsing -Uri "https://h.example/v1/jobs?a=1&b=%20" `',
    '-Method "POST" `',
    '-WebSession $session `',
    '-Headers @{',
    '"authority"="h.example"',
    '  "path"="/v1/jobs"',
    `  "authorization"=${quoted(line)}`,
    '  "accept-encoding"="gzip"',
    '} `',
    '-ContentType "application/json" `',
    `-Body ${quoted(body)}`,
  ].join('\r\n')

const powerShell = suite('readPowerShell')

powerShell('reads what Chromium copies as PowerShell', () => {
  const received = read(copied('{"cost":"$5","a":"`"}'))
  assert.equal([received.method, received.target, received.host], ['POST', '/v1/jobs?a=1&b=%20', 'h.example'])
  assert.equal(received.authorization, [line])
  assert.is(bodyOf(received), '{"cost":"$5","a":"`"}')
  assert.is(received.notes, undefined)
  const bytes = copied('{"a":"é"}').replace(/-Body (.*)$/, '-Body ([System.Text.Encoding]::UTF8.GetBytes($1))')
  assert.equal([bodyOf(read(bytes)), read(bytes).notes], ['{"a":"é"}', undefined])
  assert.match(noted(read(copied('{"a":"é"}'))), /before 7\.4 sends them as Latin-1/)
})

powerShell('for all bodies: reads what was copied', () =>
  forAll([fc.string({ unit: 'grapheme' })], (body) => assert.is(bodyOf(read(copied(body))), body)),
)

powerShell('reads a script whose variables have values', () => {
  const received = read(`$body = @'
{"a": "it's"}
'@
$headers = @{ Authorization = '${line}'; Accept = $accept }
$answer = irm https://h.example/v1/jobs -Method Put -Headers $headers -Body $body -SkipHeaderValidation | ConvertTo-Json`)
  assert.equal([received.method, received.target], ['PUT', '/v1/jobs'])
  assert.equal(received.authorization, [line])
  assert.is(bodyOf(received), '{"a": "it\'s"}')
  assert.is(
    bodyOf(read('$id = "7"\nInvoke-RestMethod -Uri "https://h/" -Method post -Body "{`"id`":`"$id`"}"')),
    '{"id":"7"}',
  )
  assert.is(bodyOf(read('irm https://h/ -Method post -Body "{""id"":1}`n`u{e9}"')), '{"id":1}\né')
  assert.is(bodyOf(read('iwr "https://h/" -Method post -Body @"\na`"b\n"@')), 'a"b')
  assert.equal(filesOf(read('iwr "https://h/" -Method post -InFile job.json').body), ['job.json'])
})

powerShell(
  'for all computed values: reads a header with one that no verifier needs, and refuses the Authorization',
  () =>
    forAll(
      [
        fc.constantFrom('(Get-Date)', '$env:A', '$job.id', '$ids[0]', '(Get-Date -Format "o")', '((1) + (2))'),
        fc.constantFrom(';', '\n', ' ;', '\r\n'),
      ],
      (computed, end) => {
        const script = (date: string, authorization: string): string =>
          `irm "https://h/" -Headers @{ 'X-Date' = ${date}${end}Authorization = ${authorization} }`
        assert.equal(read(script(computed, `'${line}'`)).authorization, [line])
        refuses([
          [script("'now'", computed), 'PowerShell calculates this value'],
          [script(`${computed} + 'a'`, `'${line}'`), 'PowerShell calculates this value'],
          [`irm "https://h/" -Form ${computed}`, 'PowerShell calculates this value'],
        ])
      },
    ),
)

powerShell('says where a value is not in the text', () => {
  refuses([
    [
      '$body = $job | ConvertTo-Json\nirm "https://h/" -Method post -Body $body',
      'line 1: PowerShell calculates this value',
    ],
    ['irm "https://h/" -Body ($job | ConvertTo-Json)', 'line 1: PowerShell calculates this value'],
    ['irm "https://h/$(Get-Date)"', 'line 1: PowerShell calculates this value'],
    ['irm "https://h/" `\n -Headers @{ Authorization = $line }', 'line 2: PowerShell calculates this value'],
    ['irm "https://h/" -Headers $headers', 'PowerShell calculates this value'],
    ['irm "https://h/" -Body @{ a = "b" }', 'PowerShell calculates this value'],
    ['irm "https://h/', 'a quotation mark or a bracket opens here'],
    ['irm -Method post', 'there is no -Uri'],
    ['$session = 1', 'there is no Invoke-WebRequest'],
    ['irm "ftp://h/"', 'does not begin with http'],
  ])
})

powerShell('answers in linear time', () => {
  for (const unit of ['$a=@"\n', '$a="\n', "$a='\n", '$a=', '$a', '"', '`', '@{', '@{a=', '-Body ', '$(', '""', ' '])
    for (const prefix of ['irm ', '$x = 1\n', '']) isQuick(readRequest, prefix, unit)
})
