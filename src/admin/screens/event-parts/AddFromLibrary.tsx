import { type ReactNode, useState } from 'react'
import {
  type AddedParts,
  ALREADY_ON_EVENT,
  type EventPart,
  type EventParts,
  MOST_PARTS,
} from '#src/contract/event-parts.ts'
import { capitalize } from '#src/contract/plural.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { SearchBox } from '../../blocks/Filters.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import type { List } from '../../blocks/use-list.ts'
import type { AdminAddress } from '../../links.ts'

import type { Choice, LibraryList } from './part-lists.ts'
import type { Change, Parts } from './use-parts.ts'

type AddFromLibraryProps<Part extends EventPart> = {
  list: LibraryList<Part>
  parts: Parts<Part>
  shown: EventParts<Part>
  useChoices: (q: string) => List<Choice>
  /** The screen of the library. */
  library: AdminAddress
  onClose: () => void
}

/** Searches the library and adds one or many at the end. What is chosen stays chosen while the search goes on. */
export function AddFromLibrary<Part extends EventPart>(props: AddFromLibraryProps<Part>) {
  const { list, parts, shown, useChoices, library, onClose } = props
  const [q, setQ] = useState('')
  const [chosen, choose] = useState<readonly Choice[]>([])
  const [isBusy, setBusy] = useState(false)
  const choices = useChoices(q)
  const present = new Set(shown.items.map(list.getKey))
  const room = MOST_PARTS - shown.items.length - chosen.length
  const add = async () => {
    setBusy(true)
    try {
      await parts.changed(adding(list, shown.event.id, chosen))
      onClose()
    } catch {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      title={`Add ${list.nouns}`}
      onClose={onClose}
      actions={
        <>
          <Button disabled={chosen.length === 0} isBusy={isBusy} onClick={() => void add()}>
            {isBusy ? 'Adding...' : chosen.length > 1 ? `Add ${chosen.length} ${list.nouns}` : `Add ${list.noun}`}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <p role="status" className="text-[.9375rem] text-soft">
            {chosen.length === 0 ? 'Choose one or more.' : `${chosen.length} chosen.`}
          </p>
        </>
      }
    >
      <div className="grid gap-4">
        <SearchBox label="Search the library" value={q} onChange={setQ} />
        {/* As high for one entry as for many: the buttons below stay where they are while somebody searches. */}
        <div className="h-[46dvh] overflow-auto rounded-md border-2 border-line">
          <Choices
            choices={choices}
            nouns={list.nouns}
            chosen={chosen}
            choose={choose}
            getRefusal={({ id }) => (present.has(id) ? ALREADY_ON_EVENT : room <= 0 ? FULL : undefined)}
            empty={<NobodyFound list={list} q={q} library={library} />}
          />
        </div>
      </div>
    </Dialog>
  )
}

const FULL = `An event can have at most ${MOST_PARTS}`

function withChoice(chosen: readonly Choice[], choice: Choice, isChosen: boolean): readonly Choice[] {
  const others = chosen.filter(({ id }) => id !== choice.id)
  return isChosen ? [...others, choice] : others
}

type ChoicesProps = {
  choices: List<Choice>
  nouns: string
  chosen: readonly Choice[]
  choose: (chosen: readonly Choice[]) => void
  /** Why an entry cannot be chosen. */
  getRefusal: (choice: Choice) => string | undefined
  empty: ReactNode
}

/** The entries that the search found, each to be chosen or not. */
function Choices({ choices, nouns, chosen, choose, getRefusal, empty }: ChoicesProps) {
  return (
    <Shown query={choices} what={nouns}>
      {(found) => (
        <>
          {found.length === 0 && empty}
          <ul aria-label={`The library's ${nouns}`}>
            {found.map((choice) => (
              <ChoiceRow
                key={choice.id}
                choice={choice}
                isChosen={chosen.some(({ id }) => id === choice.id)}
                refusal={getRefusal(choice)}
                onChange={(isChosen) => choose(withChoice(chosen, choice, isChosen))}
              />
            ))}
          </ul>
          {choices.hasMore && (
            <Button variant="ghost" isBusy={choices.isLoadingMore} onClick={choices.loadMore}>
              {choices.isLoadingMore ? 'Loading...' : `Show more ${nouns}`}
            </Button>
          )}
        </>
      )}
    </Shown>
  )
}

type NobodyFoundProps = { list: { nouns: string }; q: string; library: AdminAddress }

function NobodyFound({ list, q, library }: NobodyFoundProps) {
  return (
    <div className="p-3">
      <Empty
        title={q ? `No ${list.nouns} found` : `No ${list.nouns} yet`}
        action={
          <Button asChild variant="outline" size="sm">
            <AdminLink to={library}>Open the library</AdminLink>
          </Button>
        }
      >
        {q ? 'Try another name or add a new entry to the library.' : 'Add them to the library first.'}
      </Empty>
    </div>
  )
}

type ChoiceRowProps = {
  choice: Choice
  isChosen: boolean
  /** Why it cannot be chosen. One that is chosen can always be let go. */
  refusal: string | undefined
  onChange: (isChosen: boolean) => void
}

/** One entry of the library and whether it is chosen. */
function ChoiceRow({ choice: { name, detail }, isChosen, refusal, onChange }: ChoiceRowProps) {
  const isOff = refusal !== undefined && !isChosen
  return (
    <li className="border-line border-b last:border-b-0">
      <label
        className={`flex min-h-12 items-center gap-3 px-3 py-2 leading-snug ${isOff ? 'cursor-not-allowed' : 'cursor-pointer hover:bg-[color-mix(in_srgb,var(--plate)_35%,transparent)]'}`}
      >
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isOff}
          onChange={({ target }) => onChange(target.checked)}
          className="size-6 shrink-0 accent-(--tick)"
        />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <b className={`block ${isOff ? 'text-soft' : ''}`}>{name}</b>
          <span className="text-[.875rem] text-soft">{isOff ? refusal : detail}</span>
        </span>
      </label>
    </li>
  )
}

/** Adds entries of the library at the end of a list. (product 8: 'Vendor added to event', 'Failed to add vendor(s)') */
function adding<Part extends EventPart>(
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

/** What was added, and what another person had already added. */
export function addedSentence(
  { noun, nouns }: { noun: string; nouns: string },
  count: number,
  alreadyThere: readonly string[],
): string {
  const there = alreadyThere.length === 0 ? '' : `Already on this event: ${alreadyThere.join(', ')}`
  if (count === 0) return there
  const added = count === 1 ? `${capitalize(noun)} added to event` : `${count} ${nouns} added to event`
  return there ? `${added}. ${there}` : added
}
