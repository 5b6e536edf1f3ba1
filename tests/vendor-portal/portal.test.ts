import { randomUUID } from 'node:crypto'
import { desc, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkTokens } from '#db/schema/accounts.ts'
import { deliveryNotes } from '#db/schema/deliveries.ts'
import { vendorSessions } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { partnersApi } from '#src/api/partners-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { VendorContactLine } from '#src/contract/vendor-invite.ts'
import { LAST_ACCESS, type VendorColleague, type VendorEvents } from '#src/contract/vendor-portal.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { portalApi } from './portal-api.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let opened: TestDb
let api: Awaited<ReturnType<typeof portalApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await portalApi(opened.db)
})
afterAll(() => opened.close())
beforeEach(() => {
  api.clock.now = NOON
})

const states = async (query = '') => {
  const answer = await api.admin.request(`/api/admin/vendor-invites?${query}`)
  const { items }: { items: VendorContactLine[] } = await answer.json()
  return items.map(({ email, state }) => [email, state])
}

describe('an invitation', () => {
  test.each([
    ['bounce_hard', 'The message was returned: the mailbox does not exist.'],
    ['complaint', 'The recipient has reported the message as spam.'],
  ] as const)('whose mail the provider answered with %s says so in its row', async (type, note) => {
    const { id: vendorId } = await api.vendor()
    const email = `${type.replace('_', '-')}@returned.example`
    const { id, mail } = await api.invite(vendorId, email)
    const report = { provider: 'ses', type, at: new Date(NOON) } as const
    const told = { ...report, outboxId: mail?.id ?? '' }
    await opened.db.insert(deliveryNotes).values([
      { ...told, providerEventId: `${id} 1`, type: 'delivered' },
      { ...told, providerEventId: `${id} 2` },
    ])
    const answer = await api.admin.request(`/api/admin/vendor-invites?q=${encodeURIComponent(email)}`)
    const { items }: { items: VendorContactLine[] } = await answer.json()
    expect(items).toMatchObject([{ id, state: 'pending', mail: { answer: type, note } }])
  })

  test('is pending, opened, accepted, expired or revoked, by its times, and its mail is in the same row', async () => {
    const { id: vendorId, vendorName } = await api.vendor('Torque & Sons')
    const invited = await api.invite(vendorId, 'Maria@Torque.example')
    expect(invited).toMatchObject({
      vendorName,
      email: 'Maria@torque.example',
      state: 'pending',
      mail: { state: 'queued', answer: null, note: null },
    })
    const one = `q=${encodeURIComponent('torque')}`
    const [token = ''] = await api.tokensTo(invited.email, 'invite')
    expect(await (await api.send('invite/look', { token })).json()).toEqual({ vendorName, name: 'Maria Ortiz' })
    expect(await states(one)).toEqual([[invited.email, 'opened']])
    api.clock.now = NOON + 14 * DAY
    expect(await states(`${one}&state=expired`)).toEqual([[invited.email, 'expired']])
    expect((await problemOf(await api.send('invite/accept', { token }))).detail).toBe(LINK_DEAD)
    api.clock.now = NOON
    const accepted = await api.send('invite/accept', { token })
    expect(accepted.status).toBe(204)
    expect(accepted.headers.get('Set-Cookie')).toMatch(
      /^__Host-vendor_session=[\w-]{43}; Path=\/; Max-Age=604800; SameSite=Lax; Secure; HttpOnly$/,
    )
    expect(await states(`${one}&state=accepted`)).toEqual([[invited.email, 'accepted']])
    const { version } = (await api.take<VendorContactLine>(`/${invited.id}/revoke`, { version: 2 })) ?? {}
    expect([await states(`${one}&state=revoked`), version]).toEqual([[[invited.email, 'revoked']], 3])
    expect(await states('q=maria%20torque')).toEqual([[invited.email, 'revoked']])
    expect(await states('q=torque&state=pending')).toEqual([])
  })

  test('that was sent again has a new link, and the old one ends (TL4)', async () => {
    const { id } = await api.invite((await api.vendor()).id, 'again@torque.example')
    const [old = ''] = await api.tokensTo('again@torque.example', 'invite')
    await opened.db
      .update(outbox)
      .set({ createdAt: new Date(0) })
      .where(eq(outbox.recipient, 'again@torque.example'))
    await api.take(`/${id}/invite`, { version: 1 })
    const [token = ''] = await api.tokensTo('again@torque.example', 'invite')
    expect(token).not.toBe(old)
    expect((await problemOf(await api.send('invite/look', { token: old }))).detail).toBe(LINK_DEAD)
    expect((await api.send('invite/accept', { token: old })).status).toBe(404)
    expect((await api.send('invite/accept', { token })).status).toBe(204)
  })

  test('is accepted once, however many press at once (TL3)', async () => {
    await api.invite((await api.vendor()).id, 'many@torque.example')
    const [token = ''] = await api.tokensTo('many@torque.example', 'invite')
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.send('invite/accept', { token })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(7).fill(404)])
  })
})

