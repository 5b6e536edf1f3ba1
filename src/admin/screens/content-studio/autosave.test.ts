import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutosave, type SaveEnd } from './autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An autosave whose saves end when the test says so. */
function open() {
  const ends: ((end: SaveEnd) => void)[] = []
  const send = vi.fn(() => new Promise<SaveEnd>((resolve) => ends.push(resolve)))
  const autosave = createAutosave(send)
  const end = async (how: SaveEnd) => {
    ends.shift()?.(how)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ...autosave, send, end, state: () => autosave.$state.get() }
}

test('what is typed is sent when typing pauses', async () => {
  const { change, send, end, state } = open()
  change()
  await vi.advanceTimersByTimeAsync(500)
  change()
  await vi.advanceTimersByTimeAsync(500)
  expect(send).not.toHaveBeenCalled()
  expect(state()).toBe('waiting')
  await vi.advanceTimersByTimeAsync(200)
  expect(state()).toBe('saving')
  await end('saved')
  expect(state()).toBe('saved')
})

test('a failed save is tried again after pauses that double, and is said to have failed until one succeeds', async () => {
  const { change, send, end, state } = open()
  change()
  await vi.advanceTimersByTimeAsync(700)
  for (const [at, pause] of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000].entries()) {
    await end('failed')
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(send).toHaveBeenCalledTimes(at + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(send).toHaveBeenCalledTimes(at + 2)
    expect(state()).toBe('failed')
  }
  await end('saved')
  expect(state()).toBe('saved')
})

test('after a failed save, the next change is sent after the usual pause, and a new connection sends at once', async () => {
  const { change, retry, send, end } = open()
  retry()
  expect(send).not.toHaveBeenCalled()
  change()
  await vi.advanceTimersByTimeAsync(700)
  await end('failed')
  change()
  await vi.advanceTimersByTimeAsync(700)
  expect(send).toHaveBeenCalledTimes(2)
  await end('failed')
  retry()
  expect(send).toHaveBeenCalledTimes(3)
})

test('to finish waits for the save that is running, then sends what was typed since', async () => {
  const { change, finish, send, end, state } = open()
  change()
  await vi.advanceTimersByTimeAsync(700)
  change()
  const done = vi.fn()
  void finish().then(done)
  await end('saved')
  expect(send).toHaveBeenCalledTimes(2)
  expect(done).not.toHaveBeenCalled()
  await end('saved')
  expect(done).toHaveBeenCalled()
  expect(state()).toBe('saved')
})

test.each<SaveEnd>(['failed', 'invalid', 'conflict', 'removed'])(
  'to finish tells that a save ended as %s',
  async (how) => {
    const { change, finish, end, state } = open()
    change()
    const done = vi.fn()
    void finish().then(done)
    await vi.advanceTimersByTimeAsync(0)
    await end(how)
    expect(done).toHaveBeenCalled()
    expect(state()).toBe(how)
  },
)

test('a conflict is not tried again before the editor has chosen', async () => {
  const { change, send, end } = open()
  change()
  await vi.advanceTimersByTimeAsync(700)
  change()
  await end('conflict')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(send).toHaveBeenCalledTimes(1)
})

test('a form that is gone still sends what was typed last, and tries nothing again', async () => {
  const { change, close, send, end } = open()
  change()
  await vi.advanceTimersByTimeAsync(700)
  change()
  close()
  await end('saved')
  expect(send).toHaveBeenCalledTimes(2)
  await end('failed')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(send).toHaveBeenCalledTimes(2)
})
