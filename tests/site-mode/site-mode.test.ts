import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#db/schema/site.ts'
import { BAD_UNTIL } from '#src/contract/site-mode.ts'
import { STALE } from '#src/contract/versioned.ts'
import { describeSiteMode, readSiteMode, setSiteMode } from '#src/domain/site-mode/site-mode.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const HOUR = 3_600_000
const context = { actor: { id: 'cli' }, now: NOON }
let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())

const set = (mode: Parameters<typeof setSiteMode>[1]) => opened.db.transaction((tx) => setSiteMode(tx, mode, context))

test('a new site is open', async () => {
  expect(await readSiteMode(opened.db, NOON)).toMatchObject({ level: 0, reason: null, setBy: null, until: null })
})

test('a level is set with its reason, is audited, and opens by itself at its end', async () => {
  await set({ level: 2, reason: 'Somebody has a stolen session', until: NOON + HOUR })
  const closed = { level: 2, reason: 'Somebody has a stolen session', setBy: 'cli', until: NOON + HOUR }
  expect(await readSiteMode(opened.db, NOON + HOUR - 1)).toMatchObject(closed)
  expect(await describeSiteMode(opened.db, NOON)).toMatchObject({ setByName: 'Command line' })
  expect(await readSiteMode(opened.db, NOON + HOUR)).toMatchObject({ level: 0, reason: null, until: null })
  const [entry] = await opened.db.select().from(auditLog).orderBy(desc(auditLog.id))
  expect(entry).toMatchObject({ action: 'site-mode.set', actor: 'cli', before: { level: 0 }, after: { level: 2 } })
})

test('an administrator who saw another version changes nothing; the command line is not asked', async () => {
  const { version } = await set({ level: 1, reason: 'Spam', until: null })
  const stale = set({ level: 0, reason: 'Over', until: null, version: version - 1 })
  await expect(stale).rejects.toMatchObject({ kind: 'conflict', message: STALE })
  expect(await set({ level: 0, reason: 'Over', until: null, version })).toMatchObject({ level: 0, reason: null })
})

test('an end must be in the future and belong to a level', async () => {
  const refusal = { kind: 'invalid', message: BAD_UNTIL, field: 'until' }
  await expect(set({ level: 1, reason: 'Spam', until: NOON })).rejects.toMatchObject(refusal)
  await expect(set({ level: 0, reason: 'Over', until: NOON + HOUR })).rejects.toMatchObject(refusal)
})
