import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Shown } from '../blocks/Shown.tsx'
import { UsesList } from './UsesList.tsx'
import { type LibraryKind, usedIn, usesQuery } from './uses-query.ts'

type UsesCellProps = { kind: LibraryKind; row: { id: string; uses: number }; name: string }

/** How many events use a row, and at a touch which ones. */
export function UsesCell({ kind, row, name }: UsesCellProps) {
  const [isOpen, setOpen] = useState(false)
  if (row.uses === 0) return <span className="text-soft">Not used</span>
  const count = `${row.uses} ${row.uses === 1 ? 'event' : 'events'}`
  return (
    <>
      <button
        type="button"
        aria-label={`${count} with ${name}`}
        onClick={() => setOpen(true)}
        className="min-h-10 cursor-pointer whitespace-nowrap font-semibold underline decoration-dotted underline-offset-4 hover:decoration-solid"
      >
        {count}
      </button>
      <Dialog isOpen={isOpen} title={usedIn(row.uses)} onClose={() => setOpen(false)}>
        <p className="mt-2 mb-5 text-soft">{name}</p>
        {isOpen && <Uses kind={kind} id={row.id} />}
        <Button variant="outline" onClick={() => setOpen(false)} className="mt-7">
          Close
        </Button>
      </Dialog>
    </>
  )
}

function Uses({ kind, id }: { kind: LibraryKind; id: string }) {
  const query = useQuery(usesQuery(kind, id))
  return (
    <Shown query={query} what="the events that use it">
      {(uses) => <UsesList kind={kind} uses={uses} />}
    </Shown>
  )
}
