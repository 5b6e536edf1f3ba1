import { expect, test } from 'vitest'
import { jsonLog } from './log.ts'

function collectingLog() {
  const lines: string[] = []
  return {
    lines,
    log: jsonLog(
      (line) => lines.push(line),
      () => Date.parse('2027-01-21T14:00:00Z'),
    ),
  }
}

test('an entry is one JSON object a line with UTC time, level and event', () => {
  const { lines, log } = collectingLog()
  log.info('request', { status: 200, path: '/api/events\nforged' })
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('\n')
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    at: '2027-01-21T14:00:00.000Z',
    level: 'info',
    event: 'request',
    status: 200,
    path: '/api/events\nforged',
  })
})

test('secrets, mail addresses and passwords in addresses are masked', () => {
  const { lines, log } = collectingLog()
  log.warn('sign-in', {
    resetToken: 'canary-1',
    Password: 'canary-2',
    reason: 'canary-3@plant.example asked postgres://app:canary-4@db.example/site',
  })
  expect(lines.join()).not.toContain('canary')
  expect(lines.join()).toContain('plant.example')
})

test('an error is logged by names, codes and frames, never by its message', () => {
  const { lines, log } = collectingLog()
  const cause = Object.assign(new Error('duplicate key (email)=(canary@plant.example)'), { code: '23505' })
  const error = new TypeError('Failed query: insert … canary', { cause })
  log.error('unexpected error', {}, error)
  expect(lines.join()).not.toContain('canary')
  const entry = JSON.parse(lines[0] ?? '')
  expect(entry.error).toBe('TypeError < Error 23505')
  expect(entry.stack[0]).toMatch(/log\.test\.ts/)
})

test('what was thrown may be anything', () => {
  const { lines, log } = collectingLog()
  for (const thrown of ['canary', null, 7, { message: 'canary' }]) log.error('odd', {}, thrown)
  expect(lines).toHaveLength(4)
  expect(lines.join()).not.toContain('canary')
})
