import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AuditEntry } from '#src/contract/audit-log.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { entryQuery } from './audit-calls.ts'
import { Subject } from './audit-columns.tsx'
import { FieldChanges } from './FieldChanges.tsx'

/** One entry whole: who did what to what, field by field, and where it came from. */
export function EntryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(entryQuery(id))
  return (
    <Dialog isOpen title={`Entry ${id}`} onClose={onClose}>
      <div className="mt-5">
        <Shown query={query} what="the entry">
          {(entry) => <Entry entry={entry} />}
        </Shown>
      </div>
      <button type="button" onClick={onClose} className="mt-7 min-h-10 font-semibold underline underline-offset-4">
        Close
      </button>
    </Dialog>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { at, actor, actorName, action, address, requestId, hash, before, after } = entry
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 leading-snug">
        <Fact name="When">
          <time dateTime={new Date(at).toISOString()}>{momentOf(at)}</time>
          <span className="block text-[.875rem] text-soft">{new Date(at).toISOString()}</span>
        </Fact>
        <Fact name="Who">
          {actorName}
          {actor !== actorName && <Code>{actor}</Code>}
        </Fact>
        <Fact name="Action">
          <code className="text-[.9375rem]">{action}</code>
        </Fact>
        <Fact name="Subject">
          <Subject entry={entry} />
          <Code>{entry.subjectId}</Code>
        </Fact>
        {address && <Fact name="Address">{address}</Fact>}
        {requestId && (
          <Fact name="Request">
            <Code>{requestId}</Code>
          </Fact>
        )}
        {hash && (
          <Fact name="Hash">
            <Code>{hash}</Code>
          </Fact>
        )}
      </dl>
      <FieldChanges before={before} after={after} />
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-[.875rem] text-soft leading-6">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}

function Code({ children }: { children: string }) {
  return <code className="block break-all text-[.8125rem] text-soft">{children}</code>
}
