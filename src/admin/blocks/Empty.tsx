import type { ReactNode } from 'react'

/** Says why a list is empty and what to do next. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="rounded-lg border-2 border-line border-dashed px-6 py-10">
      <p className="label text-[1.5rem]">{title}</p>
      {children && <div className="mt-2 max-w-xl text-soft leading-snug">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap gap-3">{action}</div>}
    </div>
  )
}
