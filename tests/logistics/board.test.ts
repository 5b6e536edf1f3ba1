import { asc, desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { logisticsAnswers, logisticsChanges } from '#db/schema/logistics.ts'
import { nudges } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import {
  MISSING_IS_CLOSED,
  NO_LINK_YET,
  NOTHING_MISSING,
  NUDGED_RECENTLY,
  REQUEST_DECIDED,
} from '#src/contract/logistics-board.ts'
import { boardCsv, readBoardSummary } from '#src/domain/logistics/board.ts'
import { changeRole } from '#src/domain/logistics/change-role.ts'
import { answerOnBehalf, decideRequest } from '#src/domain/logistics/decide-request.ts'
import { addDelivery, listDeliveries, receiveDelivery } from '#src/domain/logistics/deliveries.ts'
import { revokeLinks, sendFirstLinks } from '#src/domain/logistics/links.ts'
import { nudgePeople } from '#src/domain/logistics/nudge.ts'
import { addPeople, listPeople } from '#src/domain/logistics/people.ts'
import { readAllAnswers } from '#src/domain/logistics/person.ts'
import { openSection, readPerson } from '#src/domain/logistics/read-person.ts'
import type { TestDb } from '#tests/support/database.ts'
import { ADMIN, DAY, type LogisticsApi, START, withEvents } from './logistics-api.ts'

const HOUR = 3_600_000
const CANARY = 'canary-shellfish'

let opened: TestDb
let api: LogisticsApi
let eventId: string
withEvents('board', { eventTimezone: 'America/Chicago' }, (given) => {
  ;({ opened, api, eventId } = given)
})

const person = (personId: string) => readPerson(opened.db, { eventId, personId }, api.clock.now)
const section = async (personId: string, key: string) =>
  (await person(personId)).sections.find((one) => one.key === key)
const entriesOf = (action: string) =>
  opened.db.select().from(auditLog).where(eq(auditLog.action, action)).orderBy(desc(auditLog.id))
const csvOf = async (sensitive: string[]) => {
  let text = ''
  for await (const piece of await boardCsv(opened.db, eventId, sensitive, ADMIN)) text += piece
  return text
}

/** Answers every required question of a vendor but that of the badge. */
async function fillIn(token: string) {
  const places = [
    ['travel.arrivalDate', '2027-01-20'],
    ['travel.phone', '+1 555 123 4567'],
    ['shipment.ships', 'no'],
    ['booth.table', 'one'],
    ['booth.power', 'none'],
    ['photographs.consent', 'yes'],
  ] as const
  for (const [place, value] of places) await api.save(token, place, value)
}

describe('the board', () => {
  test('says of each section what is missing, and can leave out who is complete', async () => {
    const [done, open] = [await api.invite(eventId), await api.invite(eventId, 'speaker')]
    await fillIn(done.token)
    await api.save(done.token, 'badge.name', 'Ida')
    const { items } = await listPeople(opened.db, eventId)
    const isOpen = (id: string) => items.find((one) => one.id === id)?.sections.some((one) => one.missing > 0)
    expect([isOpen(done.personId), isOpen(open.personId)]).toEqual([false, true])
    const missing = await listPeople(opened.db, eventId, { isMissing: true, limit: 25 })
    expect(missing).toMatchObject({ items: [{ id: open.personId }], nextCursor: null })
    expect((await listPeople(opened.db, eventId, { role: 'vendor' })).items.map(({ id }) => id)).toEqual([
      done.personId,
    ])
    expect(await readBoardSummary(opened.db, eventId, START)).toMatchObject({ people: 2, missing: 1, requests: 0 })
  })

  test('opens a sensitive section by a press alone, which is audited without a value (LG6)', async () => {
    const { token, personId } = await api.invite(eventId)
    await api.save(token, 'meals.allergies', CANARY)
    expect(await section(personId, 'meals')).toMatchObject({ answers: null, isAnswered: true })
    expect(
      JSON.stringify([await person(personId), await listPeople(opened.db, eventId), await csvOf([])]),
    ).not.toContain(CANARY)
    const read = await openSection(opened.db, { eventId, personId, section: 'meals' }, ADMIN)
    expect(read.answers).toMatchObject({ allergies: { value: CANARY } })
    const [entry] = await entriesOf('logistics.read')
    expect(entry).toMatchObject({ actor: ADMIN.id, subjectId: personId, after: { section: 'meals' } })
    await expect(openSection(opened.db, { eventId, personId, section: 'badge' }, ADMIN)).rejects.toThrow(
      'not sensitive',
    )
  })

  test('exports a sensitive section only by its name, which is audited (LG6)', async () => {
    const { token } = await api.invite(eventId)
    await api.save(token, 'meals.allergies', CANARY)
    await api.save(token, 'badge.name', '=Ida')
    expect(await csvOf([])).toContain(`"'=Ida"`)
    expect(await csvOf(['emergency'])).not.toContain(CANARY)
    expect(await csvOf(['meals'])).toContain(CANARY)
    const exports = await entriesOf('logistics.export')
    expect(exports.map(({ after }) => after)).toEqual([{ sections: ['meals'] }, { sections: ['emergency'] }])
    expect(JSON.stringify(exports)).not.toContain(CANARY)
  })

  test('takes an answer by phone, also in a frozen section, and never over a newer one (LG7)', async () => {
    const { token, personId } = await api.invite(eventId)
    await api.save(token, 'badge.name', 'Ida')
    api.clock.now = Date.parse('2027-01-20T12:00:00Z')
    const given = { eventId, personId, section: 'badge', field: 'name', value: 'Ada', source: 'phone' } as const
    const by = { actor: ADMIN, now: api.clock.now }
    expect(await answerOnBehalf(opened.db, { ...given, version: 0 }, by)).toMatchObject({
      isSaved: false,
      answer: { value: 'Ida' },
    })
    const version = (await section(personId, 'badge'))?.answers?.name?.version ?? 0
    expect(await answerOnBehalf(opened.db, { ...given, version }, by)).toMatchObject({ isSaved: true })
    expect(await section(personId, 'badge')).toMatchObject({
      source: 'phone',
      isFrozen: true,
      answers: { name: { value: 'Ada' } },
    })
    const changes = await opened.db.select().from(logisticsChanges).orderBy(asc(logisticsChanges.createdAt))
    expect(changes.filter((one) => one.personId === personId)).toMatchObject([
      { changedBy: 'self' },
      { changedBy: ADMIN.id },
    ])
  })

  test('accepts a change of a frozen section once, unless the answers were changed since (LG7)', async () => {
    const { token, personId } = await api.invite(eventId)
    await api.save(token, 'badge.name', 'Ida')
    api.clock.now = Date.parse('2027-01-20T12:00:00Z')
    await api.call('request', { token, section: 'badge', values: { name: 'Ada' } })
    const { person: seen } = await person(personId)
    const requestId = (await section(personId, 'badge'))?.request?.id ?? ''
    const decide = (version: number) =>
      decideRequest(opened.db, { eventId, requestId, decision: 'accepted', note: '', version }, api.context())
    await expect(decide(seen.version + 1)).rejects.toThrow('in the meantime')
    const both = await Promise.allSettled([decide(seen.version), decide(seen.version)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await section(personId, 'badge')).toMatchObject({ request: null, answers: { name: { value: 'Ada' } } })
    await expect(decide(seen.version)).rejects.toThrow(REQUEST_DECIDED)
    expect(
      (await opened.db.select().from(logisticsAnswers).where(eq(logisticsAnswers.personId, personId))).length,
    ).toBe(1)
  })
})

test('a new role asks its own questions, keeps what both roles are asked, and opens a form again from which something is missing', async () => {
  const { token, personId } = await api.invite(eventId)
  await fillIn(token)
  await api.save(token, 'badge.name', 'Ida')
  await api.call('submit', { token })
  const change = async (role: 'speaker' | 'vendor') => {
    const { version } = (await person(personId)).person
    return changeRole(opened.db, { eventId, personId, role, version }, api.context())
  }
  await change('vendor')
  expect((await person(personId)).person.state).toBe('submitted')
  await change('speaker')
  const form = await api.look(token)
  expect(form.person).toMatchObject({ role: 'speaker', submittedAt: null })
  const answersIn = (key: string) => form.sections.find((one) => one.key === key)?.answers
  expect([answersIn('badge'), answersIn('booth')]).toEqual([
    { name: { value: 'Ida', version: expect.any(Number) } },
    undefined,
  ])
  expect((await listPeople(opened.db, eventId, { role: 'speaker' })).items).toMatchObject([
    { id: personId, state: 'started' },
  ])
  expect((await entriesOf('logistics.role')).map(({ before, after }) => [before, after])).toEqual([
    [{ role: 'vendor', sections: ['booth'], answers: 2, requests: 0 }, { role: 'speaker' }],
  ])
  const elsewhere = { eventId: personId, personId, role: 'host', version: 1 } as const
  await expect(changeRole(opened.db, elsewhere, api.context())).rejects.toThrow('not found')
})

test('what a new role is not asked is deleted at once, field by field, with what was asked to be changed in it (LG13)', async () => {
  const { token, personId } = await api.invite(eventId)
  await fillIn(token)
  await api.save(token, 'travel.hotel', 'Hotel Canary')
  await api.save(token, 'meals.allergies', 'peanuts')
  await api.save(token, 'emergency.contactName', 'Rosa')
  api.clock.now = Date.parse('2027-01-20T12:00:00Z')
  for (const [section, values] of [
    ['travel', { hotel: 'Inn', phone: '+1 555 0199' }],
    ['booth', { setup: 'Two hours' }],
  ] as const)
    expect((await api.call('request', { token, section, values })).status, section).toBe(204)
  const { version } = (await person(personId)).person
  const change = (seen: number) =>
    changeRole(opened.db, { eventId, personId, role: 'host', version: seen }, api.context())
  await expect(change(version - 1)).rejects.toThrow('in the meantime')
  await change(version)
  const all = () => readAllAnswers(opened.db, personId)
  const { answers, requests } = await all()
  expect(Object.keys(answers.get('travel') ?? {})).toEqual(['phone'])
  expect([answers.has('booth'), answers.has('shipment')]).toEqual([false, false])
  expect(Object.fromEntries(requests)).toEqual({ travel: { phone: '+1 555 0199' } })
  expect([answers.get('meals')?.allergies?.value, answers.get('emergency')?.contactName?.value]).toEqual([
    'peanuts',
    'Rosa',
  ])
  const [entry] = (await entriesOf('logistics.role')).filter(({ subjectId }) => subjectId === personId)
  expect([entry?.before, entry?.after]).toEqual([
    { role: 'vendor', sections: ['travel', 'shipment', 'booth'], answers: 5, requests: 1 },
    { role: 'host' },
  ])
  api.clock.now = START
  // A tab of before the change writes nothing into what is gone.
  const late = { token, section: 'travel', field: 'hotel', value: 'Inn', version: 0 }
  expect((await api.call('save', late)).status).toBe(404)
  await changeRole(opened.db, { eventId, personId, role: 'vendor', version: version + 1 }, api.context())
  expect(JSON.stringify([...(await all()).answers])).not.toContain('Canary')
})

describe('what became of a change', () => {
  const decided = async (email: string) =>
    (await opened.db.select().from(outbox).where(eq(outbox.recipient, email)))
      .filter(({ template }) => template === 'logistics-decided')
      .map(({ subject, textBody }) => `${subject}\n${textBody}`)

  test.each([
    ['badge', 'name', false],
    ['meals', 'allergies', true],
  ])('of the section %s is on the form and in a mail, which has no value (LG7)', async (key, field, isSensitive) => {
    const { token, personId, email } = await api.invite(eventId)
    await api.save(token, `${key}.${field}`, 'Before')
    api.clock.now = Date.parse('2027-01-20T12:00:00Z')
    const shown = async () => (await api.look(token)).sections.find((one) => one.key === key)
    const ask = () => api.call('request', { token, section: key, values: { [field]: CANARY } })
    const decide = async (decision: 'accepted' | 'declined', note: string) => {
      const requestId = (await section(personId, key))?.request?.id ?? ''
      const { version } = (await person(personId)).person
      await decideRequest(opened.db, { eventId, requestId, decision, note, version }, api.context())
    }
    await ask()
    expect(await shown()).toMatchObject({ requested: { [field]: CANARY }, decision: null })
    await decide('declined', 'Printed already.')
    const at = api.clock.now
    const declined = { isAccepted: false, note: 'Printed already.', at }
    expect(await shown()).toMatchObject({
      requested: null,
      decision: declined,
      answers: { [field]: { value: 'Before' } },
    })
    api.clock.now += HOUR
    await ask()
    expect(await shown()).toMatchObject({ requested: { [field]: CANARY }, decision: null })
    await decide('accepted', '')
    expect(await shown()).toMatchObject({ requested: null, decision: { isAccepted: true, note: null, at: at + HOUR } })
    const mails = await decided(email)
    expect(mails.map((mail) => mail.includes('Printed already.')).toSorted()).toEqual([false, !isSensitive])
    expect(mails.map((mail) => mail.split(':')[0]).toSorted()).toEqual(['Accepted', 'Not accepted'])
    for (const mail of mails) expect(mail).not.toContain(CANARY)
    const fresh = /logistics-form\/([\w-]{43})/.exec(mails[0] ?? '')?.[1] ?? ''
    expect((await api.look(fresh)).person.id).toBe(personId)
    expect((await api.look(token)).person.id).toBe(personId)
  })
})

describe('a reminder by hand', () => {
  const nudge = (personIds: string[] | null) => nudgePeople(opened.db, { eventId, personIds }, api.context())

  test('names the missing sections and nothing of the answers, and comes once in 48 hours however many press (LG8)', async () => {
    const { token, personId, email } = await api.invite(eventId)
    await fillIn(token)
    await api.save(token, 'meals.allergies', CANARY)
    const sent = await Promise.all([1, 2, 3].map(() => nudge([personId])))
    expect(sent.map((one) => one.sent).toSorted()).toEqual([0, 0, 1])
    expect(sent.flatMap(({ refused }) => refused.map(({ refusal }) => refusal))).toEqual([
      NUDGED_RECENTLY,
      NUDGED_RECENTLY,
    ])
    const mails = (await opened.db.select().from(outbox).where(eq(outbox.recipient, email))).filter(
      ({ template }) => template === 'logistics-nudge',
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.textBody).toContain('in 1 section:\n\n- Badge')
    expect(mails[0]?.textBody).not.toContain(CANARY)
    const fresh = /logistics-form\/([\w-]{43})/.exec(mails[0]?.textBody ?? '')?.[1] ?? ''
    expect((await api.look(fresh)).person.id).toBe(personId)
    expect((await api.look(token)).person.id).toBe(personId)
    api.clock.now = START + 48 * HOUR - 1
    expect((await nudge(null)).sent).toBe(0)
    api.clock.now = START + 48 * HOUR
    expect((await nudge(null)).sent).toBe(1)
    expect(await opened.db.$count(nudges, eq(nudges.eventId, eventId))).toBe(2)
  })

  test('names no section that is closed, and is not sent for these alone', async () => {
    const { personId, token, email } = await api.invite(eventId, 'speaker')
    // Everything but the consent to photographs is closed the day before.
    api.clock.now = Date.parse('2027-01-21T12:00:00Z')
    expect((await nudge([personId])).sent).toBe(1)
    const mails = await opened.db.select().from(outbox).where(eq(outbox.recipient, email))
    const [mail] = mails.filter(({ template }) => template === 'logistics-nudge')
    expect(mail?.textBody).toContain('in 1 section:\n\n- Consent to photographs')
    expect(await api.save(token, 'photographs.consent', 'yes')).toMatchObject({ isSaved: true })
    expect((await nudge([personId])).refused).toMatchObject([{ refusal: MISSING_IS_CLOSED }])
  })

  test('goes to nobody who is complete or whose link was revoked', async () => {
    const [done, revoked] = [await api.invite(eventId), await api.invite(eventId)]
    await fillIn(done.token)
    await api.save(done.token, 'badge.name', 'Ida')
    await revokeLinks(opened.db, { eventId, personId: revoked.personId }, api.context())
    const { sent, refused } = await nudge([done.personId, revoked.personId])
    expect([sent, refused.map(({ refusal }) => refusal)]).toEqual([0, [NOTHING_MISSING, NO_LINK_YET]])
  })
})

test('links go at once to everybody who was not sent one, and to nobody twice', async () => {
  const [, second] = await Promise.all([api.invite(eventId), api.invite(eventId)])
  const people = ['new-1', 'new-2'].map((name) => ({ name, email: `${name}@gauge.example`, role: 'host' as const }))
  const { ids } = await addPeople(opened.db, eventId, people, ADMIN)
  // An answer that an organizer enters for somebody is no link to them.
  const said = { section: 'badge', field: 'name', value: 'Ida', version: 0, source: 'phone' } as const
  await answerOnBehalf(opened.db, { eventId, personId: ids[0] ?? '', ...said }, api.context())
  const before = await readBoardSummary(opened.db, eventId, START)
  const sent = await Promise.all([
    sendFirstLinks(opened.db, eventId, api.context()),
    sendFirstLinks(opened.db, eventId, api.context()),
  ])
  expect(sent.reduce((sum, one) => sum + one.sent, 0)).toBe(before.unsent)
  expect((await readBoardSummary(opened.db, eventId, START)).unsent).toBe(0)
  expect((await api.look(second.token)).person.id).toBe(second.personId)
  for (const { email } of people) expect(await opened.db.$count(outbox, eq(outbox.recipient, email))).toBe(1)
})

test('a delivery is late by the clock of the event until it is received', async () => {
  const fields = { title: 'Crate', personId: null, carrier: null, tracking: null, pieces: 1, expectedAt: null }
  const id = crypto.randomUUID()
  await addDelivery(opened.db, eventId, { ...fields, id, expectedOn: '2027-01-20' }, ADMIN)
  const lateAt = async (now: number) => (await readBoardSummary(opened.db, eventId, now)).late
  const midnight = Date.parse('2027-01-21T06:00:00Z')
  expect([await lateAt(midnight - 1), await lateAt(midnight)]).toEqual([0, 1])
  const receipt = { isReceived: true, receivedBy: 'Ada', storage: 'Dock 2', version: 1 }
  await receiveDelivery(opened.db, { eventId, deliveryId: id }, receipt, { actor: ADMIN, now: midnight + DAY })
  expect(await lateAt(midnight + 2 * DAY)).toBe(0)
  expect(await listDeliveries(opened.db, eventId)).toMatchObject([{ storage: 'Dock 2', receivedAt: midnight + DAY }])
})
