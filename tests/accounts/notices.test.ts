import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions, users } from '#db/schema/accounts.ts'
import { noticeNewDevice } from '#src/domain/accounts/accept-sign-in.ts'
import { fromOurPage } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, nextIp, PASSWORD, SITE } from './account-api.ts'

const DAY = 86_400_000
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

describe('the notice of a sign-in', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())
  const signIn = async (email: string, userAgent: string, password = PASSWORD) => {
    const headers = { ...fromOurPage, 'User-Agent': userAgent }
    const body = JSON.stringify({ email, password })
    return (await api.request('/api/auth/sign-in', { method: 'POST', headers, body }, { ip: nextIp() })).status
  }
  const notices = async (email: string) =>
    (await api.mailsTo(email)).filter((mail) => mail.template === 'sign-in-noticed').map((mail) => mail.textBody)

  test('goes out for a device that is new to the account, and names it', async () => {
    const { email } = await api.member('ada')
    expect(await signIn(email, FIREFOX)).toBe(200)
    expect(await signIn(email, FIREFOX)).toBe(200)
    expect(await notices(email)).toEqual([])
    expect(await signIn(email, IPHONE)).toBe(200)
    expect(await notices(email)).toEqual([expect.stringContaining('Safari on iPhone')])
    expect(await signIn(email, IPHONE)).toBe(200)
    expect(await signIn(email, FIREFOX)).toBe(200)
    expect(await notices(email)).toHaveLength(1)
  })

  test('is not provoked by who does not come in, and its device is not known by that', async () => {
    const { email } = await api.member('grace')
    expect(await signIn(email, FIREFOX)).toBe(200)
    expect(await signIn(email, IPHONE, 'wrong one')).toBe(401)
    expect(await notices(email)).toEqual([])
    expect(await signIn(email, IPHONE)).toBe(200)
    expect(await notices(email)).toHaveLength(1)
  })

  test('goes out again after ninety days without the device, or without any', async () => {
    const { email } = await api.member('henk')
    expect(await signIn(email, FIREFOX)).toBe(200)
    api.clock.now += 90 * DAY
    expect(await signIn(email, FIREFOX)).toBe(200)
    expect(await notices(email)).toEqual([])
    api.clock.now += 91 * DAY
    expect(await signIn(email, FIREFOX)).toBe(200)
    expect(await notices(email)).toHaveLength(1)
  })

  test('is written down with the sign-in or not at all', async () => {
    const { email, id } = await api.member('ivy')
    const known = { userId: id, device: 'Firefox on Windows', handle: crypto.randomUUID() }
    const at = new Date(api.clock.now)
    const session = { ...known, id: 'session', expiresAt: at, startedAt: at, authenticatedAt: at, lastSeenAt: at }
    await opened.db.insert(sessions).values(session)
    const fault = opened.db.transaction(async (tx) => {
      await noticeNewDevice(tx, { userId: id, device: 'Edge on Windows' }, { site: SITE, now: api.clock.now })
      throw new Error('not let in')
    })
    await expect(fault).rejects.toThrow('not let in')
    expect(await notices(email)).toEqual([])
    await noticeNewDevice(opened.db, { userId: id, device: known.device }, { site: SITE, now: api.clock.now })
    await opened.db.update(users).set({ deletedAt: at }).where(eq(users.id, id))
    await noticeNewDevice(opened.db, { userId: id, device: 'Other' }, { site: SITE, now: api.clock.now })
    expect(await notices(email)).toEqual([])
  })
})
