import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { Token } from '../../../src/core/Token.ts'
import { message } from '../../../src/core/TokenList.ts'
import { keyRing } from '../../../src/platform/node/keyRing.ts'
import { tokenBook, tokenFile } from '../../../src/platform/node/tokenBook.ts'
import { lastingFolder } from '../../support/folder.ts'
import { keyRingContract } from '../../support/keyRingContract.ts'
import { assert, right, suite } from '../../support/suite.ts'

keyRingContract('node', { keyRing, tokenBook })

const file = suite('tokenFile')

const folder = lastingFolder()

const open = (text: string) => {
  const path = join(folder, 'tokens.txt')
  writeFileSync(path, text)
  return tokenFile(path)()
}

file('finds the tokens of the file; a holder without a name is named by the digest of its token', async () => {
  const digest = createHash('sha256').update('CANARY').digest('hex')
  const book = right(await open('# ours\n\napp-1 abc\r\nCANARY\n'))
  assert.equal(right(await book.find('abc' as Token)()), O.some('app-1'))
  assert.equal(right(await book.find('CANARY' as Token)()), O.some(`token-${digest.slice(0, 8)}`))
  assert.equal(right(await book.find('ours' as Token)()), O.none)
})

file('an error names file, line and rule, but not the token', async () => {
  const result = await open('app-1 abc\napp-2 CANARY!\n')
  assert.ok(E.isLeft(result))
  assert.is(
    message(result.left),
    `${join(folder, 'tokens.txt')}: line 2: the token must be a token as in RFC 6750: letters, digits and -._~+/, then = signs, at most 8185 characters`,
  )
  const repeated = await open('app-1 abc\n\nabc\n')
  assert.ok(E.isLeft(repeated) && repeated.left.line === 3 && repeated.left.rule === 'repeated')
})

file('a missing file is an error', async () => {
  const result = await tokenFile(join(folder, 'none'))()
  assert.equal(result, E.left({ _tag: 'token_list_invalid', rule: 'unreadable', file: join(folder, 'none') }))
})
