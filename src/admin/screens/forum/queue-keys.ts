/** What a key does with the post that has the focus. */
export type QueueStep = 'next' | 'previous' | 'keep' | 'remove' | 'open'

const STEPS: Record<string, QueueStep> = {
  j: 'next',
  k: 'previous',
  a: 'keep',
  r: 'remove',
  o: 'open',
}

/** The keys as the hint names them. */
export const KEY_HINTS: readonly (readonly [key: string, what: string])[] = [
  ['j', 'next'],
  ['k', 'previous'],
  ['a', 'let it stand'],
  ['r', 'take it away'],
  ['o', 'open'],
]

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** The step a key asks for; undefined for every other one, and for those the browser or the system has taken. */
export function stepOf({ key, ctrlKey, metaKey, altKey }: Pressed): QueueStep | undefined {
  return ctrlKey || metaKey || altKey ? undefined : STEPS[key.toLowerCase()]
}
