/** What a port takes under a policy about headers, and what it does not take under it. A port without the policy refuses all. */
import * as fc from 'fast-check'
import { standard } from '../../core/AuthType.ts'
import { eachOf, type Generator, generator, mapped, sides } from './Generator.ts'
import {
  type Item,
  type ItemName,
  itemsIn,
  line,
  listOf,
  names,
  orders,
  rightly,
  values,
  type Written,
} from './headers.ts'

const right = fc.constant(rightly)

/** Some of them are blank for a language, and none for the policy `ows`. */
const gaps = ['', ' ', '\t', '  ', ' \t', '\t \t', '\n', '\r\n ', '\v', '\f', '\u00a0', '\u3000']
const spacedOut: ReadonlyArray<fc.Arbitrary<Written>> = [
  ...gaps.flatMap((before) =>
    gaps
      .filter((behind) => before + behind !== '' && (before === '' || behind === '' || before === behind))
      .map((behind) => fc.constant(line((all) => listOf(all).replaceAll(',', `${before},${behind}`)))),
  ),
  // At one comma of three; at the ends; around the signs; in a value and in a key.
  ...[' ', '\t'].flatMap((blank) => [
    fc
      .nat(2)
      .map((at) => line((all) => all.map((item, i) => (i === at ? blank : '') + listOf([item])).join(`${blank},`))),
    fc.constant(line((all) => `\t${blank}${listOf(all)}`)),
    fc.constant(line((all) => listOf(all) + blank)),
    fc.constant(line((all) => listOf(all).replaceAll('=', `${blank}=`))),
    fc.constant(line((all) => listOf(all).replaceAll(/=(?=[^,=])/g, `=${blank}`))),
    fc.constant(line((all) => listOf(all).replace('_', `${blank}_`))),
    fc.constant(line((all) => listOf(all).replaceAll(',', `${blank},${blank},`))),
    fc.constant(line((all) => `${listOf(all)}${blank},`)),
  ]),
]

/** The values of these items changed. */
const changed = (which: ReadonlyArray<ItemName>, to: (value: string) => string): fc.Arbitrary<Written> =>
  fc.constant(
    line((all) =>
      listOf(all.map(([key, value]): Item => [key, which.some((name) => name === key) ? to(value) : value])),
    ),
  )
const quotings: ReadonlyArray<(value: string) => string> = [
  (value) => `"${value}"`,
  () => '""',
  () => '"',
  (value) => `"${value}`,
  (value) => `${value}"`,
  (value) => `""${value}""`,
  (value) => `"${value}""`,
  (value) => `"${value}"x`,
  (value) => `x"${value}"`,
  (value) => `" ${value}"`,
  (value) => `"${value} "`,
  (value) => `"${value},"`,
  (value) => `\\"${value}\\"`,
  (value) => `'${value}'`,
  (value) => `\u201c${value}\u201d`,
]
const quoted: ReadonlyArray<fc.Arbitrary<Written>> = [
  ...quotings.map((to) => changed(names, to)),
  ...quotings.flatMap((to) => names.map((name) => changed([name], to))),
  fc.constant(line((all) => listOf(all.map(([key, value]): Item => [`"${key}"`, value])))),
  fc.constant(line((all) => `"${listOf(all)}"`)),
]

/** Both policies at once. */
const both = changed(names, (value) => `"${value}"`).map(
  (write): Written =>
    (authType, all) =>
      write(authType, all).map((one) => one.replaceAll(',', ' ,\t')),
)

export const leniencies: ReadonlyArray<Generator> = [
  generator({
    name: 'lenient-header',
    op: 'parseAuthorization',
    ...eachOf<'parseAuthorization'>(
      mapped(
        [
          ...sides<Written>('a space or a tab round a comma needs the policy ows', right, spacedOut),
          ...sides<Written>('a value in double quotes needs the policy quoted-values', right, [...quoted, both]),
        ].map((samples) =>
          fc.tuple(orders, values, samples).map(([order, all, { value: written, ...sample }]) => ({
            ...sample,
            value: written(standard, itemsIn(order, all)),
          })),
        ),
        ({ value: authorization, ...sample }) => ({ ...sample, input: { authType: standard, authorization } }),
      ),
    ),
  }),
]
