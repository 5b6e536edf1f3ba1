import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a view in its card, and the text below it. */
export function CardHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="pt-6 pb-6">
      <h2 className="label text-[1.75rem]">{title}</h2>
      {children && <div className="mt-2 leading-snug">{children}</div>}
    </div>
  )
}

type OutcomeProps = { role: 'status' | 'alert'; title: string; children: ReactNode; next?: ReactNode }

/** What came of a link or a click, in place of the form or the button. It gets the focus. `next` is what to do now. */
export function Outcome({ role, title, children, next }: OutcomeProps) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => region.current?.focus(), [])
  return (
    <div ref={region} role={role} tabIndex={-1} className="outline-none">
      <CardHeader title={title}>{children}</CardHeader>
      {next}
    </div>
  )
}
