/** The library that User-Agent names: the product that stands there, and not one that often sends such a name. */
import fc from 'fast-check'
import { libraryOf } from '../../../src/kit/diagnosis/library.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const library = suite('the library that User-Agent names')

const nameOf = (agent: string): string | undefined => libraryOf([['user-agent', agent]])?.name

/** As these programs send them. */
const agents: ReadonlyArray<readonly [agent: string, name: string | undefined]> = [
  ['Python-urllib/3.12', 'Python urllib'],
  ['python-urllib3/2.2.1', 'Python urllib3'],
  ['Python/3.9 websockets/10.1', 'a client of Python'],
  ['Python/3.12 aiohttp/3.10.10', 'Python aiohttp'],
  ['Python/3.11', 'a client of Python'],
  ['axios/1.7.2', 'axios'],
  ['node', 'fetch of Node'],
  ['undici', 'fetch of Node'],
  ['node-fetch', 'node-fetch'],
  ['node-fetch/1.0 (+https://github.com/bitinn/node-fetch)', 'node-fetch'],
  ['Deno/1.44.0', 'fetch of Deno'],
  ['Bun/1.1.20', 'fetch of Bun'],
  ['okhttp/4.12.0', 'OkHttp'],
  ['Java/17.0.2', 'HttpURLConnection of Java'],
  ['Java/1.8.0_292', 'HttpURLConnection of Java'],
  ['Java-http-client/21.0.1', 'HttpClient of Java'],
  ['Java/17 mylib/1.0', 'a client of Java'],
  ['Apache-HttpClient/4.5.13 (Java/17.0.2)', 'Apache HttpClient'],
  ['Apache-HttpAsyncClient/5.2 (Java/17.0.2)', 'Apache HttpClient'],
  ['ReactorNetty/1.1.13', 'Reactor Netty'],
  ['Go-http-client/1.1', 'net/http of Go'],
  ['go-resty/2.13.1 (https://github.com/go-resty/resty)', 'resty of Go'],
  ['GuzzleHttp/6.5.5 curl/7.68.0 PHP/7.4.3', 'a client of PHP'],
  ['GuzzleHttp/7', 'a client of PHP'],
  ['Faraday v2.7.4', 'a client of Ruby'],
  ['rest-client/2.1.0 (linux-gnu x86_64) ruby/3.2.2p53', 'a client of Ruby'],
  ['Dart/3.4 (dart:io)', 'a client of Dart'],
  ['curl/8.5.0', 'curl'],
  ['libcurl-agent/1.0', undefined],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'a browser'],
  ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)', 'a browser'],
  ['Mozilla/5.0 (compatible; Google-Apps-Script)', 'Google Apps Script'],
  ['Mozilla/4.0 (compatible; Win32; WinHttp.WinHttpRequest.5)', 'WinHTTP'],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; SomeBot/2.1)', undefined],
  ['Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/24.1.0', undefined],
  ['myaiohttp/1.0', undefined],
]

for (const [agent, name] of agents) library(`${agent}: ${name ?? 'none'}`, () => assert.is(nameOf(agent), name))

const token = fc.stringMatching(/^[a-z][a-z0-9-]{1,9}$/)
const version = fc.tuple(fc.nat(9), fc.nat(99)).map((numbers) => numbers.join('.'))

library('for all products behind the name of a language: no product is named that does not stand there', () =>
  forAll(
    [fc.constantFrom('Python', 'Java'), version, token, version],
    { numRuns: 50 },
    (language, release, product, at) => {
      if (product === 'aiohttp') return
      assert.is(nameOf(`${language}/${release} ${product}/${at}`), `a client of ${language}`)
    },
  ),
)
