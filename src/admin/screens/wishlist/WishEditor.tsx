import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { WishRecord } from '#src/contract/wish.ts'
import { Button } from '#src/ui/Button.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { Screen, useFocusOnContent } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { EntryLink } from '../../library/EntryLink.tsx'
import { useWishRemoval } from './use-wish-removal.tsx'
import { WishForm } from './WishForm.tsx'
import { WishReports } from './WishReports.tsx'
import { wishQuery } from './wish-calls.ts'

type WishEditorProps = { id: string | undefined; onClose: () => void }

/** The form of a new wish, or of one that is stored. */
export function WishEditor({ id, onClose }: WishEditorProps) {
  if (id !== undefined) return <StoredWish id={id} onClose={onClose} />
  return (
    <Framed title="New wish">
      <div className="admin-panel max-w-[52rem] px-4 py-6 sm:px-7">
        <WishForm row={undefined} onClose={onClose} />
      </div>
    </Framed>
  )
}

function StoredWish({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(wishQuery(id))
  return (
    <Framed title={query.data?.title ?? 'Wish'}>
      <Shown query={query} what="the wish">
        {(wish) => (
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,52rem)_19rem]">
            <div className="admin-panel px-4 py-6 sm:px-7">
              <WishForm row={wish} onClose={onClose} />
            </div>
            <Aside wish={wish} onClose={onClose} />
          </div>
        )}
      </Shown>
    </Framed>
  )
}

function Aside({ wish, onClose }: { wish: WishRecord; onClose: () => void }) {
  const remove = useWishRemoval(onClose)
  return (
    <div className="grid gap-6">
      <WishReports wish={wish} />
      <section aria-label="Delete" className="admin-panel px-5 py-4">
        <p className="text-soft leading-snug">
          Added {momentOf(wish.createdAt)}, last changed {momentOf(wish.updatedAt)}.
        </p>
        <Button variant="destructive" size="sm" onClick={() => remove(wish)} className="mt-4">
          Delete wish
        </Button>
      </section>
    </div>
  )
}

/** A form on the screen of the board, with the way back. */
function Framed({ title, children }: { title: string; children: ReactNode }) {
  useFocusOnContent()
  return (
    <Screen
      title={title}
      actions={
        <Button asChild variant="outline">
          <EntryLink param="wish" edit="">
            All wishes
          </EntryLink>
        </Button>
      }
    >
      {children}
    </Screen>
  )
}
