/**
 * The names that programs give to the parts of a request, and how a method, a URL and a target look.
 */
/** A name in one spelling, in which the patterns below have it: `requesturi` for `_requestUri`, `request-uri` and `REQUEST_URI`. */
export const plainName = (key: string): string =>
  key
    .toLowerCase()
    .replace(/^(?:tf_http_req_|http_http_|http\.|original|req\.|request\.(?=\w))/, '')
    .replace(/[^a-z0-9]/g, '')

/** `method`, `http.method`, `requestMethod`, `verb` */
export const methodNames: RegExp = /^(?:(?:http|req|request)?(?:method|verb)|effectivemethod)$/
/** `url`, `absoluteUri`, `url.full`, `CURLOPT_URL`, `href` */
export const wholeUrlNames: RegExp =
  /^(?:url|uri|urlfull|urloriginal|absoluteurl|absoluteuri|fulluri|fullurl|requestfulluri|uricanonical|address|href|endpoint|curloptur[li])$/
/** `REQUEST_URI`, `rawPath`, `target` */
export const targetNames: RegExp = /^(?:requesturi|requesturl|url|uri|rawpath|target)$/
/** `path`, `PATH_INFO`, `req.path` */
export const pathNames: RegExp = /^(?:path|urlpath|requestpath|reqpath|pathinfo|pathname|scriptname)$/
/** `QUERY_STRING`, `rawQuery`, `url.query` */
export const queryNames: RegExp = /^(?:querystring|querystr|urlquery|rawquerystring|rawquery|query)$/
/** The route of a request, with names in place of values, or a name that is made of it. */
export const routeNames: RegExp =
  /^(?:name|spanname|operationname|displayname|route|routekey|httproute|resource|resourcename|resourcepath|transaction)$/
/** `body`, `requestBody`, `payload`, `rawContent`, `CURLOPT_POSTFIELDS`, `--data-raw` */
export const bodyNames: RegExp =
  /^(?:(?:raw)?(?:request)?(?:body|payload|data|content)(?:(?:as)?base64|hex|bytes|string|raw|text|content)?|postdata|chunk|filedata|postfields|curloptpostfields|copypostfields|dataraw)$/

/** A header's name, also from a name of CGI or of a log: `content-type` for `HTTP_CONTENT_TYPE` and `req.headers.Content-Type`. */
export const headerName = (key: string): string =>
  key
    .replace(/^(?:HTTP_|(?:http\.)?req(?:uest)?\.(?:headers?\.)?|http[._])(?=\w)/, '')
    .replaceAll('_', '-')
    .toLowerCase()

export const isMethod = (candidate: string): boolean =>
  /^(?:Net::HTTP::|:)?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i.test(candidate)
/** How languages print that there is no value; Rest Assured writes `<none>`, Scheme `#f`. */
export const isAbsent = (candidate: string): boolean =>
  /^(?:None|null|nil|undefined|#f|#nil|NoBody|http\.NoBody|<(?:nil|none|null|empty)>|\((?:null|nil|none)\))$/i.test(
    candidate.trim(),
  )
export const isUrl = (candidate: string): boolean => /^https?:\/\/[^\s/]/.test(candidate)
export const isTarget = (candidate: string): boolean => isUrl(candidate) || /^\/[!-~]*$/.test(candidate)
