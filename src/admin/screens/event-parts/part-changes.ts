import { arrayMove } from '@dnd-kit/sortable'
import type { EventPart } from '#src/contract/event-parts.ts'
import type { PartList } from './part-lists.ts'
import type { Change } from './use-parts.ts'

/** The list with one entry at another place. Places count from 0. */
export function moved<Part extends EventPart>(items: readonly Part[], from: number, to: number): Part[] {
  return renumbered(arrayMove([...items], from, to))
}

/** Puts the list into this order. */
export function ordering<Part extends EventPart>(list: PartList<Part>, event: string, next: Part[]): Change<Part> {
  const ids = next.map(({ id }) => id)
  // What came meanwhile stands behind what was put in order.
  const placeIn = ({ id }: Part) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return {
    apply: (items) => renumbered(items.toSorted((a, b) => placeIn(a) - placeIn(b))),
    send: () => list.order(event, ids),
    failed: `Failed to reorder ${list.nouns}`,
  }
}

/** Shows an entry to visitors, or hides it. */
export function activating<Part extends EventPart>(
  list: PartList<Part>,
  event: string,
  { part: { id }, isActive }: { part: Part; isActive: boolean },
): Change<Part> {
  return {
    apply: (items) => items.map((item) => (item.id === id ? { ...item, isActive } : item)),
    send: () => list.activate(event, id, isActive),
    failed: `Failed to update ${list.noun}`,
  }
}

/** Takes an entry off the event. (product 8) */
export function removing<Part extends EventPart>(list: PartList<Part>, event: string, { id }: Part): Change<Part> {
  return {
    apply: (items) => renumbered(items.filter((item) => item.id !== id)),
    send: () => list.remove(event, id),
    done: `${capital(list.noun)} removed from event`,
    failed: `Failed to remove ${list.noun}`,
  }
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function renumbered<Part extends EventPart>(items: readonly Part[]): Part[] {
  return items.map((item, index) => ({ ...item, displayOrder: index + 1 }))
}
