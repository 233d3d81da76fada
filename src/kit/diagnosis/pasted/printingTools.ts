/**
 * Programs that print requests, and by default leave a part of the request out. A user pastes such an output into the diagnosis. The
 * diagnosis recognizes the program by its output, and says how to make this program print the missing part.
 *
 *     [scrapy.core.engine] DEBUG: Crawled (401) <POST https://api.example/v1/jobs>
 *     Scrapy shows no headers of the request, so nothing can be judged; log request.headers and request.body in the spider
 */

/** The part of a request that an output lacks. */
export type Lack =
  /** The Authorization header is there, and another text replaces its value. */
  | 'hidden'
  /** The Authorization header is there, and the end of its value is missing. */
  | 'cut'
  /** No header of the request is there. */
  | 'headers'
  /** The target of the request is not there as it was sent. */
  | 'target'
  /** The body is not there, is cut, or is not printed byte for byte. */
  | 'body'

export interface PrintingTool {
  /** The subject of a sentence: `{name} shows no headers of the request`. */
  readonly name: string
  /** Patterns that all occur in the output of this program, and together in no other output. */
  readonly output: ReadonlyArray<RegExp>
  readonly lacks: ReadonlyArray<Lack>
  /** How to make the program print the missing part, in the imperative. */
  readonly remedy: string
}

/** The first program whose output this is, and which leaves this out. */
export const toolThatLacks = (printedText: string, lack: Lack): PrintingTool | undefined =>
  printingTools.find(
    ({ lacks, output }) => lacks.includes(lack) && output.every((pattern) => pattern.test(printedText)),
  )

