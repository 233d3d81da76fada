import { formOf, httpToken } from './Rule.ts'

const form = /* @__PURE__ */ formOf({ alphabet: httpToken })

/** Whether a text can be a method or a header's name (RFC 9110 §5.6.2). ASCII only: `poſt` is none. */
export const isToken = (text: string): boolean => form.test(text)
