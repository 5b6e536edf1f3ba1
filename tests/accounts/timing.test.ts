import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#src/auth/passwords.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { problemOf } from '#tests/support/api.ts'
import { databases, type TestDb } from '#tests/support/database.ts'
import { accountApi, PASSWORD } from './account-api.ts'

/** A hash that takes hundreds of times as long to check as one of ours. */
const SLOW = `$argon2id$v=19$m=19456,t=600,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
const AT_A_TIME = 2
const MOST_WAITING = 50

describe.each(databases)('while more sign in than can be hashed, on $name', ({ open }) => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await open()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())

  test('who comes when the queue is full is told to come again, whoever they are; reads go on', async () => {
    const { email } = await api.member('ada')
    const cookie = await api.signIn(email)
    let isOver = false
    const busy = [
      ...Array.from({ length: AT_A_TIME }, () => verifyPassword(SLOW, PASSWORD)),
      ...Array.from({ length: MOST_WAITING }, () => hashPassword(PASSWORD)),
    ]
    const over = Promise.all(busy).then(() => {
      isOver = true
    })
    const [known, unknown, registering] = await Promise.all([
      api.post('sign-in', { email, password: PASSWORD }),
      api.post('sign-in', { email: 'nobody@gauge.example', password: PASSWORD }),
      api.post('sign-up', { username: 'bea', email: 'bea@gauge.example', password: PASSWORD }),
    ])
    for (const answer of [known, unknown, registering]) {
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(await problemOf(answer)).toMatchObject({ code: 'unavailable', detail: ACCOUNT_SENTENCE.busy })
    }
    expect(await api.viewerOf(cookie)).toMatchObject({ username: 'ada' })
    expect((await api.call('GET', 'account', undefined, { cookie })).status).toBe(200)
    expect(isOver).toBe(false)
    await over
    expect((await api.post('sign-in', { email, password: PASSWORD })).status).toBe(200)
    expect(
      (await api.post('sign-up', { username: 'bea', email: 'bea@gauge.example', password: PASSWORD })).status,
    ).toBe(202)
  })

  test('twenty at once all come in, and none waits for ever', async () => {
    const { email } = await api.member('carl')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.post('sign-in', { email, password: PASSWORD })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
  })
})
