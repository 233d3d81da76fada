/**
 * The programs as a caller runs them, against a real server: the right ones are accepted, and each section matters, for
 * with it written wrongly the request is refused.
 */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { ofSpki } from '../../../src/core/PublicKey.ts'
import type { Reason } from '../../../src/core/VerifyError.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { type Language, rightCode, wholeProgram } from '../../../src/kit/diagnosis/rightCode.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { createVerifier, VerificationError, type VerifiedRequest } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { type Ended, plant, runIn } from '../../support/project.ts'
import { assert, inTurn, needs, right, suite, works } from '../../support/suite.ts'

const key = rsa(2048, 'app-1')
const publicKey = right(ofSpki(key.publicKey.export({ type: 'spki', format: 'der' })))

interface Toolchain {
  readonly tool: string
  readonly file: string
  /** Once, before the program runs. */
  readonly build?: string
  readonly run: string
}

/** Those whose programs are run in every way, and are broken on purpose. */
const thorough = ['javascript', 'python', 'go', 'shell'] as const
type Thorough = (typeof thorough)[number]
/** Those whose programs are compiled once, and run in a few ways. */
const brief = ['java', 'php', 'csharp', 'ruby'] as const

const toolchains: Readonly<Record<Language, Toolchain>> = {
  javascript: { tool: 'node', file: 'main.mjs', run: `'${process.execPath}' main.mjs` },
  python: {
    // A name that is on no PATH is reported as missing.
    tool: works('python3', '-c', 'import cryptography') ? 'python3' : 'python3 with cryptography',
    file: 'main.py',
    run: 'python3 main.py',
  },
  go: { tool: 'go', file: 'main.go', build: 'go build -o main main.go', run: './main' },
  java: {
    tool: 'javac',
    file: 'Main.java',
    build: 'javac -encoding UTF-8 Main.java',
    run: 'java -XX:TieredStopAtLevel=1 Main',
  },
  php: { tool: 'php', file: 'main.php', run: 'php main.php' },
  csharp: {
    tool: 'mcs',
    file: 'main.cs',
    build: 'mcs -r:System.Net.Http.dll -out:main.exe main.cs',
    run: 'mono main.exe',
  },
  ruby: { tool: 'ruby', file: 'main.rb', run: 'ruby main.rb' },
  shell: { tool: works('openssl', 'version') ? 'curl' : 'openssl', file: 'main.sh', run: 'bash main.sh' },
}

/** What the Go tools need to work with what is installed alone. */
const goEnv = { CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOFLAGS: '-buildvcs=false' }

/** Pretty JSON with characters beyond ASCII and a final line feed. */
const job = `${JSON.stringify(
  {
    request_id: '1001',
    stages: [{ type: 'DIFFUSION', diffusion: { width: 512, prompts: [{ text: 'Ein Füchslein, 狐 🦊 & "more"' }] } }],
  },
  null,
  2,
)}\n`

interface Arrived {
  readonly method: string
  readonly target: string
  readonly authorization: ReadonlyArray<string>
  readonly body: Uint8Array
}

