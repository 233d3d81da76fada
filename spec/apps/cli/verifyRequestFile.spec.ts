/** `countersign verify`: a whole request in a file, and policies. */
import { jobPolicies } from '../../../src/apps/cli/policies.ts'
import { verify } from '../../../src/apps/cli/verify.ts'
import { ours } from '../../../src/core/Policies.ts'
import * as der from '../../support/der.ts'
import { rsa } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'
import { now, sign, type ToSign } from '../../support/world.ts'
import { complaintsOf, countersign, type Ended, file, publicKey } from './command.ts'

const body = '{"request_id":"1","stages":[]}'
file('body.json', body)

const asked = (...args: ReadonlyArray<string>): Promise<Ended> =>
  countersign(['verify', '--public-key', publicKey, '--now', String(now), ...args])

/** The request in parts. */
const inParts = (authorization: string, method = 'POST'): ReadonlyArray<string> => [
  `--method=${method}`,
  '--target=/v1/jobs',
  '--body=body.json',
  `--authorization=${authorization}`,
]

const whole = suite('countersign verify --request')

const raw = async (toSign: ToSign = {}, sent: string = body, more = ''): Promise<string> =>
  `POST /v1/jobs HTTP/1.1\r\nHost: h.example\r\nAuthorization: ${(await sign({ body, ...toSign })).authorization}\r\n${more}\r\n${sent}`

whole('a raw HTTP request, from a file and from standard input', async () => {
  const { code, out, err } = await asked('--request', file('request.http', await raw()))
  assert.equal([code, out, err], [0, 'accepted: the request was signed by app-1\n', ''])
  const args = ['verify', '--public-key', publicKey, '--now', String(now), '--request', '-']
  assert.is((await countersign(args, { stdin: await raw() })).code, 0)
})

whole('a curl command, whose body is in a file beside it', async () => {
  const { authorization } = await sign({ body })
  const command = `curl https://h.example/v1/jobs -H 'Authorization: ${authorization}' --data-binary @body.json`
  assert.is((await asked('--request', file('request.sh', command))).code, 0)
})

whole('the body of --body stands for the one in the file', async () => {
  const request = file('request.http', await raw({}, 'another'))
  assert.is((await asked('--request', request)).code, 1)
  assert.is((await asked('--request', request, '--body', 'body.json')).code, 0)
})

whole('what was assumed is said, and a missing body as well', async () => {
  const request = file('bodiless.http', await raw({}, ''))
  const { out, code } = await asked('--request', request)
  assert.is(code, 1)
  const note = 'The request has no body; if one was sent, give it with --body.'
  assert.match(out, `refused: signature_invalid\n`)
  assert.match(out, `\nnote: ${note}\n`)
  const json = JSON.parse((await asked('--request', request, '--json')).out) as { notes: ReadonlyArray<string> }
  assert.equal(json.notes, [note])
})

whole('method, target and header stand in the file only; without one, method and target are needed', async () => {
  file('request.http', await raw())
  for (const [args, complaint] of [
    [
      ['--request', 'request.http', '--method', 'POST'],
      '--request has the method, the target and the Authorization header: remove these options',
    ],
    [['--request', file('nothing', '')], '--request nothing: line 1: '],
    [['--request', 'nowhere'], '--request nowhere: there is no such file'],
    [[], '--method and --target are missing; or give the whole request with --request'],
    [['--target', '/'], '--method is missing; or give the whole request with --request'],
  ] as const) {
    const { code, err } = await asked(...args)
    assert.is(code, 2)
    assert.ok(err.startsWith(`error: ${complaint}`), err)
  }
})

whole('a line of our own log: what it lacks, and no verdict', async () => {
  file('line.json', `{"time":${now}000,"outcome":"reject","reason":"app_unknown","method":"GET","path":"/v1/jobs"}\n`)
  const { code, out, err } = await asked('--request', 'line.json')
  assert.equal([code, out], [2, ''])
  assert.is(
    err,
    'error: --request line.json: line 1: this is a line of a log, of a request that was refused: app_unknown. It has ' +
      'no Authorization header, no query and no body, so nothing can be checked: give the request itself. ' +
      'countersign serve --keep DIR or keepRefusals can save the next refused request; or its parts: --method GET --target TARGET ' +
      `('/v1/jobs' and its query) --authorization LINE --body FILE --now ${now}\n`,
  )
})

