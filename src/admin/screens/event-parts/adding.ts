import type { Changed } from '#src/contract/changed.ts'
import type { AddedParts, EventPart } from '#src/contract/event-parts.ts'
import type { Choice } from './library-choices.ts'
import { capital } from './part-changes.ts'
import type { LibraryList } from './part-lists.ts'
import type { Change } from './use-parts.ts'

/** Adds entries of the library at the end of a list. (product 8: 'Vendor added to event', 'Failed to add vendor(s)') */
export function adding<Part extends EventPart>(
  list: LibraryList<Part>,
  event: string,
  chosen: readonly Choice[],
): Change<Part> {
  let alreadyThere: string[] = []
  return {
    apply: (items) => items,
    send: async () => {
      const answer: Changed<AddedParts<Part>> = await list.add(
        event,
        chosen.map(({ id }) => id),
      )
      alreadyThere = answer.item.alreadyThere
      return answer
    },
    done: () => addedSentence(list, chosen.length - alreadyThere.length, alreadyThere),
    failed: `Failed to add ${chosen.length === 1 ? list.noun : list.nouns}`,
  }
}

/** What was added, and who was there already because somebody else was faster. */
export function addedSentence(
  { noun, nouns }: { noun: string; nouns: string },
  count: number,
  alreadyThere: readonly string[],
): string {
  const there = alreadyThere.length === 0 ? '' : `Already on this event: ${alreadyThere.join(', ')}`
  if (count === 0) return there
  const added = count === 1 ? `${capital(noun)} added to event` : `${count} ${nouns} added to event`
  return there ? `${added}. ${there}` : added
}
