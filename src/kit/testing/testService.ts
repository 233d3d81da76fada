/** A service for the tests of a caller: it verifies by the scheme's rules, keeps the requests that came, and fails on request. */
import { answer as answerOf } from '../../core/HttpAnswer.ts'
import type { SendingFetch } from '../../platform/web/httpClient.ts'
import { verified } from '../../server/adapters/fetch.ts'
import type { VerifiedRequest, Verifier } from '../../server/Verifier.ts'
import type { CreateTestVerifier, TestVerifierOptions } from './testVerifier.ts'

/** What a service may do instead of verifying: answer with a status, or leave the caller without an answer. */
export type TestFault =
  | 'hang'
  | 'reset'
  | number
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }

/** A request that came. */
export interface ServedRequest {
  readonly method: string
  readonly target: string
  /** The status of the answer; or why the request got none. */
  readonly outcome: number | 'hang' | 'reset'
  /** The verified request; absent if the request was not verified. */
  readonly verified?: VerifiedRequest
}

export interface TestServiceOptions extends TestVerifierOptions {
  /** Answers a verified request. Default: 200 and `{}`. */
  readonly answer?: ((request: VerifiedRequest) => Response | Promise<Response>) | undefined
}

export interface TestService {
  /** A `fetch` for `createClient`: the service is in this process, and no socket is opened. */
  readonly fetch: SendingFetch
  /** The requests that came, in their order. */
  readonly requests: ReadonlyArray<ServedRequest>
  /** Sets the faults of the next requests, one after the other. All other requests are verified and answered. */
  readonly next: (...faults: ReadonlyArray<TestFault>) => void
}

/** `testService` in every runtime. */
export type CreateTestService = (options?: TestServiceOptions) => Promise<TestService>

/** The parts of a service, from which `fetch` and a listener are made. */
export interface ServiceParts {
  readonly verifier: Verifier
  readonly answer: (request: VerifiedRequest) => Response | Promise<Response>
  readonly requests: Array<ServedRequest>
  /** The fault of the next request. */
  readonly fault: () => TestFault | undefined
  readonly next: TestService['next']
}

export const serviceParts = async (
  testVerifier: CreateTestVerifier,
  { answer = () => Response.json({}), ...options }: TestServiceOptions = {},
): Promise<ServiceParts> => {
  const faults: Array<TestFault> = []
  return {
    verifier: await testVerifier(options),
    answer,
    requests: [],
    fault: () => faults.shift(),
    next: (...more) => {
      for (const fault of more) faults.push(fault)
    },
  }
}

/** The answer that a fault stands for. */
export const faultyAnswer = (fault: Exclude<TestFault, string>): Response => {
  const { status, headers = {}, body } = typeof fault === 'number' ? { status: fault } : fault
  const plain = answerOf(status, { code: `test_${status}`, message: 'the test asked for this answer' })
  const content = withoutBody.has(status) ? null : (body ?? plain.body)
  return new Response(content, { status, headers: { ...plain.headers, ...headers } })
}

/** The statuses whose answers have no body: `new Response` refuses one. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

/** A `fetch` that hands each request to the verifier in this process, or does what the next fault says. */
export const fetchOf = ({ verifier, answer, requests, fault }: ServiceParts): SendingFetch => {
  const handle = verified<[Seen]>(verifier, (_, request, seen) => {
    seen.verified = request
    return answer(request)
  })
  return async (url, init) => {
    const request = new Request(url, init)
    const { signal } = request
    // As the platform's fetch: such a request is never sent.
    if (signal.aborted) throw signal.reason
    const { pathname, search } = new URL(url)
    const line = { method: request.method, target: pathname + search }
    const faultNow = fault()
    if (faultNow === 'hang' || faultNow === 'reset') {
      requests.push({ ...line, outcome: faultNow })
      if (faultNow === 'reset') throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } })
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    }
    const seen: Seen = {}
    const response = faultNow === undefined ? await handle(request, seen) : faultyAnswer(faultNow)
    requests.push({ ...line, outcome: response.status, ...seen })
    return response
  }
}

/** The verified request of one call, for `requests`. */
interface Seen {
  verified?: VerifiedRequest
}

export const testServiceOn =
  (testVerifier: CreateTestVerifier): CreateTestService =>
  async (options) => {
    const parts = await serviceParts(testVerifier, options)
    return { fetch: fetchOf(parts), requests: parts.requests, next: parts.next }
  }
