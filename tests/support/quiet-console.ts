import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A test fails on a stray `console.error`: one that expects it replaces `console.error` by its own spy. */
let reported: unknown[][] = []

beforeEach(() => {
  reported = []
  vi.spyOn(console, 'error').mockImplementation((...parts) => {
    reported.push(parts)
  })
})

afterEach(() => {
  expect(reported, 'the test wrote to console.error').toEqual([])
})
