import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { adminWishes } from '#db/schema/feedback.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Wish } from '#src/contract/wish.ts'
import { countDeadlocks } from '#tests/support/database.ts'
import { formOf, mailedTo, type WishApi, withWishes } from './wish-api.ts'

describe('the board with several connections', () => {
  let db: Db
  let api: WishApi
  withWishes((given) => {
    db = given.db
    api = given.api
  })

  const numbers = async (status: 'idea' | 'planned') =>
    (
      await db.select().from(adminWishes).where(eq(adminWishes.status, status)).orderBy(asc(adminWishes.displayOrder))
    ).map(({ displayOrder }) => displayOrder)
  const sendMove = ({ id, version }: Wish, status: string, after: string | null) =>
    api.send('POST', `wishes/${id}/move`, { version, status, after })

  test('many people who move different wishes all move theirs, and no two wishes share a place', async () => {
    const wishes: Wish[] = []
    for (let n = 0; n < 10; n += 1) wishes.push(await api.add({ title: `Wish ${n}` }))
    const [first] = wishes
    const answers = await Promise.all(
      wishes.slice(1).map((wish, n) => sendMove(wish, 'idea', n % 2 ? (first?.id ?? null) : null)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200))
    const places = await numbers('idea')
    expect(new Set(places).size).toBe(10)
  })

  test('of ten people who move the same wish one does, and the others get a conflict', async () => {
    const wish = await api.add()
    const to = ['planned', 'declined', 'in_progress', 'shipped', 'planned', 'declined', 'in_progress', 'shipped']
    const statuses = await Promise.all(to.map((status) => sendMove(wish, status, null).then(({ status }) => status)))
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(409)])
  })

  test('moves, new wishes, promotions, edits and deletions meet without a deadlock', async () => {
    const wishes = await Promise.all(Array.from({ length: 8 }, (_, n) => api.add({ title: `Busy ${n}` })))
    const reports = await Promise.all(Array.from({ length: 4 }, () => api.rows.report()))
    const answers = await Promise.all([
      ...wishes.slice(0, 4).map((wish) => sendMove(wish, 'planned', null)),
      ...wishes.slice(2, 6).map((wish) => api.send('PATCH', `wishes/${wish.id}`, { ...formOf(wish), title: 'Edited' })),
      ...wishes.slice(4, 8).map((wish) => api.send('DELETE', `wishes/${wish.id}?version=1`)),
      ...reports.map((report) => api.promote(report)),
      ...[1, 2, 3].map((n) => api.add({ title: `New ${n}` }).then(() => new Response())),
    ])
    for (const { status } of answers) expect([200, 201, 404, 409]).toContain(status)
    for (const status of ['idea', 'planned'] as const) {
      const places = await numbers(status)
      expect(new Set(places).size).toBe(places.length)
    }
    expect(await countDeadlocks(db)).toBe(0)
  })

  test('a wish that many ship at once is notified once', async () => {
    const { item }: Changed<Wish> = await (await api.promote(await api.rows.report())).json()
    const ship = (n: number) =>
      n % 2
        ? sendMove(item, 'shipped', null)
        : api.send('PATCH', `wishes/${item.id}`, { ...formOf(item), status: 'shipped', isPublic: true })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => ship(n)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect(await mailedTo(db, 'wish-shipped')).toHaveLength(1)
  })
})
