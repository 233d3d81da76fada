/**
 * The request object as frameworks print it: a program signed it in place of the body.
 *
 *     <WSGIRequest: POST '/v1/jobs'>    <PreparedRequest [POST]>    [object Request]
 */
import type { Draft } from '../Draft.ts'
import { splitTarget } from './percent.ts'
import type { Form } from './Respelling.ts'

/** With the hosts that the request may have been sent to. */
const printings = (method: string, target: string, host: string): ReadonlyArray<Form> => {
  const [path] = splitTarget(target)
  const urls = [`https://${host}${target}`, `http://${host}${target}`]
  return [
    ['a request (Django)', `<WSGIRequest: ${method} '${target}'>`],
    ['a request (Django), ASGI', `<ASGIRequest: ${method} '${target}'>`],
    ['a request (Django REST framework)', `<rest_framework.request.Request: ${method} '${target}'>`],
    ['a request (requests)', `<PreparedRequest [${method}]>`],
    ['a request (requests), not prepared', `<Request [${method}]>`],
    ['a request (aiohttp)', `<Request ${method} ${path} >`],
    ['a request (JavaScript)', '[object Request]'],
    ['a request (Node)', '[object IncomingMessage]'],
    ...urls.flatMap(
      (url, i): ReadonlyArray<Form> => [
        [`a request (Flask), ${i + 1}`, `<Request '${url}' [${method}]>`],
        [`a request (httpx), ${i + 1}`, `<Request('${method}', '${url}')>`],
        [`a request (Scrapy), ${i + 1}`, `<${method} ${url}>`],
        [`a request (Rails), ${i + 1}`, `#<ActionDispatch::Request ${method} "${url}" for 127.0.0.1>`],
        [`a request (OkHttp), ${i + 1}`, `Request{method=${method}, url=${url}}`],
      ],
    ),
  ]
}

/** All texts. If the host is unknown, only those without a URL. */
export const printedRequests = ({ method, sent, host = '' }: Draft): ReadonlyArray<Form> =>
  printings(method, sent, host).filter(([, text]) => host !== '' || !text.includes('://'))

const printedRequest = /^a request \((.+)\)(?:, .+)?$/

/** The framework that prints such a text, by the detail of the form. */
export const frameworkOf = (detail: string): string | undefined => printedRequest.exec(detail)?.[1]
