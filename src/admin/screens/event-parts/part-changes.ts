import type { EventPart } from '#src/contract/event-parts.ts'
import { capitalize } from '#src/contract/plural.ts'
import { moved } from '../../blocks/MoveButtons.tsx'
import type { PartList } from './part-lists.ts'
import type { Change } from './use-parts.ts'

/** The list with one entry at another place, renumbered. Places count from 0. */
export function toMoved<Part extends { id: string }>(items: readonly Part[], from: number, to: number): Part[] {
  return renumbered(moved(items, from, to))
}

/** Puts the list into this order; `before` is the order that 'Undo' gives back. */
export function ordering<Part extends EventPart>(
  list: PartList<Part>,
  event: string,
  { next, before }: { next: readonly Part[]; before: readonly Part[] },
): Change<Part> {
  return {
    ...toOrder(list, event, next),
    done: `${capitalize(list.nouns)} reordered`,
    undo: { ...toOrder(list, event, before), done: `Order of ${list.nouns} restored` },
  }
}

function toOrder<Part extends EventPart>(list: PartList<Part>, event: string, next: readonly Part[]): Change<Part> {
  const ids = next.map(({ id }) => id)
  // Entries that were added since come last.
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

/** Removes an entry from the event; 'Undo' adds it again at its place. (product 8) */
export function removing<Part extends EventPart>(list: PartList<Part>, event: string, part: Part): Change<Part> {
  return {
    apply: (items) => renumbered(items.filter(({ id }) => id !== part.id)),
    send: () => list.remove(event, part.id),
    done: `${capitalize(list.noun)} removed from event`,
    about: list.getName(part),
    undo: restoring(list, event, part),
    failed: `Failed to remove ${list.noun}`,
  }
}

/** Adds an entry again that was removed: at its place, and hidden if it was. */
function restoring<Part extends EventPart>(list: PartList<Part>, event: string, part: Part): Change<Part> {
  const isSame = (item: Part) => list.getKey(item) === list.getKey(part)
  return {
    apply: (items) =>
      renumbered(items.filter((item) => !isSame(item)).toSpliced(part.displayOrder - 1, 0, items.find(isSame) ?? part)),
    send: () => list.addAgain(event, part),
    about: list.getName(part),
    done: `${capitalize(list.noun)} is on the event again`,
    failed: `Failed to restore ${list.noun}`,
  }
}

function renumbered<Part extends { id: string }>(items: readonly Part[]): Part[] {
  return items.map((item, index) => ({ ...item, displayOrder: index + 1 }))
}
