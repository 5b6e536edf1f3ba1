import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkTokens, userRoles } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { bans, rateLimits } from '#db/schema/security.ts'
import { auditLog, siteContent } from '#db/schema/site.ts'
import type { EventRows } from '#src/contract/event.ts'
import { MOST_LINKS, type NewShareLink, PREVIEW_DEAD, type ShareLink } from '#src/contract/event-preview.ts'
import { toLanding } from '#src/contract/landing.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { toHash } from '#src/domain/links/link.ts'
import { applyIncident, preparePerson } from '#tests/accounts/people.ts'
import { fromOurPage, getVisit, NOON, problemOf, REGISTRATION_ORIGIN, SITE_URL, testApi } from '#tests/support/api.ts'
import { storeEvent, storeSecrets } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { adminArea } from './admin-area.ts'

const DAY = 86_400_000
const MISSING = '00000000-0000-4000-8000-000000000000'
const member: Viewer = {
  id: MISSING,
  email: 'ada@plant.example',
  username: 'ada',
  roles: [],
  isAdmin: false,
  approval: 'approved',
  aal: 1,
}
const moderator: Viewer = { ...member, roles: ['moderator'], isAdmin: true }

describe('previews', () => {
  let opened: TestDb
  let admin: Viewer
  const clock = { now: NOON }
  beforeAll(async () => {
    opened = await testDb()
    const { id } = await preparePerson(opened.db, { level: 1, approval: 'approved', roles: ['admin'] })
    admin = { ...member, id, roles: ['admin'], isAdmin: true }
  })
  afterAll(() => opened.close())

  const apiAs = (as: Viewer | null) =>
    testApi({
      db: opened.db,
      area: adminArea,
      clock: () => clock.now,
      readVisit: async () => as && { ...getVisit(as), authenticatedAt: clock.now },
    })
  const ask = async (method: string, path: string, body?: object, as: Viewer | null = admin) =>
    (await apiAs(as)).request(`/api/admin/events/${path}`, {
      method,
      headers: fromOurPage,
      ...(body && { body: JSON.stringify(body) }),
    })
  const share = async (eventId: string, more: object = {}): Promise<NewShareLink> => {
    const answer = await ask('POST', `${eventId}/share-links`, { id: randomUUID(), days: 7, ...more })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return answer.json()
  }
  const tokenOf = ({ url }: NewShareLink) => new URL(url).hash.slice(1)
  const visit = async (token: string) => {
    await opened.db.delete(rateLimits)
    const api = await testApi({ db: opened.db, clock: () => clock.now })
    return api.post('/api/event-previews', { token })
  }
  const listLinks = async (eventId: string): Promise<ShareLink[]> => (await ask('GET', `${eventId}/share-links`)).json()

  const routes = [
    ['GET', 'rows'],
    ['GET', 'share-links'],
    ['POST', 'share-links'],
    ['DELETE', `share-links/${MISSING}`],
  ] as const

  describe.each(routes)('%s :id/%s', (method, path) => {
    const body = () => (method === 'POST' ? { id: randomUUID(), days: 1 } : undefined)

    test('is for admins', async () => {
      const id = await storeEvent(opened.db)
      for (const [viewer, status] of [
        [null, 401],
        [member, 403],
        [moderator, 403],
      ] as const)
        expect((await ask(method, `${id}/${path}`, body(), viewer)).status).toBe(status)
    })

    test('knows no event that is not there', async () => {
      for (const id of [MISSING, 'x']) {
        const problem = await problemOf(await ask(method, `${id}/${path}`, body()))
        expect(problem).toMatchObject({ status: 404 })
      }
    })
  })

  test('the rows of an event are what its page shows, of a draft too, and nothing else', async () => {
    const published = await storeEvent(opened.db, { eventSlug: `rows-${randomUUID().slice(0, 8)}` })
    await storeSecrets(opened.db, published)
    const [draft] = await opened.db.select().from(eventConfig).where(eq(eventConfig.eventSlug, 'canary-draft'))
    const rows: EventRows = await (await ask('GET', `${draft?.id}/rows`)).json()
    expect(rows.event).toMatchObject({ isPublished: false, eventName: 'canary draft name' })
    expect(toLanding(rows, NOON).hero.title).toBe('canary draft hero')
    const shown = await (await ask('GET', `${published}/rows`)).text()
    expect(shown).toContain('Ada Quill')
    expect(shown).not.toContain('canary')
  })

  test('the form learns the origin of registration addresses', async () => {
    const answer = await (await apiAs(admin)).request('/api/admin/event-setup')
    expect(await answer.json()).toEqual({ registrationOrigin: REGISTRATION_ORIGIN, siteUrl: SITE_URL })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect((await (await apiAs(moderator)).request('/api/admin/event-setup')).status).toBe(403)
  })

  describe('a link to a preview', () => {
    test('opens a draft as it is now, to anybody, as often as they like, until it expires', async () => {
      const id = await storeEvent(opened.db, { isPublished: false, eventName: 'A secret workshop' })
      const link = await share(id, { days: 2, note: 'Foundry Hall' })
      expect(link.url).toMatch(new RegExp(`^${SITE_URL}/preview#[\\w-]{43}$`))
      expect(link.expiresAt).toBe(NOON + 2 * DAY)
      for (let looks = 0; looks < 3; looks += 1) {
        const answer = await visit(tokenOf(link))
        expect(answer.status).toBe(200)
        expect(answer.headers.get('Cache-Control')).toBe('no-store')
        expect(await answer.json()).toMatchObject({
          rows: { event: { eventName: 'A secret workshop' } },
          now: NOON,
          expiresAt: NOON + 2 * DAY,
        })
      }
      clock.now = NOON + 2 * DAY - 1
      expect((await visit(tokenOf(link))).status).toBe(200)
      clock.now = NOON + 2 * DAY
      expect((await visit(tokenOf(link))).status).toBe(404)
      expect(await listLinks(id)).toEqual([])
      clock.now = NOON
    })

    test('is stored as a hash, never logged, and shown once', async () => {
      const id = await storeEvent(opened.db, { isPublished: false })
      const token = tokenOf(await share(id, { note: 'Gauge & Co' }))
      const rows = JSON.stringify(await opened.db.select().from(linkTokens))
      expect(rows).toContain(toHash(token))
      const audit = JSON.stringify(await opened.db.select().from(auditLog))
      const list = await (await ask('GET', `${id}/share-links`)).text()
      for (const text of [rows, audit, list]) expect(text).not.toContain(token)
      expect(list).not.toContain(toHash(token))
      expect(JSON.parse(list)).toMatchObject([{ note: 'Gauge & Co', createdAt: NOON, expiresAt: NOON + 7 * DAY }])
      expect(JSON.parse(list)[0].by).toMatch(/^p[\da-f]{12}$/)
    })

    test('lives beside others and ends alone when it is revoked', async () => {
      const id = await storeEvent(opened.db, { isPublished: false })
      const [first, second] = [await share(id), await share(id)]
      expect((await ask('DELETE', `${id}/share-links/${first.id}`)).status).toBe(204)
      expect((await visit(tokenOf(first))).status).toBe(404)
      expect((await visit(tokenOf(second))).status).toBe(200)
      expect((await listLinks(id)).map((link) => link.id)).toEqual([second.id])
      expect((await ask('DELETE', `${id}/share-links/${first.id}`)).status).toBe(404)
      const other = await storeEvent(opened.db)
      expect((await ask('DELETE', `${other}/share-links/${second.id}`)).status).toBe(404)
    })

    test('that opens nothing is answered alike, whatever the reason (TL5)', async () => {
      const id = await storeEvent(opened.db, { isPublished: false })
      const [over, gone] = [await share(id, { days: 1 }), await share(id)]
      await ask('DELETE', `${id}/share-links/${gone.id}`)
      const deleted = await storeEvent(opened.db, { isPublished: false })
      const orphan = await share(deleted)
      await opened.db.delete(eventConfig).where(eq(eventConfig.id, deleted))
      const foreign = 'F'.repeat(43)
      await opened.db.insert(linkTokens).values({
        hash: toHash(foreign),
        purpose: 'password-reset',
        subjectId: id,
        expiresAt: new Date(NOON + 9 * DAY),
      })
      clock.now = NOON + DAY
      const texts = new Set<string>()
      for (const token of [tokenOf(over), tokenOf(gone), tokenOf(orphan), foreign, 'A'.repeat(43), 'x', '']) {
        const answer = await visit(token)
        const problem = await problemOf(answer.clone())
        expect(problem).toMatchObject({ status: 404, detail: PREVIEW_DEAD })
        texts.add(await answer.text())
      }
      expect(texts.size).toBe(1)
      clock.now = NOON
    })

    test.each([
      ['unpublished', (id: string) => ask('POST', `${id}/unpublish`)],
      ['deleted', (id: string) => ask('DELETE', `${id}?version=1`)],
    ])('ends with all others of the event when that is %s, for good', async (_what, leave) => {
      const [id, other] = [await storeEvent(opened.db), await storeEvent(opened.db)]
      const [mine, theirs] = [await share(id), await share(other)]
      expect((await leave(id)).status).toBe(200)
      expect((await visit(tokenOf(mine))).status).toBe(404)
      expect((await visit(tokenOf(theirs))).status).toBe(200)
      const ended = await opened.db.select().from(linkTokens).where(eq(linkTokens.subjectId, id))
      expect(ended.map(({ usedAt }) => usedAt)).not.toContain(null)
    })

    const demote = async (id: string, role?: 'owner' | 'moderator') => {
      await opened.db.delete(userRoles).where(eq(userRoles.userId, id))
      if (role) await opened.db.insert(userRoles).values({ userId: id, role, grantedBy: 'test' })
    }
    test.each([
      ['loses every role', 'no role', (id: string) => demote(id)],
      ['becomes a moderator', 'no role', (id: string) => demote(id, 'moderator')],
      ['is banned', 'banned', (id: string) => applyIncident(opened.db, id, { level: 1, isBanned: true })],
      ['is deleted', 'deleted', (id: string) => applyIncident(opened.db, id, { level: 1, isDeleted: true })],
    ])('opens nothing once the admin who made it %s, and the list says so', async (_what, fault, change) => {
      const maker = await preparePerson(opened.db, { level: 1, approval: 'approved', roles: ['admin'] })
      const id = await storeEvent(opened.db, { isPublished: false })
      const body = { id: randomUUID(), days: 7 }
      const as: Viewer = { ...admin, id: maker.id }
      const theirs: NewShareLink = await (await ask('POST', `${id}/share-links`, body, as)).json()
      const mine = await share(id)
      expect((await visit(tokenOf(theirs))).status).toBe(200)
      await change(maker.id)
      const answer = await visit(tokenOf(theirs))
      expect(await answer.text()).toBe(await (await visit('A'.repeat(43))).text())
      expect(answer.status).toBe(404)
      expect((await visit(tokenOf(mine))).status).toBe(200)
      const faults = new Map((await listLinks(id)).map((link) => [link.id, link.fault]))
      expect(faults).toEqual(
        new Map([
          [mine.id, null],
          [theirs.id, fault],
        ]),
      )
      expect((await ask('DELETE', `${id}/share-links/${theirs.id}`)).status).toBe(204)
    })

    test('goes on for a maker who becomes an owner, and after a ban that is over', async () => {
      const { id: maker } = await preparePerson(opened.db, { level: 1, approval: 'approved', roles: ['admin'] })
      const id = await storeEvent(opened.db, { isPublished: false })
      const body = { id: randomUUID(), days: 7 }
      const link: NewShareLink = await (await ask('POST', `${id}/share-links`, body, { ...admin, id: maker })).json()
      await demote(maker, 'owner')
      const ban = { subjectType: 'user', subject: maker, reason: 'test', actor: 'test' } as const
      await opened.db.insert(bans).values({ ...ban, expiresAt: new Date(NOON - 1) })
      expect((await visit(tokenOf(link))).status).toBe(200)
    })

    test('of a draft outlives its publication', async () => {
      const id = await storeEvent(opened.db, { isPublished: false })
      const link = await share(id)
      expect((await ask('POST', `${id}/publish`, {})).status).toBe(200)
      expect((await visit(tokenOf(link))).status).toBe(200)
    })

    test('changes no page, and is written down with who made and who ended it', async () => {
      const id = await storeEvent(opened.db)
      const [before] = await opened.db.select().from(siteContent)
      const link = await share(id, { note: 'Venue' })
      await ask('DELETE', `${id}/share-links/${link.id}`)
      const [after] = await opened.db.select().from(siteContent)
      expect(after?.version).toBe(before?.version)
      const rows = await opened.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)
      const facts = { linkId: link.id, note: 'Venue', expiresAt: link.expiresAt }
      expect(rows).toMatchObject([
        { action: 'event.share', subjectType: 'event', actor: admin.id, before: null, after: facts },
        { action: 'event.unshare', subjectType: 'event', actor: admin.id, before: facts, after: null },
      ])
    })

    test('is made once by a double click, and there is an end to them', async () => {
      const id = await storeEvent(opened.db)
      const body = { id: randomUUID(), days: 7 }
      const statuses = await Promise.all(
        [1, 2, 3].map(async () => (await ask('POST', `${id}/share-links`, body)).status),
      )
      expect(statuses.toSorted()).toEqual([201, 409, 409])
      for (let made = 1; made < MOST_LINKS; made += 1) await share(id)
      const problem = await problemOf(await ask('POST', `${id}/share-links`, { id: randomUUID(), days: 7 }))
      expect(problem).toMatchObject({
        status: 400,
        detail: `An event has at most ${MOST_LINKS} links. Revoke one first.`,
      })
    })

    test.each([
      ['no days', { days: 0 }, 'days'],
      ['too many days', { days: 31 }, 'days'],
      ['half a day', { days: 1.5 }, 'days'],
      ['a long note', { note: 'x'.repeat(101) }, 'note'],
      ['no id', { id: 'x' }, 'id'],
      ['a key more', { token: 'A'.repeat(43) }, 'token'],
    ])('is refused with %s', async (_what, more, field) => {
      const id = await storeEvent(opened.db)
      const problem = await problemOf(await ask('POST', `${id}/share-links`, { id: randomUUID(), days: 7, ...more }))
      expect(problem).toMatchObject({ status: 400, errors: [{ field }] })
    })

    test('is asked for at most thirty times in five minutes from one address (RL3)', async () => {
      const api = await testApi({ db: opened.db })
      await opened.db.delete(rateLimits)
      const statuses: number[] = []
      for (let tries = 0; tries < 31; tries += 1)
        statuses.push((await api.post('/api/event-previews', { token: 'A'.repeat(43) })).status)
      expect(statuses.filter((status) => status === 404)).toHaveLength(30)
      expect(statuses.at(-1)).toBe(429)
      await opened.db.delete(rateLimits)
    })
  })
})
