/** What every runtime of a run shares. */
import type { OurService } from './service.ts'

export interface World {
  /** The program's folder, with the package installed in it. */
  readonly folder: string
  readonly baseUrl: string
  readonly service: OurService
  /** Of app-1, in PEM. */
  readonly publicKey: string
  /** Keys of kinds that not every runtime reads. */
  readonly odd: { readonly encrypted: string; readonly passphrase: string; readonly certificate: string }
  /** The URL of a real Redis; undefined where the machine has none. */
  readonly redis: string | undefined
}
