import { describe, expect, test } from 'vitest'
import { CONFIRMATION, createCopy } from './copy.ts'

/** A page whose clock moves only when told to. */
function page({ refuses = false, oldWay = false } = {}) {
  const written: string[] = []
  const timers: { milliseconds: number; done: () => void }[] = []
  let text = 'first'
  const { $status, copy } = createCopy({
    text: () => text,
    write: async (copied) => {
      if (refuses) throw new DOMException('refused')
      written.push(copied)
    },
    selectAndCopy: () => oldWay,
    wait: (milliseconds) => new Promise((done) => timers.push({ milliseconds, done })),
  })
  const settle = () => new Promise((done) => setTimeout(done))
  return { $status, copy, written, timers, settle, show: (next: string) => (text = next) }
}

describe('copying', () => {
  test('confirms for two seconds', async () => {
    const { copy, $status, timers, settle } = page()
    const copying = copy()
    await settle()
    expect($status.get()).toBe('copied')
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([2_000])
    expect(CONFIRMATION).toBe(2_000)
    timers[0]?.done()
    await copying
    expect($status.get()).toBe('idle')
  })

  test('takes the text as it is at the click', async () => {
    const { copy, show, written, settle } = page()
    void copy()
    show('second')
    void copy()
    await settle()
    expect(written).toEqual(['first', 'second'])
  })

  test('counts the two seconds from the last click', async () => {
    const { copy, $status, timers, settle } = page()
    void copy()
    void copy()
    await settle()
    timers[0]?.done()
    await settle()
    expect($status.get()).toBe('copied')
    timers[1]?.done()
    await settle()
    expect($status.get()).toBe('idle')
  })

  test('goes the old way where the clipboard refuses', async () => {
    const { copy, $status, settle } = page({ refuses: true, oldWay: true })
    void copy()
    await settle()
    expect($status.get()).toBe('copied')
  })

  test('leaves the text selected, and says so until the next click, where both refuse', async () => {
    const { copy, $status, timers, settle } = page({ refuses: true })
    const copying = copy()
    await settle()
    timers[0]?.done()
    await copying
    expect($status.get()).toBe('selected')
  })
})
