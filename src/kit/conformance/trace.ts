/** The intermediate values of a signature, to locate a port's mistake: the string to sign, its digest, the padded block. */
import { type Bytes, concat, ofAscii, toHex } from '../../core/Bytes.ts'
import type { StringToSign } from '../../core/StringToSign.ts'
import { toBytes } from '../../core/StringToSign.ts'
import type { Digest } from '../../effects/Digest.ts'
import { hex, ofHex } from './content.ts'
import type { Trace, VectorBytes, VectorText } from './Vector.ts'

/** DigestInfo ::= SEQUENCE { SEQUENCE { id-sha256, NULL }, OCTET STRING of 32 bytes }, up to the digest (RFC 8017 §9.2). */
const digestInfo = ofHex('3031300d060960864801650304020105000420') as Bytes

/** EMSA-PKCS1-v1_5: 00 01 FF … FF 00 DigestInfo digest, as long as the modulus. */
export const block = (digest: Uint8Array, length: number): Uint8Array =>
  concat([
    Uint8Array.of(0, 1),
    new Uint8Array(length - 3 - digestInfo.length - digest.length).fill(0xff),
    Uint8Array.of(0),
    digestInfo,
    digest,
  ])

/** The trace of a string to sign. `modulusLength`, in bytes, adds the padded block. */
export const traceOf = async (
  digest: Digest,
  message: StringToSign,
  body: VectorBytes | VectorText,
  modulusLength?: number,
): Promise<Trace> => {
  const sha256 = await digest.sha256([ofAscii(message.head), message.body])()
  return {
    ...('repeat' in body ? {} : { stringToSign: hex(toBytes(message)) }),
    sha256: toHex(sha256),
    ...(modulusLength === undefined ? {} : { block: toHex(block(sha256, modulusLength)) }),
  }
}
