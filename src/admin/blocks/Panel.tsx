import { type ReactNode, useId } from 'react'

/** A part of a screen under its own heading. With an `id`, a link on the same screen leads to it. */
export function Panel({ id, title, children }: { id?: string; title: ReactNode; children: ReactNode }) {
  const headingId = useId()
  return (
    <section id={id} aria-labelledby={headingId} className="admin-panel min-w-0 scroll-mt-24 overflow-hidden">
      <h2 id={headingId} className="label border-line border-b px-5 py-3.5 text-[1.375rem]">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Says that a panel holds nothing that needs attention. */
export function NothingToDo({ children }: { children: ReactNode }) {
  return <p className="px-5 py-6 text-soft">{children}</p>
}

/** One subject of a detail page: its heading, its present state, and what can be done. */
export function DetailCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className="grid justify-items-start gap-4 px-5 py-4 leading-snug [overflow-wrap:anywhere]">{children}</div>
    </Panel>
  )
}

/** Names and their values. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
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
