import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createToasts, notifyNextPage, takeToastFromLastPage } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const told = (toasts: ReturnType<typeof createToasts>) => toasts.$toasts.get().map(({ message }) => message)
const bad = (message: string) => ({ message, kind: 'error' }) as const
const good = (message: string, duration?: number) =>
  ({ message, kind: 'success', ...(duration !== undefined && { duration }) }) as const

describe('a toast', () => {
  test('leaves after five seconds, or when it says', () => {
    const toasts = createToasts()
    toasts.notify(good('short'))
    toasts.notify(good('long', 8_000))
    vi.advanceTimersByTime(5_000)
    expect(told(toasts)).toEqual(['long'])
    vi.advanceTimersByTime(3_000)
    expect(told(toasts)).toEqual([])
  })

  test('pauses while a person reads, then stays for the rest of its time', () => {
    const toasts = createToasts()
    toasts.notify(good('a'))
    vi.advanceTimersByTime(4_000)
    toasts.hold(true)
    vi.advanceTimersByTime(60_000)
    expect(told(toasts)).toEqual(['a'])
    toasts.hold(false)
    vi.advanceTimersByTime(999)
    expect(told(toasts)).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(told(toasts)).toEqual([])
  })

  test('that is dismissed under the pointer lets the others go on', () => {
    const toasts = createToasts()
    toasts.notify(good('a'))
    toasts.notify(good('b'))
    toasts.hold(true)
    toasts.dismiss(toasts.$toasts.get()[0]?.id ?? 0)
    vi.advanceTimersByTime(5_000)
    expect(told(toasts)).toEqual([])
  })

  test('is shown once, however often it is sent; and only the last four stay', () => {
    const toasts = createToasts()
    for (const message of ['a', 'b', 'a', 'c', 'd', 'e']) toasts.notify(good(message))
    expect(told(toasts)).toEqual(['a', 'c', 'd', 'e'])
  })

  test('that can be undone stays its time, however many come after it', () => {
    const toasts = createToasts()
    toasts.notify({ ...good('approved', 6_000), undo: () => {} })
    for (const message of ['a', 'b', 'c', 'd', 'e']) toasts.notify(good(message))
    expect(told(toasts)).toEqual(['approved', 'c', 'd', 'e'])
    vi.advanceTimersByTime(5_999)
    expect(told(toasts)).toEqual(['approved'])
    vi.advanceTimersByTime(1)
    expect(told(toasts)).toEqual([])
  })

  test('of an error replaces the one before, and leaves with the next success', () => {
    const toasts = createToasts()
    toasts.notify(good('a'))
    toasts.notify(bad('b'))
    toasts.notify(bad('c'))
    expect(told(toasts)).toEqual(['a', 'c'])
    toasts.notify(good('d'))
    expect(told(toasts)).toEqual(['a', 'd'])
  })

  test('of an error leaves when something new is tried', () => {
    const toasts = createToasts()
    toasts.notify(good('a'))
    toasts.notify(bad('b'))
    toasts.dismissErrors()
    expect(told(toasts)).toEqual(['a'])
  })

  test('may stay until it is dismissed', () => {
    const toasts = createToasts()
    toasts.notify(good('a', Number.POSITIVE_INFINITY))
    toasts.hold(true)
    toasts.hold(false)
    vi.advanceTimersByTime(1e9)
    expect(told(toasts)).toEqual(['a'])
  })
})

describe('a toast for the next page', () => {
  const storage = () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    return () => storage as unknown as Storage
  }

  test('is there once', () => {
    const kept = storage()
    notifyNextPage({ message: 'Signed out.', kind: 'success' }, kept)
    expect(takeToastFromLastPage(kept)).toEqual({ message: 'Signed out.', kind: 'success', title: undefined })
    expect(takeToastFromLastPage(kept)).toBeUndefined()
  })

  test.each(['', '{', 'null', '{"message":1,"kind":"success"}', '{"message":"x","kind":"loud"}'])(
    'is nothing where %o was stored',
    (stored) => {
      const kept = storage()
      kept().setItem('carried-toast', stored)
      expect(takeToastFromLastPage(kept)).toBeUndefined()
    },
  )

  test('is nothing where storage is forbidden', () => {
    const forbidden = () => {
      throw new Error('SecurityError')
    }
    expect(takeToastFromLastPage(forbidden)).toBeUndefined()
  })
})
