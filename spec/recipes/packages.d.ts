/**
 * As much as the recipes use of packages that the project does not depend on: the specs that run the recipes install them.
 */
declare module 'pkcs11js' {
  interface Mechanism {
    readonly mechanism: number
    readonly parameter?: unknown
  }
  interface Attribute {
    readonly type: number
    readonly value?: Buffer | string | number | boolean
  }
  class PKCS11 {
    load(path: string): void
    close(): void
    C_Initialize(options: { readonly flags: number }): void
    C_Finalize(): void
    C_GetSlotList(tokenPresent: boolean): Array<Buffer>
    C_GetTokenInfo(slot: Buffer): { readonly label: string }
    C_OpenSession(slot: Buffer, flags: number): Buffer
    C_CloseSession(session: Buffer): void
    C_Login(session: Buffer, user: number, pin: string): void
    C_Logout(session: Buffer): void
    C_FindObjectsInit(session: Buffer, template: ReadonlyArray<Attribute>): void
    C_FindObjects(session: Buffer, max: number): Array<Buffer>
    C_FindObjectsFinal(session: Buffer): void
    C_GenerateKeyPair(
      session: Buffer,
      mechanism: Mechanism,
      publicTemplate: ReadonlyArray<Attribute>,
      privateTemplate: ReadonlyArray<Attribute>,
    ): { readonly publicKey: Buffer; readonly privateKey: Buffer }
    C_GetAttributeValue(
      session: Buffer,
      object: Buffer,
      template: ReadonlyArray<Attribute>,
    ): Array<{ readonly type: number; readonly value: Buffer }>
    C_SignInit(session: Buffer, mechanism: Mechanism, key: Buffer): void
    C_SignAsync(session: Buffer, data: Buffer, output: Buffer): Promise<Buffer>
  }
  type Attributes = 'CLASS' | 'EXTRACTABLE' | 'LABEL' | 'MODULUS' | 'MODULUS_BITS' | 'PRIVATE' | 'PUBLIC_EXPONENT'
  type Constant =
    | `CKA_${Attributes | 'SENSITIVE' | 'SIGN' | 'TOKEN' | 'VERIFY'}`
    | `CKF_${'OS_LOCKING_OK' | 'RW_SESSION' | 'SERIAL_SESSION'}`
    | `CKM_${'RSA_PKCS' | 'RSA_PKCS_KEY_PAIR_GEN' | 'SHA256_RSA_PKCS'}`
    | 'CKO_PRIVATE_KEY'
    | 'CKU_USER'
  const pkcs11js: { readonly PKCS11: typeof PKCS11 } & Readonly<Record<Constant, number>>
  export default pkcs11js
}

declare module '@aws-sdk/client-kms' {
  export class SignCommand {
    constructor(input: {
      readonly KeyId: string | undefined
      readonly Message: Uint8Array
      readonly MessageType: 'RAW' | 'DIGEST'
      readonly SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256'
    })
  }
  export class KMSClient {
    constructor(options: { readonly maxAttempts?: number })
    send(command: SignCommand): Promise<{ readonly Signature?: Uint8Array }>
  }
}

declare module '@google-cloud/kms' {
  export class KeyManagementServiceClient {
    constructor(options: Readonly<Record<string, unknown>>)
    asymmetricSign(request: {
      readonly name: string
      readonly digest: { readonly sha256: Uint8Array }
    }): Promise<[{ readonly signature?: Uint8Array | string | null }]>
    close(): Promise<void>
  }
}

declare module 'next' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type NextApiRequest = IncomingMessage
  interface NextApiResponse extends ServerResponse {
    json(value: unknown): void
  }
}

declare module 'pg' {
  const pg: {
    readonly Pool: new (
      options: object,
    ) => {
      query(text: string, values?: Array<unknown>): Promise<{ readonly rows: ReadonlyArray<object> }>
    }
  }
  export default pg
}

declare module 'undici' {
  export namespace Dispatcher {
    interface DispatchOptions {
      readonly method: string
      readonly path: string
      readonly query?: Readonly<Record<string, unknown>> | undefined
      readonly headers?: unknown
      readonly body?: unknown
    }
    interface DispatchHandler {
      onResponseError?(controller: object, error: Error): void
    }
    type Dispatch = (options: DispatchOptions, handler: DispatchHandler) => boolean
    type DispatcherComposeInterceptor = (dispatch: Dispatch) => Dispatch
  }
  export interface Dispatcher {
    compose(...interceptors: ReadonlyArray<Dispatcher.DispatcherComposeInterceptor>): Dispatcher
  }
  export class Agent implements Dispatcher {
    compose(...interceptors: ReadonlyArray<Dispatcher.DispatcherComposeInterceptor>): Dispatcher
  }
  export const interceptors: {
    retry(options: { readonly maxRetries: number }): Dispatcher.DispatcherComposeInterceptor
  }
}

declare module 'axios' {
  interface Headers {
    set(name: string, value: string): void
  }
  // biome-ignore lint/suspicious/noExplicitAny: axios leaves the body's type open.
  type Data = any
  type Transform = (this: InternalAxiosRequestConfig, data: Data, headers: Headers) => Data
  export interface InternalAxiosRequestConfig {
    readonly url?: string
    readonly method?: string
    readonly params?: object | undefined
    readonly data?: Data
    readonly headers: Headers
    readonly transformRequest?: Transform | Array<Transform>
  }
  type Change = (config: InternalAxiosRequestConfig) => Promise<InternalAxiosRequestConfig>
  export interface AxiosInstance {
    getUri(config: InternalAxiosRequestConfig): string
    readonly interceptors: { readonly request: { use(change: Change): void } }
  }
  const axios: { create(options: { readonly baseURL: string; readonly maxRedirects: number }): AxiosInstance }
  export default axios
}

declare module 'got' {
  interface Options {
    readonly method: string
    readonly url: URL | string | undefined
    readonly body: string | Uint8Array | AsyncIterable<unknown> | undefined
    readonly headers: Record<string, string | undefined>
  }
  const got: {
    extend(options: {
      readonly prefixUrl: string
      readonly followRedirect: boolean
      readonly hooks: { readonly beforeRequest: ReadonlyArray<(options: Options) => Promise<void>> }
    }): Got
  }
  export type Got = (url: string) => Promise<object>
  export default got
}

declare module 'ky' {
  export type KyInstance = (url: string) => Promise<Response>
  const ky: { create(options: { readonly prefixUrl: string; readonly fetch: typeof fetch }): KyInstance }
  export default ky
}

declare module 'ofetch' {
  export type $Fetch = (url: string) => Promise<unknown>
  export const createFetch: (globals: { readonly fetch: typeof fetch }) => {
    create(options: { readonly baseURL: string }): $Fetch
  }
}

declare module 'openapi-fetch' {
  export interface Client<Paths extends object> {
    readonly GET: (path: keyof Paths) => Promise<object>
  }
  const openapi: <Paths extends object>(options: {
    readonly baseUrl: string
    readonly fetch: (request: Request) => Promise<Response>
  }) => Client<Paths>
  export default openapi
}
