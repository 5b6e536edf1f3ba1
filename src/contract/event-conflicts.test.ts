import { expect, test } from 'vitest'
import { conflictSentence, findConflicts, type Occupying } from './event-conflicts.ts'

const ada = { id: 'ada', name: 'Ada Quill' }
const hall = { key: 'hall', name: 'Foundry Hall' }
const an = (id: string, eventDate: string, changes: Partial<Occupying> = {}): Occupying => ({
  ...{ id, eventDate, eventName: `${id} Workshop`, city: id, state: null, venue: null, people: [ada] },
  ...changes,
})
const said = (...events: Occupying[]) => findConflicts(events).map(conflictSentence)

test('one person at two events on one day is a conflict, also in one city', () => {
  expect(said(an('Tulsa', '2027-01-21'), an('Reno', '2027-01-21', { city: 'Tulsa' }))).toEqual([
    'Ada Quill is in the team of “Reno Workshop” and “Tulsa Workshop”, both on Jan 21.',
  ])
})

test('two cities on two days in a row leave no day to travel; a day between them does', () => {
  const omaha = an('Omaha', '2027-02-01')
  expect(said(omaha, an('Tulsa', '2027-01-31'))).toEqual([
    'Ada Quill is in Tulsa on Jan 31 for “Tulsa Workshop” and in Omaha on Feb 1 for “Omaha Workshop”, with no day to travel.',
  ])
  expect(said(omaha, an('Tulsa', '2027-01-30'))).toEqual([])
  expect(said(omaha, an('Tulsa', '2027-01-31', { people: [] }))).toEqual([])
})

test('days in a row in one city need no travel, and of an unknown city nobody knows', () => {
  const tulsa = an('Tulsa', '2027-01-21', { state: 'Oklahoma' })
  expect(said(tulsa, an('Two', '2027-01-22', { city: ' tulsa', state: 'OKLAHOMA ' }))).toEqual([])
  expect(said(tulsa, an('Two', '2027-01-22', { city: 'Tulsa' }))).toEqual([])
  expect(said(tulsa, an('Two', '2027-01-22', { city: null }))).toEqual([])
  expect(said(tulsa, an('Two', '2027-01-22', { city: 'Tulsa', state: 'Texas' }))).toHaveLength(1)
})

test('one venue for two events is a conflict on one day, and not on two days in a row', () => {
  const first = an('Tulsa', '2027-01-21', { venue: hall, people: [] })
  expect(said(first, an('Reno', '2027-01-21', { venue: hall, people: [] }))).toEqual([
    'Foundry Hall is the venue of “Reno Workshop” and “Tulsa Workshop”, both on Jan 21.',
  ])
  expect(said(first, an('Reno', '2027-01-22', { venue: hall, people: [] }))).toEqual([])
})
