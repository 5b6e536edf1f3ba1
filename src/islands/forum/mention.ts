import type { Selected } from './markdown-marks.ts'

/** A name somebody is typing behind an `@`, and where that stands. */
export type Mention = { start: number; typed: string }

const BEFORE_CARET = /(?<![\p{L}\p{M}\p{N}@._/-])@([\p{L}\p{M}\p{Nd}._-]{1,30})$/u

/** What is typed of a name right before the caret; undefined where no name is. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const found = BEFORE_CARET.exec(text.slice(Math.max(0, caret - 64), caret))
  return found?.[1] ? { start: caret - found[0].length, typed: found[1] } : undefined
}

/** The text with that name whole, and the caret behind it. */
export function complete(text: string, { start, typed }: Mention, username: string): Selected {
  const before = `${text.slice(0, start)}@${username} `
  const after = text.slice(start + 1 + typed.length).replace(/^ /, '')
  return { text: before + after, start: before.length, end: before.length }
}
