import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../blocks/AdminLink.tsx'
import { Screen } from '../blocks/Screen.tsx'

type EditorProps = {
  title: string
  /** The list, and what it is called: 'All vendors'. */
  back: { href: string; label: string }
  /** Read before the form, and stands beside it where there is room. */
  aside?: ReactNode
  children: ReactNode
}

/** A form of a library on the screen of its list, with the way back. */
export function Editor({ title, back, aside, children }: EditorProps) {
  return (
    <Screen
      title={title}
      actions={
        <Button asChild variant="outline">
          <AdminLink href={back.href}>{back.label}</AdminLink>
        </Button>
      }
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,46rem)_minmax(18rem,24rem)]">
        {aside && <div className="xl:col-start-2 xl:row-start-1">{aside}</div>}
        <div className="admin-panel px-4 py-6 sm:px-7 xl:col-start-1 xl:row-start-1">{children}</div>
      </div>
    </Screen>
  )
}
