import type { Token } from '../../src/core/Token.ts'
import { accessToken } from '../../src/effects/Credentials.ts'
import { shown } from '../support/shown.ts'
import { assert, suite } from '../support/suite.ts'

const token = suite('an access token')

token('can be read, and printing its container does not show it', () => {
  const held = accessToken('a-secret' as Token)
  assert.is(held.reveal(), 'a-secret')
  assert.not.match(shown({ held, nested: [held] }), 'a-secret')
})
