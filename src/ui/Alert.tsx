import type { ReactNode } from 'react'

type AlertProps = {
  title: string
  children?: ReactNode
  /** True for a message that is in the page from the start: screen readers do not announce it. */
  quiet?: boolean
}

/** The page's one message, in place of its content. */
export function Alert({ title, children, quiet = false }: AlertProps) {
  return (
    <div {...(!quiet && { role: 'alert' })} className="plate mx-auto max-w-2xl px-8 py-10 sm:px-12 sm:py-14">
      <h1 className="display text-[2.5rem] sm:text-[3.25rem]">{title}</h1>
      {children}
    </div>
  )
}
