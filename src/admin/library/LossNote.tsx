import { useQuery } from '@tanstack/react-query'
import { Shown } from '../blocks/Shown.tsx'
import { type LibraryKind, usedIn, usesQuery } from './uses-query.ts'

type LossNoteProps = {
  kind: LibraryKind
  id: string
  name: string
  /** What the events keep that used it: 'the agenda they have'. */
  kept: string
}

/** Before something is deleted: what goes, and which events go on without it. */
export function LossNote({ kind, id, name, kept }: LossNoteProps) {
  const query = useQuery(usesQuery(kind, id))
  return (
    <>
      <p>
        <b>{name}</b> leaves the library for good. The audit log keeps what it was.
      </p>
      <Shown query={query} what="the events that use it">
        {({ count, events }) =>
          count === 0 ? (
            <p>No event uses it.</p>
          ) : (
            <>
              <p>
                {usedIn(count)}: {events.map((event) => event.eventName).join(', ')}
                {count > events.length && ` and ${count - events.length} more`}.
              </p>
              <p>They keep {kept}, and lose the link to it.</p>
            </>
          )
        }
      </Shown>
    </>
  )
}
