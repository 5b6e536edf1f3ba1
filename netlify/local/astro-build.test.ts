import { expect, test } from 'vitest'
import { reasonIn } from './astro-build.ts'

test('the reason is the error that a build printed, without log, stack and passwords', () => {
  const lines = [
    '12:00:00 [build] Rearranging server assets...',
    ' generating static routes',
    'connect to postgres://someone:geheim@db.example:5432/site failed',
    '  Hint:',
    '    Is the database running?',
    '  Location:',
    '    /srv/node_modules/pg-pool/index.js:45:11',
    '  Stack trace:',
    '    at /srv/node_modules/pg-pool/index.js:45:11',
    '    at async generatePages (file:///srv/generate.js:90:29)',
  ]
  expect(reasonIn(lines)).toBe(
    'The build failed.\nconnect to postgres://…@db.example:5432/site failed\n  Hint:\n    Is the database running?',
  )
})

test('a build that prints nothing but its log has failed all the same', () => {
  expect(reasonIn(['12:00:00 [build] one', 'killed'])).toBe('The build failed.\nkilled')
  expect(reasonIn([])).toBe('The build failed.')
})
