import { desc, eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema/security.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { partnersApi } from '#src/api/partners-api.ts'
import type { LogisticsForm, SavedField } from '#src/contract/logistics.ts'
import type { LogisticsRole } from '#src/contract/logistics-sections.ts'
import { sendLink } from '#src/domain/logistics/links.ts'
import { addPeople } from '#src/domain/logistics/people.ts'
import { nextIp, SITE } from '#tests/accounts/account-api.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

export const DAY = 86_400_000
/** Seven weeks before the events of tests begin. */
export const START = Date.parse('2026-12-01T15:00:00Z')
export const ADMIN = { id: '00000000-0000-4000-8000-00000000000a' }

let people = 0

/** The calls of the page behind a link, on one database, with a clock that tests move. */
export async function logisticsApi(db: Db, now: number, area: Hono<ApiEnv> = partnersApi) {
  const clock = { now }
  const api = await testApi({ db, area, clock: () => clock.now })
  const call = (name: string, body: object) => api.post(`/api/logistics/${name}`, body, {}, { ip: nextIp() })
  const context = () => ({ actor: ADMIN, site: SITE, now: clock.now })

  /** The token in the newest mail to an address. */
  const tokenTo = async (email: string) => {
    const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.createdAt))
    return /logistics-form\/([\w-]{43})\b/.exec(mail?.textBody ?? '')?.[1] ?? ''
  }
  /** Somebody who was added to an event and sent their link. */
  const invite = async (eventId: string, role: LogisticsRole = 'vendor') => {
    people += 1
    const email = `person-${people}@gauge.example`
    const { ids } = await addPeople(db, eventId, [{ name: `Person ${people}`, email, role }], ADMIN)
    const [personId = ''] = ids
    await sendLink(db, { eventId, personId }, context())
    return { personId, email, token: await tokenTo(email) }
  }
  const look = async (token: string): Promise<LogisticsForm> => (await call('look', { token })).json()
  /** Saves `section.field`, as a page that has seen this version of it. */
  const save = async (token: string, place: string, value: unknown, version = 0): Promise<SavedField> => {
    const [section, field] = place.split('.')
    return (await call('save', { token, section, field, value, version })).json()
  }
  return { clock, call, context, tokenTo, invite, look, save, lines: api.lines, request: api.request }
}

export type LogisticsApi = Awaited<ReturnType<typeof logisticsApi>>

/** Gives each test of a file a new event and a clock at `START`, on one database. */
export function withEvents(
  name: string,
  fields: Parameters<typeof addEvent>[2],
  take: (given: { opened: TestDb; api: LogisticsApi; eventId: string }) => void,
): void {
  let opened: TestDb
  let api: LogisticsApi
  let events = 0
  beforeAll(async () => {
    opened = await testDb()
    api = await logisticsApi(opened.db, START)
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    api.clock.now = START
    events += 1
    take({ opened, api, eventId: await addEvent(opened.db, `${name}-${events}`, fields) })
  })
}
