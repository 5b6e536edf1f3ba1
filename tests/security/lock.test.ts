import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import {
  areCodesLocked,
  isLocked,
  lockAfter,
  noteCodeFailure,
  noteCodeSuccess,
  noteFailure,
  noteSuccess,
} from '#src/domain/security/lock.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const MINUTE = 60_000

describe('a lock', () => {
  let database: TestDb
  let db: Db
  beforeAll(async () => {
    database = await testDb()
    db = database.db
  })
  afterAll(() => database.close())

  async function newUser(): Promise<string> {
    const id = randomUUID()
    await db.insert(users).values({ id, email: `${id}@plant.example`, emailKey: `${id}@plant.example` })
    return id
  }
  async function userOf(id: string): Promise<typeof users.$inferSelect> {
    const [user] = await db.select().from(users).where(eq(users.id, id))
    if (!user) throw new Error('no such user')
    return user
  }
  async function fail(id: string, times: number, now: number): Promise<void> {
    for (let index = 0; index < times; index += 1) await noteFailure(db, id, now)
  }

  test('nine failures lock nothing, the tenth locks for a quarter of an hour', async () => {
    const id = await newUser()
    await fail(id, 9, NOON)
    expect(isLocked(await userOf(id), NOON)).toBe(false)
    await fail(id, 1, NOON)
    const user = await userOf(id)
    expect([isLocked(user, NOON), isLocked(user, NOON + 15 * MINUTE - 1), isLocked(user, NOON + 15 * MINUTE)]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('every further ten failures double the lock, up to a day', async () => {
    const id = await newUser()
    let now = NOON
    const lasted = []
    for (let round = 0; round < 10; round += 1) {
      await fail(id, 10, now)
      const until = (await userOf(id)).lockedUntil?.getTime() ?? Number.NaN
      lasted.push((until - now) / MINUTE)
      now = until
    }
    expect(lasted).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440, 1440])
  })

  test('the rule in the database is the rule in words', async () => {
    const id = await newUser()
    for (let failures = 1, now = NOON; failures <= 45; failures += 1) {
      await noteFailure(db, id, now)
      const until = (await userOf(id)).lockedUntil?.getTime() ?? now
      expect(until - now).toBe(lockAfter(failures))
      now = until
    }
  })

  test('failures while locked neither count nor lengthen the lock', async () => {
    const id = await newUser()
    await fail(id, 10, NOON)
    await fail(id, 50, NOON + 5 * MINUTE)
    expect(await userOf(id)).toMatchObject({ failedSignIns: 10, lockedUntil: new Date(NOON + 15 * MINUTE) })
  })

  test('fifty parallel failures lock once', async () => {
    const id = await newUser()
    await Promise.all(Array.from({ length: 50 }, () => noteFailure(db, id, NOON)))
    expect(await userOf(id)).toMatchObject({ failedSignIns: 10, lockedUntil: new Date(NOON + 15 * MINUTE) })
  })

  test('a success forgets: only failures in a row count', async () => {
    const id = await newUser()
    await fail(id, 9, NOON)
    await noteSuccess(db, id)
    await fail(id, 9, NOON)
    expect(await userOf(id)).toMatchObject({ failedSignIns: 9, lockedUntil: null })
    await fail(id, 1, NOON)
    await noteSuccess(db, id)
    expect(await userOf(id)).toMatchObject({ failedSignIns: 0, lockedUntil: null })
  })

  test('ten wrong codes in a row lock the factors, and no password; every further ten double that, until a right one', async () => {
    const id = await newUser()
    await Promise.all(Array.from({ length: 20 }, () => noteCodeFailure(db, id, NOON)))
    const user = await userOf(id)
    expect(user).toMatchObject({ failedCodes: 10, failedSignIns: 0, lockedUntil: null })
    expect([areCodesLocked(user, NOON + 15 * MINUTE - 1), areCodesLocked(user, NOON + 15 * MINUTE)]).toEqual([
      true,
      false,
    ])
    let now = NOON + 15 * MINUTE
    const began = []
    for (let count = 0; count < 80; count += 1) {
      const lock = await noteCodeFailure(db, id, now)
      if (lock) began.push([lock.failures, (lock.until - now) / MINUTE])
      now = lock?.until ?? now
    }
    const minutes = [30, 60, 120, 240, 480, 960, 1440, 1440]
    expect(began).toEqual(minutes.map((lasts, index) => [20 + 10 * index, lasts]))
    expect(await noteCodeSuccess(db, id)).toBe(true)
    expect(await userOf(id)).toMatchObject({ failedCodes: 0, codesLockedUntil: null })
    expect(await noteCodeSuccess(db, id)).toBe(false)
  })

  test('one account’s failures do not count for another', async () => {
    const [id, other] = [await newUser(), await newUser()]
    await fail(id, 10, NOON)
    expect(await userOf(other)).toMatchObject({ failedSignIns: 0, lockedUntil: null })
  })
})
