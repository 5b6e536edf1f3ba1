import { type ReactNode, useId } from 'react'

/** One matter of a person: its heading, what stands, and what can be done. */
export function Matter({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="admin-panel min-w-0 overflow-hidden">
      <h2 id={id} className="label border-line border-b px-5 py-3 text-[1.375rem]">
        {title}
      </h2>
      <div className="grid justify-items-start gap-4 px-5 py-4 leading-snug [overflow-wrap:anywhere]">{children}</div>
    </section>
  )
}

/** Names and what they are. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid w-full grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-[.9375rem] text-soft">{name}</dt>
          <dd className="mb-1 sm:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
