/** Node in FIPS mode. It needs a FIPS provider of OpenSSL, named by `OPENSSL_CONF` and `OPENSSL_MODULES`. */
import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { assert, suite, works } from '../../support/suite.ts'

const fips = suite('node --force-fips')

// Neither Node nor Debian has such a provider, so CI skips this spec.
if (works(process.execPath, '--force-fips', '-e', '0')) {
  fips('signs and verifies as ever, with plain and encrypted keys; there is no MD5', () => {
    const args = ['--force-fips', '--import', './scripts/typescript.mjs', 'spec/platform/node/fipsProgram.ts']
    const said = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
    const each = ['signature_invalid', 'accepted', 'nonce_replayed', 'accepted']
    assert.equal(said, { fips: 1, answers: Array(8).fill(each).flat(), md5: false })
  })
} else {
  fips.lacks('a FIPS provider of OpenSSL')
}
