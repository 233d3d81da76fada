/**
 * The names that programs give to the parts of a request, and how a method, a URL and a target look.
 */
/** A name as programs write it, in one spelling: `_requestUri`, `request-uri`, `REQUEST_URI`. */
export const plainName = (key: string): string =>
  key
    .toLowerCase()
    .replace(/^(?:http\.|original)/, '')
    .replace(/[^a-z0-9]/g, '')

export const methodNames: RegExp = /^(?:(?:http|request)?(?:method|verb)|effectivemethod)$/
export const wholeUrlNames: RegExp =
  /^(?:url|uri|absoluteurl|absoluteuri|fulluri|requestfulluri|uricanonical|address|href|endpoint|curloptur[li])$/
export const targetNames: RegExp = /^(?:requesturi|requesturl|url|uri|rawpath|target)$/
export const pathNames: RegExp = /^(?:path|pathinfo|pathname|scriptname)$/
export const queryNames: RegExp = /^(?:querystring|rawquerystring|rawquery|query)$/
export const bodyNames: RegExp =
  /^(?:(?:raw)?(?:request)?(?:body|payload|data|content)(?:asbase64|bytes|string|raw|text)?|postdata|chunk|filedata|postfields|curloptpostfields|copypostfields|dataraw)$/

/** A header's name, from a name of CGI too. */
export const headerName = (key: string): string =>
  key
    .replace(/^(?:HTTP_|http[._])(?=\w)/, '')
    .replaceAll('_', '-')
    .toLowerCase()

export const isMethod = (candidate: string): boolean =>
  /^:?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i.test(candidate)
export const isUrl = (candidate: string): boolean => /^https?:\/\/[^\s/]/.test(candidate)
export const isTarget = (candidate: string): boolean => isUrl(candidate) || /^\/[!-~]*$/.test(candidate)
