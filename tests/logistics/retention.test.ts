import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { linkTokens } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { logisticsAnswers, logisticsPeople, logisticsRequests, runItems, runSheets } from '#db/schema/logistics.ts'
import { auditLog } from '#db/schema/site.ts'
import { open } from '#db/sealed.ts'
import { type AnswerValue, sectionsOf as sectionsFor } from '#src/contract/logistics.ts'
import {
  type FieldKind,
  LOGISTICS_ROLES,
  LOGISTICS_SECTIONS,
  type LogisticsField,
  type LogisticsRole,
  type LogisticsSection,
} from '#src/contract/logistics-sections.ts'
import { listAuditLog } from '#src/domain/audit/read-audit-log.ts'
import { changeOccasion } from '#src/domain/events/change-occasion.ts'
import { deleteEvent } from '#src/domain/events/delete-event.ts'
import { readEvent } from '#src/domain/events/read-event.ts'
import { addDelivery, listDeliveries, receiveDelivery } from '#src/domain/logistics/deliveries.ts'
import { listPeople, readAnswersOf, removePerson } from '#src/domain/logistics/people.ts'
import { printSheet } from '#src/domain/logistics/print-sheet.ts'
import { purgeLogistics } from '#src/domain/logistics/purge.ts'
import { addRunItem } from '#src/domain/logistics/run-items.ts'
import { ADMIN_READS, adminArea, getAddress } from '#tests/admin/admin-area.ts'
import { someone } from '#tests/admin/site-admin-api.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { fromOurPage, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { ADMIN, DAY, logisticsApi } from './logistics-api.ts'

/** By the clock of the database, which stamps what the audit log says of a cancellation. */
const START = Math.floor(Date.now() / DAY) * DAY
const dayAfter = (days: number) => new Date(START + days * DAY).toISOString().slice(0, 10)
/** The end of an event so many days from now, in UTC. */
const endOf = (days: number) => START + days * DAY + 15 * 3_600_000
const UTC = { eventTimeStart: '08:00', eventTimeEnd: '15:00', eventTimezone: 'UTC' }

let opened: TestDb
let api: Awaited<ReturnType<typeof logisticsApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await logisticsApi(opened.db, START)
})
afterAll(() => opened.close())

/** The counts of a purge that deleted nothing. */
const NOTHING = { answers: 0, requests: 0, people: 0, links: 0, deliveries: 0, sheets: 0, names: 0 }
const CANARY = 'cnry7f31zq'
const TYPED: Record<FieldKind, (field: LogisticsField) => AnswerValue> = {
  text: ({ key }) => `${CANARY} ${key}`,
  long: ({ key }) => `${CANARY}\n${key}`,
  // Every one of its digits is the canary's own.
  phone: () => '+1 (731) 773-1731',
  date: () => dayAfter(20),
  time: () => '07:31',
  number: () => 73_173,
  choice: ({ options = [] }) => options.at(-1)?.[0] ?? '',
}
/** A number by itself: within a hash, the same digits come by chance. */
const TRACES = [new RegExp(CANARY), /773-1731/, /(?<![\da-f])73173(?![\da-f])/]
const tracesIn = (text: string) => TRACES.filter((trace) => trace.test(text))

/** An event in `days` days with somebody, a vendor unless said otherwise, who has answered these sections and asked for a change of what is frozen. */
async function filledEvent(
  days: number,
  role: LogisticsRole = 'vendor',
  isAnswered: (section: LogisticsSection) => boolean = () => true,
) {
  const eventId = await addEvent(opened.db, `event-${crypto.randomUUID().slice(0, 8)}`, {
    ...UTC,
    eventDate: dayAfter(days),
  })
  const invited = await api.invite(eventId, role)
  for (const { key: section, fields } of sectionsFor(role).filter(isAnswered))
    for (const field of fields) await api.save(invited.token, `${section}.${field.key}`, TYPED[field.kind](field))
  api.clock.now = endOf(days) - DAY / 2
  const values = { allergies: `${CANARY} changed` }
  expect((await api.call('request', { token: invited.token, section: 'meals', values })).status).toBe(204)
  api.clock.now = START
  return { eventId, ...invited }
}

/** The calls of a form whose answers the database refuses to store, with all that its driver says about it. */
async function brokenForm(role: LogisticsRole) {
  const broken = await testDb()
  const form = await logisticsApi(broken.db, START)
  const eventId = await addEvent(broken.db, 'broken', { ...UTC, eventDate: dayAfter(30) })
  const { token } = await form.invite(eventId, role)
  await broken.db.execute(
    sql`alter table logistics_answers add constraint refused check (answered_by <> 'self') not valid`,
  )
  onTestFinished(() => broken.close())
  return { ...form, token }
}

