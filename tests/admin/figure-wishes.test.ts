import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suppressions } from '#db/schema/deliveries.ts'
import type { FigureWish, FigureWishAnswer } from '#src/contract/figure-wish.ts'
import { keepAddress, suppress } from '#src/domain/suppressions/suppression.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aMember } from '../forum/notice-rows.ts'
import { storeRule } from '../mail-plan/plan-rows.ts'
import { expectAdminsOnly, lastEntry, siteAdminApi, someone } from './site-admin-api.ts'

describe('the choice of figures by email', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened.close())

  /** An administrator with an account, and their calls. */
  async function anAdministrator() {
    const { id, email } = await aMember(opened.db)
    const { ask } = await siteAdminApi(opened.db, { ...someone('admin'), id, email })
    const read = () => ask<FigureWishAnswer>('GET', 'figure-wishes')
    const save = (wish: FigureWish) => ask<FigureWishAnswer>('PUT', 'figure-wishes', wish)
    return { id, email, read, save }
  }

  test('is for admins alone', async () => {
    await expectAdminsOnly(opened.db, [
      ['GET', 'figure-wishes'],
      ['PUT', 'figure-wishes', { weekly: true, afterEvents: true }],
    ])
  })

  test('is none at first, is kept for each person alone, and is written down', async () => {
    const [ada, ben] = [await anAdministrator(), await anAdministrator()]
    const none = { weekly: false, afterEvents: false, isSent: { weekly: false, afterEvents: false } }
    expect(await ada.read()).toEqual(none)
    expect(await ada.save({ weekly: true, afterEvents: false })).toEqual({ ...none, weekly: true })
    expect(await lastEntry(opened.db)).toMatchObject({
      ...{ action: 'account.update-figure-wish', subjectId: ada.id },
      after: { weekly: true, afterEvents: false },
    })
    expect(await ada.save({ weekly: false, afterEvents: true })).toEqual({ ...none, afterEvents: true })
    expect(await ben.read()).toEqual(none)
  })

  test('is none once the address has ended these emails, and holds again when it is made again', async () => {
    const { db } = opened
    const { email, read, save } = await anAdministrator()
    const both = { weekly: true, afterEvents: true }
    await save(both)
    await suppress(db, keepAddress(email), { reason: 'kind', kind: 'figures', source: 'link' }, NOON)
    await suppress(db, keepAddress(email), { reason: 'hard', source: 'ses' }, NOON)
    expect(await read()).toMatchObject({ weekly: false, afterEvents: false })
    // To want nothing lifts nothing.
    await save({ weekly: false, afterEvents: false })
    const released = async () =>
      (await db.select().from(suppressions)).flatMap((row) => (row.releasedAt ? row.kind : []))
    expect(await released()).toEqual([])
    expect(await save(both)).toMatchObject(both)
    expect(await released()).toEqual(['figures'])
  })

  test('says whether a workflow that is on sends them', async () => {
    const { db } = opened
    const { read } = await anAdministrator()
    const audience = 'figure-readers' as const
    await storeRule(db, { audience, anchor: 'week' }, { state: 'paused' })
    await storeRule(db, { audience, anchor: 'event-end' }, { deletedAt: new Date(NOON) })
    await storeRule(db)
    expect((await read()).isSent).toEqual({ weekly: false, afterEvents: false })
    await storeRule(db, { audience, anchor: 'week' })
    expect((await read()).isSent).toEqual({ weekly: true, afterEvents: false })
    await storeRule(db, { audience, anchor: 'event-end' })
    expect((await read()).isSent).toEqual({ weekly: true, afterEvents: true })
  })
})
