import { type AuditedRow, ONE_UNCHANGED } from '#src/contract/audit-log.ts'
import { type FieldChange, fieldChanges } from './field-changes.ts'

type FieldChangesProps = { before: AuditedRow | null; after: AuditedRow | null }

/** A row before and after, field by field; what stayed the same stands apart. */
export function FieldChanges({ before, after }: FieldChangesProps) {
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

function Field({ change: { field, before, after }, hasBoth }: { change: FieldChange; hasBoth: boolean }) {
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
