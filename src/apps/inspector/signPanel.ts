/**
 * Signs, with a key pair made in the page or with a pasted key.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../../core/AppId.ts'
import * as AuthType from '../../core/AuthType.ts'
import * as KeyError from '../../core/KeyError.ts'
import * as PrivateKey from '../../core/PrivateKey.ts'
import { mustBe } from '../../core/Rule.ts'
import { message as signMessage } from '../../core/SignError.ts'
import { toBytes } from '../../core/StringToSign.ts'
import { sentence } from '../../kit/diagnosis/numerals.ts'
import { curlCommand, dataOf } from '../../kit/diagnosis/pasted/curlCommand.ts'
import { platform } from '../../platform/web/platform.ts'
import { type SignedRequest, signRequest } from '../../programs/signRequest.ts'
import { copyButton } from './copyButton.ts'
import { area, box, button, byId, el, field, fill } from './element.ts'
import type { Filled } from './Inspection.ts'
import { makeKeyPair, pem } from './keyPair.ts'
import { privateKeyInput } from './keyTexts.ts'
import { say, tell } from './language.ts'
import { signedBytes } from './stringToSignView.ts'

/** Calls `use` with a signed request to inspect. The answer makes the panel as it was at first, and drops what is under way. */
export const signPanel = (use: (filled: Filled) => void): (() => void) => {
  const form = byId('signing', HTMLFormElement)
  // What was begun before the last clear is dropped.
  let cleared = 0
  const copy = copyButton('copy', () => area('public-key').value)
  fill(box('public-key-copy'), copy)

  button('make-pair').addEventListener('click', async () => {
    const maker = button('make-pair')
    maker.disabled = true
    const turn = cleared
    const { privatePem } = await makeKeyPair()
    maker.disabled = false
    if (turn !== cleared) return
    area('private-key').value = privatePem
    showPublicKey()
    maker.focus()
    tell(box('sign-error'), '')
  })
  area('private-key').addEventListener('input', showPublicKey)

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    fill(box('signed'))
    const url = field('sign-url').value.trim()
    const turn = cleared
    const signed = await sign(url)
    if (turn !== cleared) return
    tell(box('sign-error'), E.isLeft(signed) ? sentence(signed.left) : '')
    if (E.isLeft(signed)) return
    fill(box('signed'), outputs(url, signed.right, use))
    box('signed').focus({ preventScroll: true })
    box('signed').scrollIntoView()
  })

  return () => {
    cleared++
    form.reset()
    showPublicKey()
    fill(box('signed'))
    tell(box('sign-error'), '')
  }
}

/** The public half of the private key in the field, in PEM; undefined if there is no whole key. */
const publicKey = (): string | undefined => {
  const input = privateKeyInput(area('private-key').value)
  const key = E.isLeft(input) ? input : PrivateKey.parse(input.right)
  return E.isRight(key) && key.right._tag === 'PrivateKey' ? pem('PUBLIC KEY', key.right.publicKey.spki) : undefined
}

const showPublicKey = (): void => {
  const text = publicKey()
  box('public-key-field').hidden = text === undefined
  area('public-key').value = text ?? ''
}

const sign = async (url: string): Promise<E.Either<string, SignedRequest>> => {
  const appId = AppId.parse(field('sign-app-id').value.trim())
  if (E.isLeft(appId)) return E.left(mustBe('the app id', AppId.rule))
  const input = privateKeyInput(area('private-key').value)
  if (E.isLeft(input)) return input
  const signer = await platform.signer(input.right)()
  if (E.isLeft(signer)) return E.left(KeyError.message(signer.left))
  const request = { method: field('sign-method').value.trim(), url, body: area('sign-body').value }
  const signed = await signRequest({ appId: appId.right, authType: AuthType.standard })(request)({
    ...platform,
    signer: signer.right,
  })()
  return E.isLeft(signed) ? E.left(signMessage(signed.left)) : signed
}

const outputs = (url: string, signed: SignedRequest, use: (filled: Filled) => void): HTMLElement => {
  const { method, target, authorization, stringToSign } = signed
  const { body } = stringToSign
  const header = `Authorization: ${authorization}`
  const isWhole = /^https?:\/\//i.test(url)
  const sendable = { method, url, authorization, data: dataOf(body, 'body.bin') }
  const command = isWhole ? curlCommand(sendable, ' \\\n  ') : undefined
  const again = el('button', { type: 'button' }, say('Use this request above'))
  again.addEventListener('click', () => {
    const key = publicKey()
    use({
      method,
      target,
      authorization: [authorization],
      body,
      ...(isWhole ? { url, host: new URL(url).host } : {}),
      ...(key === undefined ? {} : { appKey: key, otherKeys: '' }),
    })
  })
  return el(
    'div.outputs',
    el('div.row', el('strong.good', `✓ ${say('Signed')}`), again),
    output('Authorization header', header),
    command === undefined ? undefined : output('curl command', command),
    titled(el('h3', say('String to sign')), undefined, ...signedBytes(toBytes(stringToSign))),
  )
}

const output = (title: string, text: string): HTMLElement =>
  titled(
    el('h3', say(title)),
    copyButton('Copy', () => text, title),
    el('pre.wrap', { role: 'group', 'aria-label': say(title) }, text),
  )

const titled = (title: HTMLElement, beside: HTMLElement | undefined, ...below: ReadonlyArray<HTMLElement>) =>
  el('div', el('div.titled', title, beside), ...below)
