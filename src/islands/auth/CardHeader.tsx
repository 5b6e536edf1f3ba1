import type { ReactNode } from 'react'

/** The heading of a view in its card, and the text below it. */
export function CardHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="pt-6 pb-6">
      <h2 className="label text-[1.75rem]">{title}</h2>
      {children && <div className="mt-2 leading-snug">{children}</div>}
    </div>
  )
}