const accepted: Array<VerifiedRequest> = []
const refused: Array<{ readonly request: Arrived; readonly error: VerificationError }> = []
const verifier = await createVerifier({ keys: { 'app-1': key.publicPem } })
const server = createServer(async (req, res) => {
  const { method = '', url: target = '' } = req
  const { authorization = [] } = req.headersDistinct
  const request = { method, target, authorization, body: await buffer(req) }
  try {
    accepted.push(await verifier.verify(request))
    if (target === '/moved') res.writeHead(307, { Location: '/v1/jobs' })
    res.end('taken: 狐')
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    refused.push({ request, error })
    res.writeHead(error.status, error.headers).end(error.body)
  }
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

interface Program {
  /** Runs it once. */
  readonly send: (url: string, env?: NodeJS.ProcessEnv) => Promise<Ended>
  /** Writes a file beside it. */
  readonly put: (name: string, content: Uint8Array) => void
}

const prepare = async (language: Language, text: string, body: string | Uint8Array = job): Promise<Program> => {
  const { file, build, run } = toolchains[language]
  const folder = plant({ [file]: text, 'private_key.pem': key.privatePem })
  writeFileSync(join(folder, 'job.json'), body)
  if (build !== undefined) {
    const built = await runIn(folder, build, goEnv)
    assert.is(built.code, 0, built.output)
  }
  return {
    put: (name, content) => writeFileSync(join(folder, name), content),
    send: (url, env = {}) =>
      runIn(folder, run, {
        LC_ALL: 'C.UTF-8',
        URL: url,
        APP_ID: 'app-1',
        PRIVATE_KEY: 'private_key.pem',
        JOB: 'job.json',
        ...env,
      }),
  }
}

/** The request as the server received it. */
const taken = async (send: Promise<Ended>, status = 200): Promise<VerifiedRequest> => {
  const before = accepted.length
  const refusals = refused.length
  const { code, output } = await send
  const why = refused[refusals]?.error.message ?? 'nothing arrived'
  assert.is(accepted.length, before + 1, `${why}\n${output}`)
  assert.is(code, 0, output)
  assert.match(output, new RegExp(`^${status}$`, 'm'))
  assert.match(output, 'taken: 狐')
  return accepted[before] as VerifiedRequest
}

/** The refused request and its reason, which the program prints. */
const refusal = async (send: Promise<Ended>): Promise<(typeof refused)[number]> => {
  const before = refused.length
  const acceptances = accepted.length
  const { output } = await send
  assert.is(accepted.length, acceptances, 'it was accepted')
  const found = refused[before]
  if (found === undefined) throw new Error(`nothing arrived\n${output}`)
  assert.match(output, new RegExp(`^${found.error.status}$`, 'm'))
  assert.match(output, `"code":"${found.error.code}"`)
  return found
}

const diagnosed = (request: Arrived): Report =>
  diagnose({ ...request, keys: [{ appId: 'app-1', key: publicKey }], now: Math.floor(Date.now() / 1000) }, hash)

type Edit = readonly [from: string, to: string]

interface Breakage {
  /** The mistake that is made. */
  readonly id: string
  /** `signature_invalid` unless set. */
  readonly reason?: Reason
  readonly edits: Readonly<Record<Thorough, ReadonlyArray<Edit>>>
}

const everywhere = (...edits: ReadonlyArray<Edit>): Breakage['edits'] => ({
  javascript: edits,
  python: edits,
  go: edits,
  shell: edits,
})

/** The four parts in front of the body as each language writes them, and with another separator. */
const separatedBy = (separator: string): Breakage['edits'] => {
  const edit = (head: string): ReadonlyArray<Edit> => [[head, head.replaceAll('\\n', separator)]]
  return {
    javascript: edit(`POST\\n\${target}\\n\${timestamp}\\n\${nonce}\\n`),
    python: edit('POST\\n{target}\\n{timestamp}\\n{nonce}\\n'),
    go: edit(String.raw`"POST\n" + target + "\n" + timestamp + "\n" + nonce + "\n"`),
    shell: edit(String.raw`POST\n%s\n%s\n%s\n`),
  }
}

const breakages: ReadonlyArray<Breakage> = [
  {
    // Serialized once to be signed and once to be sent; in the shell, where nothing is serialized, read in two ways.
    id: 'body-reserialized',
    edits: {
      javascript: [
        ['const body = jobFile', 'const data = JSON.parse(readFileSync(jobFile))\nconst body = jobFile'],
        ['\n  body,\n', '\n  body: JSON.stringify(data),\n'],
      ],
      python: [
        ['body = Path(job_file).read_bytes()', 'body = Path(job_file).read_bytes(); data = json.loads(body)'],
        ['body=body', 'body=json.dumps(data).encode()'],
      ],
      go: [
        [
          'body, err = os.ReadFile(jobFile)',
          'file, _ = os.ReadFile(jobFile); json.Unmarshal(file, &job); body, err = json.Marshal(job)',
        ],
        ['if jobFile != "" {', 'var file []byte\n\tif jobFile != "" {'],
        ['bytes.NewReader(body)', 'bytes.NewReader(file)'],
      ],
      shell: [['--data-binary "@', '--data "@']],
    },
  },
  {
    id: 'target-without-query',
    edits: {
      javascript: [['url.pathname + url.search', 'url.pathname']],
      python: [
        ['target = (parts.path or "/")', 'target = parts.path; sent = (parts.path or "/")'],
        ['"POST", target', '"POST", sent'],
      ],
      go: [['address.RequestURI()', 'address.EscapedPath()']],
      shell: [['|| target=/$target', `|| target=/$target\ntarget=\${target%%\\?*}`]],
    },
  },
  {
    id: 'header-milliseconds',
    reason: 'timestamp_in_future',
    edits: {
      javascript: [['Math.floor(Date.now() / 1000)', 'Date.now()']],
      python: [['time.time()', 'time.time() * 1000']],
      go: [['time.Now().Unix()', 'time.Now().UnixMilli()']],
      shell: [['date +%s', 'date +%s000']],
    },
  },
  {
    id: 'nonce-alphabet',
    reason: 'authorization_malformed',
    edits: {
      javascript: [["toString('hex')", "toString('base64')"]],
      python: [['secrets.token_hex(16)', 'base64.b64encode(secrets.token_bytes(16)).decode()']],
      go: [['hex.EncodeToString(random)', 'hex.EncodeToString(random[:8]) + "=="']],
      shell: [['rand -hex 16', 'rand -base64 16']],
    },
  },
  { id: 'method-case', edits: everywhere(['POST\\n', 'post\\n']) },
  { id: 'separator-crlf', edits: separatedBy('\\r\\n') },
  { id: 'separator-literal', edits: separatedBy('\\\\n') },
  {
    id: 'pss-padding',
    edits: {
      javascript: [['RSA_PKCS1_PADDING', 'RSA_PKCS1_PSS_PADDING']],
      python: [['padding.PKCS1v15()', 'padding.PSS(padding.MGF1(hashes.SHA256()), 32)']],
      go: [
        [
          'rsa.SignPKCS1v15(rand.Reader, privateKey, crypto.SHA256, digest[:])',
          'rsa.SignPSS(rand.Reader, privateKey, crypto.SHA256, digest[:], nil)',
        ],
      ],
      shell: [['-sign "$PRIVATE_KEY"', '-sigopt rsa_padding_mode:pss -sign "$PRIVATE_KEY"']],
    },
  },
  {
    id: 'signature-unpadded',
    reason: 'signature_malformed',
    edits: {
      javascript: [["toString('base64')", "toString('base64').replace(/=+$/, '')"]],
      python: [['.decode("ascii")', '.decode("ascii").rstrip("=")']],
      go: [['base64.StdEncoding', 'base64.RawStdEncoding']],
      shell: [['openssl base64 -A', 'openssl base64 -A | tr -d =']],
    },
  },
  { id: 'header-whitespace', reason: 'authorization_malformed', edits: everywhere([',nonce_str=', ', nonce_str=']) },
  { id: 'header-auth-type', reason: 'scheme_unsupported', edits: everywhere(['SVC-SHA256-RSA', 'SVC_SHA256_RSA']) },
]

const broken = (language: Thorough, edits: ReadonlyArray<Edit>): string =>
  edits.reduce((text, [from, to]) => {
    const pieces = text.split(from)
    assert.is(pieces.length, 2, `${language} has ${pieces.length - 1} times: ${from}`)
    return pieces.join(to)
  }, wholeProgram(language))

/** Path and query that every one of the four sends as they are given. */
const kept = [
  '/v1/jobs',
  '/',
  '/v1/jobs?b=2&a=1&a=%7e&q=caf%C3%A9%20%26%2f&plus=1+1&empty=&=',
  '/tenant%2fone/v1//jobs;v=1/?x[]=1&y=:@!$()*,/?',
]
/** Some programs change these before they send them; they sign what they send. */
const touchy = ["/v1/../v1/./jobs?it's", '/v1/{jobs,x}/[1-3]?{a,b}=|', '/v1/jobs?']
const sentAs: Readonly<Record<Thorough, ReadonlyArray<string>>> = {
  javascript: ['/v1/jobs?it%27s', '/v1/%7Bjobs,x%7D/[1-3]?{a,b}=|', '/v1/jobs'],
  python: ["/v1/../v1/./jobs?it's", '/v1/{jobs,x}/[1-3]?{a,b}=|', '/v1/jobs'],
  go: ["/v1/../v1/./jobs?it's", '/v1/%7Bjobs,x%7D/%5B1-3%5D?{a,b}=|', '/v1/jobs?'],
  shell: touchy,
}

const odd = Uint8Array.from([0xef, 0xbb, 0xbf, 0x40, 0x0d, 0x0a, 0x00, 0xff, 0xfe, 0x0a, 0x0d, 0x0a, 0x0a])

/** The language in which each is made, another in every run; with COUNTERSIGN_ALL each is made in all. */
const chosen = fc.sample(fc.constantFrom(...thorough), breakages.length)
const breakagesIn = (language: Thorough): ReadonlyArray<Breakage> =>
  breakages.filter((_, i) => process.env.COUNTERSIGN_ALL || chosen[i] === language)

for (const language of inTurn(2, thorough)) {
  const test = suite(`the program in ${language}`)
  const { tool } = toolchains[language]
  const program = prepare.bind(undefined, language, wholeProgram(language))

  needs(tool, test)('is accepted, twice in a row, with the very bytes of the file', async () => {
    const { send } = await program()
    const requests = [await taken(send(`${origin}/v1/jobs`)), await taken(send(`${origin}/v1/jobs`))]
    for (const { body, appId } of requests) {
      assert.is(Buffer.from(body).toString(), job)
      assert.is(appId, 'app-1')
    }
  })

  needs(tool, test)('signs the target that it sends', async () => {
    const { send } = await program()
    for (const target of kept) assert.is((await taken(send(`${origin}${target}#part?x/y`))).target, target)
    for (const [i, target] of touchy.entries()) {
      assert.is((await taken(send(`${origin}${target}`))).target, sentAs[language][i])
    }
    assert.is((await taken(send(origin))).target, '/')
    assert.is((await taken(send(`${origin}?x=/y`))).target, '/?x=/y')
  })

  needs(tool, test)('sends bytes that are no text, and an empty body', async () => {
    for (const bytes of [odd, new Uint8Array(0)]) {
      const { send } = await program(bytes)
      assert.equal(Buffer.from((await taken(send(`${origin}/v1/jobs`))).body), Buffer.from(bytes))
    }
  })

  needs(tool, test)('hands a redirect back: the signature is for one target', async () => {
    const { send } = await program()
    await taken(send(`${origin}/moved`), 307)
  })

  needs(tool, test)(language === 'shell' ? 'says that it needs a job' : 'builds a job of its own', async () => {
    const { send } = await program()
    if (language === 'shell') {
      const { code, output } = await send(`${origin}/v1/jobs`, { JOB: '' })
      assert.is.not(code, 0)
      assert.match(output, 'JOB')
      return
    }
    const { body } = await taken(send(`${origin}/v1/jobs`, { JOB: '' }))
    assert.match(Buffer.from(body).toString(), 'café, 雪')
    assert.is(JSON.parse(Buffer.from(body).toString()).stages[1].diffusion.prompts[0].text, 'café, 雪')
  })

  needs(tool, test)('ends with an error where a setting is missing or the key is none', async () => {
    const { send } = await program()
    const before = accepted.length + refused.length
    for (const env of [{ URL: '' }, { PRIVATE_KEY: '' }, { PRIVATE_KEY: 'job.json' }, { JOB: 'no-such-file' }]) {
      const { code, output } = await send(`${origin}/v1/jobs`, env)
      assert.is.not(code, 0, `${JSON.stringify(env)}\n${output}`)
    }
    assert.is(accepted.length + refused.length, before)
  })

  for (const { id, reason = 'signature_invalid', edits } of breakagesIn(language)) {
    needs(tool, test)(`is refused with ${id}, and the diagnosis leads to the code that was broken`, async () => {
      const setsRight = (mistake: string): boolean =>
        edits[language].some(([from]) => rightCode(mistake, language)?.includes(from.trim()))
      assert.ok(setsRight(id), 'the code for the mistake is not what was broken')
      const { send } = await prepare(language, broken(language, edits[language]))
      const { request, error } = await refusal(send(`${origin}/v1/jobs?b=2&a=%7e`))
      assert.is(error.reason, reason)
      // A text that two mistakes make one by one is proven, and its cause is not: then it is one of those that are told.
      const { recovered, findings } = diagnosed(request)
      const ids = findings.map((finding) => finding.id)
      assert.ok(recovered && ids.some(setsRight), `the diagnosis leads elsewhere: ${ids.join(', ')}`)
    })
  }
}

for (const language of inTurn(2, brief)) {
  const test = suite(`the program in ${language}`)
  const { tool } = toolchains[language]

  needs(tool, test)(
    'is accepted: a job from a file, its own job, bytes, targets, a redirect; errors end it',
    async () => {
      const { send, put } = await prepare(language, wholeProgram(language))
      const { body } = await taken(send(`${origin}/v1/jobs?b=2&a=%2f&q=caf%C3%A9%20%26#part?x`))
      assert.is(Buffer.from(body).toString(), job)
      const { body: own } = await taken(send(`${origin}/moved`, { JOB: '' }), 307)
      assert.is(JSON.parse(Buffer.from(own).toString()).stages[1].diffusion.prompts[0].text, 'café, 雪')
      put('job.json', odd)
      const { target, body: bytes } = await taken(send(`${origin}?x=/y`))
      assert.equal([target, Buffer.from(bytes)], ['/?x=/y', Buffer.from(odd)])
      const before = accepted.length + refused.length
      for (const env of [{ URL: '' }, { PRIVATE_KEY: 'job.json' }, { JOB: 'no-such-file' }]) {
        const { code, output } = await send(`${origin}/v1/jobs`, env)
        assert.is.not(code, 0, `${JSON.stringify(env)}\n${output}`)
      }
      assert.is(accepted.length + refused.length, before)
    },
  )
}

const style = suite('the program in go, to the tools of Go')

needs('go', style)('is formatted, and vetted', async () => {
  const folder = plant({ 'main.go': wholeProgram('go') })
  assert.equal(await runIn(folder, 'gofmt -l main.go && go vet main.go', goEnv), { code: 0, output: '' })
})

style.after(() => {
  server.closeAllConnections()
  server.close()
})
