import { expect, test } from 'vitest'
import { mayReplace } from './build.ts'

const info = (revision: number, builtAt: number) => ({ revision, builtAt, featuredSlug: null, nextBoundaryAt: null })

test.each([
  ['no site', null, true],
  ['an older revision', info(6, 2000), true],
  ['the same revision, made before', info(7, 999), true],
  ['the same revision, made later', info(7, 1001), false],
  ['a newer revision', info(8, 0), false],
])('a build may replace %s: %o, %s (BR5)', (_what, live, isAllowed) => {
  expect(mayReplace(info(7, 1000), live)).toBe(isAllowed)
})
