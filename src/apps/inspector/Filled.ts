import type { Bytes } from '../../core/Bytes.ts'

/** The fields of a request and its keys; an absent key leaves its field as it is. */
export interface Filled {
  readonly method: string
  readonly target: string
  readonly authorization: ReadonlyArray<string>
  readonly body: Bytes
  readonly host?: string | undefined
  readonly url?: string | undefined
  readonly paths?: ReadonlyArray<string> | undefined
  readonly appKey?: string
  readonly otherKeys?: string
  readonly settings?: Readonly<Record<'now' | 'maxAge' | 'maxSkew' | 'authType', string>>
}
