import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { type Language, languages, rightCode, wholeProgram } from '../../../src/kit/diagnosis/rightCode.ts'
import { assert, suite } from '../../support/suite.ts'

/** Mistakes that no code of a caller corrects. */
const beyondCode = ['target-prefix-added', 'other-key', 'unknown-key', 'clock-behind', 'clock-ahead']

/** One line of each section that no other section has, in the program's order. */
const marks: Readonly<Record<Language, ReadonlyArray<string>>> = {
  javascript: [
    ...['body', 'target', 'timestamp', 'nonce', 'text', 'signature', 'authorization'].map((name) => `const ${name} = `),
    'await fetch(',
  ],
  python: [
    'body = json.dumps',
    'target = ',
    'timestamp = str',
    'nonce = secrets',
    'text = f',
    'signature = base64',
    'authorization = f',
    'connection.request(',
  ],
  go: [
    'body, err := ',
    'target := ',
    'timestamp := ',
    'nonce := ',
    'text := []byte',
    'signature := ',
    'authorization := ',
    'http.NewRequest(',
  ],
  java: [
    'byte[] body = ',
    'String target = ',
    'String timestamp = ',
    'String nonce = ',
    'byte[] text = ',
    'String signature = ',
    'String authorization = ',
    'HttpRequest.newBuilder(',
  ],
  php: [
    '$body = $jobFile',
    '$target = (',
    '$timestamp = (string)',
    '$nonce = bin2hex',
    '$text = "',
    '$signature = base64',
    '$authorization = "',
    'stream_context_create(',
  ],
  csharp: [
    ...['body', 'target', 'timestamp', 'nonce', 'text', 'signature', 'authorization'].map((name) => `var ${name} = `),
    'new HttpRequestMessage(',
  ],
  ruby: [
    'body = job_file',
    'target = address',
    'timestamp = Time',
    'nonce = Secure',
    'text = "',
    'signature = [',
    'authorization = "',
    'http.send_request(',
  ],
  shell: [
    'body=$JOB',
    'target=/',
    'timestamp=$(',
    'nonce=$(',
    'text() {',
    'signature=$(',
    'authorization="',
    'curl --',
  ],
}

/** Which of the eight sections a text holds. */
const held = (language: Language, text: string): ReadonlyArray<number> =>
  marks[language].flatMap((mark, i) => (text.includes(mark) ? [i] : []))

const helping = suite('rightCode')

helping('has code for every mistake that code can correct', () => {
  for (const language of languages) {
    const without = catalogue.flatMap(({ id }) => (rightCode(id, language) === undefined ? [id] : []))
    assert.equal(without, beyondCode, language)
  }
})

helping('has none for an id that is not in the catalogue', () => {
  for (const id of ['', 'no-such-mistake', 'toString', '__proto__', 'constructor', 'Body-Missing']) {
    for (const language of languages) assert.is(rightCode(id, language), undefined)
  }
})

helping('is one section or two, the same ones in every language', () => {
  for (const { id } of catalogue) {
    if (beyondCode.includes(id)) continue
    const found = languages.map((language) => held(language, rightCode(id, language) ?? ''))
    assert.ok(
      found.every((sections) => sections.length === 1 || sections.length === 2),
      id,
    )
    assert.ok(
      found.every((sections) => String(sections) === String(found[0])),
      id,
    )
  }
})

helping('shows the section that the mistake is about', () => {
  const about = (id: string): ReadonlyArray<number> => held('javascript', rightCode(id, 'javascript') ?? '')
  assert.equal(about('body-reserialized'), [0, 7])
  assert.equal(about('target-without-query'), [1, 7])
  assert.equal(about('header-milliseconds'), [2, 6])
  assert.equal(about('nonce-missing'), [3, 4])
  assert.equal(about('body-hashed'), [4])
  assert.equal(about('separator-crlf'), [4])
  assert.equal(about('double-hash'), [5])
  assert.equal(about('signature-base64url'), [5])
  assert.equal(about('signature-plus-as-space'), [6])
  assert.equal(about('header-quoted'), [6])
})

helping('stands in the whole program, in its order and with its blank lines', () => {
  const blocksOf = (text: string): ReadonlyArray<string> => text.replace(/^[ \t]+/gm, '').split('\n\n')
  for (const language of languages) {
    const all = blocksOf(wholeProgram(language))
    for (const { id } of catalogue) {
      const code = rightCode(id, language)
      if (code === undefined) continue
      const blocks = blocksOf(code)
      assert.is(blocks.length, held(language, code).length, `${language}: ${id}`)
      const places = blocks.map((block) => all.findIndex((one) => one.startsWith(block)))
      assert.ok(
        places.every((place, i) => place > (places[i - 1] ?? 0)),
        `${language}: ${id}`,
      )
    }
  }
})

helping('has the method and the content type of the request; content that is no JSON is not serialized', () => {
  const sent = { method: 'PUT', contentType: 'multipart/form-data; boundary=x-1' }
  for (const language of languages) {
    const code = rightCode('body-missing', language, sent) ?? ''
    assert.ok(code.includes('PUT') && !code.includes('POST'), `${language}\n${code}`)
    assert.ok(code.includes('multipart/form-data; boundary=x-1') && !code.includes('application/json; charset'), code)
    const body = rightCode('body-reserialized', language, sent) ?? ''
    assert.not.match(body, 'built here is serialized')
    assert.is(
      rightCode('body-missing', language, { method: 'POST', contentType: undefined }),
      rightCode('body-missing', language),
    )
    // What is no method and no type stays out of a program.
    const odd = { method: "A'; rm", contentType: 'a/b"; rm' }
    assert.is(rightCode('body-missing', language, odd), rightCode('body-missing', language))
  }
})

const whole = suite('wholeProgram')

whole('has every section, each once and in order', () => {
  for (const language of languages) {
    const program = wholeProgram(language)
    const places = marks[language].map((mark) => program.indexOf(mark))
    assert.ok(!places.includes(-1), language)
    const sorted = places.toSorted((a, b) => a - b)
    assert.equal(places, sorted, language)
    for (const mark of marks[language]) assert.is(program.split(mark).length, 2, `${language}: ${mark}`)
  }
})

whole('is indented by tabs in Go and by spaces elsewhere, never by both', () => {
  for (const language of languages) {
    const texts = [wholeProgram(language), ...catalogue.map(({ id }) => rightCode(id, language) ?? '')]
    for (const line of texts.flatMap((text) => text.split('\n'))) {
      assert.match(line, language === 'go' ? /^\t*(?:[^\s].*)?$/ : /^ *(?:[^\s].*)?$/)
      assert.not.match(line, /\S.*\t|\s$/)
    }
  }
})

whole('takes its settings from the environment, and holds no key', () => {
  for (const language of languages) {
    for (const name of ['URL', 'APP_ID', 'PRIVATE_KEY', 'JOB']) assert.match(wholeProgram(language), name)
    assert.not.match(wholeProgram(language), '-----BEGIN')
  }
})
