/**
 * An RSA key as a file: its numbers, the DER structures that hold them, and the PEM around a structure. Generators of key files change
 * what is written here: derFiles.ts changes the DER, pemFiles.ts the PEM, publicKeys.ts the numbers. Writing knows nothing about
 * numbers: a test of DER may use any odd modulus, and a vector has the numbers of a real pair.
 *
 * ```ts
 * publicPemOf([n, 65_537n]) // -----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQ…
 * ```
 */
import * as Base64 from '../../../core/Base64.ts'
import type { Bytes } from '../../../core/Bytes.ts'
import * as asn1 from '../der.ts'
import * as Gen from '../Gen.ts'
import { combineWith, type LabelledGens, mapValues } from '../Labelled.ts'

/** The numbers of a key, in the order of RSAPrivateKey (RFC 8017 §A.1.2): n, e, d, p, q, d mod p−1, d mod q−1, q⁻¹ mod p. A public key has the first two. */
export type KeyNumbers = readonly [n: bigint, e: bigint, ...privateNumbers: ReadonlyArray<bigint>]

/** A verifier imports public keys, and a signer private ones. */
export type KeyUse = 'verify' | 'sign'

/** Writes a key file with these numbers. It answers undefined if its change does not apply to these numbers. */
export type KeyWriter = (numbers: KeyNumbers) => string | undefined

// ---- The four structures

/** A structure of DER that holds a key, and the label of its PEM. */
export interface KeyForm {
  readonly use: KeyUse
  readonly label: string
  readonly structure: (numbers: KeyNumbers) => asn1.Element
}

/** The content of the OBJECT IDENTIFIER rsaEncryption, in hexadecimal. */
export const rsaOid = '2a864886f70d010101'
const rsaAlgorithm = asn1.sequence(asn1.oid(rsaOid), asn1.none)
const version0 = asn1.integer(0n)

const rsaPublicKey = ([n, e]: KeyNumbers): asn1.Element => asn1.sequence(asn1.integer(n), asn1.integer(e))
const rsaPrivateKey = (numbers: KeyNumbers): asn1.Element => asn1.sequence(version0, ...numbers.map(asn1.integer))

/** SubjectPublicKeyInfo: the usual form of a public key. */
export const spki: KeyForm = {
  use: 'verify',
  label: 'PUBLIC KEY',
  structure: (numbers) => asn1.sequence(rsaAlgorithm, asn1.bits(Uint8Array.of(0), rsaPublicKey(numbers))),
}
/** PKCS#8: the usual form of a private key. */
export const pkcs8: KeyForm = {
  use: 'sign',
  label: 'PRIVATE KEY',
  structure: (numbers) => asn1.sequence(version0, rsaAlgorithm, asn1.octets(rsaPrivateKey(numbers))),
}
const pkcs1Public: KeyForm = { use: 'verify', label: 'RSA PUBLIC KEY', structure: rsaPublicKey }
const pkcs1Private: KeyForm = { use: 'sign', label: 'RSA PRIVATE KEY', structure: rsaPrivateKey }

export const publicForms: ReadonlyArray<KeyForm> = [spki, pkcs1Public]
export const privateForms: ReadonlyArray<KeyForm> = [pkcs8, pkcs1Private]
export const allForms: ReadonlyArray<KeyForm> = [...publicForms, ...privateForms]
export const formsFor = (use: KeyUse): ReadonlyArray<KeyForm> => (use === 'verify' ? publicForms : privateForms)

export const derOf = (form: KeyForm, numbers: KeyNumbers): Bytes => asn1.encoded(form.structure(numbers))

// ---- Their PEM

export interface PemLayout {
  /** How many characters of Base64 a line has. */
  readonly width?: number
  readonly lineEnd?: string
  /** What follows the END line. If it is absent: `lineEnd`. */
  readonly lastLineEnd?: string
}

export const pemOf = (label: string, der: Bytes, layout: PemLayout = {}): string => {
  const { width = 64, lineEnd = '\n', lastLineEnd = lineEnd } = layout
  const base64Lines = Base64.encode(der).replace(new RegExp(`.{1,${width}}`, 'g'), `$&${lineEnd}`)
  return `-----BEGIN ${label}-----${lineEnd}${base64Lines}-----END ${label}-----${lastLineEnd}`
}

/** A key in this form, as most programs write it. */
export const usualPemOf = (form: KeyForm, numbers: KeyNumbers): string => pemOf(form.label, derOf(form, numbers))
/** A public key as most programs write it. */
export const publicPemOf = (numbers: KeyNumbers): string => usualPemOf(spki, numbers)
/** A private key as most programs write it. */
export const privatePemOf = (numbers: KeyNumbers): string => usualPemOf(pkcs8, numbers)

/** Key files without a fault, in one of these forms, as most programs write them. */
export const usualFiles = (forms: ReadonlyArray<KeyForm>): Gen.Gen<KeyWriter> =>
  Gen.constantFrom(...forms).map((form) => (numbers) => usualPemOf(form, numbers))

/** A usual key file, and what it is made of. */
export interface UsualPem {
  readonly pem: string
  readonly label: string
  readonly der: Bytes
}

/** Usual key files in one of these forms after a change by a drawn value. The change answers undefined if it does not apply. */
export const changedPems = <C>(
  forms: ReadonlyArray<KeyForm>,
  draws: Gen.Gen<C>,
  change: (usual: UsualPem, drawn: C) => string | undefined,
): Gen.Gen<KeyWriter> =>
  Gen.tuple(Gen.constantFrom(...forms), draws).map(([form, drawn]) => (numbers) => {
    const der = derOf(form, numbers)
    return change({ pem: pemOf(form.label, der), label: form.label, der }, drawn)
  })

// ---- Files of drawn numbers

/** The texts that these writers make of drawn numbers. A drawn value is skipped if the writer's change does not apply to its numbers. */
export const textsOf = (writers: LabelledGens<KeyWriter>, numbers: Gen.Gen<KeyNumbers>): LabelledGens =>
  mapValues(
    combineWith(numbers, writers, (keyNumbers, write) => write(keyNumbers)).map((gen) =>
      gen.filter(({ value }) => value !== undefined),
    ),
    (pem) => pem as string,
  )
