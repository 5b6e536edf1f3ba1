import { expect, test } from 'vitest'
import type { AgendaTemplateFields } from '#src/contract/agenda-template.ts'
import { mergeFields } from '#src/contract/versioned.ts'
import { dayText } from './TemplateForm.tsx'

const walk = { timeSlot: '8:30am', title: 'Asset walk', description: null }
const modes = { timeSlot: '9:00am', title: 'Failure modes', description: 'With the crew.' }
const base: AgendaTemplateFields = { groupName: 'Day', items: [walk] }

const merge = (mine: AgendaTemplateFields, theirs: AgendaTemplateFields) => {
  const { merged, conflicts } = mergeFields(base, mine, theirs)
  return { conflicts, fields: merged }
}

test('a name changed here and a day changed there are both kept', () => {
  const theirs = { groupName: 'Day', items: [walk, modes] }
  expect(merge({ groupName: 'Long day', items: [{ ...walk }] }, theirs)).toEqual({
    conflicts: [],
    fields: { groupName: 'Long day', items: [walk, modes] },
  })
})

test('an agenda that both changed is a conflict', () => {
  const mine = { groupName: 'Day', items: [] }
  const theirs = { groupName: 'Day', items: [modes] }
  expect(merge(mine, theirs)).toEqual({ conflicts: ['items'], fields: mine })
})

test('a description is part of what is compared and shown', () => {
  const mine = { groupName: 'Day', items: [{ ...walk, description: 'Mine.' }] }
  const theirs = { groupName: 'Day', items: [{ ...walk, description: 'Theirs.' }] }
  expect(merge(mine, theirs).conflicts).toEqual(['items'])
  expect(dayText([walk, modes])).toBe('8:30am Asset walk\n9:00am Failure modes (With the crew.)')
})
