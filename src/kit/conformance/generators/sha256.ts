import { createHash } from 'node:crypto'
import type { Bytes } from '../../../core/Bytes.ts'

export const sha256 = (content: Bytes): Bytes => createHash('sha256').update(content).digest()
