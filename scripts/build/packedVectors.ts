// dist/vectors.br: the files of the suite in one, with the skeletons and the tests of ports. `flat.jsonl` is made of the others when it is read, and each signature of a
// key of the suite of its digest: half of the file were signatures.
import { createPrivateKey, constants as crypto, type KeyObject, publicDecrypt } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { nativeTests, skeletonFiles } from '../../src/kit/conformance/beside.ts'
import { packKeys } from '../../src/kit/conformance/packedKeys.ts'
import { type KeyPems, signatureOf } from '../../src/kit/conformance/suite.ts'

type Key = readonly [name: string, publicKey: string, privateKey: KeyObject]

/** The text with `<app-1:DIGEST>` in place of each signature that a key makes of a digest. */
const withoutSignatures = (text: string, keys: ReadonlyArray<Key>): string => {
  const known = new Map<string, string>()
  const shortened = (signature: string): string => {
    const encoding = /^[0-9a-f]+$/.test(signature) ? 'hex' : 'base64'
    for (const [name, publicKey, privateKey] of keys) {
      try {
        const padding = crypto.RSA_NO_PADDING
        const block = publicDecrypt({ key: publicKey, padding }, Buffer.from(signature, encoding))
        const digest = block.subarray(-32).toString(encoding)
        // Signing takes time: only where the block begins as that of a signature.
        if (block.readUInt16BE() === 1 && signatureOf(privateKey, digest) === signature) return `<${name}:${digest}>`
      } catch {
        // Of another length than the key.
      }
    }
    return signature
  }
  return text.replace(/[A-Za-z0-9+/]{342,}={0,2}/g, (signature) => {
    const short = known.get(signature) ?? shortened(signature)
    known.set(signature, short)
    return short
  })
}

/** `isSmall` takes seconds. */
export const packedVectors = (isSmall: boolean): void => {
  const names = ['', 'schema/'].flatMap((sub) => readdirSync(`vectors/${sub}`).map((name) => `${sub}${name}`))
  const keys = Object.entries<KeyPems>(JSON.parse(readFileSync('vectors/keys.json', 'utf8'))).map(
    ([name, { publicKey, privateKey }]): Key => [name, publicKey, createPrivateKey(privateKey)],
  )
  const files = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readFileSync(`vectors/${name}`, 'utf8')] as const)
    .map(([name, text]) => [name, name === 'keys.json' ? packKeys(text) : withoutSignatures(text, keys)])
  const beside = [...nativeTests, ...skeletonFiles].map(
    (name) => [name, readFileSync(`vectors/${name}`, 'utf8')] as const,
  )
  const text = JSON.stringify(Object.fromEntries([...files, ...beside].toSorted()))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isSmall ? 11 : 5,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  writeFileSync('dist/vectors.br', brotliCompressSync(text, { params }))
}
