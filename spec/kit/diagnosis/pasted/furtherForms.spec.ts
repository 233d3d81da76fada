/** Forms of clients in which the body, the header or the target stands in a place of its own. */
import { assert, suite } from '../../../support/suite.ts'
import { bodyOf, line, noted, read, refusal, refuses } from './reading.ts'

const further = suite('readRequest: further forms of clients')

const body = '{"title":"red fox","n":1}'
const target = '/v1/jobs?a=1'

further('kubectl -v=8 writes the body before the command of curl', () => {
  const log = (words: string): string =>
    `I1130 08:00:00.000000   12345 request.go:1212] ${words}\nI1130 08:00:00.000000   12345 round_trippers.go:466] curl -v -XPOST  -H "Authorization: ${line}" -H "Content-Type: application/json" 'https://h:6443${target}'\n`
  const received = read(log(`Request Body: ${body}`))
  assert.equal([received.target, received.authorization, bodyOf(received)], [target, [line], body])
  // Wrong in one way: the line is of another kind.
  assert.is(bodyOf(read(log(`Response Body: ${body}`))), '')
})

further('Apifox keeps the body of a saved request below the description of it', () => {
  const project = (...cases: ReadonlyArray<string>): string =>
    JSON.stringify({
      apifoxProject: '1.0.0',
      apiCollection: [
        {
          items: [
            {
              api: {
                method: 'post',
                path: '/v1/jobs',
                parameters: { query: [], path: [], header: [{ name: 'Authorization', value: line }] },
                requestBody: { type: 'application/json', jsonSchema: {} },
                cases: cases.map((data) => ({ requestBody: { type: 'application/json', data } })),
              },
            },
          ],
        },
      ],
    })
  assert.is(bodyOf(read(project(body))), body)
  for (const cases of [[], [body, '{}']])
    assert.match(refusal(project(...cases)), 'the body of this request is not text')
})

further('Teams puts a no-break space behind the colons of a message', () => {
  const message = `POST ${target} HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: ${body.length}\n\n${body}`
  const received = read(message.replaceAll(' ', '\u00a0').replaceAll('\u00a0HTTP', ' HTTP').replace('\u00a0', ' '))
  assert.equal([received.target, received.authorization, bodyOf(received)], [target, [line], body])
  assert.match(noted(received), 'spelled some characters of this message otherwise')
})

further('a transcript of PowerShell: the command behind the prompt is read, and no line of the transcript', () => {
  const command = `Invoke-RestMethod -Uri "https://h${target}" -Method POST -Headers @{ Authorization = "${line}" } -Body '${body}'`
  const transcript = (...commands: ReadonlyArray<string>): string =>
    `**********************\nWindows PowerShell transcript start\nHost Application: powershell.exe\n**********************\n${commands
      .map(
        (each) =>
          `PS C:\\Users\\me> ${each}\nInvoke-RestMethod : The remote server returned an error: (401) Unauthorized.\n`,
      )
      .join('')}**********************\nWindows PowerShell transcript end\n**********************\n`
  const received = read(transcript(command))
  assert.equal([received.host, received.target, received.authorization, bodyOf(received)], ['h', target, [line], body])
})

further('parray of Tcl under any name of the array', () => {
  const state = (query: string, length = ''): string =>
    `s(-headers)        = Authorization {${line}}\ns(-method)         = POST\ns(-query)          = ${query}\n${length}s(url)             = http://h:8080${target}\n`
  for (const length of ['', `s(querylength)     = ${body.length}\n`]) {
    const received = read(state(body, length))
    assert.equal([received.host, received.target, bodyOf(received)], ['h:8080', target, body])
  }
  // Only the first line of a body stands in the line of its name.
  const cut = read(state('id,name\n1,red'))
  assert.ok(cut.bodyMissing === true || bodyOf(cut) === 'id,name\n1,red', bodyOf(cut))
})

further('the body of a Request of the Fetch API is a stream, not an empty object', () => {
  const shown = (more: string): string =>
    `Request {method: 'POST', url: 'https://h${target}', headers: {authorization: '${line}'}, body: {}${more}}\n`
  assert.is(read(shown(', bodyUsed: false')).bodyMissing, true)
})

further('a target that the program has decoded has a note, and one that stands in the text has none', () => {
  const werkzeug = (query: string): string =>
    `<Request 'http://h/v1/jobs?title=${query}' [POST]>\nAuthorization: ${line}\nContent-Length: ${body.length}\n\n${body}`
  assert.is(read(werkzeug('red fox')).target, '/v1/jobs?title=red%20fox')
  assert.match(noted(read(werkzeug('red fox'))), 'as the program has decoded it')
  assert.not.match(noted(read(werkzeug('red%20fox'))), 'as the program has decoded it')
})

further('source code and logs without headers are named', () => {
  refuses([
    [`restTemplate.postForEntity("http://h/a", entity, String.class); // Authorization: ${line}\n`, 'RestTemplate'],
    [
      `HttpResponse<String> r = Unirest.post("http://h/a")\n  .header("Authorization", "${line}")\n  .asString();\n`,
      'Java, Unirest',
    ],
    [`val r = client.post("http://h/a") {\n  header("Authorization", "${line}")\n}\n`, 'Kotlin, Ktor'],
    [`library(httr2)\nreq <- request("http://h/a") |> req_headers(Authorization = "${line}")\n`, 'R, httr2'],
    [
      `[webmock] Handling request: [post http://h/a] (disabled: false)\n  [Cassette: 'jobs'] Initialized HTTPInteractionList\n`,
      'the debug log of VCR shows no headers of the request',
    ],
  ])
})
