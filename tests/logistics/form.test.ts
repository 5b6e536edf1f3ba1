import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkTokens } from '#db/schema/accounts.ts'
import { eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { logisticsChanges, logisticsPeople, logisticsRequests } from '#db/schema/logistics.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { ANSWERS_MISSING, EVENT_CANCELLED, NEW_LINK_SENT, SECTION_FROZEN, sectionsOf } from '#src/contract/logistics.ts'
import { DELIVERY_ARRIVED, LINK_JUST_SENT } from '#src/contract/logistics-board.ts'
import { readBoardSummary } from '#src/domain/logistics/board.ts'
import { addDelivery, listDeliveries, receiveDelivery } from '#src/domain/logistics/deliveries.ts'
import { readEventContact, saveEventContact } from '#src/domain/logistics/event-contact.ts'
import { revokeLinks, sendLink } from '#src/domain/logistics/links.ts'
import { addPeople, listCandidates, listPeople, removePerson } from '#src/domain/logistics/people.ts'
import { readRunSheet } from '#src/domain/logistics/run-sheet.ts'
import { saveSetting } from '#src/domain/settings/settings.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { ADMIN, DAY, logisticsApi } from './logistics-api.ts'

/** The event is on January 21, 2027, from 8:30 to 15:45 in Chicago. */
const START = Date.parse('2026-12-01T12:00:00Z')
const END = Date.parse('2027-01-21T21:45:00Z')

let opened: TestDb
let api: Awaited<ReturnType<typeof logisticsApi>>
let eventId: string
beforeAll(async () => {
  opened = await testDb()
  api = await logisticsApi(opened.db, START)
  const times = { eventTimeStart: '08:30', eventTimeEnd: '15:45', eventTimezone: 'America/Chicago' }
  eventId = await addEvent(opened.db, 'tulsa', { ...times, venueName: 'Foundry Hall', city: 'Tulsa' })
})
afterAll(() => opened.close())

const statusOf = async (answer: Promise<Response>) => (await answer).status
const detailOf = async (answer: Promise<Response>) => (await problemOf(await answer)).detail

describe('a link', () => {
  test('opens the form of one person, any number of times, and says when it was opened before', async () => {
    const { token } = await api.invite(eventId)
    const form = await api.look(token)
    expect(form).toMatchObject({
      person: { role: 'vendor', submittedAt: null, lastOpenedAt: null },
      event: { name: 'Workshop tulsa', times: '8:30 AM - 3:45 PM Central Time', venueName: 'Foundry Hall', path: null },
      openUntil: END + 7 * DAY,
    })
    expect(form.sections.map(({ key }) => key)).toEqual(sectionsOf('vendor').map(({ key }) => key))
    expect(form.sections.find(({ key }) => key === 'meals')).toMatchObject({
      deadlineAt: Date.parse('2027-01-12T00:00:00Z'),
      freezeAt: Date.parse('2027-01-19T00:00:00Z'),
      deletedAt: END + 14 * DAY,
    })
    expect((await api.look(token)).person.lastOpenedAt).toBe(START)
  })

  test('that is unknown, revoked, replaced or of an event that is over is answered in the same bytes (LG2)', async () => {
    const [revoked, replaced, late] = [await api.invite(eventId), await api.invite(eventId), await api.invite(eventId)]
    await revokeLinks(opened.db, { eventId, personId: revoked.personId }, api.context())
    const again = () => sendLink(opened.db, { eventId, personId: replaced.personId }, api.context())
    await expect(again()).rejects.toThrow(LINK_JUST_SENT)
    api.clock.now += 60_000
    await again()
    expect(await statusOf(api.call('look', { token: await api.tokenTo(replaced.email) }))).toBe(200)
    const told = async (token: string) => {
      const answers = ['look', 'save', 'submit', 'request', 'remove'].map(async (name) => {
        const answer = await api.call(name, { token, ...BODIES[name] })
        return `${answer.status} ${await answer.text()}`
      })
      return new Set(await Promise.all(answers))
    }
    const unknown = await told('x'.repeat(43))
    expect([...unknown].map((text) => [text.slice(0, 3), text.includes(LINK_DEAD)])).toEqual([['404', true]])
    expect(await told(revoked.token)).toEqual(unknown)
    expect(await told(replaced.token)).toEqual(unknown)
    api.clock.now = END + 7 * DAY - 1
    expect(await statusOf(api.call('look', { token: late.token }))).toBe(200)
    api.clock.now = END + 7 * DAY
    expect(await told(late.token)).toEqual(unknown)
    api.clock.now = START
  })

  test('follows the event when it moves', async () => {
    const moving = await addEvent(opened.db, 'moving', { eventTimezone: 'America/Chicago', eventTimeEnd: '15:45' })
    const { token } = await api.invite(moving)
    await opened.db.update(eventConfig).set({ eventDate: '2027-03-21' }).where(eq(eventConfig.id, moving))
    api.clock.now = END + 30 * DAY
    expect((await api.look(token)).openUntil).toBe(Date.parse('2027-03-28T20:45:00Z'))
    api.clock.now = START
  })

  test('is sent again for the events that take place, however many cancelled ones come later', async () => {
    const { email, personId } = await api.invite(eventId)
    const [person] = await opened.db.select().from(logisticsPeople).where(eq(logisticsPeople.id, personId))
    for (let at = 0; at < 6; at += 1) {
      const off = await addEvent(opened.db, `later-off-${at}`, { eventDate: '2027-05-21' })
      const { ids } = await addPeople(opened.db, off, [{ name: person?.name ?? '', email, role: 'host' }], ADMIN)
      await sendLink(opened.db, { eventId: off, personId: ids[0] ?? '' }, api.context())
      await opened.db.update(eventConfig).set({ status: 'cancelled' }).where(eq(eventConfig.id, off))
    }
    api.clock.now += 60_000
    await api.call('new-link', { email })
    expect((await api.look(await api.tokenTo(email))).person.id).toBe(personId)
    api.clock.now = START
  })

  test('is sent again to its address alone, whatever is asked for, and the old one goes on working (LG2, OB6)', async () => {
    const { email, token } = await api.invite(eventId)
    const revoked = await api.invite(eventId)
    await revokeLinks(opened.db, { eventId, personId: revoked.personId }, api.context())
    const before = await opened.db.$count(outbox)
    for (const asked of ['nobody@gauge.example', revoked.email, email.toUpperCase(), email]) {
      const answer = await api.call('new-link', { email: asked })
      expect([answer.status, await answer.json()]).toEqual([202, { message: NEW_LINK_SENT }])
    }
    expect(await opened.db.$count(outbox)).toBe(before + 1)
    const newer = await api.tokenTo(email)
    expect(newer).not.toBe(token)
    for (const one of [token, newer]) expect(await statusOf(api.call('look', { token: one }))).toBe(200)
  })
})

const BODIES: Record<string, object> = {
  save: { section: 'badge', field: 'name', value: 'x', version: 0 },
  request: { section: 'badge', values: { name: 'x' } },
  remove: { section: null },
}

describe('answers', () => {
  test('are saved field by field; two tabs lose nothing', async () => {
    const { token, personId } = await api.invite(eventId)
    expect(await api.save(token, 'badge.name', 'Maria Ortiz')).toEqual({
      isSaved: true,
      answer: { value: 'Maria Ortiz', version: 2 },
    })
    // The other tab has seen nothing of it: another field of the section is saved beside it.
    expect(await api.save(token, 'badge.company', 'Gauge & Co')).toMatchObject({ isSaved: true })
    const same = await api.save(token, 'badge.name', 'M. Ortiz')
    expect(same).toEqual({ isSaved: false, answer: { value: 'Maria Ortiz', version: 2 } })
    expect(await api.save(token, 'badge.name', 'Maria Ortiz')).toMatchObject({ isSaved: true })
    expect(await api.save(token, 'badge.name', 'M. Ortiz', same.answer.version)).toMatchObject({ isSaved: true })
    const { answers } = (await api.look(token)).sections.find(({ key }) => key === 'badge') ?? {}
    expect(answers).toMatchObject({ name: { value: 'M. Ortiz' }, company: { value: 'Gauge & Co' } })
    const changes = await opened.db.select().from(logisticsChanges).where(eq(logisticsChanges.personId, personId))
    expect(changes.map(({ field }) => field).sort()).toEqual(['company', 'name', 'name'])
  })

  test('of twenty saves of different fields at once, none is lost', async () => {
    const { token } = await api.invite(eventId)
    const fields = sectionsOf('vendor').flatMap(({ key, fields: all }) =>
      all.filter(({ kind }) => kind === 'text' || kind === 'long').map((field) => `${key}.${field.key}`),
    )
    const saved = await Promise.all(fields.map((place) => api.save(token, place, `about ${place}`)))
    expect(saved.every(({ isSaved }) => isSaved)).toBe(true)
    const { sections } = await api.look(token)
    const stored = sections.flatMap(({ key, answers }) => Object.keys(answers).map((name) => `${key}.${name}`))
    expect(stored.sort()).toEqual([...fields].sort())
  })

  test('must fit their question', async () => {
    const { token } = await api.invite(eventId)
    const refused = (section: string, field: string, value: unknown) =>
      statusOf(api.call('save', { token, section, field, value, version: 0 }))
    expect(await refused('travel', 'arrivalDate', '2027-02-30')).toBe(400)
    expect(await refused('booth', 'power', 'nuclear')).toBe(400)
    expect(await refused('booth', 'load', -1)).toBe(400)
    expect(await refused('badge', 'name', 'x'.repeat(201))).toBe(400)
    expect(await refused('badge', 'name', 'a\u0000b')).toBe(400)
    expect(await refused('badge', 'nothing', 'x')).toBe(404)
    // A question for hosts alone.
    expect(await refused('travel', 'parking', 'Behind the mill')).toBe(404)
    expect(await api.save(token, 'badge.name', '  ')).toEqual({ isSaved: true, answer: { value: null, version: 0 } })
  })

  test('are handed in once nothing required is missing, and can be changed until the freeze', async () => {
    const { token } = await api.invite(eventId, 'host')
    const missing = await problemOf(await api.call('submit', { token }))
    expect(missing).toMatchObject({ status: 400, detail: ANSWERS_MISSING })
    await api.save(token, 'travel.phone', '+1 555 0100')
    await api.save(token, 'travel.contact', 'Ray, +1 555 0101')
    await api.save(token, 'travel.parking', 'Behind the mill')
    await api.save(token, 'badge.name', 'Ray Cole')
    await api.save(token, 'photographs.consent', 'group')
    for (const _ of [1, 2]) expect(await statusOf(api.call('submit', { token }))).toBe(204)
    const form = await api.look(token)
    expect(form.person.submittedAt).toBe(START)
    expect(form.shared).toContainEqual({ label: 'Parking and entrance', value: 'Behind the mill' })
    expect(await api.save(token, 'travel.hotel', 'x', 0)).toMatchObject({ status: 404 })
    expect(await api.save(token, 'badge.company', 'Foundry')).toMatchObject({ isSaved: true })
    const { items } = await listPeople(opened.db, eventId, { limit: 100 })
    const row = items.find(({ id }) => id === form.person.id)
    expect(row).toMatchObject({ state: 'submitted', role: 'host' })
    expect(row?.sections.find(({ key }) => key === 'travel')).toMatchObject({ missing: 0, isAnswered: true })
    expect(JSON.stringify(items)).not.toContain('Behind the mill')
  })

  test('of a frozen section change by one request, and everything else goes on', async () => {
    const { token, personId } = await api.invite(eventId)
    await api.save(token, 'badge.name', 'Ida')
    const ask = (values: object, section = 'badge') => api.call('request', { token, section, values })
    expect(await statusOf(ask({ name: 'Ada' }))).toBe(409)
    // The badge is frozen five days before the event at 18:00 in Chicago, the consent one day before.
    api.clock.now = Date.parse('2027-01-17T00:00:00Z') - 1
    expect(await api.save(token, 'badge.company', 'Mill')).toMatchObject({ isSaved: true })
    api.clock.now += 1
    const late = { token, section: 'badge', field: 'name', value: 'Ada', version: 2 }
    expect(await detailOf(api.call('save', late))).toBe(SECTION_FROZEN)
    expect(await api.save(token, 'photographs.consent', 'no')).toMatchObject({ isSaved: true })
    await Promise.all([ask({ name: 'Ada' }), ask({ name: 'Ada' }), ask({ name: 'Ada' })])
    expect(await statusOf(ask({ name: 'Adah' }))).toBe(204)
    const rows = await opened.db.select().from(logisticsRequests).where(eq(logisticsRequests.personId, personId))
    expect(rows.map(({ value, state }) => [value, state])).toEqual([[{ name: 'Adah' }, 'open']])
    const badge = (await api.look(token)).sections.find(({ key }) => key === 'badge')
    expect(badge).toMatchObject({ answers: { name: { value: 'Ida' } }, requested: { name: 'Adah' } })
    api.clock.now = START
  })

  test('are deleted by the person at once, also when frozen; a tab that still shows them does not bring them back', async () => {
    const { token } = await api.invite(eventId)
    const first = await api.save(token, 'meals.allergies', 'peanuts')
    await api.save(token, 'badge.name', 'Ida')
    api.clock.now = END - DAY / 2
    expect(await statusOf(api.call('remove', { token, section: 'meals' }))).toBe(204)
    api.clock.now = START
    const sections = (await api.look(token)).sections.filter(({ answers }) => Object.keys(answers).length > 0)
    expect(sections.map(({ key }) => key)).toEqual(['badge'])
    expect(await api.save(token, 'meals.allergies', 'tree nuts', first.answer.version)).toEqual({
      isSaved: false,
      answer: { value: null, version: 0 },
    })
    expect(await statusOf(api.call('remove', { token, section: null }))).toBe(204)
    expect((await api.look(token)).sections.every(({ answers }) => Object.keys(answers).length === 0)).toBe(true)
  })

  test('for a cancelled event are not asked for, and can still be deleted', async () => {
    const off = await addEvent(opened.db, 'off')
    const { token } = await api.invite(off)
    await api.save(token, 'badge.name', 'Ida')
    const change = { status: 'cancelled', updatedAt: new Date(START) } as const
    await opened.db.update(eventConfig).set(change).where(eq(eventConfig.id, off))
    expect(await detailOf(api.call('save', { token, ...BODIES.save }))).toBe(EVENT_CANCELLED)
    expect(await detailOf(api.call('submit', { token }))).toBe(EVENT_CANCELLED)
    expect(await statusOf(api.call('remove', { token, section: null }))).toBe(204)
  })
})

test('whom to ask is the contact of the event, or else that of the site: on the form, the board, the run sheet and in mails', async () => {
  const { db } = opened
  const asked = await addEvent(db, 'asked')
  const { token, email, personId } = await api.invite(asked)
  const seen = async () => [
    (await api.look(token)).contact,
    (await readBoardSummary(db, asked, START)).contact.shown,
    (await readRunSheet(db, asked, START)).contact,
  ]
  const mail = async () => {
    api.clock.now += 60_000
    await sendLink(db, { eventId: asked, personId }, api.context())
    const [newest] = await db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.createdAt))
    return newest?.textBody
  }
  expect(await seen()).toEqual([null, null, null])
  expect(await mail()).toContain('/feedback')
  const site = { name: 'Ada Quill', email: 'ada@gauge.example', phone: null }
  await saveSetting(db, 'partner_contact', { value: site, version: null }, ADMIN)
  const { token: fresh } = await api.invite(asked)
  expect((await api.look(fresh)).contact).toEqual(site)
  const own = { name: null, email: null, phone: '+1 555 0100' }
  for (const _ of [1, 2]) await saveEventContact(db, asked, { ...own, version: 0 }, ADMIN)
  expect(await mail()).toContain('Questions? +1 555 0100')
  const { contact } = await api.look(await api.tokenTo(email))
  expect([contact, (await readRunSheet(db, asked, START)).contact]).toEqual([own, '+1 555 0100'])
  await expect(saveEventContact(db, asked, { ...site, version: 0 }, ADMIN)).rejects.toMatchObject({ kind: 'conflict' })
  await saveEventContact(db, asked, { name: null, email: null, phone: null, version: 1 }, ADMIN)
  expect((await readEventContact(db, asked)).shown).toEqual(site)
  api.clock.now = START
})

