import { createVerifier, keyFolder, type Verifier } from 'countersign/server'

export const verifier: Verifier = await createVerifier({
  keys: await keyFolder('keys'), // APPID.pem for each app; a change counts within a second
  // Unless you listen here, a refusal leaves no trace on the server.
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
