import type { ReactNode } from 'react'

type ScreenProps = {
  title: string
  /** What this screen is for, in a sentence. */
  lead?: ReactNode
  /** What can be done here as a whole: 'New vendor'. */
  actions?: ReactNode
  children: ReactNode
}

/** A screen's heading, its actions, and what is on it. */
export function Screen({ title, lead, actions, children }: ScreenProps) {
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="display text-[clamp(2.25rem,4vw,3.25rem)]">{title}</h1>
          {lead && <p className="mt-2 max-w-2xl text-soft leading-snug">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-x-2 gap-y-3">{actions}</div>}
      </div>
      {children}
    </>
  )
}
