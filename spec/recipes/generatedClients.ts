import { readFileSync } from 'node:fs'
import { createClient } from 'countersign/client'
import ky, { type KyInstance } from 'ky'
import { type $Fetch, createFetch } from 'ofetch'
import openapi, { type Client } from 'openapi-fetch'

const baseUrl = process.env.BASE_URL ?? 'http://127.0.0.1:8787'
const { fetch } = await createClient({
  baseUrl,
  appId: 'app-1',
  privateKey: readFileSync('my-key/private_key.pem', 'utf8'),
})

/** Instead of this, import the file that openapi-typescript wrote. */
interface paths {
  readonly '/v1/jobs': {
    readonly post: {
      readonly requestBody: { readonly content: { readonly 'application/json': object } }
      readonly responses: { readonly 200: { readonly content: { readonly 'application/json': object } } }
    }
  }
}

export const typed: Client<paths> = openapi<paths>({ baseUrl, fetch })
export const byKy: KyInstance = ky.create({ prefixUrl: baseUrl, fetch })
export const byOfetch: $Fetch = createFetch({ fetch }).create({ baseURL: baseUrl })
