// Asks for each target that stands on a line of standard input, in hexadecimal digits: ask.mjs LIBRARY ORIGIN.
import { request as nodeRequest } from 'node:http'
import { text } from 'node:stream/consumers'

const [library, origin] = process.argv.slice(2)
const lines = (await text(process.stdin)).trim().split('\n')
const urls = lines.map((line) => origin + Buffer.from(line, 'hex').toString())

const gets = {
  axios: async () => (await import('axios')).default.get,
  fetch: () => async (url) => (await fetch(url)).text(),
  got: async () => {
    const { got } = await import('got')
    return (url) => got(url, { retry: { limit: 0 } })
  },
  'node:http': () => (url) =>
    new Promise((done, fail) => {
      // As with options, where nothing parses the target.
      const { hostname, port } = new URL(origin)
      nodeRequest({ hostname, port, path: url.slice(origin.length) }, (response) => response.resume().on('end', done))
        .on('error', fail)
        .end()
    }),
  undici: async () => {
    const { request } = await import('undici')
    return async (url) => (await request(url)).body.text()
  },
}

const get = await gets[library]()
for (const url of urls) {
  try {
    await get(url)
  } catch (error) {
    console.error(error.code ?? error.name)
  }
}
