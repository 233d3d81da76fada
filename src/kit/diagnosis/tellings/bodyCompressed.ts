/** The words for a body that was compressed when it was signed, and arrived without compression or compressed in another way. */
import { compressedOtherwise, signedCompressed } from '../catalogue/body.ts'
import { forBoth } from '../remedies.ts'
import type { Telling } from '../Telling.ts'

const tellings: Readonly<Record<string, Telling>> = {
  [signedCompressed]: {
    what: 'The caller signed the compressed body, but the body arrived without compression. Either the client sent it so, or something on the way decompressed it.',
    ...forBoth(
      'Sign exactly the bytes that are sent.',
      'Verify the request before a proxy or the framework decompresses its body.',
    ),
  },
  [compressedOtherwise]: {
    what: 'The caller signed a compressed body with the content of the body that arrived. But the body that arrived was compressed by another program or with other settings, so its bytes differ.',
    ...forBoth(
      'Compress the body once. Then sign and send exactly these bytes.',
      'Configure the proxy so that it does not compress the body again.',
    ),
  },
}

/** The words for such a form of the body, by its detail. */
export const bodyCompressed = (detail: string): Telling | undefined => tellings[detail]
