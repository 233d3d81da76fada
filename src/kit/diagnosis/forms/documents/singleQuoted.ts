import { textOfString } from '../jsonLiterals.ts'

/** The literal of a JSON string as PHP and Perl write it: `"it's"` becomes `'it\'s'`. */
export const singleQuoted = (literal: string): string => `'${textOfString(literal).replace(/[\\']/g, '\\$&')}'`
