import { useQuery } from '@tanstack/react-query'
import { DELETED_FOR_GOOD, LINK_REMOVED } from '#src/contract/library.ts'
import { Shown } from '../blocks/Shown.tsx'
import { type LibraryKind, usedIn, usesQuery } from './uses-query.ts'

type LossNoteProps = {
  kind: LibraryKind
  id: string
  name: string
  /** What events have of it as a copy, which stays: 'agenda'. Not said where events must let go of it first. */
  copied?: string
}

/** Before something is deleted: what goes, and which events go on without it. */
export function LossNote({ kind, id, name, copied }: LossNoteProps) {
  const query = useQuery(usesQuery(kind, id))
  return (
    <>
      <p>
        <b>{name}</b> {DELETED_FOR_GOOD} The audit log keeps a copy.
      </p>
      <Shown query={query} what="the events that use it">
        {({ count, events }) =>
          count === 0 ? (
            <p>No events use it.</p>
          ) : (
            <>
              <p>
                {usedIn(count)}: {events.map((event) => event.eventName).join(', ')}
                {count > events.length && ` and ${count - events.length} more`}.
              </p>
              {copied && (
                <p>
                  Their {copied} {LINK_REMOVED}
                </p>
              )}
            </>
          )
        }
      </Shown>
    </>
  )
}
