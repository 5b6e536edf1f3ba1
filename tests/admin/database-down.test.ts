import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { isConnectionFault } from '#db/fault.ts'
import { retryRead } from '#db/retry.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { ADMIN_ROUTES } from './admin-area.ts'
import { adminCaller, storedViewer } from './calls/caller.ts'
import { READ_CALLS, WRITE_CALLS } from './calls/calls.ts'

/** What is known without the database. */
const NEEDS_NONE = ['GET /api/admin/event-setup']

let opened: TestDb
let there: Awaited<ReturnType<typeof adminCaller>>
let gone: Awaited<ReturnType<typeof adminCaller>>
const nowhere = openDb('postgres://app:canary-password@127.0.0.1:9/canary_database')
beforeAll(async () => {
  opened = await testDb()
  const owner = await storedViewer(opened.db, 'owner')
  there = await adminCaller(opened.db, owner)
  gone = await adminCaller(nowhere.db, owner, { retryRead, isConnectionFault })
})
afterAll(() => Promise.all([opened.close(), nowhere.close()]))

/** The door itself is tested in tests/api/database-down.test.ts, with every way a database can be gone. */
test.each(ADMIN_ROUTES)(
  'while the database cannot be reached, $name says 503 and nothing of the database (DB8)',
  async (route) => {
    const prepare = WRITE_CALLS[route.name]?.prepare ?? READ_CALLS[route.name]
    const answer = await gone.send(route, await prepare?.(there.groundOf(true)))
    if (NEEDS_NONE.includes(route.name)) return expect(answer.status).toBe(200)
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await answer.clone().text()).not.toMatch(/canary|127\.0\.0\.1|postgres:/)
    expect(await problemOf(answer)).toMatchObject({ status: 503, code: 'unavailable' })
    expect(gone.lines.join()).not.toMatch(/canary|127\.0\.0\.1|postgres:/)
    expect(gone.builds.asked).toBe(0)
  },
)
