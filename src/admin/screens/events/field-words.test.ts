import { expect, test } from 'vitest'
import { actionName } from './action-words.ts'
import { fieldName, valueLines } from './field-words.ts'

test.each([
  ['event.update', 'Edited'],
  ['event.vendors.add', 'Vendors: add'],
  ['event.agenda.replace_all', 'Agenda: replace all'],
  ['event.something_new', 'something new'],
])('%s is %s', (action, words) => {
  expect(actionName(action)).toBe(words)
})

test('a field is called as the form calls it, and an unknown one by its own name', () => {
  expect(fieldName('heroTitle')).toBe('Hero title')
  expect(fieldName('somethingNew')).toBe('somethingNew')
})

test.each<[unknown, string[]]>([
  [null, []],
  ['', []],
  [false, ['No']],
  [395, ['395']],
  ['08:30:00', ['08:30']],
  ['2027-01-21', ['Thu, Jan 21, 2027']],
  [
    ['Lunch', 'Tools'],
    ['Lunch', 'Tools'],
  ],
  [
    [
      { vendorName: 'Gauge', isActive: false },
      { timeSlot: '8am', title: 'Walk', isActive: true },
    ],
    ['Gauge (hidden)', '8am Walk'],
  ],
  [{ city: 'Tulsa', state: null }, ['City: Tulsa', 'State: –']],
])('%j reads %j', (value, lines) => {
  expect(valueLines(value)).toEqual(lines)
})
