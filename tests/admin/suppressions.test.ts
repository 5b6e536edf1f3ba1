import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { suppressions } from '#db/schema/deliveries.ts'
import type { Page } from '#src/contract/page.ts'
import { RELEASED_ALREADY, type Suppression } from '#src/contract/suppression.ts'
import { findSuppressed, keepAddress, suppress } from '#src/domain/suppressions/suppression.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { ADA, expectAdminsOnly, lastEntry, siteAdminApi } from './site-admin-api.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'

describe('suppressions', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof siteAdminApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await siteAdminApi(opened.db)
  })
  afterAll(() => opened.close())
  beforeEach(() => opened.db.delete(suppressions))

  const list = (query = '') => api.ask<Page<Suppression>>('GET', `suppressions${query}`)
  const add = (email: string, note = 'Asked by phone') => api.ask<Suppression>('POST', 'suppressions', { email, note })

  test('are for admins alone', async () => {
    await expectAdminsOnly(opened.db, [
      ['GET', 'suppressions'],
      ['POST', 'suppressions', { email: 'a@plant.example', note: 'x' }],
      ['POST', `suppressions/${MISSING}/release`],
    ])
  })

  test('are added by hand once, and neither the list nor the log names the address (MD2)', async () => {
    const { db } = opened
    const added = await add(' Maria@Plant.example ')
    expect(added).toMatchObject({ masked: 'M…@plant.example', reason: 'manual', kind: null, note: 'Asked by phone' })
    expect(await lastEntry(db)).toMatchObject({ action: 'suppression.create', subjectId: added.id, actor: ADA })
    expect((await add('maria@plant.example', 'Again')).id).toBe(added.id)
    const everything = [await list(), await lastEntry(db), await db.select().from(suppressions)]
    expect(JSON.stringify(everything).toLowerCase()).not.toContain('maria')
    const refused = await api.send('POST', 'suppressions', { email: 'nobody', note: ' ' })
    expect(await problemOf(refused)).toMatchObject({ status: 400 })
  })

  test('are released once, with an entry in the log, and then mail is sent again', async () => {
    const { db } = opened
    const { id } = await add('maria@plant.example')
    const released = await api.ask<Suppression>('POST', `suppressions/${id}/release`)
    expect(released).toMatchObject({ id, releasedAt: NOON })
    expect(await lastEntry(db)).toMatchObject({
      action: 'suppression.release',
      before: { masked: 'm…@plant.example', releasedAt: null },
    })
    expect((await findSuppressed(db, ['maria@plant.example'], null)).size).toBe(0)
    const again = await api.send('POST', `suppressions/${id}/release`)
    expect(await problemOf(again)).toMatchObject({ status: 409, detail: RELEASED_ALREADY })
    expect((await api.send('POST', `suppressions/${MISSING}/release`)).status).toBe(404)
    expect([(await list()).items, (await list('?state=released')).items.map((one) => one.id)]).toEqual([[], [id]])
    expect((await add('maria@plant.example')).id).not.toBe(id)
  })

  test('are found by the whole address or a part of the masked one, page by page', async () => {
    const { db } = opened
    for (const [index, name] of ['ada', 'bob', 'cy'].entries())
      await suppress(db, keepAddress(`${name}@plant.example`), { reason: 'hard', source: 'ses' }, NOON + index)
    await suppress(db, keepAddress('dan@mill.example'), { reason: 'kind', kind: 'event-mail', source: 'link' }, NOON)
    const masked = ({ items }: Page<Suppression>) => items.map((one) => one.masked)
    expect(masked(await list('?q=BOB@plant.example'))).toEqual(['b…@plant.example'])
    expect((await list('?q=mill')).items).toMatchObject([{ by: null, kind: 'event-mail', reason: 'kind' }])
    const first = await list('?q=plant&limit=2')
    expect(masked(first)).toEqual(['c…@plant.example', 'b…@plant.example'])
    const second = await list(`?q=plant&limit=2&cursor=${first.nextCursor}`)
    expect([masked(second), second.nextCursor]).toEqual([['a…@plant.example'], null])
    expect(masked(await list('?q=%25'))).toEqual([])
  })
})
