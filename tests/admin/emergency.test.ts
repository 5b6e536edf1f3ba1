import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { userRoles } from '#db/schema/accounts.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { emergencyActions, siteMode } from '#db/schema/operations.ts'
import { vendorContacts, vendorSessions } from '#db/schema/partners.ts'
import { outbox, signingKeys } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { makeSigningKey } from '#src/auth/signing-keys.ts'
import { openVendorSession } from '#src/auth/vendor-session.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { KEYS_IN_ENVIRONMENT, LINK_KINDS, NEEDS_FACTOR, type PastRelease, WRONG_NAME } from '#src/contract/emergency.ts'
import { lastDrillAt } from '#src/domain/emergency/emergency.ts'
import { createFeed, loadFeed } from '#src/domain/event-calendar/calendar-feed.ts'
import { issueLink, issueReusableLink, redeemLink } from '#src/domain/links/link.ts'
import { issueSharedLink } from '#src/domain/links/shared-link.ts'
import { claimNext } from '#src/domain/outbox/claim.ts'
import { enqueueMail } from '#src/domain/outbox/enqueue.ts'
import { approvalDecided, passwordReset } from '#src/domain/outbox/templates/account-letters.ts'
import { problemOf } from '#tests/support/api.ts'
import { countDeadlocks, type TestDb, testDb } from '#tests/support/database.ts'
import type { AppOwner } from '#tests/support/factor-api.ts'
import { cookieOf, SITE } from '../accounts/account-api.ts'
import { emergencyApi } from './emergency-api.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** A hash of every table but those that record what was done. */
async function hashTables(db: Db): Promise<Record<string, string>> {
  const tables = await db
    .select({ name: sql<string>`table_name::text` })
    .from(sql`information_schema.tables`)
    .where(sql`table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('emergency_actions', 'audit_pending', 'audit_log', 'audit_head', 'outbox')`)
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const hash = sql<string>`md5(coalesce(string_agg(t::text, '|' order by t::text), ''))`
    const [row] = await db.select({ hash }).from(sql`${sql.identifier(name)} t`)
    hashes[name] = row?.hash ?? ''
  }
  return hashes
}

/** The session of a contact in the vendor portal. */
async function storeVendorSession(db: Db, now: number): Promise<void> {
  const [vendor] = await db.insert(vendorLibrary).values({ vendorName: 'Gauge Works' }).returning()
  const email = 'lena@gauge-works.example'
  const contact = { vendorId: vendor?.id ?? '', name: 'Lena', email, emailKey: email, invitedBy: 'test' }
  const [row] = await db
    .insert(vendorContacts)
    .values({ ...contact, state: 'active' })
    .returning()
  await openVendorSession(db, row?.id ?? '', now)
}

