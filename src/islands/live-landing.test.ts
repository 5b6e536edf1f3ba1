import { describe, expect, test } from 'vitest'
import { createLiveLanding, getApiPath, isMissing } from './live-landing.ts'

/** A server that gives these answers in turn; a number is a status, `null` a broken connection. */
function server(answers: (number | null)[]) {
  const waits: number[] = []
  let calls = 0
  const live = createLiveLanding(() => '/api/events/x', {
    fetch: async () => {
      const answer = answers[Math.min(calls++, answers.length - 1)]
      if (answer === null || answer === undefined) throw new TypeError('fetch failed')
      return Response.json({ slug: 'x' }, { status: answer })
    },
    wait: async (milliseconds) => {
      waits.push(milliseconds)
    },
  })
  const shown = () => {
    const state = live.$state.get()
    if (state.status !== 'failed') return state.status
    return isMissing(state.fault) ? 'not_found' : 'failed'
  }
  return { ...live, shown, waits, calls: () => calls }
}

describe('a live landing', () => {
  test('is loading until an answer comes', () => {
    expect(server([200]).$state.get()).toEqual({ status: 'loading' })
  })

  test('is ready with the first good answer', async () => {
    const { load, $state, calls } = server([200])
    await load()
    expect($state.get()).toMatchObject({ status: 'ready', value: { slug: 'x' } })
    expect(calls()).toBe(1)
  })

  test('is tried three times more, with growing pauses, then failed', async () => {
    const { load, shown, calls, waits } = server([429, 503, null, 500])
    await load()
    expect(shown()).toBe('failed')
    expect(calls()).toBe(4)
    expect(waits).toHaveLength(3)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
  })

  test('is ready when a later try succeeds', async () => {
    const { load, shown } = server([null, 503, 200])
    await load()
    expect(shown()).toBe('ready')
  })

  test.each([
    [404, 'not_found'],
    [410, 'not_found'],
    [400, 'failed'],
  ])('status %i is believed at once: %s', async (status, state) => {
    const { load, shown, calls } = server([status])
    await load()
    expect(shown()).toBe(state)
    expect(calls()).toBe(1)
  })
})

test('a page that names no event asks for nothing and is not found', async () => {
  const live = createLiveLanding(() => undefined, {
    fetch: () => Promise.reject(new Error('asked')),
    wait: async () => {},
  })
  await live.load()
  const state = live.$state.get()
  expect(state.status === 'failed' && isMissing(state.fault)).toBe(true)
})

test('the address of a page names its event', () => {
  expect(getApiPath('featured', '/')).toBe('/api/events/featured')
  expect(getApiPath('address', '/event/tulsa-2027')).toBe('/api/events/tulsa-2027')
  for (const path of ['/event-fallback', '/event/a/b']) expect(getApiPath('address', path), path).toBeUndefined()
})
