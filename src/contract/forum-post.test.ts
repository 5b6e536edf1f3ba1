import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SOURCE_LENGTH, sourceFault, TITLE_LENGTH, titleFault } from './forum.ts'
import { postSource, topicTitle } from './forum-post.ts'

/** Lengths around a bound, of letters that are one unit of UTF-16 and two, with space around them. */
const around = ({ min, max }: { min: number; max: number }) =>
  fc
    .record({
      length: fc.oneof(fc.integer({ min: 0, max: min + 2 }), fc.integer({ min: max - 2, max: max + 2 })),
      letter: fc.constantFrom('a', '😀'),
      space: fc.constantFrom('', ' ', '\n'),
    })
    .map(({ length, letter, space }) => space + letter.repeat(length) + space)

test.each([
  ['title', topicTitle, titleFault, TITLE_LENGTH],
  ['text', postSource, sourceFault, SOURCE_LENGTH],
] as const)('the form says the same of a %s as the schema', (_, schema, fault, bounds) => {
  fc.assert(
    fc.property(around(bounds), (written) => {
      expect(fault(written)).toBe(schema.safeParse(written).error?.issues[0]?.message)
    }),
    { numRuns: 60 },
  )
})
