/** Marks that a program or an editor has put into a pasted request: what is said of them is true of this text. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, noted, read, refusal } from './reading.ts'

const marks = suite('marks in a pasted request')

const authorization = 'SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1700000000,signature=c2lnbmF0dXJl'

const message = (body: string): string =>
  `POST /v1/jobs HTTP/1.1\nHost: h.example\nAuthorization: ${authorization}\n\n${body}`

const numbers = fc.integer({ min: 0, max: 999 })

marks('for all bodies as Python prints bytes: no escapes are told if there are none', () =>
  forAll([numbers, fc.boolean()], { numRuns: 5 }, (number, isLabelled) => {
    const json = `{"seed":${number}}`
    const dump = `method: POST\nurl: https://h.example/v1/jobs\nheaders: {'Authorization': '${authorization}'}\nbody: b'${json}'`
    const received = read(isLabelled ? dump : message(`b'${json}'`))
    assert.is(bodyOf(received), json)
    assert.match(noted(received), "The body is written here as Python prints bytes, b'…'.")
    assert.not.match(noted(received), 'escapes')
  }),
)

marks('quotation marks and escapes are told by their names', () => {
  assert.match(noted(read(message(`'{"a":1}'`))), 'The body is in quotation marks here. They were removed.')
  assert.match(noted(read(message('{\\"a\\":1}'))), 'The body has escapes here. They were decoded.')
})

const pairs = ['“”', '„“', '«»', '””']

marks('for all typographic marks in place of those of JSON: the body is kept, and the marks are told', () =>
  forAll([fc.constantFrom(...pairs), numbers, fc.boolean()], { numRuns: 8 }, ([open, close], number, isCommand) => {
    const json = `{${open}seed${close}:${number}}`
    const command = `curl 'https://h.example/v1/jobs' -H 'Authorization: ${authorization}' -d '${json}'`
    const received = read(isCommand ? command : message(json))
    assert.is(bodyOf(received), json)
    assert.match(noted(received), 'The typographic quotation marks of the body were kept.')
  }),
)

marks('typographic marks within a string of JSON are its own', () => {
  assert.not.match(noted(read(message('{"a":"“b”"}'))), 'typographic')
})

marks('a command whose words are between « and » was changed by an editor', () => {
  const command = `curl «https://h.example/v1/jobs» -H «Authorization: ${authorization}» -d «{}»`
  assert.match(refusal(command), 'there is a typographic quotation mark here')
})

for (const query of ["{ a: 1, b: 'x y' }", '{"a":1}', "'a=1&b=2'"])
  marks(`SuperAgent with the query ${query}: the query is lost, so nothing is judged`, () => {
    const call = `request.post('https://h.example/v1/jobs').query(${query}).set('Authorization', '${authorization}').send({"seed":7})`
    assert.match(refusal(call), 'this text has the query only as parsed parameters')
  })
