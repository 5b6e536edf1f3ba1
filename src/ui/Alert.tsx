import type { ReactNode } from 'react'

/** A message in the page's way. It is announced at once where scripts put it there; `quiet` is for one baked into the page. */
export function Alert({ title, children, quiet = false }: { title: string; children?: ReactNode; quiet?: boolean }) {
  return (
    <div role={quiet ? 'group' : 'alert'} className="plate mx-auto max-w-2xl px-8 py-10 sm:px-12">
      <p className="display text-[2.25rem] sm:text-[2.75rem]">{title}</p>
      {children}
    </div>
  )
}
