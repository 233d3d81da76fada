/**
 * wechatpay-axios-plugin lays the request out as we do, with one LF more at the end. It wraps the primitive: nothing is parsed
 * and no age is checked, so the parts stand ready here.
 */
import { keyPair } from '../requests.ts'
import { appId, type Content, load, type Peer } from './Peer.ts'

interface Library {
  readonly Rsa: {
    readonly sign: (message: string, key: unknown) => string
    readonly verify: (message: string, signature: string, key: unknown) => boolean
  }
  readonly Formatter: {
    readonly request: (method: string, uri: string, timestamp: number, nonce: string, body: string) => string
    readonly authorization: (
      merchant: string,
      nonce: string,
      signature: string,
      timestamp: number,
      serial: string,
    ) => string
  }
}

interface Signed {
  readonly content: Content
  /** The body as it takes it: text. */
  readonly text: string
  readonly signature: string
}

export const wechatpay = async (): Promise<Peer<Signed>> => {
  const { Rsa, Formatter } = await load<Library>('wechatpay-axios-plugin')
  const message = ({ method, target, timestamp, nonce }: Content, text: string): string =>
    Formatter.request(method, target, timestamp, nonce, text)
  return {
    name: 'wechatpay-axios-plugin',
    checksAll: false,
    sign: (content) => {
      const text = content.body.toString()
      const signature = Rsa.sign(message(content, text), keyPair.privateKey)
      Formatter.authorization(appId, content.nonce, signature, content.timestamp, 'serial-1')
      return { content, text, signature }
    },
    verify: ({ content, text, signature }) => Rsa.verify(message(content, text), signature, keyPair.publicKey),
    withBody: (signed, body) => ({ ...signed, text: body.toString() }),
  }
}
