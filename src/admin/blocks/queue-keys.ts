/** What a key does in every queue: goes to another entry, or opens the one that has the focus. */
export type QueueMove = 'next' | 'previous' | 'open'

/** Keys as a hint names them, and what they do. */
export type KeyHint = readonly [keys: readonly string[], what: string]

/** Introduces the keyboard shortcuts of a list. */
export const SHORTCUTS = 'Shortcuts:'

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** The step a key asks for; undefined for every other one, and for those the browser or the system has taken. */
export function stepOf<Step>(
  steps: Readonly<Record<string, Step>>,
  { key, ctrlKey, metaKey, altKey }: Pressed,
): Step | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  return steps[key.length === 1 ? key.toLowerCase() : key]
}

/** Where a step leads among `count` places; it stops at both ends. */
export function placeAfter(step: 'next' | 'previous', at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at + (step === 'next' ? 1 : -1)))
}
