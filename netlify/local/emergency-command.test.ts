import { expect, test } from 'vitest'
import { LINK_KINDS } from '#src/contract/emergency.ts'
import { parseEmergency, USAGE } from './emergency-command.ts'

const until = Date.parse('2027-01-21T14:00:00Z')

test.each([
  ['sessions everyone', { kind: 'sessions', people: 'everyone' }],
  ['sessions Ada@Plant.example', { kind: 'sessions', people: { email: 'Ada@plant.example' } }],
  ['passwords staff', { kind: 'passwords', people: 'staff', isLifted: false }],
  ['factors everyone --lift', { kind: 'factors', people: 'everyone', isLifted: true }],
  ['keys', { kind: 'keys' }],
  ['links all', { kind: 'links', purposes: Object.keys(LINK_KINDS) }],
  ['links event-preview report-status', { kind: 'links', purposes: ['event-preview', 'report-status'] }],
  ['level 0', { kind: 'level', level: 0, reason: 'Opened', until: null }],
  ['level 2 --reason Attack --until 2027-01-21T14:00:00Z', { kind: 'level', level: 2, reason: 'Attack', until }],
  ['mail hold', { kind: 'mail', isHeld: true }],
  ['mail resume', { kind: 'mail', isHeld: false }],
  ['release 7-1', { kind: 'release', release: '7-1' }],
])('`%s` is one action', (line, action) => {
  expect(parseEmergency(line.split(' '))).toEqual({ verb: 'act', action, isDrill: false, isSure: false })
})

test('a drill and a sure answer are said in the same line', () => {
  expect(parseEmergency(['keys', '--drill', '--yes'])).toMatchObject({ isDrill: true, isSure: true })
})

test.each(['', 'help', 'status', 'release'])('`%s` only reads', (line) => {
  expect(parseEmergency(line === '' ? [] : [line])).not.toHaveProperty('action')
})

test.each([
  'sessions',
  'sessions somebody',
  'passwords everyone staff',
  'keys now',
  'links',
  'links unsubscribe',
  'level',
  'level 4 --reason x',
  'level 2',
  'level 2 --reason x --until soon',
  'mail',
  'mail stop',
  'everything',
  'keys --force',
])('`%s` is refused with the usage', (line) => {
  expect(() => parseEmergency(line.split(' '))).toThrow(USAGE)
})
