/** What a key does to somebody in the queue. */
export type QueueStep = 'next' | 'previous' | 'select' | 'approve' | 'reject' | 'open'

const STEPS: Record<string, QueueStep> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  x: 'select',
  a: 'approve',
  r: 'reject',
  o: 'open',
}

/** The keys as the hint names them. */
export const KEY_HINTS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['j', '↓'], 'next'],
  [['k', '↑'], 'previous'],
  [['x'], 'select'],
  [['a'], 'approve'],
  [['r'], 'reject'],
  [['o'], 'open'],
]

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** The step a key asks for; undefined for every other one, and for those the browser or the system has taken. */
export function stepOf({ key, ctrlKey, metaKey, altKey }: Pressed): QueueStep | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  return STEPS[key.length === 1 ? key.toLowerCase() : key]
}

/** Where a step leads among `count` places; it stops at both ends. */
export function placeAfter(step: 'next' | 'previous', at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at + (step === 'next' ? 1 : -1)))
}
