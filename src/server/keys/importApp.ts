/** The keys of one app, imported from what a registry holds for it, for `keySource` and `keysFromUrl`. Never rejects. */
import * as E from 'fp-ts/lib/Either.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../../core/AppId.ts'
import { message } from '../../core/KeyError.ts'
import { nameOf } from '../../core/untrusted.ts'
import { type AppKey, toKeyRing } from '../../effects/KeyRecord.ts'
import type { Platform } from '../../effects/Platform.ts'
import type { ImportSettings } from './keyImport.ts'
import type { Finding } from './LookUps.ts'

/** What a source of keys needs of a platform. */
export type KeyPlatform = Pick<Platform, 'timer' | 'verificationKeys'>

/** What a registry holds for an app: keys, or nothing for an app that does not exist. */
export type Given = AppKey | ReadonlyArray<AppKey> | null | undefined

export interface Fault {
  readonly _tag: 'Away' | 'Wrong'
  readonly detail: string
}

export const away = (detail: string): Fault => ({ _tag: 'Away', detail })
const wrong = (detail: string): Fault => ({ _tag: 'Wrong', detail })
export const threw = (thrown: unknown): Fault => away(`the look-up function threw ${nameOf(thrown)}`)
const noApp: Finding = { _tag: 'Found', keys: [] }

export const importApp =
  (platform: KeyPlatform, settings: ImportSettings, onFault: (appId: AppId, detail: string) => void) =>
  async (appId: AppId, given: Given): Promise<Finding> => {
    if (given === undefined || given === null) return noApp
    const reported = (fault: Fault): Finding => {
      onFault(appId, fault.detail)
      return fault
    }
    const toRing = toKeyRing(platform.verificationKeys, platform.timer)
    // Reading a key may throw, too: it may be an object with getters.
    const ring = await TE.tryCatch(async () => toRing({ [appId]: given }, settings)(), threw)()
    if (E.isLeft(ring)) return reported(ring.left)
    if (E.isLeft(ring.right)) return reported(wrong(message(ring.right.left)))
    const found = await ring.right.right.keysOf(appId)()
    return E.isLeft(found) ? reported(wrong(found.left.detail)) : { _tag: 'Found', keys: found.right }
  }
