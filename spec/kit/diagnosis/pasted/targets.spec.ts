/** A target with marks that programs also write round a target is read back as it was printed. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import type { Printable, Printer } from './printers.ts'
import { line, read } from './reading.ts'

const kept = suite('readRequest: targets with commas, brackets and apostrophes')

const entry = ({ authorization }: Printable): string => `authorization: '${authorization}'`

/** Forms in which a target without quotes is followed by more. */
const bare: ReadonlyArray<Printer> = [
  {
    name: 'console.log',
    print: (r) => `${r.method} ${r.target} {\n  host: '${r.host}',\n  ${entry(r)}\n} undefined\n`,
  },
  {
    name: 'OkHttp, toString',
    print: (r) =>
      `Failed: Request{method=${r.method}, url=https://${r.host}${r.target}, headers=[Authorization:${r.authorization}]} body=\n`,
  },
  {
    name: 'CommonsRequestLoggingFilter',
    print: (r) =>
      `x DEBUG 1 --- [main] o.s.w.f.Filter : Before request [${r.method} ${r.target}, headers=[host:"${r.host}", authorization:"${r.authorization}"]]\n`,
  },
  { name: 'a map of Go', print: (r) => `map[Authorization:[${r.authorization}] Method:${r.method} URL:${r.target}]\n` },
  {
    name: 'a structure of Go',
    print: (r) =>
      `{Method:${r.method} URL:https://${r.host}${r.target} Header:map[Authorization:[${r.authorization}]]}\n`,
  },
  {
    name: 'a target in brackets',
    print: (r) => `(${r.method} ${r.target})\n{'Authorization': '${r.authorization}'}\n`,
  },
  {
    name: 'names and values',
    print: (r) => `level=info method=${r.method} uri=${r.target} authorization="${r.authorization}"\n`,
  },
  {
    name: 'logged values',
    print: (r) =>
      `method: ${r.method}\nurl: https://${r.host}${r.target}\nheaders: {"Authorization": "${r.authorization}"}\n`,
  },
]

const parts = fc.array(
  fc.constantFrom('7', ',', ';', '&', '(a)', '[]', '[a]', "'", "'b'", '=', '%2C', '@', '!', '$', '*', '.', '-', '~'),
  { maxLength: 6 },
)
const targets = fc
  .tuple(parts, fc.constantFrom('', '?', '?ids=1', '?a=b&c='), parts)
  .map(([path, query, value]) => `/v1/a${path.join('')}a${query}${query === '' ? '' : `${value.join('')}z`}`)
const requests: fc.Arbitrary<Printable> = fc.record(
  {
    method: fc.constant('GET'),
    host: fc.constant('api.example'),
    target: targets,
    authorization: fc.constant(line),
    body: fc.constant(''),
  },
  { noNullPrototype: true },
)

for (const { name, print } of bare)
  kept(`for all targets: ${name} is read back`, () =>
    forAll([requests], { numRuns: 60 }, (request) => {
      const text = print(request)
      assert.equal([read(text).method, read(text).target], [request.method, request.target], text)
    }),
  )

kept('the target of a log with a comma and an equals sign is no header: GET is no auth type', () => {
  for (const name of ['uri', 'url', 'path', 'requestUri', 'request_path', 'target'])
    assert.is(read(`level=info method=GET ${name}=/v1/a,b=c authorization="${line}"\n`).target, '/v1/a,b=c', name)
})
