import { about, keyError, message } from '../../src/core/KeyError.ts'
import { assert, suite } from '../support/suite.ts'

const words = suite('KeyError.message')

words('its message has the rule, what was found, and the app', () => {
  const sentence = message(keyError('exponent', '3'))
  assert.is(sentence, 'the public exponent is not an odd number from 65537 to 2^32 - 1 (found 3)')
  assert.is(
    message(about('app-1')(keyError('max-key-bits', '8192 bits, above 4096'))),
    'app-1: the modulus is longer than the setting maxKeyBits; raise it to accept the key (found 8192 bits, above 4096)',
  )
  const shown = message(about('app-1.pem')(keyError('two-blocks')))
  assert.is(shown, 'app-1.pem: there is more than one PEM block; put each key into a file of its own')
})
