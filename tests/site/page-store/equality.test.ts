import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { seedWithPeople } from '#netlify/local/database.ts'
import { parseEnv } from '#src/platform/env.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { atScale } from '#tests/support/scale.ts'
import { storeEvents } from '../../../bench/events.ts'

/** Ten edits of every sort over forty events, so that some are on lists of their month; in `npm run test:scale` two hundred over sixty. */
const EVENTS = atScale(40, 60)
const EDITS = atScale(6, 200)
const SEED = 7
/** So many kinds of edits may have changed nothing that is shown, such as one of a hidden row: which rows they hit is chance. */
const IDLE = 4

type Line = { at: number; name: string; rendered: number; all: number; changed: number; different: string[] }

const namesOf = (lines: readonly Line[]) => new Set(lines.map(({ name }) => name))

let opened: TestDb
let folder: string
beforeAll(async () => {
  opened = await testDb()
  // The whole demo, with its products, content and people, and copies of its events.
  await seedWithPeople(opened.db, parseEnv({}), Date.parse('2026-12-01T12:00:00Z'))
  await storeEvents(opened.db, EVENTS)
  folder = await mkdtemp(join(inject('temporaryFolder'), 'page-store-'))
}, 120_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await opened.close()
})

test('a site built with what was kept is the site built from nothing, byte for byte, after each edit', async () => {
  const task = JSON.stringify({ folder, edits: EDITS, seed: SEED })
  // Nothing else of this process: Vitest's own DEV would have the site read for every page, as while developing.
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', DATABASE_URL: opened.url }
  const script = join(import.meta.dirname, 'build-twice.ts')
  const running = promisify(execFile)(process.execPath, [script, task], { env, maxBuffer: 1e8 })
  const { stdout } = await running.catch((fault: { stdout: string }) => {
    if (!fault.stdout.includes('"different":["')) throw fault
    return fault
  })
  const lines: Line[] = stdout
    .split('\n')
    .filter((line) => line.startsWith('{"at":'))
    .map((line) => JSON.parse(line))
  // The first difference ends the process: it is shown before the number of builds.
  expect(lines.filter(({ different }) => different.length > 0)).toEqual([])
  expect(lines).toHaveLength(EDITS + 1)
  // Edits that change nothing that is shown would prove nothing. Another state of the code is to look the same.
  const idle = namesOf(lines.filter(({ name }) => name !== 'nothing' && name !== 'the code'))
  for (const name of namesOf(lines.filter(({ changed }) => changed > 0))) idle.delete(name)
  expect([...idle].slice(IDLE)).toEqual([])
  // A site of which nothing was kept would be equal too.
  expect(Math.max(...lines.map(({ rendered, all }) => all - rendered))).toBeGreaterThanOrEqual(EVENTS - 2)
}, 3_600_000)
