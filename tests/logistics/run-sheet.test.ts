import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { eventAgenda, eventConfig } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { logisticsPeople } from '#db/schema/logistics.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { auditLog } from '#db/schema/site.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { LogisticsRole } from '#src/contract/logistics-sections.ts'
import { type RevisionAnswer, sheetFor, slotClock } from '#src/contract/run-sheet.ts'
import { addDelivery } from '#src/domain/logistics/deliveries.ts'
import { saveEventContact } from '#src/domain/logistics/event-contact.ts'
import { createCatererLink, revokeCatererLink } from '#src/domain/logistics/meals.ts'
import { removePerson } from '#src/domain/logistics/people.ts'
import { printSheet, readContacts } from '#src/domain/logistics/print-sheet.ts'
import { addRunItem, changeRunItem } from '#src/domain/logistics/run-items.ts'
import { readRunSheet } from '#src/domain/logistics/run-sheet.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import type { TestDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { ADMIN, DAY, type LogisticsApi, START, withEvents } from './logistics-api.ts'

const END = Date.parse('2027-01-21T21:45:00Z')
const CANARY = 'canary-shellfish'

let opened: TestDb
let api: LogisticsApi
let eventId: string
const times = { eventTimeStart: '08:30', eventTimeEnd: '15:45', eventTimezone: 'America/Chicago' }
withEvents('sheet', times, (given) => {
  ;({ opened, api, eventId } = given)
})

