/**
 * The advice on a file that is no usable key: what the file is, and a command for a shell that makes a usable key of it. The library's own
 * words (`KeyError.message`) are for programs. A spec runs each command, and reads the key that it makes.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type KeyError, type KeyRule, message } from '../../core/KeyError.ts'
import * as KeyMaterial from '../../core/KeyMaterial.ts'
import { shellQuoted } from '../../kit/diagnosis/pasted/curlCommand.ts'

export interface KeyAdvice {
  /** What the file is. */
  readonly what: string
  /** The line for a shell. */
  readonly command?: string
}

interface Conversion {
  readonly what: string
  /** The command that makes `newFile`, a usable key, from `keyFile`. Both names are quoted for a shell. */
  readonly command?: (keyFile: string, newFile: string) => string
  /** The form of the new file, if it is not PEM. */
  readonly makes?: 'der'
}

const decoded = (keyFile: string, program: string): string => `node -p '${program}' < ${keyFile}`

/** For `tr`, as the shell reads it: `"`, a backtick and, outside the single quotes, an escaped `'`. */
const quotes = String.raw`'"${'`'}'\'`
/** The quotes, and a backslash, which `tr` wants twice. */
const backslashAndQuotes = String.raw`'\\"${'`'}'\'`

/** The conversions, by the rule that the file breaks. With `umask 077` only the owner can read a file that a redirection makes. */
const conversions: { readonly [Rule in KeyRule]?: Conversion } = {
  'lost-backslashes': {
    what: 'the PEM has the letter n where its lines should end: a shell has removed the backslashes; copy the key again, in single quotes',
  },
  'escaped-newlines': {
    what: 'the PEM has backslash-n where its lines should end',
    command: (keyFile, newFile) => `(umask 077; printf '%b\\n' "$(cat ${keyFile})" > ${newFile})`,
  },
  escaped: {
    what: 'the key has backslashes, and perhaps also quotes',
    command: (keyFile, newFile) =>
      `(umask 077; printf '%b\\n' "$(cat ${keyFile})" | tr -d ${backslashAndQuotes} > ${newFile})`,
  },
  quoted: {
    what: 'there are quotes around the key',
    command: (keyFile, newFile) => `(umask 077; tr -d ${quotes} < ${keyFile} > ${newFile})`,
  },
  'json-string': {
    what: 'the key is in a JSON string, with quotes and backslashes',
    command: (keyFile, newFile) => `(umask 077; ${decoded(keyFile, 'JSON.parse(fs.readFileSync(0))')} > ${newFile})`,
  },
  'escaped-json': {
    what: 'this has backslashes, as within a JSON string',
    command: (keyFile, newFile) =>
      `(umask 077; ${decoded(keyFile, 'JSON.parse("\\"" + fs.readFileSync(0, "utf8").trim() + "\\"")')} > ${newFile})`,
  },
  'bare-base64': {
    what: 'this is the Base64 of a key without the lines BEGIN and END',
    command: (keyFile, newFile) => `(umask 077; base64 -d < ${keyFile} > ${newFile})`,
    makes: 'der',
  },
  'utf-16': {
    what: 'this is text in UTF-16, which some Windows programs write',
    command: (keyFile, newFile) => `(umask 077; iconv -f UTF-16 -t UTF-8 < ${keyFile} > ${newFile})`,
  },
  path: { what: 'the file contains the name of another file; give this other file' },
  'text-around': {
    what: 'there is text before or after the PEM block',
    command: (keyFile, newFile) => `(umask 077; sed -n '/-----BEGIN /,/-----END /p' ${keyFile} > ${newFile})`,
  },
  'legacy-encryption': {
    what: 'this PEM uses the old encryption of PKCS#1, with a passphrase',
    command: (keyFile, newFile) => `openssl pkcs8 -topk8 -in ${keyFile} -out ${newFile}`,
  },
  'passphrase-missing': {
    what: 'the private key is encrypted; give its passphrase in COUNTERSIGN_PASSPHRASE or --passphrase-file, or remove the passphrase',
    command: (keyFile, newFile) => `openssl pkey -in ${keyFile} -out ${newFile}`,
  },
  'passphrase-wrong': {
    what: 'the passphrase of COUNTERSIGN_PASSPHRASE or --passphrase-file does not open the private key',
  },
}

