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
    <div {...(!quiet && { role: 'alert' })} className="plate message">
      <h1 className="display">{title}</h1>
      {children}
    </div>
  )
}
