import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authAttempts } from '#db/schema/security.ts'
import type { TimelineEntry } from '#src/contract/timeline.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { MISSING, profileOf, register, type Somebody, userApi } from './user-api.ts'

describe('the timeline of one user', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof userApi>>
  let admin: Somebody
  beforeAll(async () => {
    opened = await testDb()
    api = await userApi(opened.db)
    admin = await api.enter('admin')
  })
  afterAll(() => opened.close())

  const timeline = async (id: string): Promise<TimelineEntry[]> =>
    (await api.take(admin, 'GET', `users/${id}/timeline`)).items

  test('lists what happened to them and what they did, in sentences', async () => {
    const one = await api.enter('moderator')
    const other = await register(opened.db, { username: 'bob_of_timeline' })
    const { username } = await profileOf(opened.db, admin.id)
    await api.take(one, 'POST', 'users/approvals', { ids: [other], decision: 'rejected', reason: 'Not a name' })
    await recordAudit(opened.db, { id: one.id }, { action: 'event.publish', subjectType: 'event', subjectId: MISSING })
    await api.take(admin, 'DELETE', `users/${one.id}/sessions`)
    await api.take(admin, 'POST', `users/${one.id}/ban`, { reason: 'Spam' })
    expect((await timeline(one.id)).map(({ sentence, isWarning }) => [sentence, isWarning])).toEqual([
      [`Banned: Spam, by ${username}.`, true],
      [`Signed out everywhere, by ${username}.`, false],
      ['Event: publish.', false],
      ['Rejected: Not a name (account of bob_of_timeline).', false],
    ])
    const { username: moderator } = await profileOf(opened.db, one.id)
    expect((await timeline(other)).map(({ sentence }) => sentence)).toEqual([`Rejected: Not a name, by ${moderator}.`])
  })

  test('puts failed tries between changes, page by page, each once', async () => {
    const id = await register(opened.db)
    const entry = { action: 'session.close', subjectType: 'account', subjectId: id }
    for (let one = 0; one < 5; one += 1) await recordAudit(opened.db, { id }, entry)
    const failed = {
      address: '192.0.2.1',
      attemptType: 'signin',
      userId: id,
      isSuccess: false,
      reason: 'wrong password',
    }
    const times = [NOON, NOON, NOON + 1, Date.now() + 3_600_000]
    await opened.db.insert(authAttempts).values(times.map((at) => ({ ...failed, at: new Date(at) })))
    await opened.db.insert(authAttempts).values({ ...failed, isSuccess: true, reason: null })
    const seen: TimelineEntry[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await api.take(admin, 'GET', `users/${id}/timeline?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items)
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(9)
    expect(new Set(seen.map((shown) => shown.id)).size).toBe(9)
    expect(seen[0]?.sentence).toBe('Failed to sign in with a password: wrong password.')
    expect(seen.map(({ at }) => at)).toEqual(seen.map(({ at }) => at).toSorted((one, next) => next - one))
  })

  test.each(['cursor=x', `cursor=${btoa('[1]')}`, `cursor=${btoa('[-1,0,0]')}`, 'limit=0', 'x=1'])(
    '?%s is refused',
    async (query) => {
      expect((await api.send(admin, 'GET', `users/${admin.id}/timeline?${query}`)).status).toBe(400)
    },
  )
})
