/** The download size of a page that verifies a request, by gzip, in KB of 1,024 bytes. That the page works, a spec shows. */
import { bundled, kilobytes } from '../build/bundled.ts'
import type { Row } from './measure.ts'

export const bundleRow = async (): Promise<Row> => ({
  id: 'bundle-verify',
  value: kilobytes(await bundled('bundle-verify')),
  unit: 'KB gzip, web and verifyRequest',
})
