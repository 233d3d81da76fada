/**
 * A PKCS#11 token in a temporary folder: SoftHSM2, which keeps keys in files. One per process, because the driver reads its
 * settings once.
 */
import { execFileSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import type Pkcs11js from 'pkcs11js'
import { requireTool } from '../../scripts/tools.ts'
import { lastingFolder } from './folder.ts'
import { installedTools } from './installedTools.ts'

/** The driver's path in Linux distributions and Homebrew. */
const drivers = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
]

export interface SoftHsm {
  readonly driver: string
  readonly token: string
  readonly pin: string
  /** The PKCS#11 package for Node. */
  readonly pkcs11js: typeof Pkcs11js
  /** The folder with that package. */
  readonly packages: string
  /** Makes a key pair whose private key cannot leave the token; answers the public key in PEM. */
  readonly generate: (label: string) => string
  /** The environment variables with which another process finds the token. */
  readonly env: NodeJS.ProcessEnv
}

/** Makes a token with this PIN, removed when the process ends. */
export const softHsm = async (pin: string): Promise<SoftHsm> => {
  const driver = drivers.find(existsSync)
  if (driver === undefined) throw new Error(`there is softhsm2-util but no driver at any of ${drivers.join(', ')}`)
  const packages = (await installedTools('spec/client/pkcs11')).folder
  const folder = lastingFolder()
  const settings = join(folder, 'softhsm2.conf')
  mkdirSync(join(folder, 'tokens'))
  writeFileSync(settings, `directories.tokendir = ${join(folder, 'tokens')}\nlog.level = ERROR\n`)
  process.env.SOFTHSM2_CONF = settings
  const token = 'jobs'
  const init = ['--init-token', '--free', '--label', token, '--pin', pin, '--so-pin', pin]
  execFileSync(requireTool('softhsm2-util'), init, { stdio: ['ignore', 'ignore', 'pipe'] })

  const path = join(packages, 'node_modules/pkcs11js/index.js')
  const { default: pkcs11js }: { readonly default: typeof Pkcs11js } = await import(pathToFileURL(path).href)
  const generate = (label: string): string => generateKeyPair({ pkcs11js, driver, token, pin }, label)
  return { driver, token, pin, pkcs11js, packages, generate, env: { SOFTHSM2_CONF: settings } }
}

type Token = Pick<SoftHsm, 'pkcs11js' | 'driver' | 'token' | 'pin'>

/** Makes a key pair in the token, and returns the public key in PEM. */
const generateKeyPair = ({ pkcs11js, driver, token, pin }: Token, label: string): string => {
  const pkcs11 = new pkcs11js.PKCS11()
  pkcs11.load(driver)
  pkcs11.C_Initialize({ flags: pkcs11js.CKF_OS_LOCKING_OK })
  try {
    const slot = pkcs11.C_GetSlotList(true).find((each) => pkcs11.C_GetTokenInfo(each).label.trim() === token)
    if (slot === undefined) throw new Error('the new token is not there')
    const session = pkcs11.C_OpenSession(slot, pkcs11js.CKF_SERIAL_SESSION | pkcs11js.CKF_RW_SESSION)
    pkcs11.C_Login(session, pkcs11js.CKU_USER, pin)
    const mechanism = { mechanism: pkcs11js.CKM_RSA_PKCS_KEY_PAIR_GEN, parameter: null }
    const { publicTemplate, privateTemplate } = templatesOf(pkcs11js, label)
    const { publicKey } = pkcs11.C_GenerateKeyPair(session, mechanism, publicTemplate, privateTemplate)
    return pemOf(pkcs11, session, publicKey, pkcs11js)
  } finally {
    pkcs11.C_Finalize()
    pkcs11.close()
  }
}

/** What a token is told of the two keys. The private key signs, and cannot leave the token. */
const templatesOf = (pkcs11js: Token['pkcs11js'], label: string) => {
  const inToken = [
    { type: pkcs11js.CKA_TOKEN, value: true },
    { type: pkcs11js.CKA_LABEL, value: label },
  ]
  return {
    publicTemplate: [
      ...inToken,
      { type: pkcs11js.CKA_MODULUS_BITS, value: 2048 },
      { type: pkcs11js.CKA_PUBLIC_EXPONENT, value: Buffer.from([1, 0, 1]) },
      { type: pkcs11js.CKA_VERIFY, value: true },
    ],
    privateTemplate: [
      ...inToken,
      { type: pkcs11js.CKA_PRIVATE, value: true },
      { type: pkcs11js.CKA_SENSITIVE, value: true },
      { type: pkcs11js.CKA_EXTRACTABLE, value: false },
      { type: pkcs11js.CKA_SIGN, value: true },
    ],
  }
}

const pemOf = (
  pkcs11: InstanceType<Token['pkcs11js']['PKCS11']>,
  session: Buffer,
  publicKey: Buffer,
  pkcs11js: Token['pkcs11js'],
): string => {
  const numbers = [{ type: pkcs11js.CKA_MODULUS }, { type: pkcs11js.CKA_PUBLIC_EXPONENT }]
  const [n, e] = pkcs11.C_GetAttributeValue(session, publicKey, numbers).map(({ value }) => value.toString('base64url'))
  if (n === undefined || e === undefined) throw new Error('the token does not show the public key')
  const jwk = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
  return jwk.export({ type: 'spki', format: 'pem' }) as string
}
