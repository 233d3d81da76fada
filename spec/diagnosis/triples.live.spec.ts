/**
 * Three mistakes made together: bodies of 0.4 to 8 KiB, keys of 2048 to 4096 bits.
 */
import { suite } from 'uvu'
import { finds } from '../support/finding.ts'

const triples = suite('500 triples of mistakes')

triples('are found, 80 of 100 at least', () => finds(500, 3, 1, 0.8))

triples.run()
