import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reasonIn, startAstroBuild } from './astro-build.ts'
import { PROJECT } from './project.ts'

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

test.each([
  ['within the project', join(PROJECT, '.data/no-release')],
  ['elsewhere', '/nonexistent/no-release'],
])(
  'a build %s clears away what one left that was killed, or failed, and nothing of one that runs',
  async (_where, outDir) => {
    const folderOf = (name: string) => join(PROJECT, '.astro/builds', name)
    const left = folderOf(`${2 ** 22 + 1}-ahead-of-${process.pid}`)
    const running = folderOf(`${process.pid}-running`)
    for (const folder of [left, running]) mkdirSync(folder, { recursive: true })
    const { result } = startAstroBuild(outDir, { NODE_OPTIONS: '--import /nonexistent/module.js' }, () => {})
    expect(await result).toMatchObject({ ok: false })
    expect([existsSync(left), existsSync(running)]).toEqual([false, true])
    rmSync(running, { recursive: true })
  },
)
