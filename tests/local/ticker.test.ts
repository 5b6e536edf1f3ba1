import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HostedFunction } from '#netlify/local/functions.ts'
import { loadFunctions } from '#netlify/local/functions.ts'
import { startTicker } from '#netlify/local/ticker.ts'
import type { Log } from '#src/platform/log.ts'

const failures: unknown[] = []
const log: Log = { info: () => {}, warn: () => {}, error: (_event, fields) => failures.push(fields) }

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2027-03-14T07:59:30Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function scheduled(schedule: string, handle: HostedFunction['handle']): HostedFunction {
  return { name: 'job', handle, config: { schedule }, match: () => undefined }
}

test('a scheduled function runs at its minutes, in UTC, called as the host calls it', async () => {
  const calls: string[] = []
  const job = scheduled('0 8 * * *', async (request) => {
    calls.push(`${request.method} ${request.url} ${await request.text()}`)
    return new Response()
  })
  const ticker = startTicker([job], { origin: 'http://localhost:1', log })
  await vi.advanceTimersByTimeAsync(86_400_000)
  await ticker.stop()
  expect(calls).toEqual(['POST http://localhost:1/.netlify/functions/job {"next_run":"2027-03-15T08:00:00.000Z"}'])
})

test('one that takes long is not started over itself, and stopping waits for it', async () => {
  let count = 0
  const end = Promise.withResolvers<Response>()
  const job = scheduled('* * * * *', () => {
    count += 1
    return end.promise
  })
  const ticker = startTicker([job], { origin: 'http://localhost:1', log })
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(count).toBe(1)
  let hasStopped = false
  const stopped = ticker.stop().then(() => {
    hasStopped = true
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(hasStopped).toBe(false)
  end.resolve(new Response())
  await stopped
})

test('one that fails is logged and runs again', async () => {
  let count = 0
  const job = scheduled('* * * * *', () => {
    count += 1
    return Promise.reject(new Error('no'))
  })
  const ticker = startTicker([job], { origin: 'http://localhost:1', log })
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  await ticker.stop()
  expect(count).toBe(3)
  expect(failures).toContainEqual({ function: 'job' })
})

test('what netlify.toml schedules runs every minute here, and no scheduled function has an address', async () => {
  const functions = await loadFunctions()
  const tick = functions.find(({ name }) => name === 'tick')
  expect(tick?.config.path).toBeUndefined()
  let count = 0
  const counted = {
    ...scheduled('', async () => {
      count += 1
      return new Response()
    }),
    name: 'tick',
    config: {},
  }
  const ticker = startTicker([counted], { origin: 'http://localhost:1', log })
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  await ticker.stop()
  expect(count).toBe(3)
  expect(functions.filter(({ config }) => config.schedule && config.path)).toEqual([])
  expect(functions.map(({ name }) => name)).not.toContain('deploys')
})
