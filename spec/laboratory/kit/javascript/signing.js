// What a client has at hand: the key, the parts of the header, and a signer. Every signed text goes to standard error.
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const { BASE_URL, EDGE_URL, APP_ID } = process.env
export const privateKey = (name = 'app-1') => readFileSync(join(process.env.KEYS, `${name}.pem`), 'utf8')
export const seconds = () => Math.floor(Date.now() / 1000)
export const note = (text) => console.error(`SIGNED ${Buffer.from(text).toString('base64')}`)

export const sign = (text, { key = 'app-1', hash = 'RSA-SHA256', encoding = 'base64' } = {}) => {
  note(text)
  return createSign(hash).update(text).sign(privateKey(key), encoding)
}

export const header = (signature, timestamp, nonce, appId = APP_ID) =>
  `SVC-SHA256-RSA app_id=${appId},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`

/** The header of one request. */
export const authorize = (method, target, body = '', key = 'app-1') => {
  const timestamp = seconds()
  const nonce = randomUUID()
  const head = Buffer.from(`${method}\n${target}\n${timestamp}\n${nonce}\n`)
  return header(sign(Buffer.concat([head, Buffer.from(body)]), { key }), timestamp, nonce)
}
