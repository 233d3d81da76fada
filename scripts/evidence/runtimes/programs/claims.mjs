// What must hold in every runtime, for the package as that runtime loads it. A failed claim says what happened instead.

/** Collects claims of a group: `say(words, test)`, where `test` answers what is wrong, or `undefined`. */
const collecting = (group, told) => async (words, test) => {
  try {
    const wrong = await test()
    told.push(wrong === undefined ? { group, words } : { group, words, wrong: String(wrong) })
  } catch (error) {
    told.push({ group, words, wrong: `it throws ${error?.name}: ${error?.message}` })
  }
}

const is = (seen, wanted) => (seen === wanted ? undefined : `${seen}, and not ${wanted}`)

/** The reason of a refusal, or `accepted`. Rethrows errors that are not the package's. */
const verdictOf = (promise) =>
  promise.then(
    () => 'accepted',
    (error) => {
      if (typeof error?.reason !== 'string') throw error
      return error.reason
    },
  )

/** What is wrong with a refusal, or that it is missing. */
const refusedInWords = async (asked, words, reason) => {
  const error = await asked.then(
    () => undefined,
    (error) => error,
  )
  if (error === undefined) return 'it is taken, although it is said that this runtime cannot'
  if (reason !== undefined && error.reason !== reason) return `${error.reason}, and not ${reason}`
  return words.test(error.message) ? undefined : `the words are: ${error.message}`
}

const body = '{"request_id":"1","stages":[]}'
const target = '/v1/jobs?b=2&a=%7e'
const token = 'a-token-for-the-matrix'
const now = () => Math.floor(Date.now() / 1000)

/** What the vectors do not tell of a runtime: its clock, its streams, its text, and many checks at once. */
const ofSigning = async (say, { client, server, keys }) => {
  const verifier = await server.createVerifier({
    keys: { 'app-1': keys['app-1'].publicKey, 'app-2': keys['app-2'].publicKey },
    tokens: { 'holder-1': token },
  })
  const signerOf = (appId, name) => client.createSigner({ appId, privateKey: keys[name].privateKey })
  const signer = await signerOf('app-1', 'app-1')
  /** A fresh, valid request of app-1, with some changes. */
  const arriving = async (changed = {}, given = {}, by = signer) => {
    const signed = await by.sign({ method: 'post', url: `https://jobs.example${target}`, body, ...given })
    const { method, authorization } = signed
    return { method, target: signed.target, authorization, body: given.body ?? body, ...changed }
  }
  const judged = async (wanted, ...how) => is(await verdictOf(verifier.verify(await arriving(...how))), wanted)

  await say('what is signed is accepted, for the app that signed it', async () => {
    const { appId, scheme, target: seen } = await verifier.verify(await arriving())
    return is(`${appId} ${scheme} ${seen}`, `app-1 signed ${target}`)
  })
  await say('bytes, and text beyond ASCII, are signed as they are', async () => {
    const text = '{"text":"灯塔 🗼"}'
    const bytes = new Uint8Array(256).map((_, i) => i)
    return (await judged('accepted', {}, { body: text })) ?? (await judged('accepted', {}, { body: bytes }))
  })
  await say('an altered body is refused', () => judged('signature_invalid', { body: `${body} ` }))
  await say('the key of another app is refused', async () =>
    judged('signature_invalid', {}, {}, await signerOf('app-1', 'app-2')),
  )
  await say('a request of six minutes ago is refused', () =>
    judged('timestamp_expired', {}, { timestamp: now() - 360 }),
  )
  await say('a body that comes in parts is verified as a stream', async () => {
    const { body: _, ...request } = await arriving()
    const bytes = new TextEncoder().encode(body)
    const parts = (async function* () {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
    })()
    const { appId, bodyLength } = await verifier.verifyStream({ ...request, body: parts })
    return is(`${appId} ${bodyLength}`, `app-1 ${bytes.length}`)
  })
  await say('a token is accepted, for its holder', async () => {
    const { appId, scheme } = await verifier.verify({ method: 'GET', target, authorization: `Bearer ${token}` })
    return is(`${appId} ${scheme}`, 'holder-1 bearer')
  })
  await say('64 requests at once are accepted', async () => {
    const requests = await Promise.all(Array.from({ length: 64 }, () => arriving()))
    const verdicts = await Promise.all(requests.map((request) => verdictOf(verifier.verify(request))))
    return is(verdicts.filter((verdict) => verdict === 'accepted').length, 64)
  })
  await say('of 32 copies at once one is accepted', async () => {
    const copy = await arriving()
    const verdicts = await Promise.all(Array.from({ length: 32 }, () => verdictOf(verifier.verify(copy))))
    const count = (wanted) => verdicts.filter((verdict) => verdict === wanted).length
    return is(`${count('accepted')} ${count('nonce_replayed')}`, '1 31')
  })
}

