import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { outbox } from '#db/schema/security.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Feedback, Wish, WishRecord } from '#src/contract/wish.ts'
import { monthsUntil, readShippedWishes } from '#src/domain/wishes/feedback-figures.ts'
import { NOON } from '#tests/support/api.ts'
import { mailedTo, type WishApi, withWishes } from './wish-api.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

describe('what is shipped', () => {
  let db: Db
  let api: WishApi
  withWishes((given) => {
    db = given.db
    api = given.api
  })

  const promoted = async (report: string) => {
    const { item }: Changed<Wish> = await (await api.promote(report)).json()
    return item
  }
  const record = (id: string) => api.ask<WishRecord>('GET', `wishes/${id}`)

  test('notifies each verified reporter once, however often it is taken back and shipped again', async () => {
    const report = await api.rows.report({ reporterEmail: 'ada@plant.example', emailKey: 'ada@plant.example' })
    const twin = { mergedIntoId: report, reporterEmail: 'bob@plant.example', emailKey: 'bob@plant.example' }
    await api.rows.report(twin)
    await api.rows.report({
      ...twin,
      reporterEmail: 'eve@plant.example',
      emailKey: 'eve@plant.example',
      verifiedAt: null,
    })
    const shipped = (await api.move(await promoted(report), 'shipped')).item
    expect(await mailedTo(db, 'wish-shipped')).toEqual(['ada@plant.example', 'bob@plant.example'])
    expect(await record(shipped.id)).toMatchObject({ notifiedAt: NOON, shippedAt: NOON })
    const back = (await api.move(shipped, 'in_progress')).item
    expect(back.shippedAt).toBeNull()
    await api.change(back, { status: 'shipped', isPublic: true })
    expect(await mailedTo(db, 'wish-shipped')).toHaveLength(2)
  })

  test('carries nothing of what reporters or admins wrote (OB6)', async () => {
    const report = await api.rows.report({ title: 'canary title', description: 'canary description of the report' })
    await api.move(await promoted(report), 'shipped')
    const mails = await db.select().from(outbox)
    expect(mails.map(({ template }) => template).toSorted()).toEqual(['report-status-changed', 'wish-shipped'])
    for (const mail of mails) expect(JSON.stringify(mail)).not.toMatch(/canary|Mend the leak/)
  })

  test('notifies a reporter who verified later when it is shipped again', async () => {
    const report = await api.rows.report({ status: 'unverified', verifiedAt: null })
    const shipped = (await api.move(await promoted(report), 'shipped')).item
    expect([await mailedTo(db, 'wish-shipped'), (await record(shipped.id)).notifiedAt]).toEqual([[], null])
    const back = (await api.move(shipped, 'planned')).item
    await db.update(eventReports).set({ verifiedAt: new Date(NOON) })
    await api.move(back, 'shipped')
    expect(await mailedTo(db, 'wish-shipped')).toHaveLength(1)
  })

  test('is on the feedback page if it is public, latest first, and in the same order here', async () => {
    const day = (n: number) => ({ shippedAt: new Date(NOON - n * DAY) })
    await api.rows.wish({ title: 'Older', isPublic: true, ...day(2) })
    await api.rows.wish({ title: 'Ours', publicTitle: 'Theirs', isPublic: true, ...day(1) })
    await api.rows.wish({ title: 'Silent', isPublic: false, ...day(0) })
    await api.rows.wish({ title: 'Not yet', isPublic: true, status: 'planned', shippedAt: null })
    expect((await readShippedWishes(db)).map(({ title }) => title)).toEqual(['Theirs', 'Older'])
    const { published, unpublished } = await api.ask<Feedback>('GET', 'feedback')
    expect([published, unpublished].map((wishes) => wishes.map(({ title }) => title))).toEqual([
      ['Ours', 'Older'],
      ['Silent'],
    ])
  })
})

describe('the figures of feedback', () => {
  let db: Db
  let api: WishApi
  withWishes((given) => {
    db = given.db
    api = given.api
  })

  test('count reports by month and kind, how long they took, and what waits now', async () => {
    const at = (created: string, minutes?: number, status: 'resolved' | 'dismissed' = 'resolved') => {
      const createdAt = new Date(created)
      const later = (by: number) => new Date(createdAt.getTime() + by * MINUTE)
      return { createdAt, verifiedAt: later(5), ...(minutes && { status, resolvedAt: later(5 + minutes) }) }
    }
    await api.rows.report(at('2026-11-20T10:00:00Z'))
    await api.rows.report({ ...at('2026-11-01T00:00:00Z'), status: 'in_progress', reportType: 'improvement' })
    await api.rows.report({ ...at('2026-10-31T23:59:59Z', 60), reportType: 'improvement' })
    await api.rows.report(at('2026-10-02T10:00:00Z', 20))
    const kept = await api.rows.report(at('2026-10-03T10:00:00Z', 30))
    await api.rows.report({ ...at('2026-10-03T11:00:00Z'), mergedIntoId: kept })
    await api.rows.report({ createdAt: new Date('2026-11-19T10:00:00Z'), status: 'unverified', verifiedAt: null })
    await api.rows.report(at('2025-11-30T10:00:00Z', 9))
    const { figures } = await api.ask<Feedback>('GET', 'feedback')
    expect(figures.months).toHaveLength(12)
    expect(figures.months[0]).toEqual({ month: '2025-12', problem: 0, improvement: 0, verified: 0 })
    expect(figures.months.slice(-2)).toEqual([
      { month: '2026-10', problem: 3, improvement: 1, verified: 4 },
      { month: '2026-11', problem: 2, improvement: 1, verified: 2 },
    ])
    expect(figures.resolved).toEqual({ count: 3, median: 30 * MINUTE })
    expect(figures.waiting).toEqual({ unverified: 1, open: 1, in_progress: 1 })
  })

  test('are all zero without reports', async () => {
    const { figures } = await api.ask<Feedback>('GET', 'feedback')
    expect(figures.resolved).toEqual({ count: 0, median: null })
    expect(figures.months.every(({ problem, improvement }) => problem + improvement === 0)).toBe(true)
  })

  test('end with the present month in UTC, whatever its length', () => {
    expect(monthsUntil(Date.parse('2027-03-31T23:59:59Z'))).toEqual([
      ...['2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09'],
      ...['2026-10', '2026-11', '2026-12', '2027-01', '2027-02', '2027-03'],
    ])
  })

  test('know when a report was resolved, by any person, and forget it when it is reopened', async () => {
    const report = await api.rows.report()
    const read = async () => (await db.select().from(eventReports))[0]
    expect((await read())?.resolvedAt).toBeNull()
    await db.update(eventReports).set({ status: 'resolved' })
    const since = (await read())?.resolvedAt
    expect(since).toBeInstanceOf(Date)
    await db.update(eventReports).set({ title: 'Another title' })
    expect((await read())?.resolvedAt).toEqual(since)
    await db.update(eventReports).set({ status: 'open' })
    expect(await read()).toMatchObject({ id: report, resolvedAt: null })
  })
})
