import { expect, test } from 'vitest'
import { mergeFields } from '#src/contract/merge-fields.ts'
import { fromLines, toLines } from './day-lines.ts'

const walk = { timeSlot: '8:30am', title: 'Asset walk', description: null }
const modes = { timeSlot: '9:00am', title: 'Failure modes', description: 'With the crew.' }
const base = { groupName: 'Day', items: [walk] }

const merge = (mine: typeof base, theirs: typeof base) => {
  const { merged, conflicts } = mergeFields(toLines(base), toLines(mine), toLines(theirs))
  return { conflicts, fields: fromLines(merged, { mine, theirs }) }
}

test('a name changed here and a day changed there are both kept', () => {
  const theirs = { groupName: 'Day', items: [walk, modes] as (typeof walk)[] }
  expect(merge({ groupName: 'Long day', items: [walk] }, theirs)).toEqual({
    conflicts: [],
    fields: { groupName: 'Long day', items: [walk, modes] },
  })
})

test('a day changed by both is for somebody to choose', () => {
  const mine = { groupName: 'Day', items: [] }
  const theirs = { groupName: 'Day', items: [modes] as unknown as (typeof walk)[] }
  expect(merge(mine, theirs)).toEqual({ conflicts: ['lines'], fields: mine })
})

test('a description is part of what is compared', () => {
  expect(toLines({ groupName: 'Day', items: [walk, modes] }).lines).toEqual([
    '8:30am Asset walk',
    '9:00am Failure modes (With the crew.)',
  ])
})
