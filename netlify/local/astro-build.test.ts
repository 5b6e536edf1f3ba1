import { expect, test } from 'vitest'
import { reasonIn } from './astro-build.ts'

test('the reason is the last error a build printed, without stack and passwords', () => {
  const lines = [
    '12:00:00 [build] output: "static"',
    '[ERROR] [vite] ✗ Build failed',
    'connect to postgres://someone:geheim@db.example:5432/site failed',
    '    at theSite (/srv/src/pages/_site.ts:12:3)',
  ]
  expect(reasonIn(lines)).toBe(
    'The build failed.\n[ERROR] [vite] ✗ Build failed\nconnect to postgres://…@db.example:5432/site failed',
  )
})

test('a build that names no error is quoted by its last lines', () => {
  expect(reasonIn(['one', 'two', 'three', 'four'])).toBe('The build failed.\ntwo\nthree\nfour')
  expect(reasonIn([])).toBe('The build failed.')
})
