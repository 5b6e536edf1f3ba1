import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Screen } from '../blocks/Screen.tsx'
import { useFocusOnContent } from '../blocks/use-focus-on-content.ts'
import { EntryLink } from './EntryLink.tsx'

type EditorProps = {
  title: string
  /** What the list is called: 'All vendors'. */
  back: string
  /** Read before the form, and stands beside it where there is room. */
  aside?: ReactNode
  children: ReactNode
}

/** A form of a library on the screen of its list, with the way back. */
export function Editor({ title, back, aside, children }: EditorProps) {
  useFocusOnContent()
  return (
    <Screen
      title={title}
      actions={
        <Button asChild variant="outline">
          <EntryLink edit="">{back}</EntryLink>
        </Button>
      }
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,52rem)_19rem]">
        {aside && <div className="xl:sticky xl:top-20 xl:col-start-2 xl:row-start-1">{aside}</div>}
        <div className="admin-panel px-4 py-6 sm:px-7 xl:col-start-1 xl:row-start-1">{children}</div>
      </div>
    </Screen>
  )
}
