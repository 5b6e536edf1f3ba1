import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inEvenTime } from '#src/auth/even-time.ts'
import { turnOfStranger } from '#src/auth/hash-queue.ts'
import { inTurn } from '#src/auth/passwords.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { logisticsApi, START } from '#tests/logistics/logistics-api.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, cookieOf, PASSWORD } from './account-api.ts'

vi.mock('#src/auth/even-time.ts', () => ({
  inEvenTime: vi.fn((_step: number, work: () => Promise<unknown>) => work()),
}))

const AT_A_TIME = 2
const MOST_WAITING = 250

describe('while more sign in than can be hashed', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())

  test('strangers are asked to come back when the queue is full, known or not; reads continue', async () => {
    const { email } = await api.member('ada')
    const first = await api.post('sign-in', { email, password: PASSWORD })
    const [cookie, device] = [cookieOf(first), cookieOf(first, '__Host-device')]
    const hashed = Promise.withResolvers<void>()
    const busy = Array.from({ length: AT_A_TIME + MOST_WAITING }, (_, count) =>
      inTurn(turnOfStranger(`${count}`), () => hashed.promise),
    )
    const onTheirDevice = api.post('sign-in', { email, password: PASSWORD }, { cookie: device })
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
    hashed.resolve()
    expect((await onTheirDevice).status).toBe(200)
    await Promise.all(busy)
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

test('registering, asking for a reset and changing an address end at full steps, whether the address is known or not', async () => {
  const opened = await testDb()
  const api = await accountApi(opened.db)
  const { email } = await api.member('dora')
  const { cookie } = await api.enter('emil')
  const getSteps = async (call: Promise<Response>) => {
    vi.mocked(inEvenTime).mockClear()
    expect((await call).status).toBe(202)
    return vi.mocked(inEvenTime).mock.calls.map(([step]) => step)
  }
  for (const [username, address] of [
    ['first', email],
    ['second', 'nobody@gauge.example'],
  ]) {
    expect(await getSteps(api.post('sign-up', { username, email: address, password: PASSWORD }))).toEqual([350])
    expect(await getSteps(api.post('password-reset', { email: address }))).toEqual([250])
    expect(await getSteps(api.post('email', { email: address }, { cookie }))).toEqual([250])
  }
  await opened.close()
})

test('asking for a new link to a form ends at full steps, whether the address is known or not (LG2)', async () => {
  const opened = await testDb()
  const api = await logisticsApi(opened.db, START)
  const { email } = await api.invite(await addEvent(opened.db, 'even'))
  for (const asked of [email, 'nobody@gauge.example']) {
    vi.mocked(inEvenTime).mockClear()
    expect((await api.call('new-link', { email: asked })).status).toBe(202)
    expect(vi.mocked(inEvenTime).mock.calls.map(([step]) => step)).toEqual([250])
  }
  await opened.close()
})