describe('deliveries of a person', () => {
  const crate = (more: object = {}) => {
    const fields = {
      title: 'Crate',
      carrier: null,
      tracking: null,
      pieces: 2,
      expectedOn: '2027-01-20',
      expectedAt: null,
    }
    return { id: randomUUID(), ...fields, ...more }
  }

  test('are theirs to add, change and remove until the section freezes, and the organizers see them at once', async () => {
    const { token, personId } = await api.invite(eventId)
    const own = async () => (await (await api.call('deliveries', { token })).json()).items
    const sent = crate()
    const twice = await Promise.all([1, 2].map(() => api.call('deliveries/add', { token, ...sent })))
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    const [row] = await own()
    expect(await own()).toEqual([{ ...sent, version: 1, receivedAt: null, receivedBy: null, storage: null }])
    const listed = (await listDeliveries(opened.db, eventId)).find(({ id }) => id === sent.id)
    expect(listed).toMatchObject({ personId, enteredBy: 'person', personName: expect.any(String) })
    const [entry] = await opened.db.select().from(auditLog).where(eq(auditLog.subjectId, sent.id))
    expect(entry).toMatchObject({ actor: `logistics:${personId}`, action: 'delivery.create' })

    const change = { token, ...sent, title: 'Two crates', version: row.version }
    expect(await statusOf(api.call('deliveries/change', change))).toBe(200)
    expect(await statusOf(api.call('deliveries/change', { ...change, title: 'Older' }))).toBe(409)
    // Once an organizer has received it, its sender reads where it is.
    const receipt = { isReceived: true, receivedBy: 'Ray', storage: 'Dock 2', version: 2 }
    await receiveDelivery(opened.db, { eventId, deliveryId: sent.id }, receipt, api.context())
    expect(await own()).toMatchObject([{ title: 'Two crates', receivedBy: 'Ray', storage: 'Dock 2' }])
    expect(await detailOf(api.call('deliveries/remove', { token, id: sent.id, version: 3 }))).toBe(DELIVERY_ARRIVED)

    const other = crate()
    await api.call('deliveries/add', { token, ...other })
    api.clock.now = Date.parse('2027-01-19T00:00:00Z')
    expect(await detailOf(api.call('deliveries/add', { token, ...crate() }))).toBe(SECTION_FROZEN)
    expect(await detailOf(api.call('deliveries/change', { token, ...other, version: 1 }))).toBe(SECTION_FROZEN)
    // What they entered is theirs to delete, also now.
    expect(await statusOf(api.call('deliveries/remove', { token, id: other.id, version: 1 }))).toBe(204)
    expect(await own()).toHaveLength(1)
    api.clock.now = START
  })

  test('go with everything that the person deletes, unless they have arrived or an organizer entered them (LG12)', async () => {
    const { token, personId } = await api.invite(eventId)
    const [sent, arrived, theirs] = [crate(), crate({ title: 'Arrived' }), crate({ title: 'Organizer' })]
    for (const one of [sent, arrived]) await api.call('deliveries/add', { token, ...one })
    await addDelivery(opened.db, eventId, { ...theirs, personId }, ADMIN)
    const receipt = { isReceived: true, receivedBy: 'Ray', storage: null, version: 1 }
    await receiveDelivery(opened.db, { eventId, deliveryId: arrived.id }, receipt, api.context())
    expect(await statusOf(api.call('remove', { token, section: 'badge' }))).toBe(204)
    expect(await listDeliveries(opened.db, eventId, personId)).toHaveLength(3)
    expect(await statusOf(api.call('remove', { token, section: null }))).toBe(204)
    const left = await listDeliveries(opened.db, eventId, personId)
    expect(left.map(({ title }) => title).toSorted()).toEqual(['Arrived', 'Organizer'])
    const [entry] = await opened.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'logistics.remove'))
      .orderBy(desc(auditLog.id))
    expect(entry).toMatchObject({ subjectId: personId, before: { sections: [], deliveries: 1 } })
  })

  test('are nobody else’s, and at most 20 (LG12)', async () => {
    const [mine, other] = [await api.invite(eventId), await api.invite(eventId)]
    const sent = crate()
    await api.call('deliveries/add', { token: mine.token, ...sent })
    const foreign = { token: other.token, id: sent.id, version: 1 }
    for (const [name, more] of [
      ['add', {}],
      ['change', { version: 1 }],
    ] as const)
      expect(await statusOf(api.call(`deliveries/${name}`, { token: other.token, ...sent, ...more }))).toBe(404)
    expect(await statusOf(api.call('deliveries/remove', foreign))).toBe(404)
    expect((await (await api.call('deliveries', { token: other.token })).json()).items).toEqual([])
    const added = await Promise.all(
      Array.from({ length: 22 }, () => api.call('deliveries/add', { token: mine.token, ...crate() })),
    )
    expect(added.map(({ status }) => status).sort()).toEqual([...Array(19).fill(201), 400, 400, 400])
  })
})

