import { expect, test } from 'vitest'
import { listTop } from './MentionList.tsx'

const line = { top: 300, bottom: 324 }

test.each([
  ['below the caret where there is room', { top: -100, bottom: 700 }, 328],
  ['above it where a keyboard covers the room below', { top: -100, bottom: 400 }, 196],
  ['below it where there is room on neither side', { top: 250, bottom: 400 }, 328],
])('the members stand %s', (_, view, top) => {
  expect(listTop(line, 100, view)).toBe(top)
})