whole(
  'a text of unknown form: what was found, a look at the other lines without their secrets, and a request to complete',
  async () => {
    const line = 'SVC-SHA256-RSA app_id=a,nonce_str=n,timestamp=1,signature=AA=='
    file('text.txt', `seen today\n{"Authorization"=>"${line}"}\nPOST it\nfrom /a/b to /c/d password=hunter22\n`)
    const { code, out, err } = await asked('--request', 'text.txt')
    assert.equal([code, out], [2, ''])
    assert.ok(err.includes('Recognized: the method (line 3) and the Authorization header (line 2).'), err)
    assert.ok(
      err.includes(`; or its parts: --method POST --target TARGET --authorization '${line}' --body FILE\n`),
      err,
    )
    assert.ok(
      err.endsWith(
        `error: Or complete this, and give it as a file:\nerror: \nerror: POST <TARGET> HTTP/1.1\nerror: Authorization: ${line}\nerror: \nerror: <body>\n`,
      ),
      err,
    )
  },
)

whole('a text of unknown form: nothing of its other lines is printed, and no target with a secret', async () => {
  const line = 'SVC-SHA256-RSA app_id=a,nonce_str=n,timestamp=1,signature=AA=='
  const secrets = [
    '-----BEGIN PRIVATE KEY-----\nMIIEvgIBADANBg',
    'password:\n  hunter2hunter2',
    'Cookie: sid=s3cr3t',
    'got eyJhbGciOi',
  ]
  for (const secret of secrets) {
    file('text.txt', `"/v1/jobs"\n{"Authorization"=>"${line}"}\n${secret}\n`)
    const { err } = await asked('--request', 'text.txt')
    assert.ok(err.includes('no reader knows the form'), err)
    assert.not.match(err, /MIIE|hunter2|s3cr3t|eyJ/)
  }
  file('text.txt', `url: /v1/jobs?access_token=s3cr3ttoken\n["${line}"]\nPOST\nPUT\n`)
  assert.not.match((await asked('--request', 'text.txt')).err, /s3cr3t/)
})

const policies = suite('countersign verify: policies')

policies('--policy takes one that is not ours, --no-policy drops one that is', async () => {
  const { authorization } = await sign({ body })
  const spaced = inParts(authorization.replaceAll(',', ', '))
  assert.is((await asked(...spaced)).code, 1)
  assert.is((await asked(...spaced, '--policy', 'ows')).code, 0)
  const lower = inParts(authorization, 'post')
  assert.is((await asked(...lower)).code, 0)
  assert.match((await asked(...lower, '--no-policy', 'method-case')).out, 'refused: method_invalid\n')
})

policies('several at once, repeated or with commas', async () => {
  const { authorization } = await sign({ body })
  const both = inParts(authorization.replaceAll(',', ' , ').replace(/app_id=([^ ]+)/, 'app_id="$1"'))
  for (const more of [
    ['--policy', 'ows,quoted-values'],
    ['--policy', 'ows', '--policy', 'quoted-values'],
  ])
    assert.is((await asked(...both, ...more)).code, 0)
  assert.is((await asked(...both, '--policy', 'ows')).code, 1)
})

policies('keys as well: a public exponent of 3', async () => {
  const small = file('small.pem', der.pem('PUBLIC KEY', der.spki(der.modulusOf(rsa(2048, 'app-1')), 3n)))
  const { authorization } = await sign({ body })
  const args = ['verify', '--public-key', small, ...inParts(authorization)]
  assert.match((await countersign(args)).err, '--public-key small.pem: the public exponent')
  const out = (await countersign([...args, '--now', String(now), '--policy', 'small-exponent'])).out
  assert.match(out, 'refused: signature_invalid')
})

policies('an unknown one is an error that lists those that matter here', async () => {
  const elsewhere = [...jobPolicies, 'nonce-per-timestamp', 'nonce-per-message']
  const names = Object.keys(ours).filter((name) => !elsewhere.includes(name))
  const complaints = [`--policy: expected names of policies with commas between them: ${names.join(', ')}`]
  for (const name of ['OWS', 'int64-string', 'nonce-per-message'])
    assert.equal(complaintsOf(verify.parse(['--public-key', 'k', '--policy', name])), complaints)
  const { code, err } = await asked('--policy', 'ows', '--no-policy', 'ows')
  assert.equal([code, err], [2, 'error: --policy and --no-policy both name ows\n'])
})
