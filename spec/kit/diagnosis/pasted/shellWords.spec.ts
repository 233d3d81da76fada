import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { shellWords } from '../../../../src/kit/diagnosis/pasted/shellWords.ts'
import { assert, forAll, needs, suite } from '../../../support/suite.ts'
import { isQuick, readingBy, refuses } from './reading.ts'

const { read, refusal } = readingBy(shellWords)
const words = (text: string): ReadonlyArray<string> =>
  read(text).words.map(({ bytes }) => Buffer.from(bytes).toString())

/** The words as real bash passes them to a program, in hexadecimal. */
const inBash = (commands: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  execFileSync('/bin/bash', ['--noprofile', '--norc'], {
    input: commands.map((command) => `printf '%s\\0' ${command}\nprintf '\\0\\n\\0'\n`).join(''),
    // Without a PATH, an expansion by mistake runs nothing.
    env: { PATH: '', LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
    .toString('latin1')
    .split('\0\0\n\0')
    .slice(0, -1)
    .map((answer) => answer.split('\0'))

const splitting = suite('shellWords')

splitting('resolves quotes and escapes', () => {
  assert.equal(words(`a 'b c' "d $ \\" \\n" e\\ f g'h'"i"`), ['a', 'b c', 'd $ " \\n', 'e f', 'ghi'])
  assert.equal(words(`$'\\n\\x41\\u00e9\\U0001f30a\\101\\'' $"x" ''`), ["\nAé🌊A'", 'x', ''])
})

splitting('joins lines at a backslash before LF or CR LF', () => {
  assert.equal(words('a \\\n b\\\nc'), ['a', 'bc'])
  assert.equal(words('a \\\r\n b\r\nc'), ['a', 'b'])
})

splitting('keeps a line end within quotes, and says if it is CR LF', () => {
  assert.equal(words("a 'b\r\nc'"), ['a', 'b\r\nc'])
  assert.ok(read("a 'b\r\nc' d").quotedCrlf)
  assert.not(read("a 'b\nc' d\r\n").quotedCrlf)
})

splitting('ends with the command, and says by what', () => {
  for (const [text, by] of [
    ['a b | c', '|'],
    ['a b;c', ';'],
    ['a b&c=1', '&'],
    ['a b && c', '&'],
    ['\n\na b\nc', 'line'],
    ['a b', 'text'],
  ] as const) {
    assert.equal(words(text), ['a', 'b'], text)
    assert.is(read(text).endedBy, by, text)
  }
})

splitting('leaves out redirections', () => {
  for (const text of ['a b > f', 'a b >f', 'a b 2>&1', 'a b &> f', 'a b 2>/dev/null >>f', 'a >f b'])
    assert.equal(words(text), ['a', 'b'], text)
  assert.equal(words("a b '2'>f"), ['a', 'b', '2'])
})

splitting('says where each word begins', () =>
  assert.equal(
    read(`a  'b' c"d"`).words.map(({ offset }) => offset),
    [0, 3, 7],
  ),
)

splitting('refuses expansions, and syntax that it does not know', () => {
  refuses(
    [
      ['a $HOME', 'by a value here'],
      ['a "$HOME"', 'by a value here'],
      [`a "$\{x}"`, 'by a value here'],
      ['a $(date)', 'by a value here'],
      ['a `date`', 'write the output of this command'],
      ['a "`date`"', 'write the output of this command'],
      ['a `\n b', 'PowerShell'],
      ['a ^"b^"', 'cmd'],
      ['a ^\r\n  b', 'cmd'],
      ["a 'b", 'not closed'],
      ['a "b', 'not closed'],
      ["a $'b", 'not closed'],
      ["a $'\\0b", 'not closed'],
      ['a # b', 'comment'],
      ['a < b', 'another file'],
      ['a {b,c}', 'brace'],
      ['a (b)', 'parenthesis'],
      ['a “b”', 'typographic'],
      ['a –b', 'dash'],
      ['a\u00a0b', 'no-break space'],
      ["a $'\\U00110000'", 'not the code of a Unicode character'],
      ['a \0', 'NUL'],
    ],
    refusal,
  )
  assert.match(refusal('a\nb \\\n$c'.slice(2)), /^line 2: /)
})

splitting('reads as plain what only looks special', () =>
  assert.equal(words(`a$ "b$ c" d#e '$f' "'" {} x^y a=b`), ['a$', 'b$ c', 'd#e', '$f', "'", '{}', 'x^y', 'a=b']),
)

needs('bash', splitting)('for all words: reads what bash reads', () => {
  const piece = fc.oneof(
    fc.constantFrom('a', 'é', '🌊', '-d', '@', '=', '\\a', "''", '""', '\\$', '\\ ', '\\\n', "\\'", '\\"', '#'),
    fc.constantFrom(`'a b"$c\\'`, `'{"a": [1]}'`, `"a 'b' \\$ \\\\ \\" \\n \\\n"`, '"$"', "'\n'", "$''", '$"x y"'),
    fc
      .array(
        fc.constantFrom(
          ...String.raw`a| |"|$|é|\n|\t|\e|\E|\?|\"|\'|\\|\q|\u|\x|\x4|\x41|\x414|\xff|\x{41}|\x{4|\x{141}|\0`.split(
            '|',
          ),
          ...String.raw`\1|\12|\1234|\400|\u1|\u41|\u00e9|\u20ac9|\ud83d|\U0001f30a|\u0|\cA|\c?|\c\\|\c`.split('|'),
        ),
      )
      .map((inner) => `$'${inner.join('')}'`),
  )
  const command = fc
    .array(
      fc.array(piece, { minLength: 1 }).map((pieces) => `x${pieces.join('')}x`),
      { minLength: 1 },
    )
    .map((all) => all.join(' '))
  const commands = fc.sample(command, { seed: 1, numRuns: 250 })
  const right = inBash(commands)
  assert.is(right.length, commands.length)
  commands.forEach((text, i) => {
    const mine = read(text).words.map(({ bytes }) => Buffer.from(bytes).toString('latin1'))
    assert.equal(mine, right[i], text)
  })
})

splitting('for all bytes: answers, and in linear time', async () => {
  await forAll([fc.uint8Array()], (bytes) => void shellWords(bytes))
  for (const unit of ["'", '"', "''", '""', "$'\\0'", "$'a", '\\', '\\\n', '$', '>', '2>', ' ', 'a ', '\r', "'\r\n'"])
    isQuick(shellWords, '', unit)
})

splitting('reads the text below a command as its input, as bash does', () => {
  const input = (text: string): string | undefined => {
    const bytes = read(text).input
    return bytes === undefined ? undefined : Buffer.from(bytes).toString()
  }
  const inside = '{"a": "it\\n $HOME `x`"}\n'
  for (const word of ["'EOF'", '"EOF"', '\\EOF'])
    for (const operator of ['<<', '<< ', '0<<'])
      assert.equal(
        [input(`a ${operator}${word} -b\n${inside}EOF\n`), words(`a ${operator}${word} -b\n${inside}EOF\nc`)],
        [inside, ['a', '-b']],
      )
  assert.is(input('a <<EOF\n{"a": "1$"}\nEOFX\nEOF'), '{"a": "1$"}\nEOFX\n')
  assert.is(input("a <<-'EOF'\n\t\t{\n\t  }\n\tEOF"), '{\n  }\n')
  assert.is(input("a <<'EOF'\nEOF\n"), '')
  assert.is(input('a b\nEOF'), undefined)
  refuses(
    [
      ['a <<EOF\n$HOME\nEOF', 'has no quotation marks'],
      ['a <<EOF\n\\n\nEOF', 'has no quotation marks'],
      ["a <<'EOF'\n{}\n", 'must stand in the lines below it'],
      ["a <<'EOF'", 'must stand in the lines below it'],
      ["a <<'EOF' | b\n{}\nEOF", 'must stand in the lines below it'],
      ['a <file', 'reads another file with <'],
      ["a <<< '{}'", 'after <<<'],
    ],
    refusal,
  )
})
