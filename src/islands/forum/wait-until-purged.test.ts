import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitUntilPurged } from './wait-until-purged.ts'

const asked = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', asked)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  asked.mockReset()
})

async function wait(): Promise<void> {
  const gone = waitUntilPurged('/forum/post/1')
  await vi.runAllTimersAsync()
  await gone
}

test('a page is looked at until it is gone', async () => {
  asked.mockResolvedValueOnce(new Response()).mockResolvedValueOnce(new Response())
  asked.mockResolvedValue(new Response(null, { status: 404 }))
  await wait()
  expect(asked).toHaveBeenCalledTimes(3)
  expect(asked).toHaveBeenCalledWith('/forum/post/1', { method: 'HEAD', redirect: 'manual', cache: 'no-store' })
})

test('a page that stays the same or cannot be read is not waited for forever', async () => {
  asked.mockResolvedValue(new Response())
  await wait()
  expect(asked).toHaveBeenCalledTimes(12)
  asked.mockReset().mockRejectedValue(new TypeError('offline'))
  await wait()
  expect(asked).toHaveBeenCalledOnce()
})
