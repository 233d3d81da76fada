// dist/vectors.br: the files of the suite in one, with the skeletons and the tests of ports. `flat.jsonl` is made of the others
// when it is read, and so is what can be computed of a case.
import { createPrivateKey, constants as crypto, type KeyObject, publicDecrypt } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { nativeTests, skeletonFiles } from '../../src/kit/conformance/beside.ts'
import { type FindSigner, packCases, signatureOf } from '../../src/kit/conformance/packedCases.ts'
import { packKeys } from '../../src/kit/conformance/packedKeys.ts'
import { writePacked } from '../../src/kit/conformance/packedSuite.ts'
import type { KeyPems } from '../../src/kit/conformance/testKeys.ts'

interface Key {
  readonly name: string
  readonly publicKey: string
  readonly privateKey: KeyObject
}

/** The keys of the suite. */
const readKeys = (): ReadonlyArray<Key> =>
  Object.entries<KeyPems>(JSON.parse(readFileSync('vectors/keys.json', 'utf8'))).map(
    ([name, { publicKey, privateKey }]) => ({ name, publicKey, privateKey: createPrivateKey(privateKey) }),
  )

const signerAmong =
  (keys: ReadonlyArray<Key>): FindSigner =>
  (signature, encoding) => {
    const bits = Buffer.byteLength(signature, encoding) * 8
    for (const { name, publicKey, privateKey } of keys) {
      if (privateKey.asymmetricKeyDetails?.modulusLength !== bits) continue
      try {
        const padding = crypto.RSA_NO_PADDING
        const block = publicDecrypt({ key: publicKey, padding }, Buffer.from(signature, encoding))
        const digest = block.subarray(-32)
        // Signing takes time: only where the block begins as that of a signature.
        if (block.readUInt16BE() === 1 && signatureOf(privateKey, digest).toString(encoding) === signature)
          return { key: name, digest }
      } catch {
        // Of another length than the key.
      }
    }
    return undefined
  }

/**
 * Each file of the suite by its name, packed: a file of JSON as its value, `keys.json` and what is beside the suite as text.
 */
export const packedFiles = (): Readonly<Record<string, unknown>> => {
  const known = new Map<string, ReturnType<FindSigner>>()
  const find = signerAmong(readKeys())
  const findOnce: FindSigner = (signature, encoding) => {
    if (!known.has(signature)) known.set(signature, find(signature, encoding))
    return known.get(signature)
  }
  const names = ['', 'schema/'].flatMap((sub) => readdirSync(`vectors/${sub}`).map((name) => `${sub}${name}`))
  const files = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const text = readFileSync(`vectors/${name}`, 'utf8')
      return [name, name === 'keys.json' ? packKeys(text) : packCases(JSON.parse(text), findOnce)] as const
    })
  const beside = [...nativeTests, ...skeletonFiles].map(
    (name) => [name, readFileSync(`vectors/${name}`, 'utf8')] as const,
  )
  return Object.fromEntries([...files, ...beside].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** `isSmall` takes seconds. */
export const packedVectors = (isSmall: boolean): void => {
  const text = writePacked(packedFiles())
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isSmall ? 11 : 5,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  writeFileSync('dist/vectors.br', brotliCompressSync(text, { params }))
}