describe('access that is ended', () => {
  test('ends sessions, links and invitations at once, and comes back with a new invitation (VP2)', async () => {
    const { id: vendorId } = await api.vendor()
    const { id, cookie } = await api.enter(vendorId, 'ended@torque.example')
    await api.send('sign-in', { email: 'ended@torque.example' })
    const [link = ''] = await api.tokensTo('ended@torque.example', 'sign-in')
    expect((await api.get('events', cookie)).status).toBe(200)
    await api.take(`/${id}/revoke`, { version: 2 })
    expect((await api.get('events', cookie)).status).toBe(401)
    expect(await opened.db.$count(vendorSessions, eq(vendorSessions.contactId, id))).toBe(0)
    expect((await api.send('sign-in/use', { token: link })).status).toBe(404)
    const before = await opened.db.$count(outbox)
    await api.send('sign-in', { email: 'ended@torque.example' })
    expect(await opened.db.$count(outbox)).toBe(before)
    await opened.db
      .update(outbox)
      .set({ createdAt: new Date(0) })
      .where(eq(outbox.recipient, 'ended@torque.example'))
    await api.take(`/${id}/invite`, { version: 3 })
    const [token = ''] = await api.tokensTo('ended@torque.example', 'invite')
    expect((await api.send('invite/accept', { token })).status).toBe(204)
  })
})

describe('a file of invitations', () => {
  const line = (vendor: string, name: string, email: string) => ({ vendor, name, email })

  test('shows what will happen to each line, and exactly those are invited, once (VP3)', async () => {
    const [one, two] = [await api.vendor('Bulk Valves'), await api.vendor('Bulk Pumps')]
    await api.vendor('Bulk Twins')
    await api.vendor('bulk  twins')
    await api.invite(one.id, 'known@bulk.example')
    await api.enter(one.id, 'inside@bulk.example')
    const lines = [
      line('bulk valves', 'Ada', 'Ada@Bulk.example'),
      line('Bulk Pumps', 'Ada', 'ada@bulk.example'),
      line('Bulk Valves', 'Ada again', 'ADA@bulk.example'),
      line('Bulk Valves', 'Known', 'known@bulk.example'),
      line('Bulk Valves', 'Inside', 'inside@bulk.example'),
      line('Bulk Nobody', 'Ada', 'a@bulk.example'),
      line('Bulk Twins', 'Ada', 'a@bulk.example'),
      line('Bulk Pumps', ' ', 'a@bulk.example'),
      line('Bulk Pumps', 'Ada', 'a@bulk'),
    ]
    const state = await fingerprint(opened.db)
    const shown = await api.take<{ lines: { outcome: string; vendorId: string; name: string; email: string }[] }>(
      '/preview',
      { lines },
    )
    expect(await fingerprint(opened.db)).toBe(state)
    expect(shown.lines.map(({ outcome }) => outcome)).toEqual([
      ...['new', 'new', 'double', 'invited', 'active', 'vendor-missing', 'vendor-unclear', 'bad-name', 'bad-email'],
    ])
    const entries = shown.lines
      .filter(({ outcome }) => outcome === 'new')
      .map(({ vendorId, name, email }) => ({ vendorId, name, email }))
    const mails = await opened.db.$count(outbox)
    const both = await Promise.all([1, 2].map(() => api.take<{ outcomes: string[] }>('/bulk', { entries })))
    expect(both.map(({ outcomes }) => outcomes.join()).toSorted()).toEqual(['invited,invited', 'new,new'])
    expect(await opened.db.$count(outbox)).toBe(mails + 2)
    expect((await states(`q=ada%20bulk`)).length).toBe(2)
    expect(two.id).toBe(entries[1]?.vendorId)
  })
})

