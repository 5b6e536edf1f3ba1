import type { ReactNode } from 'react'
import { valueLines } from './field-words.ts'

type ChangeRowProps = {
  /** What people call the field. */
  name: string
  before: unknown
  after: unknown
  /** What else there is to say of this change: `dd` elements. */
  children?: ReactNode
}

/** One changed field with its value before and after, as a row of a `dl`. */
export function ChangeRow({ name, before, after, children }: ChangeRowProps) {
  return (
    <div className="grid gap-x-6 gap-y-1 border-line border-t py-2.5 sm:grid-cols-[9rem_1fr_1fr]">
      <dt className="font-semibold">{name}</dt>
      <dd className="min-w-0 text-soft">
        <NamedValue name="Before" value={before} />
      </dd>
      <dd className="min-w-0">
        <NamedValue name="After" value={after} />
      </dd>
      {children}
    </div>
  )
}

export function NamedValue({ name, value }: { name: string; value: unknown }) {
  const lines = valueLines(value)
  return (
    <>
      <span className="block text-[.8125rem] text-soft">{name}</span>
      {lines.length === 0 && <span className="text-soft">empty</span>}
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
        <span key={at} className="block whitespace-pre-line [overflow-wrap:anywhere]">
          {line}
        </span>
      ))}
    </>
  )
}
