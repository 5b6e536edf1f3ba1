import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { FOLLOWS_ANOTHER, MERGED_ALREADY, NOT_MERGED } from '#src/contract/report-admin.ts'
import { problemOf } from '#tests/support/api.ts'
import { MISSING } from './admin-area.ts'
import { doneTo, mailsTo, type ReportApi, withReports } from './report-api.ts'

describe('reports that say the same', () => {
  let db: Db
  let api: ReportApi
  withReports((given) => {
    db = given.db
    api = given.api
  })

  const mails = async (id: string) => (await mailsTo(db, await api.getRow(id))).length
  const refused = async (id: string, into: string, version = 1) =>
    problemOf(await api.send('POST', `reports/${id}/merge`, { version, into }))

  test('the merged report takes over status and answer, and its reporter is mailed once', async () => {
    const kept = await api.store({ status: 'in_progress', answer: 'We are at it.' })
    const id = await api.store()
    expect(await api.merge(id, kept)).toMatchObject({
      status: 'in_progress',
      answer: 'We are at it.',
      mergedInto: { id: kept },
      version: 2,
    })
    expect([await mails(id), await mails(kept)]).toEqual([1, 0])
    expect((await doneTo(db, id)).map(({ action }) => action)).toEqual(['report.merge'])
    expect(await api.read(kept)).toMatchObject({ duplicateCount: 1, duplicates: [{ id, version: 2 }], version: 1 })
  })

  test('no one is notified of what is not news to them', async () => {
    const [kept, id] = [await api.store(), await api.store()]
    await api.merge(id, kept)
    expect(await mails(id)).toBe(0)
  })

  test('it follows from then on, and every verified reporter is notified once, even with several reports', async () => {
    const kept = await api.store({ reporterEmail: 'maria@plant.example' })
    const twin = await api.store({ reporterEmail: 'maria@plant.example' })
    const other = await api.store()
    const silent = await api.store({ status: 'unverified', verifiedAt: null })
    for (const id of [twin, other, silent]) await api.merge(id, kept)
    await api.change(kept, { version: 1, status: 'resolved', answer: 'It prints on one page now.' })
    for (const id of [twin, other, silent])
      expect(await api.getRow(id)).toMatchObject({ status: 'resolved', answer: 'It prints on one page now.' })
    expect([await mails(kept), await mails(other), await mails(silent)]).toEqual([1, 1, 0])
    expect((await doneTo(db, other)).map(({ action }) => action)).toEqual(['report.merge', 'report.follow'])
  })

  test('its own status and answer are not set while it follows; its words are', async () => {
    const [kept, id] = [await api.store(), await api.store()]
    await api.merge(id, kept)
    for (const change of [{ status: 'resolved' }, { answer: 'No.' }]) {
      const problem = await problemOf(await api.send('PATCH', `reports/${id}`, { version: 2, ...change }))
      expect(problem).toMatchObject({
        status: 409,
        detail: FOLLOWS_ANOTHER,
      })
    }
    expect(await api.change(id, { version: 2, title: 'Put right since' })).toMatchObject({ title: 'Put right since' })
  })

  test('a merge into a merged one goes to the one that represents it, with what was merged before', async () => {
    const [kept, middle, id, before] = [await api.store(), await api.store(), await api.store(), await api.store()]
    await api.merge(before, id)
    await api.merge(middle, kept)
    expect(await api.merge(id, middle)).toMatchObject({ mergedIntoId: kept, duplicateCount: 0 })
    expect((await api.getRow(before)).mergedIntoId).toBe(kept)
    expect((await api.read(kept)).duplicateCount).toBe(3)
  })

  test('asked again it stays as it is', async () => {
    const [kept, id] = [await api.store(), await api.store()]
    await api.merge(id, kept)
    expect(await api.merge(id, kept, 2)).toMatchObject({ mergedIntoId: kept, version: 2 })
  })

  test('a report cannot be merged into itself, a report that follows it, a missing or an unverified one', async () => {
    const [kept, id] = [await api.store(), await api.store()]
    const waiting = await api.store({ status: 'unverified', verifiedAt: null })
    await api.merge(id, kept)
    expect(await refused(kept, kept)).toMatchObject({
      status: 400,
      errors: [{ field: 'into', message: 'A report cannot be merged into itself.' }],
    })
    expect(await refused(id, id, 2)).toMatchObject({ status: 400 })
    expect(await refused(kept, id)).toMatchObject({
      status: 409,
      detail: MERGED_ALREADY,
    })
    expect(await refused(kept, MISSING)).toMatchObject({ status: 404, detail: NOT_FOUND.survivor })
    expect(await refused(MISSING, kept)).toMatchObject({ status: 404, detail: 'Report not found.' })
    expect(await refused(kept, waiting)).toMatchObject({
      status: 409,
      detail: 'The report to keep is not verified yet. Merge it into this one, or give it a status first.',
    })
  })

  test('undone, it is a separate report again; if it was not verified, it waits for its reporter as before', async () => {
    const kept = await api.store({ status: 'in_progress' })
    const verified = await api.store()
    const waiting = await api.store({ status: 'unverified', verifiedAt: null })
    for (const id of [verified, waiting]) {
      await api.merge(id, kept)
      await api.ask('POST', `reports/${id}/unmerge`, { version: 2 })
    }
    expect(await api.getRow(verified)).toMatchObject({ mergedIntoId: null, status: 'in_progress' })
    expect(await api.getRow(waiting)).toMatchObject({ mergedIntoId: null, status: 'unverified' })
    const again = await problemOf(await api.send('POST', `reports/${verified}/unmerge`, { version: 3 }))
    expect(again).toMatchObject({ status: 409, detail: NOT_MERGED })
    const stale = await problemOf(await api.send('POST', `reports/${verified}/unmerge`, { version: 1 }))
    expect(stale).toMatchObject({ status: 409 })
  })

  test('those of a deleted report are reports of their own again, which the log names', async () => {
    const [kept, id] = [await api.store(), await api.store()]
    await api.merge(id, kept)
    await api.ask('DELETE', `reports/${kept}?version=1`)
    expect(await api.getRow(id)).toMatchObject({ mergedIntoId: null, status: 'open' })
    expect((await doneTo(db, kept)).at(-1)).toMatchObject({ action: 'report.delete', before: { duplicates: [id] } })
    expect(await db.$count(eventReports, eq(eventReports.id, kept))).toBe(0)
  })
})
