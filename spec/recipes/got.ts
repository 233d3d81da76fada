import { readFileSync } from 'node:fs'
import { createSigner } from 'countersign/client'
import got, { type Got } from 'got'

const signer = await createSigner({ appId: 'app-1', privateKey: readFileSync('my-key/private_key.pem', 'utf8') })

export const service: Got = got.extend({
  prefixUrl: process.env.BASE_URL ?? 'http://127.0.0.1:8787',
  // A redirect would repeat the signature of another request.
  followRedirect: false,
  hooks: {
    // got calls this for each attempt, when `json` and `form` are already text.
    beforeRequest: [
      async (options) => {
        const { method, url, body } = options
        if (typeof body === 'object' && !(body instanceof Uint8Array))
          throw new TypeError('a stream cannot be signed before it is sent; give text or bytes')
        const { authorization } = await signer.sign({ method, url: String(url), body })
        options.headers.authorization = authorization
      },
    ],
  },
})
