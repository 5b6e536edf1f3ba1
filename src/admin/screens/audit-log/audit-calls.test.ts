import { expect, test } from 'vitest'
import { checkSearch } from '../../addresses.ts'
import { fromLocal, getCsvAddress, toLocal, toQuery } from './audit-calls.ts'

test('what an address cannot mean is left out', () => {
  const search = { actor: 'ada', from: 'yesterday', subjectId: 'alone', entry: 'x', colour: 'red' }
  expect(toQuery(checkSearch('/admin/audit-logs')(search))).toEqual({ actor: 'ada' })
})

test('the file has the same filters as the list', () => {
  const place = checkSearch('/admin/audit-logs')({
    action: 'event.',
    subjectType: 'event',
    subjectId: 'e 1',
    entry: '7',
  })
  expect(getCsvAddress(toQuery(place))).toBe(
    '/api/admin/audit-log/export.csv?action=event.&subjectType=event&subjectId=e+1',
  )
  expect(getCsvAddress({})).toBe('/api/admin/audit-log/export.csv')
})

test('a moment goes into its field and comes back', () => {
  expect(fromLocal(toLocal('2026-11-20T18:00:00.000Z'))).toBe('2026-11-20T18:00:00.000Z')
  expect(toLocal(undefined)).toBe('')
  expect(fromLocal('')).toBeUndefined()
})
