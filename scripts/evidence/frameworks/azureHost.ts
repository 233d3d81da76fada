/**
 * Stands for the host of Azure Functions: `node azureHost.ts` hands each request to the export `handler` of AZURE_FILE, as the
 * class of `@azure/functions` that the platform hands over, and answers as the worker of that package does.
 */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

const { PORT, AZURE_FILE = '' } = process.env
const file = resolve(AZURE_FILE)
const { HttpRequest, HttpResponse } = createRequire(file)('@azure/functions')
const { handler } = await import(pathToFileURL(file).href)

createServer(async (req, res) => {
  const bytes = await buffer(req).catch(() => undefined)
  if (bytes === undefined) return // the connection has broken off
  const headers = Object.fromEntries(
    Object.entries(req.headersDistinct).map(([name, lines = []]) => [name, lines.join(', ')]),
  )
  const given = bytes.length === 0 ? {} : { body: { bytes } }
  try {
    const url = `http://api.example${req.url}`
    const answer = await handler(new HttpRequest({ method: req.method, url, headers, ...given }))
    const response = answer instanceof HttpResponse ? answer : new HttpResponse(answer)
    res.writeHead(response.status, Object.fromEntries(response.headers)).end(Buffer.from(await response.arrayBuffer()))
  } catch (error) {
    console.error(error)
    res.writeHead(500).end()
  }
}).listen(Number(PORT), '127.0.0.1')
