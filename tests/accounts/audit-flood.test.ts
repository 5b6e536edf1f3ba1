import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '#db/schema/site.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi } from './account-api.ts'

const HOUR = 3_600_000

describe('the audit log, which forgets nothing', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())

  test('is not filled by a member who changes their name on and on', async () => {
    const { email } = await api.member('ada')
    const cookie = await api.signIn(email)
    const rename = async (fullName: string) => (await api.call('PATCH', 'account', { fullName }, { cookie })).status
    const before = await opened.db.$count(auditLog)
    for (let change = 0; change < 60; change += 1) expect(await rename(`Ada ${change}`)).toBe(200)
    expect(await rename('Ada the last')).toBe(429)
    expect(await opened.db.$count(auditLog)).toBe(before + 60)
    api.clock.now += HOUR
    expect(await rename('Ada the last')).toBe(200)
  })

  test('is not filled by a member who repeats ’sign out everywhere’ without other sessions', async () => {
    const { email } = await api.member('bea')
    const [elsewhere, cookie] = [await api.signIn(email), await api.signIn(email)]
    const before = await opened.db.$count(auditLog)
    const endOthers = async () => (await api.call('DELETE', 'sessions', undefined, { cookie })).json()
    expect(await endOthers()).toEqual({ ended: 1 })
    expect(await endOthers()).toEqual({ ended: 0 })
    expect(await api.viewerOf(elsewhere)).toBeNull()
    expect(await opened.db.$count(auditLog)).toBe(before + 1)
  })
})
