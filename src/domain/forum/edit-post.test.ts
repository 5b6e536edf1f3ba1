import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedCharacters, smallChange } from './edit-post.ts'
import { renderPost } from './render-post.ts'

const text = 'The seal of the pump on line 3 leaks. We replaced it twice, and it leaks agian after two weeks.'
const post = (source: string, more: { title?: string; unreviewedChange?: number } = {}) => ({
  ...{ title: null, unreviewedChange: 0, ...more, source },
  html: renderPost(source).html,
})
const changed = (after: string, before = text, unreviewedChange = 0) =>
  smallChange(post(before, { unreviewedChange }), post(after))

describe('a small change', () => {
  test.each([
    ['a mistyped word', text.replace('agian', 'again'), 2],
    ['a word more', text.replace('twice', 'twice now'), 4],
    ['nothing', text, 0],
  ])('is %s', (_what, after, characters) => {
    expect(changed(after)).toBe(characters)
  })

  test('is not another text, nor one that says something more', () => {
    expect(
      changed('Buy cheap seals from Bob, call 555 0100 now. Best prices in town, and delivery is free today.'),
    ).toBeNull()
    expect(changed(`${text} Call Bob.`)).toBeNull()
    expect(changed('Sell', 'Seal')).toBe(2)
    expect(changed('No way', 'Seal')).toBeNull()
  })

  test('is not many small changes one after the other', () => {
    expect(changed(text.replace('agian', 'again'), text, 7)).toBe(9)
    expect(changed(text.replace('agian', 'again'), text, 8)).toBeNull()
  })

  test('is at most 20 characters of however long a text', () => {
    const long = 'The seal leaks. '.repeat(1_000)
    expect(changed(`${long}${'x'.repeat(20)}`, long)).toBe(20)
    expect(changed(`${long}${'x'.repeat(21)}`, long)).toBeNull()
  })

  test('is one of the title too', () => {
    const before = post(text, { title: 'Pump leaks' })
    expect(smallChange(before, { ...before, title: 'Pumps leak' })).toBe(2)
    expect(smallChange(before, { ...before, title: 'Cheap seals' })).toBeNull()
  })

  test.each([
    ['a link', 'see https://a.example/1', 'see https://b.example/1'],
    ['what a link leads to', '[manual](https://a.example)', '[manual](https://a.examp1e)'],
    ['an image', `![a](/media/${'a'.repeat(64)})`, `![a](/media/${'a'.repeat(63)}b)`],
  ])('never changes %s', (_what, before, after) => {
    const around = (words: string) => `${text} ${words} ${text}`
    expect(changed(around(after), around(before))).toBeNull()
    expect(changed(around(before), around(before))).toBe(0)
  })

  test('never adds a mention of a member', () => {
    const members = new Map([['bob', 'bob']])
    const after = {
      title: null,
      source: `${text} @bob`,
      html: renderPost(`${text} @bob`, { members, images: null }).html,
    }
    expect(smallChange(post(text), after)).toBeNull()
    expect(changed(`${text} @bob`)).toBe(5)
  })
})

/** The same by the textbook. */
function slowly(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [place, sign] of [...one].entries()) {
    const next = [place + 1]
    for (const [at, theirs] of [...other].entries())
      next.push(sign === theirs ? (row[at] ?? 0) : 1 + Math.min(row[at + 1] ?? 0, next[at] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}

test('counts the fewest characters that differ', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 12 })
  fc.assert(
    fc.property(word, word, fc.nat(10), (one, other, most) => {
      expect(changedCharacters(one, other, most)).toBe(Math.min(slowly(one, other), most + 1))
    }),
    { numRuns: 1_000 },
  )
})
