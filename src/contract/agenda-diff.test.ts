import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyAgendaDiff, diffAgenda } from './agenda-diff.ts'

const item = (timeSlot: string, title: string, description: string | null = null) => ({ timeSlot, title, description })
const row = (id: string, timeSlot: string, title: string, isActive = true) => ({
  ...item(timeSlot, title),
  id,
  isActive,
})

test('entries are known again by what they say, by their title, then by their time', () => {
  const current = [row('a', '8:30am', 'Welcome'), row('b', '9:00am', 'Criticality'), row('c', '12:00pm', 'Lunch')]
  const { lines, isReordered } = diffAgenda(current, [
    item('8:30am', 'Welcome'),
    item('9:30am', 'Criticality'),
    item('12:00pm', 'Lunch with partners'),
    item('3:00pm', 'Close'),
  ])
  expect(lines.map(({ kind }) => kind)).toEqual(['same', 'changed', 'changed', 'added'])
  expect(lines.map((line) => ('was' in line ? line.was.id : null))).toEqual(['a', 'b', 'c', null])
  expect(isReordered).toBe(false)
})

test('an entry that the template lacks stays at its place, to be kept or dropped', () => {
  const current = [row('a', '8:30am', 'Welcome'), row('b', '10:00am', 'Plant tour'), row('c', '12:00pm', 'Lunch')]
  const { lines } = diffAgenda(current, [item('8:30am', 'Welcome'), item('12:00pm', 'Lunch')])
  expect(lines.map(({ kind }) => kind)).toEqual(['same', 'removed', 'same'])
  expect(applyAgendaDiff(lines, () => false).map(({ title }) => title)).toEqual(['Welcome', 'Plant tour', 'Lunch'])
  expect(applyAgendaDiff(lines, () => true).map(({ title }) => title)).toEqual(['Welcome', 'Lunch'])
})

test('an entry that is switched off would show again, and the comparison says so', () => {
  const { lines } = diffAgenda([row('a', '8:30am', 'Welcome', false)], [item('8:30am', 'Welcome')])
  expect(lines[0]?.kind).toBe('changed')
  expect(applyAgendaDiff(lines, () => true)).toMatchObject([{ id: 'a', isActive: true }])
  expect(applyAgendaDiff(lines, () => false)).toMatchObject([{ id: 'a', isActive: false }])
})

test('entries that change places are marked', () => {
  const current = [row('a', '8:30am', 'Welcome'), row('b', '9:00am', 'Lunch')]
  expect(diffAgenda(current, [item('9:00am', 'Lunch'), item('8:30am', 'Welcome')]).isReordered).toBe(true)
})

const slot = fc.constantFrom('8:30am', '9:00am', '10:00am', '')
const title = fc.constantFrom('Welcome', 'welcome', 'Lunch', 'Close')
const items = fc.array(fc.record({ timeSlot: slot, title, description: fc.constantFrom(null, 'x') }), { maxLength: 8 })
const rows = fc
  .tuple(items, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }))
  .map(([all, active]) => all.map((one, at) => ({ ...one, id: `r${at}`, isActive: active[at] ?? true })))

test('every entry of both days is in exactly one line, and taking all makes the template', () => {
  fc.assert(
    fc.property(rows, items, (current, template) => {
      const { lines } = diffAgenda(current, template)
      const was = lines.flatMap((line) => ('was' in line ? [line.was] : []))
      expect(was.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(current)
      expect(lines.flatMap((line) => ('will' in line ? [line.will] : []))).toEqual(template)
      const taken = applyAgendaDiff(lines, () => true)
      expect(taken.map(({ timeSlot, title: words, description }) => ({ timeSlot, title: words, description }))).toEqual(
        template,
      )
      const kept = applyAgendaDiff(lines, () => false)
      expect(kept.map((one) => ('id' in one ? one.id : '')).toSorted()).toEqual(current.map(({ id }) => id).toSorted())
    }),
  )
})
