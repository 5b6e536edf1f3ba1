import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStrictJson } from './body.ts'

const isHarmless = (value: unknown) =>
  !/"(__proto__|constructor|prototype)":/.test(JSON.stringify(value)) &&
  !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value))

describe('strict JSON', () => {
  test('reads every harmless value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }).filter(isHarmless), fc.integer({ min: 0, max: 2 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(parseStrictJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test.each([
    ['a name twice', '{"a":1,"a":2}'],
    ['a name twice, spelled differently', '{"a":1,"\\u0061":2}'],
    ['a name twice, further down', '[{"x":{"b":1,"c":2,"b":3}}]'],
    ['__proto__', '{"__proto__":{"isAdmin":true}}'],
    ['__proto__ in disguise', '{"\\u005f_proto__":1}'],
    ['constructor', '{"a":{"constructor":{}}}'],
    ['prototype', '{"prototype":1}'],
    ['NUL in a value', '{"a":"x\\u0000y"}'],
    ['NUL in a name', '{"\\u0000":1}'],
    ['half a surrogate pair', '{"a":"\\ud83d"}'],
    ['the other half', '["\\ude00"]'],
    ['21 levels', `${'['.repeat(21)}${']'.repeat(21)}`],
    ['30,000 levels', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['30,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['no JSON', '{a:1}'],
    ['nothing', ''],
    ['two values', '{} {}'],
    ['a comment', '{} // x'],
    ['an open string', `"${'\\"'.repeat(1000)}`],
  ])('refuses %s', (_what, text) => {
    expect(() => parseStrictJson(text)).toThrow(SyntaxError)
  })

  test.each([
    ['the same name in two objects', '[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['a value that reads like a name', '{"a":"a","b":"a"}', { a: 'a', b: 'a' }],
    ['marks inside strings', '{"a":"{\\"a\\":[,","b":"]}"}', { a: '{"a":[,', b: ']}' }],
    ['a whole surrogate pair', '["\\ud83d\\ude00"]', ['😀']],
    ['20 levels', `${'['.repeat(20)}${']'.repeat(20)}`, JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`)],
  ])('takes %s', (_what, text, value) => {
    expect(parseStrictJson(text)).toEqual(value)
  })

  test('hostile text of 64 KB is read in linear time', () => {
    const hostile = [
      '"\\'.repeat(32_000),
      `"${'\\"'.repeat(32_000)}`,
      `["${'\\\\'.repeat(16_000)}"]`,
      '{"a":'.repeat(13_000),
    ]
    for (const text of hostile) {
      try {
        parseStrictJson(text)
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError)
      }
    }
  })
})
