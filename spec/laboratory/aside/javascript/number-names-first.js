import { request } from 'undici'
import { authorize, BASE_URL } from './signing.js'

// The palette as the designers have written it down.
const palette = '{"name":"dusk","30":"gold","7":"rose"}'
const answer = await request(`${BASE_URL}/v1/palettes`, {
  method: 'POST',
  headers: { authorization: authorize('POST', '/v1/palettes', palette), 'content-type': 'application/json' },
  body: JSON.stringify(JSON.parse(palette)),
})
console.log(answer.statusCode, await answer.body.text())
