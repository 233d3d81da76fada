/** A saved request or a script is read as its tool sends it: line ends, comments, references, parameters and switches by the tool's own rules. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { archiveOf, bodyOf, line, noted, read, refusal, refuses } from './reading.ts'

const url = 'https://h.example/v1/jobs'
const otherLine = line.replace('nonce_str=n', 'nonce_str=other')
const json = (value: unknown): string => JSON.stringify(value)

const sent = suite('readRequest: as tools send it')

sent('for all scalars of YAML: a comment after a quoted one is none of its text', () =>
  forAll(
    [
      fc.constantFrom('', ' # a job', ' #', '  # it\'s "x"', '\t# a'),
      fc.constantFrom('{}', '# a', 'a"b', "it's", 'a\\', '" # b', "' # b"),
      fc.boolean(),
    ],
    { numRuns: 30 },
    (comment, body, isSingle) => {
      const written = isSingle ? `'${body.replaceAll("'", "''")}'` : json(body)
      const yaml = `- request:\n    method: "POST"${comment}\n    uri: '${url}'${comment}\n    headers:\n      Authorization: "${line}"${comment}\n    body: ${written}${comment}\n`
      const received = read(yaml)
      assert.equal(
        [received.method, received.target, received.host, received.authorization],
        ['POST', '/v1/jobs', 'h.example', [line]],
      )
      assert.is(bodyOf(received), body)
    },
  ),
)

sent('a number sign within the quotation marks of YAML is text, also over several lines', () => {
  const yaml = (body: string): string =>
    `- request:\n    method: POST\n    uri: ${url}\n    headers: {Authorization: "${line}"} # c\n    body: ${body}\n`
  assert.is(bodyOf(read(yaml('"a # b"'))), 'a # b')
  assert.is(bodyOf(read(yaml("'it''s\n      # one' # two"))), "it's # one")
})

const htmlTable = (method: string, body: string): string =>
  `<table><tr><th>method</th><th>url</th><th>headers</th><th>body</th></tr>\n<tr><td>${method}</td><td>${url}</td><td>{"Authorization":"${line}"}</td><td>${body}</td></tr></table>`
const xmlTable = (body: string): string =>
  `<?xml version="1.0"?>\n<rows>\n<row><method>POST</method><url>${url}</url><Authorization>${line}</Authorization><body>${body}</body></row>\n</rows>\n`

sent('for all characters: a reference in a table of HTML or XML is the character in UTF-8', () =>
  forAll(
    [fc.constantFrom('ü', '€', '🦊', 'a', '\u0080', '\u00ff'), fc.boolean()],
    { numRuns: 12 },
    (character, isHex) => {
      const point = character.codePointAt(0) ?? 0
      const reference = isHex ? `&#x${point.toString(16)};` : `&#${point};`
      for (const table of [(body: string) => htmlTable('POST', body), xmlTable])
        assert.is(bodyOf(read(table(`{"a":"${reference}é"}`))), `{"a":"${character}é"}`)
    },
  ),
)

sent('a parser of XML reads a line end as a line feed, and a reference to CR as CR', () => {
  assert.is(bodyOf(read(xmlTable('{\r\n"a":"&#13;"}'))), '{\n"a":"\r"}')
})

sent('a symbol in the column of the method is the method', () => {
  for (const method of ['POST', 'post', ':post']) assert.is(read(htmlTable(method, '{}')).method, 'POST')
})

// ---- PowerShell

sent('a switch of PowerShell has no value, wherever it stands', () => {
  const headers = `-Headers @{ Authorization = '${line}' }`
  for (const given of [
    '-Verbose',
    '-Debug',
    '-vb',
    '-Verbose:$false',
    '-SkipCertificateCheck:$true',
    '-ErrorAction Stop',
  ])
    for (const script of [
      `irm ${given} -Method Post -Uri ${url} ${headers} -Body '{}'`,
      `irm ${given} -Body '{}' -Uri ${url} -Meth Post ${headers}`,
      `irm ${url} -Method Post -Body '{}' ${headers} ${given}`,
    ]) {
      const received = read(script)
      assert.equal([received.method, received.target, bodyOf(received)], ['POST', '/v1/jobs', '{}'], script)
    }
})

sent('a known value of another header of PowerShell is evidence, as it is in a command of curl', () => {
  const script = (value: string): string =>
    `irm ${url} -Headers @{ Authorization = '${line}'; 'X-Original-URI' = ${value} }`
  assert.equal(read(script("'/api/v1/jobs'")).headers, [['x-original-uri', '/api/v1/jobs']])
  assert.is(read(script('$path')).headers, undefined)
})

// ---- Bruno

const bruno = (kind: string, path = '/v1/jobs', further = ''): string =>
  `post {\n  url: https://h.example${path}\n${kind === '' ? '' : `  body: ${kind}\n`}  auth: none\n}\n\n${further}headers {\n  Authorization: ${line}\n}\n\nbody:json {\n  {"old":1}\n}\n\nbody:text {\n  new\n}\n\nbody:multipart-form {\n  a: b\n}\n`

sent('Bruno sends the body of the chosen kind, and keeps the others', () => {
  assert.is(bodyOf(read(bruno('json'))), '{"old":1}')
  assert.is(bodyOf(read(bruno('text'))), 'new')
  for (const kind of ['xml', 'none', '']) assert.is(bodyOf(read(bruno(kind))), '', kind)
  for (const kind of ['multipartForm', 'formUrlEncoded', 'graphql', 'file'])
    assert.match(refusal(bruno(kind)), 'the body of this request is not text')
})

sent('a body of Bruno of many lines is whole', () => {
  const lines = '1,\n'.repeat(100_001)
  const file = `post {\n  url: ${url}\n  body: text\n}\n\nbody:text {\n${lines.replace(/^/gm, '  ')}end\n}\n`
  assert.is(bodyOf(read(file)).length, `${lines}end`.length)
})

// ---- Parameters and templates

sent('a parameter of the path has its value, and without a plain value the target is not known', () => {
  const headers = [{ key: 'Authorization', value: line }]
  const postman = (variable: unknown): string =>
    json({
      info: {},
      item: [{ request: { method: 'GET', header: headers, url: { raw: `${url}/:id?a=:id`, variable } } }],
    })
  const insomnia = (value: string): string =>
    `type: collection.insomnia.rest/5.0\ncollection:\n  - url: ${url}/:id?a=:id\n    method: GET\n    headers:\n      - name: Authorization\n        value: ${line}\n    pathParameters:\n      - name: id\n        value: "${value}"\n`
  const inBruno = (value: string): string => bruno('none', '/v1/jobs/:id?a=:id', `params:path {\n  id: ${value}\n}\n\n`)
  for (const print of [(value: string) => postman([{ key: 'id', value }]), insomnia, inBruno]) {
    assert.is(read(print('7')).target, '/v1/jobs/7?a=:id')
    for (const value of ['a/b', 'ü', '']) assert.match(refusal(print(value)), 'replaces a parameter such as :id')
  }
  assert.match(refusal(bruno('none', '/v1/jobs/:id')), 'replaces a parameter such as :id')
  // Without a list of parameters the path is as it was sent.
  const record = { httpMethod: 'GET', path: '/v1/:id', pathParameters: { id: '7' }, headers: { authorization: line } }
  assert.is(read(json(record)).target, '/v1/:id')
})

sent('a template in the syntax of its tool is refused; the same in a log is text', () => {
  const hoppscotch = (body: string, endpoint = url): string =>
    json({
      endpoint,
      method: 'POST',
      headers: [{ key: 'Authorization', value: line }],
      body: { contentType: 'a/b', body },
    })
  const insomnia = (text: string): string =>
    json({
      _type: 'export',
      resources: [
        {
          _type: 'request',
          method: 'POST',
          url,
          headers: [{ name: 'Authorization', value: line }],
          body: { mimeType: 'a/b', text },
        },
      ],
    })
  const log = (body: string, path = '/v1/jobs'): string =>
    json({ method: 'POST', url: path, headers: { authorization: line }, body })
  refuses([
    [hoppscotch('<<a>>'), 'replaces a placeholder'],
    [hoppscotch('{}', 'https://<<host>>/a'), 'replaces a placeholder'],
    [insomnia("{% uuid 'v4' %}"), 'replaces a placeholder'],
    [insomnia('{{ _.a }}'), 'replaces a placeholder'],
    [log('{}', '/{{id}}'), 'replaces a placeholder'],
  ])
  assert.is(bodyOf(read(hoppscotch('<a>'))), '<a>')
  const angles = read(log('<<a>> {% b %}'))
  assert.equal([bodyOf(angles), noted(angles)], ['<<a>> {% b %}', ''])
  const braces = read(log('{"a":"{{b}}"}'))
  assert.is(bodyOf(braces), '{"a":"{{b}}"}')
  assert.match(noted(braces), 'If a program replaces that by a value')
})

// ---- Logs and archives

sent('of nginx, $request_uri is the target, and $uri is not', () => {
  const log = (members: object): string => json({ request_method: 'GET', http_authorization: line, ...members })
  assert.is(read(log({ uri: '/v1/a b', request_uri: '/v1/a%20b?x=1' })).target, '/v1/a%20b?x=1')
  assert.is(read(log({ uri: '/v1/jobs', args: 'x=1' })).target, '/v1/jobs?x=1')
})

sent('a request behind a thousand lines of a log is found; a note on an archive is given of an archive only', () => {
  const lines = Array.from({ length: 1500 }, (_, i) => json({ level: 30, i, msg: 'x' }))
  const request = {
    method: 'POST',
    url: '/v1/jobs',
    headers: { authorization: line, 'content-length': '2' },
    body: '{}',
  }
  assert.is(bodyOf(read([...lines, json(request)].join('\n'))), '{}')
  const unsigned = { method: 'GET', url, headers: { host: 'h.example' } }
  assert.is(noted(read(json(unsigned))), '')
  assert.match(noted(read(archiveOf({ ...unsigned, headers: [] }))), 'A sanitized HAR has no credentials')
})

// ---- JMeter

const property = (name: string, value: string): string => `<stringProp name="${name}">${value}</stringProp>`
const manager = (value: string, attributes = ''): string =>
  `<HeaderManager guiclass="a"${attributes}>${property('Header.name', 'Authorization')}${property('Header.value', value)}</HeaderManager><hashTree/>`
const sampler = (path: string, inner: string, attributes = ''): string =>
  `<HTTPSamplerProxy guiclass="a"${attributes}>${property('HTTPSampler.path', path)}${property('HTTPSampler.method', 'POST')}<boolProp name="HTTPSampler.postBodyRaw">true</boolProp>${property('Argument.value', '{\r\n&#13;}')}</HTTPSamplerProxy><hashTree>${inner}</hashTree>`
const testPlan = (inner: string): string =>
  `<?xml version="1.0"?>\r\n<jmeterTestPlan version="1.2"><hashTree><TestPlan a="b"></TestPlan><hashTree><ThreadGroup a="b"></ThreadGroup><hashTree>${inner}</hashTree></hashTree></hashTree></jmeterTestPlan>\r\n`

sent('a manager of headers of JMeter belongs to the samplers beside and below it; the inner one goes first', () => {
  const off = ' enabled="false"'
  for (const inner of [
    sampler('/a', manager(line)) + sampler('/b', manager(otherLine)),
    manager(line) + sampler('/a', ''),
    sampler('/a', '') + manager(line),
    manager(otherLine) + sampler('/a', manager(line)),
    sampler('/b', manager(otherLine), off) + sampler('/a', manager(otherLine, off) + manager(line)),
    `<OnceOnlyController a="b"${off}></OnceOnlyController><hashTree>${sampler('/b', manager(otherLine))}</hashTree>${sampler('/a', manager(line))}`,
    sampler('/login', '') + sampler('/a', manager(line)),
  ]) {
    const received = read(testPlan(inner))
    assert.equal([received.target, received.authorization], ['/a', [line]], inner)
    assert.is(bodyOf(received), '{\n\r}')
  }
  assert.match(noted(read(testPlan(sampler('/a', manager(line)) + sampler('/b', '')))), 'There are 2 requests')
  assert.equal(read(testPlan(sampler('/a', '') + sampler('/b', ''))).authorization, [])
})

// ---- A box, mail, fetch and HTTPie

sent('a box of either kind of bars is taken off', () => {
  for (const bar of ['│', '║']) {
    const box = ['POST /v1/jobs HTTP/1.1', 'Host: h.example', `Authorization: ${line}`, '']
    assert.is(read(box.map((boxed) => `${bar} ${boxed} ${bar}\n`).join('')).host, 'h.example')
  }
})

sent('the line end before the boundary of a mail is none of the body', () => {
  for (const end of ['\n', '\r\n']) {
    const message = ['POST /v1/jobs HTTP/1.1', 'Host: h', `Authorization: ${line.replaceAll('=', '=3D')}`, '', '{}']
    const mail = [
      'From: a',
      'Content-Type: multipart/mixed; boundary="b1"',
      '',
      '--b1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      ...message,
      '--b1--',
      '',
    ]
    assert.is(bodyOf(read(mail.join(end))), '{}')
  }
})

sent('for all line ends: a template of JavaScript has a line feed, and a backslash joins two lines', () =>
  forAll([fc.constantFrom('\n', '\r\n', '\r')], { numRuns: 6 }, (end) => {
    const call = (body: string): string => `fetch("${url}", { method: "POST", body: ${body} })`
    assert.is(bodyOf(read(call(`\`{${end}}\``))), '{\n}')
    assert.is(bodyOf(read(call(`"{\\${end}}"`))), '{}')
    assert.is(bodyOf(read(call('`{\\r\\n}`'))), '{\r\n}')
  }),
)

sent('HTTPie writes the escapes of JSON anew, as Python does', () => {
  for (const [given, written] of [
    ['"b\\/c"', '"b/c"'],
    ['"\\u0041\\u00E9\\u007f"', '"A\\u00e9\\u007f"'],
    ['"\\ud83d\\ude00\\b"', '"\\ud83d\\ude00\\b"'],
    ['{"x":[-0,"\\\\"]}', '{"x": [0, "\\\\"]}'],
  ] as const) {
    const received = read(`http POST ${url} 'a:=${given}'`)
    assert.equal([bodyOf(received), noted(received)], [`{"a": ${written}}`, ''])
  }
  assert.match(noted(read(`http POST ${url} 'a:=[1.50]'`)), 'a number with a fraction')
})

sent('an item of HTTPie without a value sends no header, and --auth replaces the header', () => {
  const basic = 'Basic bWU6cHc='
  assert.equal(read(`http ${url} Authorization:`).authorization, [])
  assert.equal(read(`http ${url} 'Authorization;'`).authorization, [''])
  for (const item of ['', 'Authorization:', 'Authorization:x'])
    assert.equal(read(`http -a me:pw ${url} ${item}`).authorization, [basic], item)
  assert.is(read('http --default-scheme https h.example/a').url, 'https://h.example/a')
})
