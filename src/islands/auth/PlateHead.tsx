import type { ReactNode } from 'react'

/** A view's own headline on the plate, and the sentence below it. */
export function PlateHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="pt-6 pb-6">
      <h2 className="label text-[1.75rem]">{title}</h2>
      {children && <div className="mt-2 leading-snug">{children}</div>}
    </div>
  )
}
