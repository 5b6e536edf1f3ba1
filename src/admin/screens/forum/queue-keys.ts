import type { KeyHint, QueueMove } from '../../blocks/queue-keys.ts'

/** What keys do with the post that has the focus. Arrows are left to the browser: a long post scrolls by them. */
export const QUEUE_STEPS: Readonly<Record<string, QueueMove | 'keep' | 'remove'>> = {
  j: 'next',
  k: 'previous',
  a: 'keep',
  r: 'remove',
  o: 'open',
}

export const KEY_HINTS: readonly KeyHint[] = [
  [['j'], 'next'],
  [['k'], 'previous'],
  [['a'], 'keep'],
  [['r'], 'remove'],
  [['o'], 'open'],
]
