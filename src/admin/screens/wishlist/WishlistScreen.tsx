import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Filters, SearchBox } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { EntryLink } from '../../library/EntryLink.tsx'
import { Board } from './Board.tsx'

const WishEditor = lazyComponent(
  async () => (await import('./WishEditor.tsx')).WishEditor,
  <Skeleton className="h-96 w-full" />,
)

/** Planned and shipped work. (product 2: wishlist) */
export function WishlistScreen() {
  const [{ q = '', wish, column = 'idea' }, set] = useUrlState('/admin/wishlist')
  const queries = useQueryClient()
  // The board is fetched again whenever it is opened, because other people move things on it.
  useState(() => queries.removeQueries({ queryKey: ['wishes'] }))
  if (wish !== undefined)
    return <WishEditor key={wish} id={wish === 'new' ? undefined : wish} onClose={() => set({ wish: undefined })} />
  return (
    <Screen
      title="Wishlist"
      lead="Planned and shipped work. People who asked are emailed when it ships."
      actions={
        <>
          <Button asChild>
            <EntryLink param="wish" edit="new">
              New wish
            </EntryLink>
          </Button>
          <Button asChild variant="outline">
            <a href={`/api/admin/wishes/export.csv?${new URLSearchParams({ q })}`} download>
              Export CSV
            </a>
          </Button>
        </>
      }
    >
      <Filters>
        <SearchBox label="Search titles and descriptions" value={q} onChange={(text) => set({ q: text })} />
      </Filters>
      <Board
        q={q}
        column={column}
        onColumn={(next) => set({ column: next })}
        open={(id) => set({ wish: id }, { push: true })}
      />
    </Screen>
  )
}
