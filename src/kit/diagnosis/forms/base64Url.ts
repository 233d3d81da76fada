/** Base64 in the alphabet of URLs (RFC 4648 §5). */
import * as Base64 from '../../../core/Base64.ts'
import type * as Bytes from '../../../core/Bytes.ts'
import { withoutAtEnd } from '../Received.ts'

/** Standard Base64 with the two other characters of the alphabet of URLs. */
export const inUrlAlphabet = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_')

/** Without padding, as JSON Web Tokens have it. */
export const base64Url = (bytes: Bytes.Bytes): string => withoutAtEnd(inUrlAlphabet(Base64.encode(bytes)), '=')
