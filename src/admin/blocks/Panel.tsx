import { type ReactNode, useId } from 'react'

/** A part of a screen under its own heading. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="admin-panel min-w-0 overflow-hidden">
      <h2 id={id} className="label border-line border-b px-5 py-3.5 text-[1.375rem]">
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
