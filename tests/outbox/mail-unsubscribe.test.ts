import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkTokens } from '#db/schema/accounts.ts'
import { suppressions } from '#db/schema/deliveries.ts'
import { unsubscribeApi } from '#src/api/unsubscribe.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { issueUnsubscribe } from '#src/domain/forum-notices/mail-choice.ts'
import { issueMailUnsubscribe } from '#src/domain/suppressions/mail-unsubscribe.ts'
import { findSuppressed } from '#src/domain/suppressions/suppression.ts'
import { aMember } from '#tests/forum/notice-rows.ts'
import { NOON, problemOf, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const DAY = 86_400_000
const email = 'Maria@plant.example'
const ONE_CLICK = { 'Content-Type': 'application/x-www-form-urlencoded' }

describe('ending emails of a kind without an account', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof testApi>>
  let now = NOON
  beforeAll(async () => {
    opened = await testDb()
    api = await testApi({ area: unsubscribeApi, db: opened.db, clock: () => now })
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    now = NOON
    await opened.db.delete(suppressions)
  })

  const issue = () => issueMailUnsubscribe(opened.db, { email, kind: 'event-mail' }, NOON)
  const look = (token: string) => api.post('/api/unsubscribe/look', { token })
  const send = (body: object) => api.post('/api/unsubscribe', body)
  const isStopped = async (kind: 'event-mail' | 'report-mail' = 'event-mail') =>
    (await findSuppressed(opened.db, [email], kind)).size > 0

  test('a look changes nothing; one click in the mail program ends that kind alone (RFC 8058)', async () => {
    const token = await issue()
    const path = `/api/unsubscribe/one-click?token=${token}`
    for (const method of ['GET', 'HEAD']) {
      const answer = await api.request(path, { method })
      expect([answer.status, answer.headers.get('Location')]).toEqual([302, `/unsubscribe#token=${token}`])
    }
    const shown = { kind: 'event-mail', masked: 'M…@plant.example', isStopped: false }
    expect(await (await look(token)).json()).toEqual(shown)
    expect(await isStopped()).toBe(false)
    for (let turn = 0; turn < 2; turn += 1) {
      const click = { method: 'POST', body: 'List-Unsubscribe=One-Click', headers: ONE_CLICK }
      expect((await api.request(path, click)).status).toBe(204)
    }
    expect([await isStopped(), await isStopped('report-mail')]).toEqual([true, false])
    expect(await (await look(token)).json()).toEqual({ ...shown, isStopped: true })
    expect(await opened.db.select().from(suppressions)).toMatchObject([{ reason: 'kind', source: 'link' }])
  })

  test('the page ends them, and has them sent again, but not to an address that bounces', async () => {
    const token = await issue()
    expect((await send({ token })).status).toBe(204)
    expect(await isStopped()).toBe(true)
    for (let turn = 0; turn < 2; turn += 1) expect((await send({ token, resume: true })).status).toBe(204)
    expect(await isStopped()).toBe(false)
    expect(await opened.db.select().from(suppressions)).toMatchObject([{ releasedBy: 'link' }])
    const bounced = { emailHash: 'x', masked: 'M…', reason: 'hard', source: 'ses' } as const
    const [row] = await opened.db.select().from(suppressions)
    await opened.db.insert(suppressions).values({ ...bounced, emailHash: row?.emailHash ?? '' })
    await send({ token, resume: true })
    expect(await isStopped()).toBe(true)
  })

  test('links that are over, unknown or of the forum resume nothing, and no link names its address (TL1, TL5, MD2)', async () => {
    const { db } = opened
    const token = await issue()
    const forum = await issueUnsubscribe(db, (await aMember(db)).id, [], NOON)
    for (const body of [
      { token: 'x'.repeat(43), resume: true },
      { token: forum, resume: true },
      { token, topicId: crypto.randomUUID() },
    ])
      expect(await problemOf(await send(body))).toMatchObject({ status: 404, detail: LINK_DEAD })
    now = NOON + 180 * DAY
    expect((await look(token)).status).toBe(404)
    expect(await isStopped()).toBe(false)
    const stored = JSON.stringify(await db.select().from(linkTokens))
    expect(stored).not.toContain(token)
    expect(stored.toLowerCase()).not.toContain('maria')
  })
})
