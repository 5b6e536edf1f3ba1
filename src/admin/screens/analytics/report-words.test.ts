import { expect, test } from 'vitest'
import {
  changeOf,
  pointsOf,
  sayAverage,
  sayDay,
  sayFilter,
  sayPace,
  saySeconds,
  saySpan,
  sayValue,
} from './report-words.ts'

test('a change is a percentage of what was before, and says which direction is better', () => {
  expect(changeOf(15, 10)).toEqual({ sign: '▲', text: '50%', isBetter: true })
  expect(changeOf(5, 10)).toEqual({ sign: '▼', text: '50%', isBetter: false })
  expect(changeOf(10, 10)?.text).toBe('no change')
  expect([changeOf(3, 0), changeOf(null, 3), changeOf(3, null)]).toEqual([undefined, undefined, undefined])
})

test('a share changes by points, and a lower bounce rate is better', () => {
  expect(pointsOf(0.4, 0.5, true)).toEqual({ sign: '▼', text: '10 points', isBetter: true })
  expect(pointsOf(0.51, 0.5, true)).toMatchObject({ text: '1 point', isBetter: false })
})

test('values are in words', () => {
  expect(sayValue('country', 'CA')).toBe('Canada')
  expect(sayValue('country', 'not a code')).toBe('not a code')
  expect([sayValue('source', ''), sayValue('utm_term', ''), sayFilter('source', '(none)')]).toEqual([
    'Direct, or not known',
    'None',
    'Source: Direct, or not known',
  ])
  expect([sayValue('device', 'phone'), sayValue('browser', '(other)')]).toEqual(['Phones', 'All others'])
  expect([saySeconds(59.4), saySeconds(83), saySeconds(null)]).toEqual(['59 s', '1 min 23 s', '–'])
  expect([sayAverage(12.34), sayAverage(123.4), sayAverage(null)]).toEqual(['12.3', '123', '–'])
  expect(saySpan({ from: '2026-10-22', to: '2026-11-20' })).toBe('Oct 22, 2026 to Nov 20, 2026')
})

test('a day is read with where its figures are from and what happened on it', () => {
  const day = { day: '2026-11-20', visitors: 1, visits: 2, views: 3, before: null }
  const mark = { day: '2026-11-20', kind: 'publish', text: 'Published: Tulsa' } as const
  expect(sayDay({ ...day, origin: 'own' }, [mark])).toBe(
    'Fri, Nov 20: 1 daily visitor, 2 visits, 3 views. Published: Tulsa.',
  )
  expect(sayDay({ ...day, origin: 'imported' }, [])).toContain('Nov 20 (imported): 1 daily visitor')
  expect(
    sayDay({ day: '2026-11-19', origin: 'none', visitors: null, visits: null, views: null, before: null }, [mark]),
  ).toBe('Thu, Nov 19: not measured.')
})

test('the sentence compares an event with earlier ones at the same distance', () => {
  const line = { id: 'x', date: '2026-12-01', measuredFrom: null }
  const lines = [
    { ...line, name: 'Tulsa', presses: [1, 5, null] },
    { ...line, name: 'Omaha', presses: [0, 4, 9] },
    { ...line, name: 'Reno', presses: [null, null, 2] },
  ]
  const curve = { horizon: 2, distance: 1, lines }
  expect(sayPace(curve)).toBe('1 day before: 5 presses on registration. At the same distance, Omaha (Dec 1) had 4.')
  expect(sayPace({ ...curve, lines: lines.slice(0, 1) })).toBeUndefined()
})