test('an event offers its team and the contacts of its vendors, and somebody who leaves it takes everything along', async () => {
  const { db } = opened
  const full = await addEvent(db, 'full')
  const [member] = await db
    .insert(teamLibrary)
    .values({ fullName: 'Ada Quill', title: 'Trainer', bio: 'Ran a mill.', email: 'Ada.Quill@gauge.example' })
    .returning()
  const [vendor] = await db.insert(vendorLibrary).values({ vendorName: 'Gauge & Co' }).returning()
  await db.insert(eventTeam).values({ eventId: full, teamLibraryId: member?.id ?? '', displayOrder: 1 })
  await db.insert(eventVendors).values({ eventId: full, vendorLibraryId: vendor?.id ?? '', displayOrder: 1 })
  const contact = (name: string, state: 'active' | 'invited') => {
    const email = `${name.toLowerCase()}@gauge.example`
    return { vendorId: vendor?.id ?? '', name, email, emailKey: email, state, invitedBy: 'cli' }
  }
  await db.insert(vendorContacts).values([contact('Ines', 'active'), contact('Otto', 'invited')])
  const names = async () =>
    (await listCandidates(db, full)).map(({ name, role, isAdded }) => `${name} ${role} ${isAdded}`)
  expect(await names()).toEqual(['Ada Quill instructor false', 'Ines vendor false'])
  const { personId, token } = await api.invite(full)
  const ada = {
    name: 'Ada',
    email: 'ada.quill@gauge.example',
    role: 'speaker',
    teamLibraryId: member?.id ?? '',
  } as const
  await addPeople(db, full, [ada], ADMIN)
  expect(await names()).toEqual(['Ada Quill instructor true', 'Ines vendor false'])
  const other = { eventId, personId }
  await expect(removePerson(db, other, ADMIN)).rejects.toMatchObject({ kind: 'not_found' })
  await removePerson(db, { eventId: full, personId }, ADMIN)
  expect(await statusOf(api.call('look', { token }))).toBe(404)
  expect(await db.$count(linkTokens, eq(linkTokens.subjectId, personId))).toBe(0)
})

test('an address is added to an event once, however it is written and however often', async () => {
  const twice = await addEvent(opened.db, 'twice')
  const person = { name: 'Ada', email: 'ada@gauge.example', role: 'speaker' } as const
  const added = await Promise.all([1, 2, 3].map(() => addPeople(opened.db, twice, [person], ADMIN)))
  expect(added.flatMap(({ ids }) => ids)).toHaveLength(1)
  await addPeople(opened.db, twice, [{ ...person, email: 'ADA@gauge.example' }], ADMIN)
  expect(await opened.db.$count(logisticsPeople, eq(logisticsPeople.eventId, twice))).toBe(1)
})
