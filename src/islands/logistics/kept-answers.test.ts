import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../call.ts'
import { askOrRecall } from './kept-answers.ts'

const stored = new Map<string, Response>()
const cache = {
  match: async (key: string) => stored.get(key)?.clone(),
  put: async (key: string, answer: Response) => void stored.set(key, answer),
  delete: async (key: string) => stored.delete(key),
}
const OFFLINE = new ApiError({ status: 0, code: 'offline', detail: 'offline' })
const DEAD = new ApiError({ status: 404, code: 'not_found', detail: 'dead' })

type Form = { title: string; secret?: string }
const late: Form[] = []
const look = (ask: () => Promise<Form>, token = 'token-of-somebody') =>
  askOrRecall<Form>({
    name: 'form',
    token,
    ask,
    toKeep: ({ title }) => ({ title }),
    onLate: (form) => late.push(form),
  })

beforeEach(() => {
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('isSecureContext', true)
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now: Date.UTC(2026, 10, 26) })
  stored.clear()
  late.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('without a network, the copy of the last answer is shown with its time: what may stay here, under a name without the token', async () => {
  expect(await look(async () => ({ title: 'as sent', secret: 'shellfish' }))).toEqual({
    title: 'as sent',
    secret: 'shellfish',
  })
  expect(await look(() => Promise.reject(OFFLINE))).toEqual({ title: 'as sent', keptAt: Date.UTC(2026, 10, 26) })
  expect([...stored.keys()].join()).toMatch(/^\/kept\/form\/[\da-f]{64}$/)
  await expect(look(() => Promise.reject(OFFLINE), 'another')).rejects.toBe(OFFLINE)
})

test('after two seconds the copy is shown, and the answer when it comes', async () => {
  await look(async () => ({ title: 'first' }))
  const answer = Promise.withResolvers<Form>()
  const asked = Promise.withResolvers<void>()
  const shown = look(() => {
    asked.resolve()
    return answer.promise
  })
  await asked.promise
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await shown).toMatchObject({ title: 'first', keptAt: expect.any(Number) })
  answer.resolve({ title: 'second' })
  await vi.waitFor(() => expect(late).toEqual([{ title: 'second' }]))
})

test('a link that is refused leaves no copy, and one of a month ago is none', async () => {
  await look(async () => ({ title: 'first' }))
  await expect(look(() => Promise.reject(DEAD))).rejects.toBe(DEAD)
  expect(stored.size).toBe(0)
  await look(async () => ({ title: 'first' }))
  vi.setSystemTime(Date.UTC(2026, 11, 27))
  await expect(look(() => Promise.reject(OFFLINE))).rejects.toBe(OFFLINE)
  expect(stored.size).toBe(0)
})