/** A program has several rows if its output lacks different things in different cases. The earlier row wins. */
export const printingTools: ReadonlyArray<PrintingTool> = [
  {
    name: 'httpx',
    output: [/\bHeaders\(\{/, /'authorization': '\[secure\]'/],
    lacks: ['hidden'],
    remedy: 'print request.headers.raw instead of request.headers',
  },
  {
    name: 'the trace of httpx',
    output: [/\bsend_request_headers\.started\b/],
    lacks: ['headers', 'body'],
    remedy: 'print request.headers.raw and request.content in an event hook',
  },
  {
    name: "the log of Python's urllib3",
    output: [/\burllib3\.connectionpool\b/],
    lacks: ['headers', 'body'],
    remedy: 'set http.client.HTTPConnection.debuglevel = 1',
  },
  {
    name: 'strace',
    output: [
      // write(3, "POST /v1/jobs HTTP/1.1\r\nHost: h\r\nAuthor"...: the text is cut before the empty line after the head.
      /\b(?:write|writev|send|sendto|sendmsg)\([^\n"]{1,64}"[A-Z]{3,10} \S{1,8192} HTTP\/1\.[01](?:(?!\\r\\n\\r\\n)[^\n"]){0,4096}"\.\.\./,
    ],
    lacks: ['headers', 'cut'],
    remedy: 'run strace with -s 100000',
  },
  {
    name: 'strace',
    // write(3, "POST /v1/jobs HTTP/1.1\r\n…\r\n\r\n{\"type\":"...
    output: [/\b(?:write|writev|send|sendto|sendmsg)\([^\n"]{1,64}"(?:[^"\n\\]|\\.){0,65536}"\.\.\./],
    lacks: ['body'],
    remedy: 'run strace with -s 100000',
  },
  {
    name: 'ureq',
    // headers: {…, "<NOTICE>": "1 HEADERS ARE REDACTED"}
    output: [/\bureq(?:_proto)?::/],
    lacks: ['headers', 'body'],
    remedy: 'set the level of its log to TRACE, and give the body with --body',
  },
  {
    name: 'Scrapy',
    output: [/\[scrapy\.core\.engine\]/],
    lacks: ['headers', 'body'],
    remedy: 'log request.headers and request.body in the spider',
  },
  {
    name: 'newman on the command line',
    // → Submit a job
    //   POST https://h/v1/jobs [401 Unauthorized]
    output: [/^newman\r?\n|^\u00e2\u0086\u0092 .{1,200}\n {2}[A-Z]{3,10} https?:/m],
    lacks: ['headers', 'body'],
    remedy: 'run it with --reporters json and give the file that it writes',
  },
  {
    name: 'NODE_DEBUG=undici',
    output: [/^UNDICI \d{1,9}: /m],
    lacks: ['headers', 'body'],
    remedy: 'subscribe to the diagnostics channel undici:client:sendHeaders and log its headers',
  },
  {
    name: 'OkHttp',
    // --> POST https://h/v1/jobs (97-byte body)
    output: [/-->\s[A-Z]{3,10} https?:\S+(?: http\/1\.1| h2)? \((?:\d{1,12}|unknown-length)-?(?:byte)? ?body\)/],
    lacks: ['headers', 'body'],
    remedy: 'set HttpLoggingInterceptor.Level.BODY',
  },
  {
    name: 'OkHttp',
    // Authorization: ██
    output: [/--> [A-Z]{3,10} https?:/, /authorization: \u00e2\u0096\u0088/i],
    lacks: ['hidden'],
    remedy: 'take redactHeader("Authorization") off the HttpLoggingInterceptor',
  },
  {
    name: 'Feign',
    output: [/---> END HTTP \(/, /(?:^|[ \t])Binary data\r?$/m],
    lacks: ['body'],
    remedy:
      'give the body itself, or a Content-Type with a charset such as UTF-8, because Feign writes Binary data for a body without a charset',
  },
  {
    name: 'Feign',
    output: [/---> [A-Z]{3,10} \S{1,4096} HTTP\/1\.1\r?\n/],
    lacks: ['headers', 'body'],
    remedy: 'set Logger.Level.FULL',
  },
  {
    name: 'Ktor',
    output: [/\bREQUEST: https?:/, /-> authorization: \*{3}/i],
    lacks: ['hidden'],
    remedy: 'take sanitizeHeader off the Logging plugin',
  },
  {
    name: 'the logging of HttpClient in .NET',
    output: [/\b(?:LogicalHandler|ClientHandler)\b/, /\bAuthorization: \*/],
    lacks: ['hidden'],
    remedy: 'call RedactLoggedHeaders(_ => false) on the builder of the client',
  },
  {
    name: 'HttpLogging of ASP.NET Core',
    output: [/\bHttpLoggingMiddleware\b/],
    lacks: ['hidden'],
    remedy: 'add "Authorization" to HttpLoggingOptions.RequestHeaders',
  },
  {
    name: 'the log of the network in Chromium',
    output: [/\[\d{1,9} bytes were stripped\]/],
    lacks: ['hidden'],
    remedy: 'record it again with "Include raw bytes"',
  },
  {
    name: 'the debug log of VCR',
    output: [/\[Cassette: '[^\n']{1,256}'\]/, /\[webmock\] Handling request: \[|Recorded HTTP interaction \[/],
    lacks: ['headers', 'body'],
    remedy: 'give the file of the cassette, which has the headers',
  },
  {
    name: 'Caddy',
    output: [/"logger":"http\.log\.access/],
    lacks: ['hidden'],
    remedy: 'set log_credentials in the options of the server',
  },
  {
    name: 'Traefik',
    output: [/"(?:RouterName|entryPointName)":"/],
    lacks: ['hidden', 'headers'],
    remedy: 'set accessLog.fields.headers.names.Authorization=keep',
  },
  {
    name: 'aria2',
    output: [/\[HttpConnection\.cc:\d{1,5}\]/, /^authorization: <snip>\r?$/im],
    lacks: ['hidden'],
    remedy: 'send the same request with curl --trace, because aria2 always hides this header',
  },
  {
    name: 'varnishlog',
    // -   ReqHeader      Authorization: SVC-SHA256-RSA …, cut at 255 characters with the name of the header.
    output: [/^[- \d]{1,16} (?:Req|Bereq)Header {1,16}(?:[bc] )?authorization: .{239,240}\r?$/im],
    lacks: ['cut'],
    remedy: 'start varnishd with -p vsl_reclen=4k',
  },
  {
    name: 'HAProxy',
    // 0/0 {h|signature=R+b/…} "POST /v1/jobs HTTP/1.1": of the header only the part behind its last comma.
    output: [/\d\/\d{1,9} \{(?:[^\n|]{0,512}\|){0,16}signature=/, /\} "[A-Z]{3,10} \S{1,8192} HTTP\/[0-9.]{1,3}"$/m],
    lacks: ['cut'],
    remedy: 'capture req.fhdr(authorization), which does not split the header at its commas',
  },
  {
    name: 'Wireshark',
    output: [/\[truncated\] ?authorization:/i],
    lacks: ['cut'],
    remedy: 'give Follow, TCP Stream, shown as a hex dump',
  },
  {
    name: 'the log of Spring WebFlux',
    output: [/headers=\{masked\}/],
    lacks: ['hidden', 'headers'],
    remedy: 'set spring.codec.log-request-details=true, or enableLoggingRequestDetails(true)',
  },
  {
    name: 'CommonsRequestLoggingFilter of Spring',
    // Before request [POST /v1/jobs]
    output: [/\b(?:Before|After) request \[[A-Z]{3,10} /],
    lacks: ['headers'],
    remedy:
      'call setIncludeHeaders(true), setIncludeQueryString(true), setIncludePayload(true) and setMaxPayloadLength(100000) on it',
  },
  {
    name: 'the summary of tshark (psml)',
    output: [/<psml\b/],
    lacks: ['headers'],
    remedy: 'run tshark with -T pdml in place of -T psml',
  },
  {
    name: 'an exception of Guzzle',
    output: [/\b(?:Uncaught|Next|PHP Fatal error: {1,4}) GuzzleHttp\\Exception\b|\bresulted in a `[45]\d\d /],
    lacks: ['headers', 'body'],
    remedy: 'log the request by Middleware::log with MessageFormatter::DEBUG',
  },
  {
    name: 'Sentry',
    output: [/"(?:sdk|platform)":/, /\[Filtered\]/],
    lacks: ['hidden'],
    remedy:
      'log the header and the body where the request is sent, because Sentry always filters this header, and keeps a body only in parsed form',
  },
  {
    name: 'pino',
    output: [/"level":\d{2},"time":\d{13}/, /\[Redacted\]/],
    lacks: ['hidden'],
    remedy: 'take req.headers.authorization out of its redact paths',
  },
  {
    name: 'the page of Sentry',
    output: [/^HTTP Request\r?\n[A-Z]{3,10}\r?\n\//m, /^Query String\r?\n[^\n\t]{1,256}\t/m],
    lacks: ['target'],
    remedy: 'give what its button cURL shows, because the page shows the query in parsed form',
  },
  {
    name: 'the log of API Gateway',
    output: [/\bMethod request headers: \{/],
    lacks: ['hidden'],
    remedy: 'log event.headers in the function, for API Gateway always masks this header',
  },
  {
    name: 'the log of API Gateway',
    output: [/\bHTTP Method: [A-Z]{3,10}, Resource Path: \//],
    lacks: ['target'],
    remedy: 'log method, target, headers and body in the service behind it',
  },
  {
    name: 'Logbook',
    output: [
      // Outgoing Request: 2f9a66ddc3d3a1f1, then Remote: localhost, then POST https://h/v1/jobs?a=1 HTTP/1.1
      // origin=local type=request correlation=2f9a66ddc3d3a1f1 … uri=https://h/v1/jobs?a=1
      /\b(?:Outgoing|Incoming) Request: [0-9a-f]{4,40}\r?\nRemote: [^\n]{1,256}\n[A-Z]{3,10} https?:\/\/[^\s?]{1,8192}\?\S{0,8192} (?!HTTP\/)[^\n]{0,8192}HTTP\/[0-9.]{1,3}\r?$|\borigin=(?:local|remote) type=request correlation=[^\n]{0,512}? uri=https?:\/\/[^\s?]{1,8192}\?\S{0,8192} (?!host=)/m,
    ],
    lacks: ['target'],
    remedy: 'log the URL in the program that sends the request, because Logbook decodes the query',
  },
  {
    name: 'Squid',
    // 1796052993.567     31 127.0.0.1 TCP_MISS/401 3414 POST http://h/v1/jobs? - HIER_DIRECT/h text/html
    output: [/^\d{10}\.\d{3} {1,12}\d{1,12} \S{1,64} [A-Z_]{3,64}\/\d{3} \d{1,15} [A-Z]{3,10} \S{1,8192}\? /m],
    lacks: ['target'],
    remedy: 'set strip_query_terms off',
  },
  {
    name: 'Squid',
    output: [
      // 1796052993.567     31 127.0.0.1 TCP_MISS/401 3414 POST http://h/v1/jobs - HIER_DIRECT/h text/html
      /^\d{10}\.\d{3} {1,12}\d{1,12} \S{1,64} [A-Z_]{3,64}\/\d{3} \d{1,15} [A-Z]{3,10} \S{1,8192} \S{1,256} [A-Z_]{3,64}\/\S{1,256} \S{1,128}\r?$/m,
    ],
    lacks: ['headers'],
    remedy: 'set log_mime_hdrs on and strip_query_terms off',
  },
  {
    name: 'the log of Rails',
    output: [/\bStarted [A-Z]{3,10} "\//, /\bProcessing by [\w:]{1,256}#\w/],
    lacks: ['headers'],
    remedy: 'log request.authorization and request.raw_post in the application',
  },
  {
    name: 'the list of requests of Spring Boot',
    output: [/"(?:exchanges|traces)"\s{0,8}:\s{0,8}\[/, /"timeTaken"/],
    lacks: ['headers'],
    remedy: 'add authorization-header to management.httpexchanges.recording.include',
  },
  {
    name: 'the access log of Envoy',
    // [2026-11-30T08:15:30.100Z] "POST /v1/jobs HTTP/1.1" 401
    output: [/^\[[\d-]{10}T[\d:.]{8,18}Z\] "[A-Z]{3,10} \S{1,8192} HTTP\/[0-9.]{1,3}" \d{3} /m],
    lacks: ['headers'],
    remedy: 'add %REQ(AUTHORIZATION)% to its format',
  },
  {
    name: 'the access log of Envoy',
    output: [/"upstream_cluster"\s{0,8}:/, /"downstream_remote_address"\s{0,8}:/],
    lacks: ['headers'],
    remedy: 'add %REQ(AUTHORIZATION)% to its format',
  },
  {
    name: 'the log of a load balancer of AWS',
    // h2 2026-11-30T08:15:30.100000Z app/jobs/50dc6c495c0c9188 192.168.131.39:2817
    output: [/^(?:(?:https?|h2|wss?|grpcs?) )?[\d-]{10}T[\d:.]{8,18}Z (?:app\/)?\S{1,256} [\da-f.:]{3,64}:\d{1,5} /m],
    lacks: ['headers'],
    remedy: 'log the request in the service behind it, for this log never has headers',
  },
  {
    name: 'the log of Cloudflare',
    output: [/"ClientRequestMethod"\s{0,8}:/],
    lacks: ['headers'],
    remedy: 'add the request header authorization to the custom fields of the job',
  },
  {
    name: 'the log of a gateway of Azure',
    output: [/"(?:FrontDoor|FrontDoorWebApplicationFirewall|ApplicationGateway)(?:Access)?Log"/],
    lacks: ['headers'],
    remedy: 'log the request in the service behind it, for this log never has headers',
  },
  {
    name: 'the log of requests of Google Cloud',
    output: [/"?requestMethod"?\s{0,8}:/, /"?requestUrl"?\s{0,8}:/],
    lacks: ['headers'],
    remedy: 'log the request in the service behind it, for this log never has headers',
  },
  {
    name: 'morgan-body',
    output: [/^Request: [A-Z]{3,10} \S{1,8192} at \w{3} \w{3} \d\d \d{4} /m],
    lacks: ['headers'],
    remedy: 'set logAllReqHeader to true',
  },
  {
    name: 'the client of Quarkus',
    output: [/\bDefaultClientLogger\b/],
    lacks: ['body'],
    remedy: 'set quarkus.rest-client.logging.body-limit=100000',
  },
  {
    name: 'wrangler tail',
    output: [/"scriptName":|"eventTimestamp":/],
    lacks: ['hidden'],
    remedy: 'log the header and the body in the Worker by console.log, because wrangler tail redacts this header',
  },
  {
    name: 'a header that is marked as sensitive in Rust',
    output: [/"authorization": Sensitive\b/],
    lacks: ['hidden'],
    remedy: 'call set_sensitive(false) on the value, or take SetSensitiveHeadersLayer off while you log',
  },
  {
    name: 'mitmdump',
    // 127.0.0.1:40112: POST https://h/v1/jobs
    //      << 401 Unauthorized 28b
    output: [/^\S{1,64}:\d{1,5}: [A-Z]{3,10} https?:\S{1,65536}(?: HTTP\/2\.0)?\r?\n(?: {1,8}<<|$)/m],
    lacks: ['headers', 'body'],
    remedy: 'set --set flow_detail=4',
  },
  {
    name: 'mitmdump',
    output: [/^\S{1,64}:\d{1,5}: [A-Z]{3,10} https?:/m, /^ {4}[[{]\r?$/m],
    lacks: ['body'],
    remedy:
      'let the program write an archive with --set hardump=FILE.har, and give this archive, because the printed text has JSON that is indented, and sorted by some releases',
  },
  {
    name: 'Resty',
    output: [/^~~~ REQUEST ~~~\r?$/m],
    lacks: ['body'],
    remedy: 'call EnableGenerateCurlOnDebug and give the command, because the log indents JSON',
  },
  {
    name: 'Rest Assured',
    output: [/^Request method:\t/m, /^Request URI:\t/m],
    lacks: ['body'],
    remedy: 'call log().all(false), which does not indent the body, or give the body itself if you have called it',
  },
  {
    name: 'tcpdump -A',
    // 08:15:30.100000 IP 127.0.0.1.40112 > 127.0.0.1.8080: Flags [P.]
    output: [/^[\d:.]{8,18} IP6? \S{1,128} > \S{1,128}: Flags \[/m],
    lacks: ['body'],
    remedy: 'run the program with -X instead of -A, or give the file that -w writes',
  },
  {
    name: 'the output of tcpflow -c',
    // 127.000.000.001.40112-127.000.000.001.08080:
    output: [/^\d{3}(?:\.\d{3}){3}\.\d{5}-\d{3}(?:\.\d{3}){3}\.\d{5}: /m],
    lacks: ['body'],
    remedy: 'run it with -B, which writes all bytes',
  },
  {
    name: 'the log of socat -v',
    // > 2026/11/30 08:15:30.000100000  length=97 from=0 to=96
    output: [/^> \d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\.\d{1,9} {1,2}length=\d{1,9} from=\d{1,9} to=\d{1,9}\r?$/m],
    lacks: ['body'],
    remedy: 'run it with -x in place of -v',
  },
  {
    name: 'tshark',
    output: [/^Follow: \w{2,8},ascii\r?$/m],
    lacks: ['body'],
    remedy: 'follow the stream as raw or hex in place of ascii',
  },
  {
    name: 'CommonsRequestLoggingFilter of Spring',
    output: [/\b(?:Before|After) request \[[A-Z]{3,10} /],
    lacks: ['body'],
    remedy:
      'call setIncludePayload(true) and setMaxPayloadLength(100000) on the filter, because the filter cuts a body after 50 characters',
  },
  {
    name: 'mitmdump',
    output: [/^ {4}\(cut off\)$/m],
    lacks: ['body'],
    remedy: 'set --set flow_detail=4',
  },
  {
    name: 'the debug output of wget',
    output: [/^---request begin---\r?$/m, /^\[writing BODY file /m],
    lacks: ['body'],
    remedy: 'give the file of --body-file or --post-file with --body',
  },
  {
    name: 'the frame of pretty_dio_logger',
    output: [/\(body omitted by pretty_dio_logger\)/],
    lacks: ['body'],
    remedy: 'print the JSON text of the body that is sent, because the frame shows a map as a table',
  },
  {
    name: 'the headers panel of a browser',
    output: [/\(body omitted by the headers panel\)/],
    lacks: ['body'],
    remedy: 'copy the request as cURL, or give the body with --body',
  },
  {
    name: 'k6',
    output: [/\blevel=info msg="Request:\\n/],
    lacks: ['body'],
    remedy: 'set --http-debug=full',
  },
]
