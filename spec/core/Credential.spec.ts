import fc from 'fast-check'
import { isSchemeName, withoutSecret } from '../../src/core/Credential.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const own = 'SVC-SHA256-RSA'
const items = 'app_id=app-1,nonce_str=n-1,timestamp=1700000000,signature=AAAA'
const kept = (line: string): string => withoutSecret(line, own)

const cutting = suite('Credential.withoutSecret')

cutting('a signed line stays as it is, right or wrong in its form', () => {
  for (const line of [
    `${own} ${items}`,
    `${own.toLowerCase()}  ${items.replaceAll(',', ' , ')}`,
    `"${own} ${items}"`,
    `${own}: {"app_id": "app-1", "nonce": "n"}`,
    `${own}, ${items}`,
    `Authorization: ${own} ${items}`,
    items,
    ` {'app_id': 'app-1', 'sign': 'AAAA'}`,
    `Bearer ${items}`,
    `ACME-SHA256-RSA2048 ${items}`,
    `${own} app_id=app-1`,
    `${own} id=app-1,once=n-1`,
  ])
    assert.is(kept(line), line)
})

cutting('of any other line the name of the scheme, if it is one', () => {
  for (const [line, expected] of [
    ['Bearer S3CRET', 'Bearer'],
    ['bearer\tS3CRET', 'bearer'],
    ['  Basic S3CRET', 'Basic'],
    ['Digest username="a", response="S3CRET"', 'Digest'],
    ['Bearer sign=S3CRET', 'Bearer'],
    ['Bearer S3CRETsign=', 'Bearer'],
    [`Bearer S3CRET, ${items}`, 'Bearer'],
    [`${own} S3CRET`, own],
    [`${own} Bearer S3CRET`, own],
    [own, own],
    ['S3CRET', '-'],
    ['S3CRET x', '-'],
    ['S3CRET-SHA256-RSA x', '-'],
    ['"Bearer S3CRET"', '-'],
    ['', '-'],
    [`S3CRET${'x'.repeat(100)} a`, '-'],
  ] as const)
    assert.is(kept(line), expected, line)
})

cutting('a first word that may be a token is hidden, and the items stay', () => {
  assert.is(kept(`S3CRET ${items}`), `- ${items}`)
  assert.is(kept(` "S3CRET" ${items}`), ` "-" ${items}`)
})

cutting('for all lines: what is kept is kept again', () =>
  forAll(
    [fc.array(fc.constantFrom(own, 'Bearer', 'S3CRET', ' ', ',', '"', '{', ':', 'app_id=', 'sign:', 'a', '='))],
    (parts) => assert.is(kept(kept(parts.join(''))), kept(parts.join(''))),
  ),
)

cutting('long hostile lines are read within two seconds', () => {
  const began = performance.now()
  for (const part of [' ', '"', '{', 'app_id=', 'sign', ',', ':', '(authorization: '])
    for (const end of ['', 'x', ' app_id=a']) kept(part.repeat(20_000) + end)
  assert.ok(performance.now() - began < 2000)
})

const naming = suite('Credential.isSchemeName')

naming('names of schemes, and no token', () => {
  for (const word of ['Basic', 'Token', 'ACME2-SHA256-RSA2048', own]) assert.ok(isSchemeName(word), word)
  for (const word of ['S3CRET', 'tok-S3CRET-RSAx', 'S3CRET-SHA256-RSA', '']) assert.not.ok(isSchemeName(word), word)
})