/** A runtime must do what it is said to support, and refuse the rest with an error message. */
const ofKeys = async (say, { client, server, keys, odd, can }) => {
  const signing = async (privateKey, more = {}) =>
    (await client.createSigner({ appId: 'app-1', privateKey, ...more })).sign({ method: 'POST', url: target, body })
  const verifying = (key, policies = {}) =>
    server.createVerifier({ keys: { 'app-1': key }, policies, maxKeyBits: 8192 })
  const works = async (publicKey, privateKey, more, policies) => {
    const verifier = await verifying(publicKey, policies)
    const { authorization } = await signing(privateKey, more)
    return is(await verdictOf(verifier.verify({ method: 'POST', target, authorization, body })), 'accepted')
  }
  const refuses = (asked, reason) =>
    refusedInWords(
      asked,
      /runtime (?:cannot|does not support)|platform's own crypto refuses|is not usable|unsupported/,
      reason,
    )

  for (const [name, { bits, publicKey, privateKey }] of Object.entries(keys)) {
    if (bits < 2048 || name === 'exponent-3') continue
    const isUsable = bits <= can.mostBits && (can.anyExponent || !name.startsWith('exponent-'))
    await say(`the key ${name} ${isUsable ? 'signs, and verifies' : 'is refused in words'}`, async () => {
      if (isUsable) return works(publicKey, privateKey)
      return (await refuses(verifying(publicKey), 'misconfigured')) ?? refuses(signing(privateKey), 'key_invalid')
    })
  }
  const { publicKey: own, privateKey: secret } = keys['app-1']
  const { encrypted, passphrase, certificate } = odd
  const missingNull = { 'missing-null': true }
  await say('an encrypted key signs, or is refused in words', () =>
    can.encryptedKeys
      ? works(own, encrypted, { passphrase })
      : refuses(signing(encrypted, { passphrase }), 'key_invalid'),
  )
  await say('a certificate verifies, or is refused in words', () =>
    can.certificates ? works(certificate, secret) : refuses(verifying(certificate), 'misconfigured'),
  )
  await say('the policy missing-null is taken, or refused in words', () =>
    can.missingNull ? works(own, secret, {}, missingNull) : refuses(verifying(own, missingNull), 'misconfigured'),
  )
}

/** The guards of a runtime: `open` answers a guard, or rejects if the runtime cannot have it. */
const ofGuards = async (say, { client, server, keys, guards }) => {
  const signer = await client.createSigner({ appId: 'app-1', privateKey: keys['app-1'].privateKey })
  for (const { name, open, refusal } of guards) {
    if (refusal !== undefined) {
      await say(`the ${name} guard is refused in words`, () => refusedInWords(open(), refusal))
      continue
    }
    await say(`the ${name} guard takes a request once`, async () => {
      const { guard, close } = await open()
      try {
        // With a high-water file, timestamps from before the start are refused.
        const verifier = await server.createVerifier({ keys: { 'app-1': keys['app-1'].publicKey }, guard })
        const { authorization } = await signer.sign({ method: 'POST', url: target, body, timestamp: now() + 1 })
        const verify = () => verdictOf(verifier.verify({ method: 'POST', target, authorization, body }))
        return is(await verify(), 'accepted') ?? is(await verify(), 'nonce_replayed')
      } finally {
        await close?.()
      }
    })
  }
}

/** The client, against a verifying service. */
const ofSending = async (say, { client, keys, baseUrl }) => {
  const sender = await client.createClient({ baseUrl, appId: 'app-1', privateKey: keys['app-1'].privateKey })
  await say('a job is submitted and accepted', async () => {
    const { status, json } = await sender.submitJob({ request_id: '1', stages: [] })
    return is(`${status} ${json?.app_id}`, '200 app-1')
  })
  await say('fetch signs a GET with a query', async () => is((await sender.fetch('/v1/jobs?b=2&a=%7e&a=')).status, 404))
  await say('fetch signs a stream', async () => {
    const { status, ok } = await sender.fetch('/v1/jobs', {
      method: 'post',
      body: new Blob([body]).stream(),
      duplex: 'half',
    })
    return is(`${status} ${ok}`, '200 true')
  })
  await say('a signed request is taken once by other means, too', async () => {
    const { authorization, method } = await sender.sign({ method: 'POST', url: '/v1/jobs', body })
    const send = () => fetch(`${baseUrl}/v1/jobs`, { method, body, headers: { authorization } })
    const first = await send()
    const second = await send()
    const { error } = await second.json()
    return is(`${first.status} ${second.status} ${error.code}`, '200 401 nonce_replayed')
  })
  await say('a token is taken', async () => {
    const { status, json } = await (await client.createClient({ baseUrl, token })).submitJob(body)
    return is(`${status} ${json?.app_id}`, '200 holder-1')
  })
  await say('another key gets the refusal, as an answer', async () => {
    const stranger = { baseUrl, appId: 'app-1', privateKey: keys['app-2'].privateKey }
    const { status, json } = await (await client.createClient(stranger)).submitJob(body)
    return is(`${status} ${json?.error?.code}`, '401 signature_invalid')
  })
  await say('a bare question mark is sent as it is signed, or refused', async () => {
    const sent = sender.fetch('/v1/jobs?', { method: 'POST', body }).then(({ status }) => status)
    // The service knows the signed target, and no such job.
    return is(await sent.catch(({ reason }) => (reason === 'target_rewritten' ? 404 : reason)), 404)
  })
  await say('a service that is not there is told as such', async () => {
    const nobody = await client.createClient({ baseUrl: 'http://127.0.0.1:1', token })
    const reason = await verdictOf(nobody.submitJob(body))
    return reason === 'network_failed' ? undefined : is(reason, 'connection_refused')
  })
}

const groups = { signs: ofSigning, keys: ofKeys, guards: ofGuards, sends: ofSending }

/** All claims. `modules` are the entry points as the runtime loads them; `told` holds the program's own claims. */
export const claims = async (modules, told = []) => {
  for (const [group, tell] of Object.entries(groups)) {
    const say = collecting(group, told)
    try {
      await tell(say, modules)
    } catch (error) {
      await say('it comes to its end', () => Promise.reject(error))
    }
  }
  return told
}

/** Claims that each entry point loads, or is refused if it is said not to load. */
export const loads = async (load, specifiers, refusals = []) => {
  const told = []
  const say = collecting('loads', told)
  for (const specifier of specifiers) await say(`${specifier} loads`, async () => void (await load(specifier)))
  for (const specifier of refusals) {
    await say(`${specifier} is refused`, () =>
      load(specifier).then(
        () => 'it loads',
        () => undefined,
      ),
    )
  }
  return told
}