const tokenIn = (url: string) => url.split(/#\w+=/)[1] ?? ''
const id = () => crypto.randomUUID()

test.each([
  ['8:30am', '08:30'],
  ['12 PM', '12:00'],
  ['12:15 a.m.', '00:15'],
  ['13:00 - 14:00', '13:00'],
  ['after lunch', undefined],
  ['25:00', undefined],
])('the agenda slot %j begins at %s', (slot, clock) => {
  expect(slotClock(slot)).toBe(clock)
})

describe('the link of a caterer', () => {
  const look = async (token: string) => {
    const answer = await api.call('caterer', { token })
    return [answer.status, await answer.text()] as const
  }

  test('shows counts, and nothing that anybody is called or wrote (LG9)', async () => {
    for (const meal of ['vegan', 'vegan', 'halal']) {
      const { token } = await api.invite(eventId)
      await api.save(token, 'meals.meal', meal)
      await api.save(token, 'meals.allergies', CANARY)
    }
    await api.invite(eventId)
    const { url } = await createCatererLink(opened.db, eventId, { id: id(), note: '' }, api.context())
    const [status, text] = await look(tokenIn(url))
    expect(status).toBe(200)
    expect(JSON.parse(text).counts).toEqual({
      people: 4,
      choices: [
        { label: 'No preference', count: 0 },
        { label: 'Vegetarian', count: 0 },
        { label: 'Vegan', count: 2 },
        { label: 'Halal', count: 1 },
        { label: 'Kosher', count: 0 },
        { label: 'No meal', count: 0 },
      ],
      unknown: 1,
      notes: 3,
    })
    for (const hidden of [CANARY, 'Person ', '@gauge.example']) expect(text).not.toContain(hidden)
  })

  test('ends with the event, or when it is revoked, in the same bytes as one that never was (LG9)', async () => {
    const make = (linkId: string) => createCatererLink(opened.db, eventId, { id: linkId, note: '' }, api.context())
    const [kept, revoked] = [id(), id()]
    const [late, gone] = [tokenIn((await make(kept)).url), tokenIn((await make(revoked)).url)]
    await expect(make(kept)).rejects.toThrow('already done')
    await revokeCatererLink(opened.db, { eventId, linkId: revoked }, api.context())
    const unknown = await look('x'.repeat(43))
    expect([unknown[0], unknown[1].includes(LINK_DEAD)]).toEqual([404, true])
    expect(await look(gone)).toEqual(unknown)
    api.clock.now = END - 1
    expect((await look(late))[0]).toBe(200)
    api.clock.now = END
    expect(await look(late)).toEqual(unknown)
    await opened.db.update(eventConfig).set({ eventDate: '2027-01-28' }).where(eq(eventConfig.id, eventId))
    expect((await look(late))[0]).toBe(200)
  })
})

describe('the run sheet', () => {
  const item = { title: 'Tables', kind: 'setup', days: -1, startsAt: '16:00', minutes: 60, owner: 'Ben Dock' } as const
  const print = () => printSheet(opened.db, { eventId, id: id() }, api.context())
  const check = async (url: string): Promise<RevisionAnswer> => {
    const [token, revision] = [tokenIn(url).slice(0, 43), Number(tokenIn(url).slice(44))]
    return (await api.call('revision', { token, revision })).json()
  }

  test('has the agenda, arrivals, deliveries and its own lines in the order of the clock', async () => {
    const { token } = await api.invite(eventId, 'speaker')
    for (const [place, value] of [
      ['travel.arrivalDate', '2027-01-20'],
      ['travel.arrivalTime', '17:40'],
      ['travel.phone', '+1 555 010 2030'],
    ])
      await api.save(token, place ?? '', value)
    const slots = ['9:00am', '8:30am'].map((timeSlot, at) => ({
      eventId,
      timeSlot,
      title: `Slot ${at}`,
      displayOrder: at,
    }))
    await opened.db.insert(eventAgenda).values(slots)
    await addRunItem(opened.db, eventId, { id: id(), ...item }, ADMIN)
    const delivery = { title: 'Crate', personId: null, carrier: null, tracking: null, pieces: 1 }
    await addDelivery(opened.db, eventId, { ...delivery, id: id(), expectedOn: '2027-01-20', expectedAt: null }, ADMIN)
    const sheet = await readRunSheet(opened.db, eventId, START)
    expect(sheet.lines.map(({ day, clock, kind }) => `${day} ${clock} ${kind}`)).toEqual([
      '2027-01-20 16:00 setup',
      '2027-01-20 17:40 arrival',
      '2027-01-20 null delivery',
      '2027-01-21 08:30 agenda',
      '2027-01-21 09:00 agenda',
    ])
    const concerning = (role: LogisticsRole) => sheetFor(sheet, role).lines.map(({ kind }) => kind)
    expect(concerning('speaker')).toEqual(['setup', 'arrival', 'delivery', 'agenda', 'agenda'])
    expect(concerning('vendor')).toEqual(['setup', 'delivery', 'agenda', 'agenda'])
    expect([sheetFor(sheet, 'vendor').roles, sheetFor(sheet)]).toEqual([[], sheet])
    const { setup } = await api.look(token)
    expect(setup).toEqual([{ when: 'Jan 20, 4:00 PM', title: 'Tables' }])
    expect(sheet.roles).toMatchObject([
      { role: 'speaker', people: [{ arrival: 'Wednesday, January 20, 2027, 5:40 PM' }] },
    ])
    expect(JSON.stringify(sheet)).not.toContain('555 010')
  })

  test('has at most 20 codes that work: the oldest ends with the next print', async () => {
    const often = await addEvent(opened.db, 'often')
    const urls: string[] = []
    for (let at = 0; at < 21; at += 1) {
      api.clock.now += 1_000
      urls.push((await printSheet(opened.db, { eventId: often, id: id() }, api.context())).url)
    }
    const statusOf = async (url = '') =>
      (await api.call('revision', { token: tokenIn(url).slice(0, 43), revision: 1 })).status
    expect([await statusOf(urls[0]), await statusOf(urls[1]), await statusOf(urls[20])]).toEqual([404, 200, 200])
  })

  test('says what has changed since each print, and names nobody (LG10)', async () => {
    const { token } = await api.invite(eventId)
    await api.save(token, 'travel.arrivalDate', '2027-01-20')
    const itemId = id()
    await addRunItem(opened.db, eventId, { id: itemId, ...item }, ADMIN)
    const first = await print()
    expect((await print()).revision).toBe(first.revision)
    expect(await check(first.url)).toMatchObject({ printed: 1, current: 1, changes: [] })
    await api.save(token, 'travel.arrivalTime', '17:40')
    expect(await check(first.url)).toMatchObject({ printed: 1, current: 2 })
    const second = await print()
    await changeRunItem(opened.db, { eventId, itemId }, { ...item, startsAt: '15:00', version: 1 }, ADMIN)
    const state = await fingerprint(opened.db, ['rate_limits'])
    const changes = [
      'Changed: An arrival (Wednesday, January 20, 2027) is now An arrival (Wednesday, January 20, 2027, 5:40 PM)',
      'Changed: Set-up: Tables (Wednesday, January 20, 2027, 4:00 PM) is now Set-up: Tables (Wednesday, January 20, 2027, 3:00 PM)',
    ]
    expect(await check(first.url)).toMatchObject({ printed: 1, current: 3, changes })
    expect(await check(second.url)).toMatchObject({ printed: 2, current: 3, changes: changes.slice(1) })
    expect(await fingerprint(opened.db, ['rate_limits'])).toBe(state)
    expect(JSON.stringify(await check(first.url))).not.toMatch(/Person|Ben Dock/)
    api.clock.now = END + DAY
    expect(await check(first.url)).toMatchObject({ status: 404 })
  })

  test('says that anything else on the paper has changed: the place, the times, whom to ask, people and what hosts say (LG10)', async () => {
    const host = await api.invite(eventId, 'host')
    await api.save(host.token, 'travel.parking', 'Behind the mill')
    const { url } = await print()
    const added: string[] = []
    /** What the code says after a change, beyond what it said before. */
    const said = async (change: Promise<unknown>) => {
      await change
      const { changes, current } = await check(url)
      expect(current).toBe(2)
      const fresh = changes.filter((one) => !added.includes(one))
      added.splice(0, added.length, ...changes)
      return fresh
    }
    const move = (fields: object) => opened.db.update(eventConfig).set(fields).where(eq(eventConfig.id, eventId))
    expect(await said(move({ venueName: 'Gear Hall' }))).toEqual(['Changed: Venue: none is now Venue: Gear Hall'])
    expect(await said(move({ eventTimeEnd: '17:00' }))).toEqual([
      expect.stringMatching(/^Changed: Day and times: .* 3:45 PM .* is now Day and times: .* 5:00 PM/),
    ])
    expect(await said(move({ eventName: 'Gears' }))).toEqual([expect.stringMatching(/ is now Name: Gears$/)])
    const contact = { name: 'Ada Quill', email: null, phone: null, version: 0 }
    expect(await said(saveEventContact(opened.db, eventId, contact, ADMIN))).toEqual(['New: Contact for questions'])
    const other = { ...contact, name: 'Ben Dock', version: 1 }
    await print()
    added.length = 0
    await saveEventContact(opened.db, eventId, other, ADMIN)
    expect((await check((await print()).url)).changes).toEqual([])
    expect((await check(url)).changes).toContain('Changed: Contact for questions')
    await api.save(host.token, 'travel.parking', 'In front of the mill', 2)
    expect((await check(url)).changes).toContain('Changed: Parking and entrance')
    const { personId } = await api.invite(eventId, 'speaker')
    expect((await check(url)).changes).toContain('New: A person: Speaker')
    await removePerson(opened.db, { eventId, personId }, ADMIN)
    expect((await check(url)).changes).not.toContain('New: A person: Speaker')
    expect(JSON.stringify(await check(url))).not.toMatch(/Person \d|Ada|Ben|of the mill/)
  })

  test('is printed as it was fixed, whatever a window has shown before', async () => {
    const itemId = id()
    await addRunItem(opened.db, eventId, { id: itemId, ...item }, ADMIN)
    const shown = await readRunSheet(opened.db, eventId, START)
    await changeRunItem(opened.db, { eventId, itemId }, { ...item, startsAt: '15:00', version: 1 }, ADMIN)
    const { sheet, url } = await print()
    expect([shown.lines[0]?.clock, sheet.lines[0]?.clock]).toEqual(['16:00', '15:00'])
    expect((await check(url)).changes).toEqual([])
  })

  test('shows phone numbers and emergency contacts on their own sheet alone, which is audited (LG10)', async () => {
    const { token } = await api.invite(eventId)
    await api.save(token, 'travel.phone', '+1 555 010 2030')
    await api.save(token, 'emergency.contactName', CANARY)
    expect(JSON.stringify(await readRunSheet(opened.db, eventId, START))).not.toMatch(/555 010|canary/)
    const contacts = await readContacts(opened.db, eventId, ADMIN)
    expect(contacts.people).toMatchObject([{ phone: '+1 555 010 2030', emergency: CANARY }])
    const [entry] = await opened.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(entry).toMatchObject({ action: 'run_sheet.contacts', actor: ADMIN.id, subjectId: eventId })
    expect(JSON.stringify(entry)).not.toContain(CANARY)
  })
  test('has the phone numbers of the libraries, marked as such, for people who gave none', async () => {
    const { db } = opened
    const [silent, contact] = [await api.invite(eventId, 'instructor'), await api.invite(eventId)]
    const [team] = await db
      .insert(teamLibrary)
      .values({ fullName: 'Ada Quill', title: 'Trainer', bio: 'Trains.', phone: '+1 555 0111' })
      .returning()
    const [vendor] = await db
      .insert(vendorLibrary)
      .values({ vendorName: 'Gauge', contactPhone: '+1 555 0122' })
      .returning()
    const address = { name: 'Ben', email: contact.email, emailKey: contact.email, invitedBy: 'cli' }
    const [known] = await db
      .insert(vendorContacts)
      .values({ ...address, vendorId: vendor?.id ?? '' })
      .returning()
    const link = (personId: string, from: Partial<typeof logisticsPeople.$inferInsert>) =>
      db.update(logisticsPeople).set(from).where(eq(logisticsPeople.id, personId))
    await link(silent.personId, { teamLibraryId: team?.id ?? null })
    await link(contact.personId, { vendorContactId: known?.id ?? null })
    const phones = async () =>
      (await readContacts(db, eventId, ADMIN)).people.map(({ phone, isFromLibrary }) => [phone, isFromLibrary])
    expect(await phones()).toEqual([
      ['+1 555 0111', true],
      ['+1 555 0122', true],
    ])
    await api.save(silent.token, 'travel.phone', '+1 555 0133')
    expect(await phones()).toEqual([
      ['+1 555 0133', false],
      ['+1 555 0122', true],
    ])
  })
})
