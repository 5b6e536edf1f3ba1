import { expect, test } from 'vitest'
import { toLinkState } from './ShareLinks.tsx'

const link = { by: 'ada', createdAt: Date.parse('2026-11-20T12:00:00Z'), expiresAt: Date.parse('2026-11-27T12:00:00Z') }

test('a link that opens is listed with its time and who made it', () => {
  expect(toLinkState({ ...link, fault: null })).toMatch(/^Valid until Nov 27, 2026, .*\. Created .* by ada\.$/)
})

test.each([
  ['deleted', "Does not work: its creator's account was deleted."],
  ['banned', 'Does not work: its creator, ada, is banned.'],
  ['no role', 'Does not work: its creator, ada, is no longer an admin.'],
] as const)('a link whose maker is %s says why it opens nothing', (fault, sentence) => {
  expect(toLinkState({ ...link, fault })).toBe(sentence)
})
