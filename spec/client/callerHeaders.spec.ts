/** Headers and bodies that a caller adds: the same rule for every verb of the client, on both platforms. */
import fc from 'fast-check'
import { listen } from '../support/listener.ts'
import { assert, character, forAll, suite } from '../support/suite.ts'
import { app, faces, refusal } from './refusal.ts'

/** The names that a transport writes, told once more. */
const framing = [
  'Transfer-Encoding',
  'content-length',
  'HOST',
  'Connection',
  'Keep-Alive',
  'Proxy-Connection',
  'Expect',
  'Trailer',
  'TE',
  'Upgrade',
  'HTTP2-Settings',
]

for (const [name, { createClient }] of faces) {
  const headers = suite(`extra headers (${name})`)

  const withClient = async (
    use: (
      verbs: ReadonlyArray<(headers: unknown) => Promise<unknown>>,
      sent: () => ReadonlyArray<string>,
    ) => Promise<void>,
  ) => {
    const service = await listen()
    const client = await createClient({ baseUrl: service.url, ...app })
    const submit = (headers: unknown) => client.submitJob('{}', { headers: headers as Record<string, string> })
    const fetch = (headers: unknown) =>
      client.fetch('/x', { method: 'POST', body: '{}', headers: headers as Record<string, string> })
    const sent = () =>
      service.requests.map(({ headers }) => headers.map(([name, value]) => `${name}: ${value}`).join('\n'))
    try {
      await use([submit, fetch], sent)
    } finally {
      await service.close()
    }
  }

  headers('what frames a message is refused by every verb, and nothing is sent', () =>
    withClient(async (verbs, sent) => {
      for (const name of framing) {
        for (const verb of verbs) {
          const error = await refusal(verb({ 'X-Other': 'a', [name]: 'chunked' }))
          assert.is(error.reason, 'setting_invalid')
          assert.match(error.message, `headers: ${name.toLowerCase()} belongs to the framing or the connection`)
        }
      }
      assert.equal(sent(), [])
    }),
  )

  headers('for all names and values: the header arrives as it was given, or is refused as setting_invalid', () =>
    withClient(async (verbs, sent) => {
      const letter = fc.oneof(character, fc.constantFrom('a', 'B', '-', '\r', '\n', '\0', ' ', '\t', ':', 'é', '\x7f'))
      const text = fc.string({ unit: letter, maxLength: 8 })
      const isName = (name: string) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)
      const isValue = (value: string) => /^[\t -~\x80-\xff]*$/.test(value)
      await forAll([fc.oneof(fc.constant('x-a'), text), text, fc.constantFrom(0, 1)], async (name, value, at) => {
        fc.pre(!framing.some((other) => other.toLowerCase() === name.toLowerCase()))
        const before = sent().length
        const call = verbs[at]?.({ [`${name}`]: value }) ?? Promise.resolve()
        if (isName(name) && isValue(value)) {
          await call
          // A recipient drops blanks around a value (RFC 9110 §5.5); Latin-1 is one byte each.
          const line = `${name.toLowerCase()}: ${value.replace(/^[\t ]+|[\t ]+$/g, '')}`
          assert.ok(
            sent()
              .at(-1)
              ?.split('\n')
              .some((each) => each === line || each.trim() === line.trim()),
            line,
          )
        } else {
          assert.is((await refusal(call)).reason, 'setting_invalid')
          assert.is(sent().length, before)
        }
      })
    }),
  )

  headers('Headers, pairs and records are the same; other values, and Authorization, are refused', () =>
    withClient(async ([, fetch], sent) => {
      for (const given of [{ 'X-A': '1' }, [['X-A', '1']], new Headers({ 'X-A': '1' }), new Map([['X-A', '1']])]) {
        await fetch?.(given)
        assert.match(sent().at(-1) ?? '', /^x-a: 1$/m)
      }
      for (const given of [
        { x: 5 },
        { x: undefined },
        { x: ['a'] },
        [['x']],
        'x: 1',
        7,
        { authorization: 'Bearer S3CRET' },
      ]) {
        const error = await refusal(fetch?.(given) ?? Promise.resolve())
        assert.is(error.reason, 'setting_invalid')
        assert.not.match(error.message, 'S3CRET')
      }
    }),
  )

  const bodies = suite(`bodies that fetch would turn into text (${name})`)

  bodies('a value is refused in the words of sign, and nothing is sent', async () => {
    const service = await listen()
    const client = await createClient({ baseUrl: service.url, ...app })
    class Row {}
    for (const body of [
      { a: 1 },
      5,
      0,
      true,
      false,
      7n,
      [1, 2],
      new Map(),
      new Date(),
      new Row(),
      new URL('http://a.example'),
    ]) {
      const asked = [
        client.fetch('/x', { method: 'POST', body: body as never }),
        client.sign({ method: 'POST', url: '/x', body: body as never }),
      ]
      for (const call of asked) {
        const error = await refusal(call)
        assert.is(error.reason, 'setting_invalid')
        assert.match(
          error.message,
          'body must be bytes, text or a stream: encode the value once, for example with JSON.stringify',
        )
      }
    }
    assert.is(service.requests.length, 0)
    const form = new FormData()
    form.set('a', '1')
    const buffer = new Uint8Array([97]).buffer
    const bodies = [
      null,
      undefined,
      '',
      'a',
      buffer,
      new DataView(buffer),
      new URLSearchParams('a=1'),
      form,
      new Blob(['a']),
    ]
    for (const body of bodies) assert.is((await client.fetch('/x', { method: 'POST', body })).status, 200)
    await service.close()
  })

  const answers = suite(`what an answer says (${name})`)

  answers('ok is true for 2xx alone', async () => {
    for (const [status, ok] of [
      ['200 OK', true],
      ['299 X', true],
      ['300 X', false],
      ['401 No', false],
      ['500 X', false],
    ] as const) {
      const service = await listen([`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`])
      const answer = await (await createClient({ baseUrl: service.url, ...app })).submitJob('{}')
      assert.equal([answer.status, answer.ok], [Number(status.slice(0, 3)), ok])
      await service.close()
    }
  })
}
