import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DELETED_FOR_GOOD, ENTRY_IN_USE, LINK_REMOVED } from '#src/contract/library.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../blocks/confirm.ts'
import { Empty } from '../blocks/Empty.tsx'
import type { RowAction } from '../blocks/row-action.ts'
import { Shown } from '../blocks/Shown.tsx'
import { useSave } from '../blocks/use-save.ts'
import { EntryLink } from './EntryLink.tsx'
import { type LibraryKind, usedIn, usesQuery } from './uses.tsx'

/** Leads to the form of a new entry. */
export function NewEntry({ noun }: { noun: string }) {
  return (
    <Button asChild>
      <EntryLink edit="new">New {noun}</EntryLink>
    </Button>
  )
}

type EmptyLibraryProps = {
  library: { noun: string; nouns: string }
  /** What was looked for. */
  q: string
  /** The title if nothing matches; 'No matching vendors' by default. */
  noMatch?: string
  /** What a first entry is good for. */
  children: ReactNode
}

/** A library without entries, or without one that matches what is looked for. */
export function EmptyLibrary({ library: { noun, nouns }, q, noMatch, children }: EmptyLibraryProps) {
  if (q === '')
    return (
      <Empty title={`No ${nouns} yet`} action={<NewEntry noun={noun} />}>
        {children}
      </Empty>
    )
  return (
    <Empty title={noMatch ?? `No matching ${nouns}`}>
      No {nouns} match “{q}”. Try the beginning of a word.
    </Empty>
  )
}

type Used = { id: string; version: number; uses: number }

type DeletableLibrary<Line> = {
  noun: string
  title: string
  name: LibraryKind
  getName: (line: Line) => string
  stale: string[][]
  remove: (line: Line) => Promise<unknown>
}

/**
 * The action that deletes an entry after a question that names what is lost. `copied` is what events keep of it: 'venue';
 * without a copy, an entry that events use cannot be deleted.
 */
export function useDeleteAction<Line extends Used>(library: DeletableLibrary<Line>, copied?: string) {
  const { noun, title, name, getName, stale, remove } = library
  const removal = useSave({ save: remove, done: `${title} deleted`, failed: `Failed to delete ${noun}`, stale })
  return (line: Line): RowAction => ({
    label: 'Delete',
    isDestructive: true,
    disabledReason: copied === undefined && line.uses > 0 ? ENTRY_IN_USE : undefined,
    run: () =>
      confirm({
        title: `Delete this ${noun}?`,
        message: <DeleteWarning kind={name} id={line.id} name={getName(line)} {...(copied && { copied })} />,
        label: `Delete ${noun}`,
        busyLabel: 'Deleting...',
        act: () => removal.mutateAsync(line),
      }),
  })
}

type DeleteWarningProps = {
  kind: LibraryKind
  id: string
  name: string
  /** The part that events keep as a copy: 'agenda'. Absent if events must remove the entry first. */
  copied?: string
}

/** Shown before something is deleted: what is lost, and which events use it. */
function DeleteWarning({ kind, id, name, copied }: DeleteWarningProps) {
  const query = useQuery(usesQuery(kind, id))
  return (
    <>
      <p>
        <b>{name}</b> {DELETED_FOR_GOOD} The audit log keeps a copy.
      </p>
      <Shown query={query} what="the events that use it">
        {({ count, events, owned = [] }) =>
          count === 0 ? (
            <>
              <p>No events use it.</p>
              <Owned lines={owned} />
            </>
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

/** What goes with an entry and is not in the audit log. */
function Owned({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <p className="font-semibold">Deleted with it, without a copy:</p>
      <ul className="list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}
