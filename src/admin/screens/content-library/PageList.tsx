import { type ContentPageEntry, contentPagePath } from '#src/contract/content-page.ts'
import { plural } from '#src/contract/plural.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Filters, SearchBox } from '../../blocks/Filters.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { EntryLink } from '../../library/EntryLink.tsx'
import type { LibraryListProps } from '../../library/LibraryScreen.tsx'
import { EmptyLibrary } from '../../library/list-parts.tsx'
import { pages } from './content-calls.ts'

const columns: readonly Column<ContentPageEntry>[] = [
  { header: 'Page', cell: ({ id, title }) => <EntryLink edit={id}>{title}</EntryLink>, sortBy: ({ title }) => title },
  { header: 'Address', cell: ({ slug }) => contentPagePath(slug), sortBy: ({ slug }) => slug, width: '30%' },
  { header: 'Blocks', cell: ({ uses }) => plural(uses, 'block'), sortBy: ({ uses }) => uses, width: '8rem' },
  {
    header: 'State',
    cell: ({ isPublished }) => (
      <Badge tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Badge>
    ),
    width: '8rem',
  },
]

/** All pages of blocks by title, and what can be done with each. */
export function PageList({ q, search, open }: LibraryListProps) {
  const list = useList(['content-pages', { q }], (cursor) => pages.page(q, cursor))
  const removal = useSave({
    save: pages.remove,
    done: 'Page deleted',
    failed: 'Failed to delete page',
    stale: pages.stale,
  })
  const askToDelete = (page: ContentPageEntry) =>
    confirm({
      title: 'Delete this page?',
      message: (
        <>
          <p className="[overflow-wrap:anywhere]">
            <b>{page.title}</b> will be permanently deleted. Its blocks stay in the library, and the audit log keeps a
            copy.
          </p>
          {page.isPublished && <p>{contentPagePath(page.slug)} and its earlier addresses will no longer exist.</p>}
        </>
      ),
      label: 'Delete page',
      busyLabel: 'Deleting...',
      act: () => removal.mutateAsync(page),
    })
  return (
    <>
      <Filters>
        <SearchBox label="Search by title or address" value={q} onChange={search} />
      </Filters>
      <DataTable
        what="pages"
        list={list}
        columns={columns}
        getName={pages.getName}
        actions={(page) => [
          { label: 'Edit', run: () => open(page.id) },
          { label: 'Delete', isDestructive: true, run: () => askToDelete(page) },
        ]}
        empty={
          <EmptyLibrary library={pages} q={q}>
            Add a page such as /about, /privacy or /terms, then put blocks on it.
          </EmptyLibrary>
        }
      />
    </>
  )
}
