import { expect, test } from 'vitest'
import { lostWith, sectionsOf } from './logistics.ts'
import { LOGISTICS_ROLES } from './logistics-sections.ts'

const PAIRS = LOGISTICS_ROLES.flatMap((from) => LOGISTICS_ROLES.map((to) => [from, to] as const))
const questionsOf = (sections: readonly { key: string; fields: readonly { key: string }[] }[]) =>
  sections.flatMap(({ key, fields }) => fields.map((field) => `${key}.${field.key}`))

test.each(PAIRS)('from %s to %s loses the questions of the first that the second is not asked', (from, to) => {
  const lost = questionsOf(lostWith(from, to).map(({ section, fields }) => ({ key: section.key, fields })))
  const asked = questionsOf(sectionsOf(to))
  expect(lost).toEqual(questionsOf(sectionsOf(from)).filter((question) => !asked.includes(question)))
  expect(lost.length === 0).toBe(
    from === to || (from !== 'vendor' && from !== 'host' && to !== 'host' && to !== 'vendor'),
  )
})

test('the sensitive sections are asked of everybody, so that no other role deletes them', () => {
  const lost = PAIRS.flatMap(([from, to]) => lostWith(from, to).map(({ section }) => section))
  expect(lost.filter(({ isSensitive }) => isSensitive)).toEqual([])
})
