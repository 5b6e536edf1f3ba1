import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type EventPart, type EventParts, MOST_PARTS } from '#src/contract/event-parts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import type { List } from '../../blocks/use-list.ts'
import type { AddFromLibrary as Adding } from './AddFromLibrary.tsx'
import type { Choice } from './library-choices.ts'
import { PartsPanel } from './PartsPanel.tsx'
import type { LibraryList } from './part-lists.ts'
import { useParts } from './use-parts.ts'

/** Comes when somebody wants to add something. `lazy` forgets the type parameter. */
const AddFromLibrary = lazy(async () => ({
  default: (await import('./AddFromLibrary.tsx')).AddFromLibrary,
})) as unknown as typeof Adding

type LibraryPanelProps<Part extends EventPart> = {
  list: LibraryList<Part>
  eventId: string
  body: (part: Part) => ReactNode
  useChoices: (q: string) => List<Choice>
  libraryHref: string
  /** What visitors see while the list is empty. */
  without: string
}

/** The vendors or the team of an event: entries of a library, added one by one or many at once. */
export function LibraryPanel<Part extends EventPart>(props: LibraryPanelProps<Part>) {
  const { list, eventId, body, useChoices, libraryHref, without } = props
  const [isAdding, setAdding] = useState(false)
  const parts = useParts(list, eventId)
  const add = ({ items }: EventParts<Part>) => (
    <Button
      disabled={items.length >= MOST_PARTS}
      title={items.length >= MOST_PARTS ? `An event has at most ${MOST_PARTS} ${list.nouns}` : undefined}
      onClick={() => setAdding(true)}
    >
      Add {list.nouns}
    </Button>
  )
  return (
    <>
      <PartsPanel
        list={list}
        parts={parts}
        body={body}
        actions={add}
        lost="The library keeps everything else."
        empty={<Empty title={`No ${list.nouns} on this event`}>{without}</Empty>}
      />
      {isAdding && parts.query.data && (
        <Suspense>
          <AddFromLibrary
            list={list}
            parts={parts}
            shown={parts.query.data}
            useChoices={useChoices}
            libraryHref={libraryHref}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  )
}
