import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import { DROPPED_AT } from '#src/contract/event-parts.ts'

/** Read out with every handle. */
export const HOW_TO_MOVE = 'To move it, press Space, then the arrow keys. Press Space to drop it or Escape to cancel.'

/** `position 2 of 5`; places count from 0. */
export function placeOf(at: number, count: number): string {
  return `position ${at + 1} of ${count}`
}

type Moving = { active: { id: UniqueIdentifier }; over: { id: UniqueIdentifier } | null }

/** What is said while an entry is carried. `ids` are in the order of before. */
export function spokenMoves(ids: readonly string[], names: ReadonlyMap<string, string>): Announcements {
  const nameOf = ({ id }: { id: UniqueIdentifier }) => names.get(String(id)) ?? 'The entry'
  const spot = ({ id }: { id: UniqueIdentifier }) => placeOf(ids.indexOf(String(id)), ids.length)
  const held = (active: { id: UniqueIdentifier }) => `${nameOf(active)} is picked up at ${spot(active)}.`
  return {
    onDragStart: ({ active }) => held(active),
    onDragOver: ({ active, over }: Moving) => {
      // Said at once after it is picked up, and would silence that.
      if (over?.id === active.id) return held(active)
      return over ? `${nameOf(active)} is over ${spot(over)}.` : `${nameOf(active)} is not over a position.`
    },
    onDragEnd: ({ active, over }: Moving) =>
      over ? `${nameOf(active)} ${DROPPED_AT} ${spot(over)}.` : `${nameOf(active)} is back at ${spot(active)}.`,
    onDragCancel: ({ active }) => `Move canceled. ${nameOf(active)} is back at ${spot(active)}.`,
  }
}
