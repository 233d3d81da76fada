/**
 * Program text in place of a request. A program is not run here, so what it sends is not known unless the text says all of it; for each
 * library the refusal names what has the program print the request.
 *
 *     requests.post(url, headers=headers, data=payload)      print response.request.method, .url, .headers and .body
 */

/** A way to send requests, and what has it print them. */
interface Library {
  readonly name: string
  readonly pattern: RegExp
  /** What to do, in the imperative. */
  readonly remedy: string
}

/** The first that fits is taken. */
const libraries: ReadonlyArray<Library> = [
  { name: 'a script of k6', pattern: /from ['"]k6\/http['"]/, remedy: 'run it with --http-debug=full' },
  {
    name: 'a test of Karate',
    // When method post
    pattern: /^[ \t]{0,64}(?:When|And|\*) method (?:get|post|put|patch|delete)[ \t]*\r?$/im,
    remedy: 'run it with the logger com.intuit.karate at the level DEBUG, which prints each request',
  },
  {
    name: 'Nushell',
    pattern: /^[ \t]{0,64}http (?:get|post|put|patch|delete|head|options) [^\n]{0,65536}?--headers [[{]/m,
    remedy: 'write the request as a curl command',
  },
  {
    name: 'Java, HttpClient',
    pattern: /\bHttpRequest\.newBuilder\(/,
    remedy: 'run it with -Djdk.httpclient.HttpClient.log=requests,headers, and give the body with --body',
  },
  {
    name: 'OkHttp',
    pattern: /\bRequest\.Builder\(|\bOkHttpClient\b/,
    remedy: 'add an HttpLoggingInterceptor with Level.BODY',
  },
  {
    name: 'Python, requests',
    pattern: /^[ \t]{0,64}import requests\b|\brequests\.(?:request|get|post|put|patch|delete)\(/m,
    remedy: 'print response.request.method, .url, .headers and .body',
  },
  {
    name: 'Python, httpx',
    pattern: /^[ \t]{0,64}import httpx\b|\bhttpx\.(?:request|get|post|put|patch|delete|Client|AsyncClient)\(/m,
    remedy: 'print response.request.method, .url, .headers.raw and .content',
  },
  { name: 'axios', pattern: /\baxios(?:\.\w{1,16})?\(/, remedy: 'print response.config' },
  {
    name: 'Go, net/http',
    pattern: /\bhttp\.NewRequest(?:WithContext)?\(/,
    remedy: 'print httputil.DumpRequestOut(req, true)',
  },
  {
    name: 'PHP, Guzzle',
    pattern: /\bGuzzleHttp\\/,
    remedy: 'log the request by Middleware::log with MessageFormatter::DEBUG',
  },
  {
    name: 'libcurl',
    pattern: /\bcurl_(?:easy_)?setopt(?:_array)?\(/,
    remedy: 'set CURLOPT_VERBOSE, and give the body with --body',
  },
  {
    name: 'C#, HttpClient',
    pattern: /\bnew HttpRequestMessage\(|\bnew HttpClient\(/,
    remedy: 'print request.ToString() and what request.Content.ReadAsStringAsync() gives',
  },
  {
    name: 'C#, RestSharp',
    pattern: /\bnew RestRequest\(/,
    remedy: 'print client.BuildUri(request) and each of request.Parameters',
  },
  {
    name: 'Java, RestTemplate or WebClient',
    pattern: /\brestTemplate\.\w{1,32}\(|\bWebClient\.(?:create|builder)\(|\bnew RestTemplate\(/,
    remedy: 'set the level of org.apache.http.wire or of reactor.netty.http.client to DEBUG',
  },
  {
    name: 'Java, Unirest',
    pattern: /\bUnirest\.(?:get|post|put|patch|delete|head|options|request)\(/,
    remedy: 'print request.toSummary().asString() and the body',
  },
  {
    name: 'Kotlin, Ktor',
    pattern: /\bimport io\.ktor\.client\b|\bclient\.(?:get|post|put|patch|delete|request)\("[^"\n]{1,4096}"\) \{/,
    remedy: 'install the plugin Logging with LogLevel.ALL',
  },
  {
    name: 'R, httr2',
    pattern: /\blibrary\(httr2\)|\bhttr2::|\breq_perform\(/,
    remedy: 'call req_verbose(body_req = TRUE) on the request',
  },
  { name: 'R, httr', pattern: /\blibrary\(httr\)|\bhttr::/, remedy: 'add verbose() to the call' },
  {
    name: 'Clojure, clj-http',
    pattern: /\bclj-http\.client\b/,
    remedy: 'add :debug true and :debug-body true to the options',
  },
  {
    name: 'Ruby, Net::HTTP',
    pattern: /(?<!#<|=)\bNet::HTTP\b(?!::\w{1,16}: \/)/,
    remedy: 'call http.set_debug_output($stderr)',
  },
  {
    name: 'Swift, URLRequest',
    pattern: /\b(?:NSMutable)?URLRequest\(url:/,
    remedy: 'print request.cURLDescription() of Alamofire',
  },
]

/** Lines with which programs begin, whatever they send with. */
const programLine =
  /^(?:import [\w{*"'(]|from [\w.]{1,128} import |(?:const|let|var|val) [\w{[ ,]{1,128} ?=|using [\w.]{1,128};|package [\w.]{1,128};?$|public (?:class|static)|#include [<"]|def \w{1,64}\(|(?:async )?function\b|<\?php|\$\w{1,64} = )/m

const anyProgram: Pick<Library, 'name' | 'remedy'> = {
  name: 'code',
  remedy: 'change the program so that it prints method, URL, headers and body just before it sends them',
}

/** Why program text is not read, in a sentence; undefined if the text is none. */
export const programWords = (text: string): string | undefined => {
  const library =
    libraries.find(({ pattern }) => pattern.test(text)) ?? (programLine.test(text) ? anyProgram : undefined)
  if (library === undefined) return undefined
  return `this is source code (${library.name}). countersign does not run it, so the request is not known; ${library.remedy}, or send the request to countersign serve --keep FOLDER and give the file that serve writes`
}