describe('the emergency actions', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof emergencyApi>>
  let owner: AppOwner
  let second: AppOwner
  const kept: PastRelease[] = []
  beforeAll(async () => {
    opened = await testDb()
    const restore = async (id: string) => {
      for (const release of kept) release.isLive = release.id === id
    }
    const releases = { list: async () => kept, restore }
    api = await emergencyApi(opened.db, { emergencyMeans: { hasOwnKeys: false, makeKey: makeSigningKey, releases } })
    owner = await api.withRole('owner_one', 'owner')
    second = await api.withRole('owner_two', 'owner')
  })
  afterAll(() => opened.close())

  const mailsOf = async (template: string) =>
    (await opened.db.select().from(outbox).where(eq(outbox.template, template))).map(({ recipient }) => recipient)
  /** What the action would do agrees with what it did; the sentences differ in their tense alone. */
  const agree = async (action: object) => {
    const before = await api.forecast(owner, action)
    const line = await api.done(owner, action)
    const [row] = await opened.db.select().from(emergencyActions).where(eq(emergencyActions.id, line.id))
    expect(row).toMatchObject({ counts: before.counts, isDrill: false, actor: owner.id })
    expect(line.finishedAt).not.toBeNull()
    return { ...line, forecast: before }
  }

  test('are refused to everyone but an owner, without a recent sign-in, and with a wrong name', async () => {
    const admin = await api.withRole('an_admin', 'admin')
    for (const [who, status] of [
      [undefined, 401],
      [admin, 403],
    ] as const) {
      expect((await api.send(who, 'GET')).status).toBe(status)
      expect((await api.send(who, 'GET', '/count?action={}')).status).toBe(status)
      expect((await api.perform(who, { kind: 'keys' })).status).toBe(status)
    }
    const wrong = await problemOf(await api.perform(owner, { kind: 'keys' }, { confirmation: 'Uptime' }))
    expect(wrong).toMatchObject({ status: 400, detail: WRONG_NAME })
    api.clock.now += 11 * MINUTE
    expect(await problemOf(await api.perform(owner, { kind: 'keys' }))).toMatchObject({ status: 403, code: 'step_up' })
    expect(await opened.db.$count(emergencyActions)).toBe(0)
    owner.cookie = await api.signInAgain(owner)
    expect((await api.forecast(owner, { kind: 'keys' })).counts).toHaveProperty('keys')
  })

  test('are refused to an owner who has shown no second factor, also as a drill', async () => {
    const { id, email } = await api.people.member('an_owner')
    await opened.db.insert(userRoles).values({ userId: id, role: 'owner', grantedBy: 'test' })
    const byPassword = { cookie: await api.people.signIn(email) }
    for (const isDrill of [false, true]) {
      const refused = await problemOf(await api.perform(byPassword, { kind: 'mail', isHeld: true }, { isDrill }))
      expect(refused).toMatchObject({ status: 403, code: 'forbidden', detail: NEEDS_FACTOR })
    }
    expect((await api.status(byPassword)).actions).toEqual([])
    const withApp = await api.people.addApp(byPassword.cookie)
    await api.done(withApp, { kind: 'mail', isHeld: false })
    await opened.db.delete(emergencyActions)
    await opened.db.delete(userRoles).where(eq(userRoles.userId, id))
  })

  test('end sessions, unfinished sign-ins and known devices; the owner keeps one session with a new id', async () => {
    const ada = await api.people.withApp('ada')
    const pending = await api.people.owe(ada.email)
    const other = { cookie: await api.signInAgain(owner) }
    const one = await agree({ kind: 'sessions', people: { email: ada.email } })
    expect(one.sentence).toMatch(/^Ended 1 session, 1 unfinished sign-in and \d remembered devices?\.$/)
    expect(await api.isIn(ada)).toBe(false)
    api.people.nextStep()
    const late = await api.people.post(`factors/${ada.factorId}/challenge`, {}, { cookie: pending })
    expect(late.status).toBe(401)
    expect([await api.isIn(second), await api.isIn(other)]).toEqual([true, true])
    await storeVendorSession(opened.db, api.clock.now)
    expect((await api.forecast(owner, { kind: 'sessions', people: 'staff' })).counts).toMatchObject({
      vendorSessions: 0,
    })
    const answer = await api.perform(owner, { kind: 'sessions', people: 'everyone' })
    const { sentence } = await answer.clone().json()
    expect(sentence).toContain('(3 belong to owners), 1 session of vendor contacts')
    expect(await opened.db.$count(vendorSessions)).toBe(0)
    expect([await api.isIn(owner), await api.isIn(second), await api.isIn(other)]).toEqual([false, false, false])
    owner.cookie = cookieOf(answer)
    second.cookie = await api.signInAgain(second)
    expect(await api.isIn(owner)).toBe(true)
  })

  test('replace the keys that sign tokens, unless the environment sets them', async () => {
    const before = await opened.db.select().from(signingKeys)
    await agree({ kind: 'keys' })
    const after = await opened.db.select().from(signingKeys)
    expect(after).toHaveLength(1)
    expect(before.map(({ kid }) => kid)).not.toContain(after[0]?.kid)
    const means = { hasOwnKeys: true, makeKey: makeSigningKey, releases: { steps: ['Use the host.'] } }
    const elsewhere = await emergencyApi(opened.db, { emergencyMeans: means })
    const refused = await problemOf(await elsewhere.perform(owner, { kind: 'keys' }))
    expect(refused).toMatchObject({ status: 409, detail: KEYS_IN_ENVIRONMENT })
    expect((await elsewhere.status(owner)).mayReplaceKeys).toBe(false)
    const steps = await problemOf(await elsewhere.perform(owner, { kind: 'release', release: '1-1' }))
    expect(steps).toMatchObject({ status: 409, detail: 'Use the host.' })
  })

  test('void links of the chosen purposes, and never those that unsubscribe', async () => {
    const { db } = opened
    const now = api.clock.now
    const subjectId = randomUUID()
    const token = await issueLink(db, { purpose: 'password-reset', subjectId }, now)
    const kept = await issueLink(db, { purpose: 'verify-report', subjectId }, now)
    const shared = { subjectId, id: randomUUID(), note: '', by: owner.id, expiresAt: now + DAY }
    for (const purpose of ['event-preview', 'report-status'] as const)
      await issueSharedLink(db, { ...shared, purpose }, now)
    await issueReusableLink(db, { purpose: 'unsubscribe', subjectId, payload: {}, expiresAt: now + DAY }, now)
    const purposes = ['password-reset', 'event-preview', 'report-status']
    expect((await agree({ kind: 'links', purposes })).sentence).toBe('Voided 3 links.')
    expect(await redeemLink(db, 'password-reset', token, now)).toBeUndefined()
    expect(await redeemLink(db, 'verify-report', kept, now)).toBeDefined()
    expect((await api.perform(owner, { kind: 'links', purposes: ['unsubscribe'] })).status).toBe(400)
    expect((await agree({ kind: 'links', purposes: Object.keys(LINK_KINDS) })).forecast.counts.links).toBe(0)
  })

  test('void private calendar addresses, whoever has them, and only if they are chosen', async () => {
    const context = { actor: { id: owner.id }, now: api.clock.now, site: SITE }
    const scope = 'all' as const
    const { url } = await createFeed(opened.db, { id: randomUUID(), userId: owner.id, scope }, context)
    const token = /([\w-]{43})\.ics$/.exec(url)?.[1] ?? ''
    const load = () => loadFeed(opened.db, { token, program: undefined }, api.clock.now)
    expect((await agree({ kind: 'links', purposes: ['password-reset'] })).forecast.counts.feeds).toBe(0)
    expect(await load()).toEqual([])
    const voided = await agree({ kind: 'links', purposes: ['calendar-feed'] })
    expect(voided.sentence).toBe('Voided no links and 1 private calendar link.')
    await expect(load()).rejects.toThrow(LINK_DEAD)
  })

  test('set the level of the gate, with a reason', async () => {
    const closed = { kind: 'level', level: 3, reason: 'A test', until: null }
    expect((await agree(closed)).sentence).toBe('Changed the level from 0 (Open) to 3 (Closed).')
    expect((await api.status(owner)).mode).toMatchObject({ level: 3, reason: 'A test', setByName: 'owner_one' })
    // At once, although this process has read the level a moment ago.
    const statusForVisitor = async () => (await api.send(undefined, 'GET')).status
    expect(await statusForVisitor()).toBe(503)
    await agree({ ...closed, level: 0 })
    expect(await statusForVisitor()).toBe(401)
    expect((await api.perform(owner, { kind: 'level', level: 3, until: null })).status).toBe(400)
  })

  test('hold mail that is not about security, and release it after its number was shown', async () => {
    const { db } = opened
    await db.update(outbox).set({ state: 'sent' })
    const to = 'maria@mail.example'
    await enqueueMail(db, { to, ...approvalDecided(SITE, { approval: 'approved' }) })
    expect((await agree({ kind: 'mail', isHeld: true })).forecast.counts).toEqual({ waiting: 1 })
    await enqueueMail(db, { to, ...passwordReset(SITE, { path: '/auth#reset=x' }) })
    const claimed = []
    for (let row = await claimNext(db, 'w'); row; row = await claimNext(db, 'w')) claimed.push(row.template)
    expect(claimed).toContain('password-reset')
    expect(claimed).toContain('emergency-action')
    expect(claimed).not.toContain('approval-decided')
    expect(await api.status(owner)).toMatchObject({ mailWaiting: 1, mode: { mailHeldSince: api.clock.now } })
    expect((await agree({ kind: 'mail', isHeld: false })).sentence).toContain('Released 1 message ')
    expect((await claimNext(db, 'w'))?.template).toBe('approval-decided')
  })

  test('put an older version back, and refuse one that is not kept', async () => {
    const builtAt = api.clock.now
    kept.push({ id: '7-1', revision: 7, builtAt, isLive: true }, { id: '5-1', revision: 5, builtAt, isLive: false })
    const line = await agree({ kind: 'release', release: '5-1' })
    expect(line.sentence).toBe('Put back revision 5 of the public site in place of revision 7.')
    expect((await api.status(owner)).releases).toMatchObject({ items: [{ isLive: false }, { isLive: true }] })
    for (const release of ['5-1', '6-1'])
      expect((await api.perform(owner, { kind: 'release', release })).status, release).toBe(409)
  })

  test('tell every owner what was done, by whom and how to undo it, and the audit log', async () => {
    const { db } = opened
    await db.delete(outbox)
    await api.done(owner, { kind: 'level', level: 1, reason: 'A test', until: null })
    const mails = await db.select().from(outbox)
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([owner.email, second.email])
    expect(mails[0]?.textBody).toMatch(/owner_one took an emergency action on .*from 0 \(Open\) to 1.*level 0/s)
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, 'emergency.level'))
    expect(entry).toMatchObject({ actor: owner.id, subjectType: 'site', subjectId: 'site', after: { level: 3 } })
    await api.done(owner, { kind: 'level', level: 0, reason: 'A test', until: null })
  })

  test('in a drill change nothing but their record, and mails that say so', async () => {
    const { db } = opened
    const someone = await api.people.member('drilled')
    await api.people.signIn(someone.email)
    expect(await api.status(owner)).toMatchObject({ lastDrillAt: null, isDrillDue: true })
    await db.delete(outbox)
    const before = await hashTables(db)
    const actions = [
      { kind: 'sessions', people: 'everyone' },
      { kind: 'passwords', people: 'everyone' },
      { kind: 'factors', people: 'staff' },
      { kind: 'keys' },
      { kind: 'links', purposes: Object.keys(LINK_KINDS) },
      { kind: 'level', level: 3, reason: 'A test', until: null },
      { kind: 'mail', isHeld: true },
      { kind: 'release', release: '7-1' },
    ]
    for (const action of actions) {
      const { counts } = await api.forecast(owner, action)
      const line = await api.done(owner, action, { isDrill: true })
      expect(line.sentence).toMatch(/^Would have /)
      const [row] = await db.select().from(emergencyActions).where(eq(emergencyActions.id, line.id))
      expect(row).toMatchObject({ isDrill: true, counts })
    }
    expect(await hashTables(db)).toEqual(before)
    const mails = await db.select().from(outbox)
    expect(mails).toHaveLength(2 * actions.length)
    expect(
      mails.every(
        ({ subject, textBody }) => subject?.startsWith('[Drill] ') && textBody.includes('Nothing was changed'),
      ),
    ).toBe(true)
    expect(await db.$count(auditLog, eq(auditLog.action, 'emergency.drill'))).toBe(actions.length)
    expect(await lastDrillAt(db)).toBe(api.clock.now)
    expect(await api.status(owner)).toMatchObject({ isDrillDue: false })
    expect(kept.find(({ isLive }) => isLive)?.id).toBe('5-1')
  })

  test('are done once when the same request comes twenty times, and recorded once', async () => {
    const id = randomUUID()
    const before = await opened.db.$count(outbox)
    const action = { kind: 'mail', isHeld: true }
    const lines = await Promise.all(Array.from({ length: 20 }, () => api.done(owner, action, { id })))
    expect(new Set(lines.map((line) => JSON.stringify(line))).size).toBe(1)
    expect(await opened.db.$count(outbox)).toBe(before + 2)
    const other = await api.perform(owner, { kind: 'keys' }, { id })
    expect(other.status).toBe(409)
    expect((await api.perform(second, action, { id })).status).toBe(409)
    await api.done(owner, { ...action, isHeld: false })
  })

  test('of two owners at once come one after the other, and an owner who loses the role in between is refused', async () => {
    const { db } = opened
    const both = await Promise.all([
      api.perform(owner, { kind: 'level', level: 2, reason: 'One', until: null }),
      api.perform(second, { kind: 'level', level: 3, reason: 'Two', until: null }),
      api.perform(owner, { kind: 'passwords', people: 'everyone' }),
      api.perform(second, { kind: 'links', purposes: ['password-reset'] }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const [mode] = await db.select().from(siteMode)
    const last = await db.select().from(emergencyActions).where(eq(emergencyActions.kind, 'level'))
    expect(last.map(({ counts }) => counts)).toContainEqual(mode?.level === 3 ? { from: 2, to: 3 } : { from: 3, to: 2 })
    expect(await countDeadlocks(db)).toBe(0)
    await db.delete(userRoles).where(eq(userRoles.userId, second.id))
    expect((await api.perform(second, { kind: 'keys' })).status).not.toBe(200)
    expect(await mailsOf('password-expired')).not.toContain(owner.email)
  })
})
