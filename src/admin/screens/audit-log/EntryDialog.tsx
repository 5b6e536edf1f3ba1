import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AuditEntry, type AuditedRow, ONE_UNCHANGED } from '#src/contract/audit-log.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { entryQuery } from './audit-calls.ts'
import { type AuditFieldChange, fieldChanges, Subject } from './audit-columns.tsx'

/** One entry whole: who did what to what, field by field, and where it came from. */
export function EntryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(entryQuery(id))
  return (
    <Dialog
      isOpen
      title={`Entry ${id}`}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Shown query={query} what="the entry">
        {(entry) => <Entry entry={entry} />}
      </Shown>
    </Dialog>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { at, actor, actorName, action, address, requestId, hash, before, after } = entry
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 leading-snug">
        <Fact name="When">
          <time dateTime={new Date(at).toISOString()}>{formatMoment(at)}</time>
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

type FieldChangesProps = { before: AuditedRow | null; after: AuditedRow | null }

/** A row before and after, field by field; unchanged fields are listed separately. */
function FieldChanges({ before, after }: FieldChangesProps) {
  if (!before && !after) return <p className="mt-5 text-soft">No further details.</p>
  const { changed, same } = fieldChanges({ before, after })
  const title = before && after ? 'What changed' : before ? 'Previous values' : 'New values'
  return (
    <section className="mt-6">
      <h3 className="label text-[1.25rem]">{title}</h3>
      {changed.length === 0 && <p className="mt-2 text-soft">No fields changed.</p>}
      <dl className="mt-2">
        {changed.map((change) => (
          <Field key={change.field} change={change} hasBoth={before !== null && after !== null} />
        ))}
      </dl>
      {same.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-8 cursor-pointer font-semibold">
            {same.length === 1 ? ONE_UNCHANGED : `${same.length} unchanged fields`}
          </summary>
          <dl>
            {same.map((change) => (
              <Field key={change.field} change={change} hasBoth={false} />
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}

function Field({ change: { field, before, after }, hasBoth }: { change: AuditFieldChange; hasBoth: boolean }) {
  return (
    <div className="border-line border-t py-2.5">
      <dt className="font-mono text-[.8125rem] text-soft">{field}</dt>
      {hasBoth ? (
        <>
          <Value mark="-" word="Before" text={before} className="border-stop-ink" />
          <Value mark="+" word="After" text={after} className="border-[#2f9e68]" />
        </>
      ) : (
        <dd className="whitespace-pre-wrap leading-snug [overflow-wrap:anywhere]">{after ?? before}</dd>
      )}
    </div>
  )
}

type ValueProps = { mark: string; word: string; text: string | null; className: string }

function Value({ mark, word, text, className }: ValueProps) {
  return (
    <dd className={`mt-1 flex gap-2 border-l-4 pl-2.5 leading-snug ${className}`}>
      <span aria-hidden="true" className="font-mono">
        {mark}
      </span>
      <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <span className="sr-only">{word}: </span>
        {text ?? <i className="text-soft">not set</i>}
      </span>
    </dd>
  )
}