const opensshPrivate: Conversion = {
  what: 'this is a private key of OpenSSH',
  command: (keyFile, newFile) =>
    `cp ${keyFile} ${newFile} && chmod 600 ${newFile} && ssh-keygen -q -p -m PEM -N '' -f ${newFile}`,
}
const opensshPublic: Conversion = {
  what: 'this is a public key of OpenSSH',
  command: (keyFile, newFile) => `ssh-keygen -e -m PKCS8 -f ${keyFile} > ${newFile}`,
}
const ssh2Public: Conversion = {
  what: 'this is a public key in the format of SSH2',
  command: (keyFile, newFile) =>
    `ssh-keygen -i -m RFC4716 -f ${keyFile} > ${newFile}.pub && ssh-keygen -e -m PKCS8 -f ${newFile}.pub > ${newFile}`,
}
const pkcs12: Conversion = {
  what: 'this is a PKCS#12 file (.p12, .pfx), which contains a private key and its certificate; for an old file, add -legacy after pkcs12',
  command: (keyFile, newFile) => `openssl pkcs12 -in ${keyFile} -nocerts -nodes | openssl pkey -out ${newFile}`,
}

/** A PEM whose lines name one form, such as PRIVATE KEY, around the DER of another, such as RSA PRIVATE KEY. */
const mislabelled = (label: string, held: string): Conversion => ({
  what: `the first and the last line of this PEM name ${label}, but the content is a ${held}`,
  command: (keyFile, newFile) => `(umask 077; sed 's/${label}-----/${held}-----/' ${keyFile} > ${newFile})`,
})

/** The advice for a key that cannot be used. */
export const keyAdvice = (error: KeyError, bytes: Uint8Array, path: string): KeyAdvice => {
  const conversion = conversionOf(error.rule, bytes)
  if (conversion === undefined) return { what: message(error) }
  const { what, command, makes = 'pem' } = conversion
  if (command === undefined) return { what }
  const newFile = `${path.replace(/\.(?:pem|key|txt|pub|p12|pfx)$/i, '')}.new.${makes}`
  return { what, command: command(plainOrQuoted(path), plainOrQuoted(newFile)) }
}

/** The advice in one sentence. */
export const adviceText = ({ what, command }: KeyAdvice): string =>
  command === undefined ? what : `${what}; convert it: ${command}`

const conversionOf = (rule: KeyRule, bytes: Uint8Array): Conversion | undefined => {
  const text = Buffer.from(bytes).toString('latin1').trimStart()
  if (isPkcs12(bytes)) return pkcs12
  if (rule === 'openssh') {
    if (text.startsWith('---- BEGIN SSH2')) return ssh2Public
    return text.startsWith('ssh-') ? opensshPublic : opensshPrivate
  }
  return conversions[rule] ?? mislabelledIn(bytes)
}

/** The name as a shell reads it: `key.pem`, `'my key.pem'`, and `./-key.pem`, which is no option. */
const plainOrQuoted = (path: string): string => {
  const noOption = path.startsWith('-') ? `./${path}` : path
  return /^[\w./-]+$/.test(noOption) ? noOption : shellQuoted(noOption)
}

/**
 * Whether the bytes are a PFX (RFC 7292 §4): a SEQUENCE with a length in any form, the version 3, and a
 * ContentInfo whose OID is pkcs7-data or pkcs7-signedData: `3082 0a3b 020103 3082 0a01 06092a864886f70d010701`.
 */
const isPkcs12 = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.subarray(0, 48)).toString('hex')
  return /^30(?:80|[0-7].|81..|82.{4}|83.{6})020103.*06092a864886f70d01070[12]/.test(head)
}

const mislabelledIn = (bytes: Uint8Array): Conversion | undefined => {
  const read = KeyMaterial.read(bytes)
  if (E.isLeft(read) || read.right._tag !== 'Encoded') return undefined
  const { label, der } = read.right
  const held = E.chain((inner: Uint8Array) => KeyMaterial.read(inner))(der())
  if (E.isLeft(held) || held.right._tag !== 'Encoded' || held.right.label === label) return undefined
  return mislabelled(label, held.right.label)
}