const sectionsOf = async (personId: string) => {
  const rows = await opened.db.select().from(logisticsAnswers).where(eq(logisticsAnswers.personId, personId))
  return rows.map(({ sectionKey }) => sectionKey).sort()
}
const requestsOf = (personId: string) => opened.db.$count(logisticsRequests, eq(logisticsRequests.personId, personId))
const linksOf = (personId: string) => opened.db.$count(linkTokens, eq(linkTokens.subjectId, personId))
const lasting = LOGISTICS_SECTIONS.filter(({ isSensitive }) => !isSensitive)
  .map(({ key }) => key)
  .sort()
const purgesOf = async (eventId: string) => {
  const rows = await opened.db.select().from(auditLog).where(eq(auditLog.subjectId, eventId))
  return rows.filter(({ action }) => action === 'logistics.purge').map(({ actor, after }) => ({ actor, after }))
}

/** Every row of every table as text, which is what a dump shows. */
async function dump(): Promise<string> {
  const named = z.object({ rows: z.array(z.object({ text: z.string().nullable() })) })
  const ask = async (query: ReturnType<typeof sql>) => named.parse(await opened.db.execute(query)).rows
  const tables = await ask(sql`select table_name as text from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const texts = tables.map(({ text }) => ask(sql`select t::text as text from ${sql.identifier(text ?? '')} t`))
  return JSON.stringify(await Promise.all(texts))
}

/** The same as somebody reads it who has the key of the database too. */
async function openedDump(): Promise<string> {
  const text = await dump()
  const purposes = ['logistics_answers.value', 'logistics_requests.value']
  const values = (text.match(/v1\.[0-9a-f]{12}\.[\w-]+/g) ?? []).flatMap((sealed) =>
    purposes.flatMap((purpose) => {
      try {
        return [open(sealed, purpose)]
      } catch {
        return []
      }
    }),
  )
  return [text, ...values].join('\n')
}

/** What can become of an event in thirty days, with the moment after which nothing is kept. */
const FATES: Record<string, (eventId: string, version: number) => Promise<number>> = {
  'took place as planned': async () => endOf(30) + 90 * DAY,
  'was put off': async (id) => {
    await opened.db
      .update(eventConfig)
      .set({ eventDate: dayAfter(60) })
      .where(eq(eventConfig.id, id))
    return endOf(60) + 90 * DAY
  },
  'was brought forward': async (id) => {
    await opened.db
      .update(eventConfig)
      .set({ eventDate: dayAfter(10) })
      .where(eq(eventConfig.id, id))
    return endOf(10) + 90 * DAY
  },
  'was cancelled': async (id, version) => {
    const input = { status: 'cancelled', statusNote: 'The plant is closed.', version } as const
    await changeOccasion(opened.db, id, input as Parameters<typeof changeOccasion>[2], ADMIN)
    return Date.now() + 3 * DAY + 60_000
  },
  'was deleted': async (id, version) => {
    await deleteEvent(opened.db, id, version, ADMIN)
    return START
  },
}

describe('what somebody answered', () => {
  test.each(Object.entries(FATES))(
    'is gone also for somebody who reads a dump with its key, where the event %s (LG3, LG4)',
    async (_fate, meet) => {
      await purgeLogistics(opened.db, endOf(800), 100_000)
      expect(await openedDump()).not.toContain(CANARY)
      const { eventId } = await filledEvent(30)
      const before = await openedDump()
      expect(tracesIn(before)).toEqual(TRACES)
      const { version } = await readEvent(opened.db, eventId)
      await purgeLogistics(opened.db, await meet(eventId, version))
      const after = await openedDump()
      expect(tracesIn(after)).toEqual([])
    },
  )

  test('is in no dump, log, mail, audit entry or list, and goes when its time is over (LG3, LG4)', async () => {
    const { eventId, personId, token } = await filledEvent(30)
    expect(JSON.stringify(await api.look(token))).toContain(CANARY)
    expect(JSON.stringify([...(await readAnswersOf(opened.db, [personId])).values()])).toContain(CANARY)
    const everything = [
      await dump(),
      api.lines.join('\n'),
      JSON.stringify(await listPeople(opened.db, eventId, { limit: 100 })),
      JSON.stringify(await listAuditLog(opened.db, {}, { limit: 100 })),
    ].join('\n')
    expect(tracesIn(everything)).toEqual([])
    expect(everything).toContain('logistics.answer')

    await purgeLogistics(opened.db, endOf(30) + 14 * DAY - 1)
    expect([(await sectionsOf(personId)).length, await requestsOf(personId)]).toEqual([LOGISTICS_SECTIONS.length, 1])
    await purgeLogistics(opened.db, endOf(30) + 14 * DAY)
    expect(await sectionsOf(personId)).toEqual(lasting)
    expect(await requestsOf(personId)).toBe(0)
    expect(await purgesOf(eventId)).toEqual([{ actor: 'schedule', after: { ...NOTHING, answers: 2, requests: 1 } }])
    // Another run finds nothing, and says nothing.
    await purgeLogistics(opened.db, endOf(30) + 90 * DAY - 1)
    expect(await purgesOf(eventId)).toHaveLength(1)
    await purgeLogistics(opened.db, endOf(30) + 90 * DAY)
    expect([await sectionsOf(personId), await linksOf(personId)]).toEqual([[], 0])
    expect(await opened.db.$count(logisticsPeople, eq(logisticsPeople.eventId, eventId))).toBe(0)
  })

  test('is kept longer when its event is put off, and shorter when it is brought forward (LG4)', async () => {
    const [later, earlier] = [await filledEvent(30), await filledEvent(30)]
    const move = (id: string, days: number) =>
      opened.db
        .update(eventConfig)
        .set({ eventDate: dayAfter(days) })
        .where(eq(eventConfig.id, id))
    await move(later.eventId, 60)
    await move(earlier.eventId, 10)
    await purgeLogistics(opened.db, endOf(10) + 14 * DAY)
    expect(await sectionsOf(earlier.personId)).toEqual(lasting)
    await purgeLogistics(opened.db, endOf(60) + 14 * DAY - 1)
    expect(await sectionsOf(later.personId)).toHaveLength(LOGISTICS_SECTIONS.length)
    await purgeLogistics(opened.db, endOf(60) + 14 * DAY)
    expect(await sectionsOf(later.personId)).toEqual(lasting)
  })

  test('goes three days after a cancellation, whatever is edited afterwards (LG4)', async () => {
    const { eventId, personId, token } = await filledEvent(30)
    const cancel = async (statusNote: string) => {
      const { version } = await readEvent(opened.db, eventId)
      const input = { status: 'cancelled', statusNote, version } as const
      await changeOccasion(opened.db, eventId, input as Parameters<typeof changeOccasion>[2], ADMIN)
    }
    await cancel('The plant is closed.')
    const isThis = and(eq(auditLog.action, 'event.cancelled'), eq(auditLog.subjectId, eventId))
    const [entry] = await opened.db.select().from(auditLog).where(isThis).orderBy(auditLog.id)
    const cancelledAt = entry?.at.getTime() ?? 0
    await cancel('The plant is closed for a month.')
    await opened.db
      .update(eventConfig)
      .set({ updatedAt: new Date(START + 9 * DAY) })
      .where(eq(eventConfig.id, eventId))
    await purgeLogistics(opened.db, cancelledAt + 3 * DAY - 1)
    expect(await sectionsOf(personId)).toHaveLength(LOGISTICS_SECTIONS.length)
    await purgeLogistics(opened.db, cancelledAt + 3 * DAY)
    expect([await sectionsOf(personId), await linksOf(personId)]).toEqual([[], 0])
    api.clock.now = cancelledAt + 3 * DAY
    expect((await api.call('look', { token })).status).toBe(404)
    api.clock.now = START
  })

  test('goes at once with its event, and so does the link; what can be put back has nothing of it (LG4)', async () => {
    const { eventId, personId, token } = await filledEvent(30)
    const { version } = await readEvent(opened.db, eventId)
    await deleteEvent(opened.db, eventId, version, ADMIN)
    expect([await sectionsOf(personId), await requestsOf(personId), await linksOf(personId)]).toEqual([[], 0, 0])
    expect((await api.call('look', { token })).status).toBe(404)
    expect(tracesIn(await dump())).toEqual([])
  })

  test('goes with everything else that names somebody, 90 days after the end, also where nobody answered (LG4)', async () => {
    const eventId = await addEvent(opened.db, `event-${crypto.randomUUID().slice(0, 8)}`, {
      ...UTC,
      eventDate: dayAfter(40),
    })
    const { token, personId } = await api.invite(eventId)
    const crate = { title: 'Crate', carrier: null, tracking: null, pieces: 1, expectedOn: null, expectedAt: null }
    const add = (id: string, sender: string | null) =>
      addDelivery(
        opened.db,
        eventId,
        { ...crate, id, personId: sender, title: sender === null ? 'Ours' : 'Theirs' },
        ADMIN,
      )
    const ours = crypto.randomUUID()
    await api.call('deliveries/add', { token, ...crate, id: crypto.randomUUID() })
    await add(crypto.randomUUID(), personId)
    await add(ours, null)
    const receipt = { isReceived: true, receivedBy: 'Ray', storage: 'Dock 2', version: 1 }
    await receiveDelivery(opened.db, { eventId, deliveryId: ours }, receipt, { actor: ADMIN, now: START })
    const item = { title: 'Tables', kind: 'setup', days: 0, startsAt: '07:00', minutes: 30 } as const
    await addRunItem(opened.db, eventId, { ...item, id: crypto.randomUUID(), owner: 'Ben' }, ADMIN)
    await printSheet(opened.db, { eventId, id: crypto.randomUUID() }, api.context())
    const kept = async () => [
      (await listDeliveries(opened.db, eventId)).map((one) => [one.title, one.receivedBy, one.storage]).sort(),
      (await opened.db.select().from(runItems).where(eq(runItems.eventId, eventId))).map(({ owner }) => owner),
      await opened.db.$count(runSheets, eq(runSheets.eventId, eventId)),
    ]
    const before = await kept()
    await purgeLogistics(opened.db, endOf(40) + 90 * DAY - 1)
    expect(await kept()).toEqual(before)
    // Those who are deleted by hand leave what they sent and did.
    await removePerson(opened.db, { eventId, personId }, ADMIN)
    await purgeLogistics(opened.db, endOf(40) + 90 * DAY)
    expect(await kept()).toEqual([
      [
        ['Ours', null, 'Dock 2'],
        ['Theirs', null, null],
      ],
      [null],
      0,
    ])
    expect(await purgesOf(eventId)).toEqual([
      { actor: 'schedule', after: { ...NOTHING, deliveries: 1, sheets: 1, names: 2 } },
    ])
    await purgeLogistics(opened.db, endOf(40) + 91 * DAY)
    expect(await purgesOf(eventId)).toHaveLength(1)
  })

  test.each(LOGISTICS_ROLES)(
    'of a sensitive section is in no answer of the admin app, whatever is searched for: %s (LG3)',
    async (role) => {
      const { eventId, personId } = await filledEvent(30, role, ({ isSensitive }) => isSensitive)
      const admin = await testApi({ db: opened.db, area: adminArea, as: someone('admin') })
      const answers: string[] = []
      for (const route of ADMIN_READS)
        for (const query of ['', `?q=${CANARY}`]) {
          const path = getAddress(route, [eventId, personId])
          const answer = await admin.request(`${path}${query}`, { headers: fromOurPage })
          answers.push(`${route.name} ${answer.status} ${answer.status === 400 ? '' : await answer.text()}`)
        }
      // A list that is searched says nothing of what it was asked.
      expect(answers.filter((text) => tracesIn(text).length > 0)).toEqual([])
      expect(answers.filter((text) => / 200 /.test(text)).length).toBeGreaterThan(60)
      expect(answers.join('\n')).toContain(personId)
    },
  )

  test.each(LOGISTICS_ROLES)(
    'is in no log line and no answer of a save that fails in the database: %s (LG3)',
    async (role) => {
      const { token, call, lines } = await brokenForm(role)
      for (const { key: section, fields } of sectionsFor(role))
        for (const field of fields) {
          const value = TYPED[field.kind](field)
          const answer = await call('save', { token, section, field: field.key, value, version: 0 })
          const text = await answer.text()
          expect(tracesIn(text)).toEqual([])
          expect(answer.status, section).toBe(500)
        }
      expect(lines.join('\n')).toContain('unexpected error')
      expect(tracesIn(lines.join('\n'))).toEqual([])
    },
  )

  test('is deleted some rows at a time, and the next run goes on', async () => {
    await purgeLogistics(opened.db, endOf(365))
    const { personId } = await filledEvent(30)
    await purgeLogistics(opened.db, endOf(30) + 90 * DAY, 3)
    expect(await sectionsOf(personId)).toHaveLength(LOGISTICS_SECTIONS.length - 3)
    for (let runs = 0; runs < 4; runs += 1) await purgeLogistics(opened.db, endOf(30) + 90 * DAY, 3)
    expect(await opened.db.$count(logisticsPeople, eq(logisticsPeople.id, personId))).toBe(0)
  })
})
