import { expect, test } from 'vitest'
import { fromLocal, toLocal } from './Filters.tsx'

test('a moment goes into its field and comes back', () => {
  expect(fromLocal(toLocal('2026-11-20T18:00:00.000Z'))).toBe('2026-11-20T18:00:00.000Z')
  expect(toLocal(undefined)).toBe('')
  expect(fromLocal('')).toBeUndefined()
})
