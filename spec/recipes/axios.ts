import { readFileSync } from 'node:fs'
import axios, { type AxiosInstance, type InternalAxiosRequestConfig } from 'axios'
import { createSigner } from 'countersign/client'

const signer = await createSigner({ appId: 'app-1', privateKey: readFileSync('my-key/private_key.pem', 'utf8') })

// A redirect would repeat the signature of another request.
export const service: AxiosInstance = axios.create({
  baseURL: process.env.BASE_URL ?? 'http://127.0.0.1:8787',
  maxRedirects: 0,
})

/** The body that axios would write after this interceptor. */
const contentOf = (config: InternalAxiosRequestConfig): Response => {
  const transforms = [config.transformRequest ?? []].flat()
  const data = transforms.reduce((data, transform) => transform.call(config, data, config.headers), config.data)
  const content = new Response(data)
  const type = content.headers.get('content-type')
  // The type of a form contains its boundary.
  if (data instanceof FormData && type !== null) config.headers.set('content-type', type)
  return content
}

/** Add this interceptor first, because axios runs it last. A retry runs it again, so each attempt has a new signature. */
service.interceptors.request.use(async (config) => {
  const body = Buffer.from(await contentOf(config).arrayBuffer())
  const url = service.getUri(config)
  const { authorization } = await signer.sign({ method: config.method ?? 'get', url, body })
  config.headers.set('authorization', authorization)
  // Send exactly what was signed: axios must not add or transform anything.
  return { ...config, url, params: undefined, transformRequest: [], data: body.length === 0 ? undefined : body }
})