describe('a sign-in link', () => {
  const ask = async (email: string) => {
    const answer = await api.send('sign-in', { email })
    return [answer.status, await answer.text()]
  }

  test('is answered alike for every address, and mailed to those with access alone (VP4)', async () => {
    await api.enter((await api.vendor()).id, 'known@link.example')
    const before = await opened.db.$count(outbox)
    const [known, unknown] = [await ask('KNOWN@link.example'), await ask('nobody@link.example')]
    expect([known, known[0]]).toEqual([unknown, 202])
    expect(await opened.db.$count(outbox)).toBe(before + 1)
    expect(await ask('known@link.example')).toEqual(known)
    expect(await opened.db.$count(outbox), 'one link a minute').toBe(before + 1)
  })

  test('works once, for 15 minutes, and a newer one ends it (TL4, VP5)', async () => {
    const { vendorName, id } = await api.vendor()
    await api.enter(id, 'once@link.example')
    await ask('once@link.example')
    const [first = ''] = await api.tokensTo('once@link.example', 'sign-in')
    expect(await (await api.send('sign-in/look', { token: first })).json()).toEqual({ vendorName, name: 'Maria Ortiz' })
    api.clock.now = NOON + 15 * MINUTE
    expect((await api.send('sign-in/use', { token: first })).status).toBe(404)
    api.clock.now = NOON + 15 * MINUTE - 1
    const used = await api.send('sign-in/use', { token: first })
    expect((await api.get('events', api.cookieOf(used))).status).toBe(200)
    expect(await problemOf(await api.send('sign-in/use', { token: first }))).toMatchObject({ detail: LINK_DEAD })
    expect(await problemOf(await api.send('sign-in/look', { token: 'x' }))).toMatchObject({ detail: LINK_DEAD })
    const [invitation = ''] = await api.tokensTo('once@link.example', 'invite')
    expect((await api.send('sign-in/use', { token: invitation })).status).toBe(404)
    api.clock.now = NOON
  })

  test('comes for each vendor of a person, in one mail', async () => {
    const [one, two] = [await api.vendor('Pair One'), await api.vendor('Pair Two')]
    await api.enter(one.id, 'pair@link.example')
    await api.enter(two.id, 'PAIR@link.example')
    const before = await opened.db.$count(outbox)
    await ask('pair@link.example')
    expect(await opened.db.$count(outbox)).toBe(before + 1)
    const [mail] = await opened.db
      .select()
      .from(outbox)
      .where(eq(outbox.template, 'vendor-sign-in'))
      .orderBy(desc(outbox.createdAt))
      .limit(1)
    expect(mail?.textBody.match(/Sign in for Pair (One|Two):/g)).toHaveLength(2)
    const tokens = [...(mail?.textBody ?? '').matchAll(/#sign-in=([\w-]{43})/g)].map(([, token]) => token ?? '')
    const names = []
    for (const token of tokens) names.push((await (await api.send('sign-in/look', { token })).json()).vendorName)
    expect(names.toSorted()).toEqual(['Pair One', 'Pair Two'])
  })

  test('lets an invited person in, and its first use is the acceptance', async () => {
    const { id: vendorId } = await api.vendor()
    const { id } = await api.invite(vendorId, 'early@link.example')
    await opened.db
      .update(outbox)
      .set({ createdAt: new Date(0) })
      .where(eq(outbox.recipient, 'early@link.example'))
    await ask('early@link.example')
    const [token = ''] = await api.tokensTo('early@link.example', 'sign-in')
    expect((await api.send('sign-in/use', { token })).status).toBe(204)
    expect(await states('q=early')).toEqual([['early@link.example', 'accepted']])
    const late = await api.invite(vendorId, 'late@link.example')
    const before = await opened.db.$count(linkTokens)
    api.clock.now = NOON + 15 * DAY
    await ask('late@link.example')
    api.clock.now = NOON
    expect([await opened.db.$count(linkTokens), late.id === id]).toEqual([before, false])
  })

  test('is used up by no GET or HEAD, and none sets a cookie (TL2)', async () => {
    await api.enter((await api.vendor()).id, 'scan@link.example')
    await ask('scan@link.example')
    const [token = ''] = await api.tokensTo('scan@link.example', 'sign-in')
    const state = await fingerprint(opened.db, ['rate_limits'])
    for (const { path } of declaredRoutes(partnersApi))
      for (const method of ['GET', 'HEAD'])
        for (const query of ['', `?token=${token}`]) {
          const answer = await api.portal.request(path.replace(':id', randomUUID()) + query, { method })
          expect(answer.headers.has('Set-Cookie'), path).toBe(false)
        }
    for (let look = 0; look < 10; look += 1) {
      const answer = await api.send('sign-in/look', { token })
      expect([answer.status, answer.headers.has('Set-Cookie')]).toEqual([200, false])
    }
    expect(await fingerprint(opened.db, ['rate_limits'])).toBe(state)
    expect((await api.send('sign-in/use', { token })).status).toBe(204)
  })
})

describe('in the portal', () => {
  test('a contact sees their own vendor, its published events and its contacts, and nobody else (VP1)', async () => {
    const [own, other] = [await api.vendor('Own Works'), await api.vendor('Other Works')]
    const { id, cookie } = await api.enter(own.id, 'own@in.example')
    await api.enter(other.id, 'other@in.example')
    await api.showIn(own.id, { eventSlug: 'own-next', eventDate: '2026-12-01' })
    await api.showIn(own.id, {
      eventSlug: 'own-today',
      eventDate: '2026-11-20',
      eventTimeStart: '08:00',
      eventTimeEnd: '10:00',
    })
    await api.showIn(own.id, { eventSlug: 'own-past', eventDate: '2026-01-01' })
    await api.showIn(own.id, { eventSlug: 'own-draft', isPublished: false })
    await api.showIn(own.id, { eventSlug: 'own-left' }, false)
    await api.showIn(other.id, { eventSlug: 'others' })
    expect(await (await api.get('me', '')).json()).toEqual({ me: null })
    const { me } = await (await api.get('me', cookie)).json()
    expect(me).toMatchObject({
      contact: { id, email: 'own@in.example' },
      vendor: { id: own.id, name: 'Own Works' },
    })
    const { ahead, past }: VendorEvents = await (await api.get('events', cookie)).json()
    expect([ahead.map(({ slug }) => slug), past.map(({ slug }) => slug)]).toEqual([
      ['own-next'],
      ['own-today', 'own-past'],
    ])
    const { items }: { items: VendorColleague[] } = await (await api.get('contacts', cookie)).json()
    expect(items.map(({ email, isSelf }) => [email, isSelf])).toEqual([['own@in.example', true]])
  })

  test('a contact ends the access of a colleague, but not the last one, and nobody’s elsewhere (VP1, VP2)', async () => {
    const [own, other] = [await api.vendor(), await api.vendor()]
    const [ada, ben] = [
      await api.enter(own.id, 'ada@end.example', 'Ada'),
      await api.enter(own.id, 'ben@end.example', 'Ben'),
    ]
    const stranger = await api.enter(other.id, 'eve@end.example')
    const answers = [await api.end(stranger.id, ada.cookie), await api.end(randomUUID(), ada.cookie)]
    const [foreign, missing] = await Promise.all(answers.map(problemOf))
    expect([foreign, foreign?.status]).toEqual([missing, 404])
    expect((await api.get('events', stranger.cookie)).status).toBe(200)
    expect((await api.end(ben.id, ada.cookie)).status).toBe(204)
    expect((await api.get('events', ben.cookie)).status).toBe(401)
    expect((await problemOf(await api.end(ada.id, ada.cookie))).detail).toBe(LAST_ACCESS)
    const written = await opened.db.select().from(auditLog).where(like(auditLog.actor, 'contact:%'))
    expect(written.map(({ action, actor }) => [action, actor])).toContainEqual([
      'vendor_contact.revoke',
      `contact:${ada.id}`,
    ])
  })

  test('two who end each other’s access at once leave one', async () => {
    const { id: vendorId } = await api.vendor()
    const [ada, ben] = [await api.enter(vendorId, 'ada@both.example'), await api.enter(vendorId, 'ben@both.example')]
    const both = await Promise.all([api.end(ben.id, ada.cookie), api.end(ada.id, ben.cookie)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 401])
  })

  test('signing out ends the session and removes the cookie', async () => {
    const { cookie } = await api.enter((await api.vendor()).id, 'out@in.example')
    const answer = await api.send('sign-out', {}, cookie)
    expect(answer.headers.get('Set-Cookie')).toContain('__Host-vendor_session=; Path=/; Max-Age=0')
    expect((await api.get('events', cookie)).status).toBe(401)
  })
})
