import type { KeyHint, QueueMove } from '../../blocks/queue-keys.tsx'

/** What each key does to the selected person in the queue. */
export const QUEUE_STEPS: Readonly<Record<string, QueueMove | 'select' | 'approve' | 'reject'>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  x: 'select',
  a: 'approve',
  r: 'reject',
  o: 'open',
}

export const KEY_HINTS: readonly KeyHint[] = [
  [['j', '↓'], 'next'],
  [['k', '↑'], 'previous'],
  [['x'], 'select'],
  [['a'], 'approve'],
  [['r'], 'reject'],
  [['o'], 'open'],
]
