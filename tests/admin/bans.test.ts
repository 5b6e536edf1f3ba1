import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bans } from '#db/schema/security.ts'
import { ACTOR_NAMES } from '#src/contract/audit-log.ts'
import { INVALID_VALUE, UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { type AddressBan, BAD_ADDRESS, OWN_ADDRESS } from '#src/contract/user.ts'
import { activeBan, noteFailureAt } from '#src/domain/security/bans.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { doneTo, HOUR, MISSING, profileOf, type Somebody, userApi } from './user-api.ts'

describe('banned addresses', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof userApi>>
  let admin: Somebody
  beforeAll(async () => {
    opened = await testDb()
    api = await userApi(opened.db)
    admin = await api.enter('admin')
  })
  afterAll(() => opened.close())

  const list = async (query = ''): Promise<AddressBan[]> => (await api.take(admin, 'GET', `bans?${query}`)).items
  const isOut = async (address: string) => (await activeBan(opened.db, { address }, NOON)) !== undefined

  test('an address is banned by its key, listed with who and why, and lifted', async () => {
    const { username } = await profileOf(opened.db, admin.id)
    const id = randomUUID()
    const body = { id, address: ' 2001:db8:1:2:3::4 ', reason: ' Spam ', until: NOON + HOUR }
    const ban = await api.take(admin, 'POST', 'bans', body)
    const key = '2001:db8:1:2::/64'
    expect(ban).toEqual({
      id,
      address: key,
      reason: 'Spam',
      by: username,
      createdAt: NOON,
      expiresAt: NOON + HOUR,
      liftedAt: null,
    })
    expect(await isOut(key)).toBe(true)
    expect(await api.take(admin, 'POST', 'bans', body)).toEqual(ban)
    expect(await opened.db.$count(bans)).toBe(1)
    const corrected = await problemOf(await api.send(admin, 'POST', 'bans', { ...body, address: '198.51.100.99' }))
    expect(corrected).toMatchObject({ status: 409, detail: expect.stringContaining(key) })
    expect(await isOut('198.51.100.99')).toBe(false)
    const again = await api.send(admin, 'POST', 'bans', { ...body, id: randomUUID() })
    expect(await problemOf(again)).toMatchObject({ status: 409, errors: [{ field: 'address' }] })
    for (const address of [key, '2001:db8:1:2::9']) expect(await list(`address=${address}`)).toEqual([ban])
    expect(await list('address=192.0.2.77')).toEqual([])
    const lifted = await api.take(admin, 'POST', `bans/${id}/lift`)
    expect(lifted).toEqual({ ...ban, liftedAt: NOON })
    expect(await api.take(admin, 'POST', `bans/${id}/lift`)).toEqual(lifted)
    expect(await isOut(key)).toBe(false)
    expect(await list()).toEqual([])
    expect(await list('state=over')).toEqual([lifted])
    expect((await doneTo(opened.db, key)).map(({ action }) => action)).toEqual(['ban.create', 'ban.lift'])
  })

  test('what the limits banned is lifted too, and an address they banned can be banned for longer', async () => {
    const address = '192.0.2.50'
    for (let failures = 0; failures < 40; failures += 1) await noteFailureAt(opened.db, address, NOON)
    const [byLimits] = await list(`address=${address}`)
    expect(byLimits).toMatchObject({ by: ACTOR_NAMES.limits, expiresAt: NOON + HOUR })
    await api.take(admin, 'POST', 'bans', { id: randomUUID(), address, reason: 'Goes on' })
    expect(await list(`address=${address}`)).toHaveLength(2)
    await api.take(admin, 'POST', `bans/${byLimits?.id}/lift`)
    expect(await isOut(address)).toBe(false)
    expect(await list(`address=${address}`)).toEqual([])
  })

  test('is paged, each once, and knows nothing of banned people', async () => {
    const one = await api.enter('banned')
    for (let last = 1; last <= 5; last += 1)
      await api.take(admin, 'POST', 'bans', { id: randomUUID(), address: `198.51.100.${last}`, reason: 'Paged' })
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await api.take(admin, 'GET', `bans?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ address }: AddressBan) => address))
      cursor = page.nextCursor
    }
    expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5].map((last) => `198.51.100.${last}`))
    expect(seen).not.toContain(one.id)
  })

  test.each([
    [{ address: '' }, 'address', BAD_ADDRESS],
    [{ address: 'plant.example' }, 'address', BAD_ADDRESS],
    [{ address: '300.1.1.1' }, 'address', BAD_ADDRESS],
    [{ address: '203.0.113.7' }, 'address', OWN_ADDRESS],
    [{ address: '::ffff:203.0.113.7' }, 'address', OWN_ADDRESS],
    [{ reason: '' }, 'reason', 'A ban needs a reason'],
    [{ id: 'x' }, 'id', INVALID_VALUE],
    [{ actor: 'limits' }, 'actor', UNKNOWN_FIELD],
  ])('refuses %j', async (wrong, field, message) => {
    const body = { id: randomUUID(), address: '192.0.2.60', reason: 'Spam', ...wrong }
    expect(await problemOf(await api.send(admin, 'POST', 'bans', body))).toMatchObject({
      status: 400,
      errors: [{ field, message }],
    })
  })

  test('refuses an end that is past, and lifts nothing that is not there', async () => {
    const past = { id: randomUUID(), address: '192.0.2.61', reason: 'Spam', until: NOON }
    expect((await api.send(admin, 'POST', 'bans', past)).status).toBe(400)
    for (const id of [MISSING, 'x']) expect((await api.send(admin, 'POST', `bans/${id}/lift`)).status).toBe(404)
    for (const query of ['state=all', 'limit=0', 'cursor=x', 'q=x'])
      expect((await api.send(admin, 'GET', `bans?${query}`)).status, query).toBe(400)
  })
})
