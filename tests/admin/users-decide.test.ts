import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { outbox } from '#db/schema/security.ts'
import { INVALID_VALUE, UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { RANK_SENTENCE } from '#src/contract/rank.ts'
import { CHOOSE_PERSON, type DecisionResult, TOO_LATE_TO_UNDO } from '#src/contract/user.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { doneTo, MISSING, mailsTo, profileOf, register, type Somebody, userApi } from './user-api.ts'

describe('deciding about registrations', () => {
  let opened: TestDb
  let db: Db
  let api: Awaited<ReturnType<typeof userApi>>
  let moderator: Somebody
  let admin: Somebody
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
    api = await userApi(db)
    moderator = await api.enter('moderator')
    admin = await api.enter('admin')
  })
  afterAll(() => opened.close())

  const decide = async (who: Somebody, body: object): Promise<DecisionResult[]> =>
    (await api.take(who, 'POST', 'users/approvals', body)).results
  const outcomes = async (who: Somebody, body: object) => (await decide(who, body)).map(({ outcome }) => outcome)

  test('many at once, each with its outcome, mailed once and audited', async () => {
    const [waiting, other] = [await register(db), await register(db)]
    const unconfirmed = await register(db, { isConfirmed: false })
    const gone = await register(db)
    await db
      .update(users)
      .set({ deletedAt: new Date(NOON) })
      .where(eq(users.id, gone))
    const ids = [waiting, unconfirmed, gone, MISSING, other]
    expect(await outcomes(moderator, { ids, decision: 'approved' })).toEqual([
      'done',
      'not_confirmed',
      'gone',
      'gone',
      'done',
    ])
    expect(await profileOf(db, waiting)).toMatchObject({
      approval: 'approved',
      approvalDecidedBy: moderator.id,
      approvalDecidedAt: new Date(NOON),
    })
    expect((await profileOf(db, unconfirmed)).approval).toBe('pending')
    expect(await mailsTo(db, waiting)).toEqual(['approval-decided'])
    expect(await mailsTo(db, unconfirmed)).toEqual([])
    expect(await doneTo(db, waiting)).toMatchObject([
      {
        action: 'account.decide',
        actor: moderator.id,
        before: { approval: 'pending' },
        after: { approval: 'approved' },
      },
    ])
    expect(await doneTo(db, unconfirmed)).toEqual([])
  })

  test('what is sent twice is done once', async () => {
    const id = await register(db)
    const body = { ids: [id, id], decision: 'rejected', reason: '  Not a name ' }
    expect(await outcomes(moderator, body)).toEqual(['done'])
    const [again] = await decide(admin, body)
    const { username } = await profileOf(db, moderator.id)
    expect(again).toMatchObject({ outcome: 'already', message: `This account is already rejected, by ${username}.` })
    expect(await mailsTo(db, id)).toEqual(['approval-decided'])
    expect(await doneTo(db, id)).toHaveLength(1)
    expect((await profileOf(db, id)).approvalReason).toBe('Not a name')
  })

  test('a decision from the queue does not change one that was made in the meantime', async () => {
    const id = await register(db)
    expect(await outcomes(moderator, { ids: [id], decision: 'approved' })).toEqual(['done'])
    expect(await outcomes(admin, { ids: [id], decision: 'rejected', reason: 'Spam' })).toEqual(['already'])
    expect((await profileOf(db, id)).approval).toBe('approved')
  })

  test('who was rejected can be approved later, and mailed again', async () => {
    const id = await register(db)
    await decide(moderator, { ids: [id], decision: 'rejected', reason: 'Who is this?' })
    expect(await outcomes(moderator, { ids: [id], from: 'rejected', decision: 'approved' })).toEqual(['done'])
    expect(await profileOf(db, id)).toMatchObject({ approval: 'approved', approvalReason: null })
    expect(await mailsTo(db, id)).toEqual(['approval-decided', 'approval-decided'])
  })

  test('people cannot decide about themselves, nor a moderator about people with a role', async () => {
    const other = await api.enter({ level: 1, roles: ['moderator'] })
    const boss = await api.enter({ level: 1, roles: ['owner'] })
    const self = await api.enter({ level: 1, roles: ['moderator'] })
    const body = { ids: [self.id, other.id, boss.id], decision: 'approved' }
    const refused = await decide(self, body)
    expect(refused.map(({ outcome }) => outcome)).toEqual(['not_yours', 'not_yours', 'not_yours'])
    expect(refused[0]?.message).toBe(RANK_SENTENCE.self)
    expect((await profileOf(db, self.id)).approval).toBe('pending')
    expect(await outcomes(admin, { ids: [other.id, boss.id], decision: 'approved' })).toEqual(['done', 'not_yours'])
  })

  describe('undone', () => {
    const undo = async (who: Somebody, ids: string[]): Promise<DecisionResult[]> =>
      (await api.take(who, 'POST', 'users/approvals/undo', { ids })).results
    const letGo = (id: string) =>
      db
        .update(outbox)
        .set({ nextAttemptAt: sql`now()` })
        .where(eq(outbox.recipient, getEmail(id)))
    const getEmail = (id: string) => sql`(select ${users.email} from ${users} where ${users.id} = ${id})`

    test('while the mail is delayed, the person waits again and gets no mail', async () => {
      const [ada, bob] = [await register(db), await register(db)]
      await decide(moderator, { ids: [ada], decision: 'approved' })
      await decide(moderator, { ids: [bob], decision: 'rejected', reason: 'Who is this?' })
      expect((await undo(moderator, [ada, bob, MISSING])).map(({ outcome }) => outcome)).toEqual([
        'done',
        'done',
        'gone',
      ])
      for (const id of [ada, bob]) {
        expect(await profileOf(db, id)).toMatchObject({
          approval: 'pending',
          approvalReason: null,
          approvalDecidedBy: null,
          approvalDecidedAt: null,
        })
        expect(await mailsTo(db, id)).toEqual([])
        expect((await doneTo(db, id)).map(({ action }) => action)).toEqual(['account.decide', 'account.undo-decision'])
      }
      expect(await outcomes(admin, { ids: [ada], decision: 'approved' })).toEqual(['done'])
    })

    test('not once the mail is being sent, nor by another person, nor without a decision', async () => {
      const [sent, theirs, waiting] = [await register(db), await register(db), await register(db)]
      await decide(moderator, { ids: [sent, theirs], decision: 'approved' })
      await letGo(sent)
      const late = await undo(moderator, [sent, waiting])
      expect(late.map(({ outcome }) => outcome)).toEqual(['too_late', 'too_late'])
      expect(late[0]?.message).toBe(TOO_LATE_TO_UNDO)
      expect((await undo(admin, [theirs])).map(({ outcome }) => outcome)).toEqual(['too_late'])
      for (const id of [sent, theirs]) {
        expect((await profileOf(db, id)).approval).toBe('approved')
        expect(await mailsTo(db, id)).toEqual(['approval-decided'])
      }
    })
  })

  test.each([
    [{ ids: [], decision: 'approved' }, 'ids', CHOOSE_PERSON],
    [
      { ids: Array.from({ length: 101 }, () => MISSING), decision: 'approved' },
      'ids',
      'Choose at most 100 people at a time',
    ],
    [{ ids: ['x'], decision: 'approved' }, 'ids.0', INVALID_VALUE],
    [{ ids: [MISSING], decision: 'rejected' }, 'reason', 'A rejection needs a reason'],
    [{ ids: [MISSING], decision: 'rejected', reason: '   ' }, 'reason', 'A rejection needs a reason'],
    [
      { ids: [MISSING], decision: 'rejected', reason: 'x'.repeat(501) },
      'reason',
      'Reason must be at most 500 characters',
    ],
    [{ ids: [MISSING], decision: 'approved', reason: 'x' }, 'reason', UNKNOWN_FIELD],
    [{ ids: [MISSING], decision: 'maybe' }, 'decision', INVALID_VALUE],
    [{ ids: [MISSING], decision: 'approved', from: 'lost' }, 'from', INVALID_VALUE],
  ])('refuses %j', async (body, field, message) => {
    const problem = await problemOf(await api.send(moderator, 'POST', 'users/approvals', body))
    expect(problem).toMatchObject({ status: 400, errors: [{ field, message }] })
  })
})
