import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { linkTokens } from '#db/schema/accounts.ts'
import { STALE } from '#src/contract/versioned.ts'
import { doneTo, mailsTo, type ReportApi, withReports } from './report-api.ts'

describe('reports that are changed', () => {
  let db: Db
  let api: ReportApi
  withReports((given) => {
    db = given.db
    api = given.api
  })

  test('any field is changed, which the log keeps before and after', async () => {
    const id = await api.store()
    const fields = {
      reportType: 'improvement',
      title: 'Print the agenda',
      description: 'The agenda of the day on one page.',
    } as const
    expect(await api.change(id, { version: 1, ...fields })).toMatchObject({ ...fields, version: 2, status: 'open' })
    expect(await mailsTo(db, await api.getRow(id))).toEqual([])
    expect(await doneTo(db, id)).toMatchObject([
      { actor: api.viewer.id, action: 'report.update', before: { version: 1 }, after: { version: 2, ...fields } },
    ])
    expect(await api.change(id, { version: 2, title: 'Print the agenda' })).toMatchObject({ version: 2 })
    expect(await doneTo(db, id)).toHaveLength(1)
  })

  test('another version than the present one is not overwritten (409)', async () => {
    const id = await api.store()
    await api.change(id, { version: 1, title: 'Changed by another' })
    const stale = { status: 409, detail: STALE }
    expect(await api.refused('PATCH', id, { version: 1, title: 'Changed by me' })).toMatchObject(stale)
    expect(await api.refused('POST', `${id}/merge`, { version: 1, into: await api.store() })).toMatchObject(stale)
    expect(await api.refused('DELETE', `${id}?version=1`)).toMatchObject(stale)
    expect((await api.getRow(id)).title).toBe('Changed by another')
  })

  test.each([
    [{ title: 'four' }, 'title', 'Title must be at least 5 characters'],
    [{ title: 'x'.repeat(501) }, 'title', 'Title must be less than 500 characters'],
    [{ description: 'x'.repeat(19) }, 'description', 'Description must be at least 20 characters'],
    [{ description: 'x'.repeat(5_001) }, 'description', 'Description must be less than 5000 characters'],
    [{ reporterEmail: 'nobody' }, 'reporterEmail', 'Invalid email address'],
    [{ answer: 'x'.repeat(1_001) }, 'answer', 'Answer must be at most 1000 characters'],
  ])('%o is refused by name (400)', async (fields, field, message) => {
    const id = await api.store()
    const problem = await api.refused('PATCH', id, { version: 1, ...fields })
    expect(problem).toMatchObject({ status: 400, errors: [{ field, message }] })
  })

  test('a report cannot be set back to unverified (400)', async () => {
    expect(await api.refused('PATCH', await api.store(), { version: 1, status: 'unverified' })).toMatchObject({
      status: 400,
    })
  })

  test('a new status and answer go to the verified reporter in one mail, without their own words (P-27)', async () => {
    const id = await api.store()
    await api.change(id, { version: 1, status: 'in_progress', answer: 'We look at it this week.' })
    const row = await api.getRow(id)
    expect(await mailsTo(db, row)).toMatchObject([
      { template: 'report-status-changed', textBody: expect.stringContaining('> We look at it this week.') },
    ])
    await api.change(id, { version: 2, status: 'in_progress' })
    expect(await mailsTo(db, row)).toHaveLength(1)
    await api.change(id, { version: 2, answer: '' })
    expect(await mailsTo(db, row)).toHaveLength(1)
    await api.change(id, { version: 3, status: 'resolved' })
    expect(await mailsTo(db, row)).toHaveLength(2)
    expect(await api.read(id)).toMatchObject({ status: 'resolved', answer: null })
  })

  test('several reports get one status, each with its entry and mail; one that changed since is refused by name', async () => {
    const [first, second, stale] = [await api.store(), await api.store(), await api.store()]
    await api.change(stale, { version: 1, title: 'Changed by another' })
    const reports = [first, second, stale].map((id) => ({ id, version: 1 }))
    expect(await api.ask('POST', 'reports/statuses', { status: 'resolved', reports })).toEqual({
      results: [
        { id: first, refusal: null },
        { id: second, refusal: null },
        { id: stale, refusal: STALE },
      ],
    })
    for (const id of [first, second]) {
      expect(await api.getRow(id)).toMatchObject({ status: 'resolved', version: 2 })
      expect(await doneTo(db, id)).toMatchObject([{ actor: api.viewer.id, action: 'report.update' }])
      expect(await mailsTo(db, await api.getRow(id))).toHaveLength(1)
    }
    expect(await api.getRow(stale)).toMatchObject({ status: 'open' })
  })

  test('unverified reporters are never notified', async () => {
    const id = await api.store({ status: 'unverified', verifiedAt: null })
    await api.change(id, { version: 1, status: 'dismissed', answer: 'This is no report.' })
    expect(await mailsTo(db, await api.getRow(id))).toEqual([])
  })

  test('a new address is unverified: it is mailed its own link, and the old one is no longer notified', async () => {
    const id = await api.store()
    const before = await api.getRow(id)
    const moved = await api.change(id, { version: 1, reporterEmail: 'Ada@Plant.example', status: 'resolved' })
    expect(moved).toMatchObject({ reporterEmail: 'Ada@plant.example', verifiedAt: null })
    const after = await api.getRow(id)
    expect(after.emailKey).toBe('ada@plant.example')
    expect((await mailsTo(db, after)).map(({ template }) => template)).toEqual(['verify-report'])
    expect(await mailsTo(db, before)).toEqual([])
    expect(await db.select().from(linkTokens).where(eq(linkTokens.subjectId, id))).toHaveLength(1)
    const spelled = await api.change(id, { version: 2, reporterEmail: 'ada@plant.example' })
    expect(spelled).toMatchObject({ reporterEmail: 'ada@plant.example' })
    expect(await mailsTo(db, after)).toHaveLength(1)
  })

  test('the other spelling of a verified address stays verified', async () => {
    const id = await api.store({ reporterEmail: 'maria@plant.example' })
    await api.change(id, { version: 1, reporterEmail: 'Maria@plant.example' })
    expect((await api.getRow(id)).verifiedAt).not.toBeNull()
  })
})
