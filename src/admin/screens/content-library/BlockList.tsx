import { useQuery } from '@tanstack/react-query'
import type { BlockEntry } from '#src/contract/content-block.ts'
import { BLOCK_KINDS, type BlockKind } from '#src/contract/content-kinds.ts'
import { plural } from '#src/contract/plural.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import type { RowAction } from '../../blocks/row-action.ts'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { EntryLink } from '../../library/EntryLink.tsx'
import type { LibraryListProps } from '../../library/LibraryScreen.tsx'
import { EmptyLibrary } from '../../library/list-parts.tsx'
import { blockPage, blocks, tagsQuery } from './content-calls.ts'

const KINDS = Object.entries(BLOCK_KINDS).map(([kind, name]) => [kind as BlockKind, name] as const)

const columns: readonly Column<BlockEntry>[] = [
  {
    header: 'Block',
    cell: ({ id, title }) => <EntryLink edit={id}>{title}</EntryLink>,
    sortBy: ({ title }) => title,
  },
  { header: 'Kind', cell: ({ kind }) => BLOCK_KINDS[kind], sortBy: ({ kind }) => BLOCK_KINDS[kind], width: '20%' },
  { header: 'Tags', cell: ({ tags }) => tags.join(', '), width: '20%' },
  {
    header: 'Used in',
    cell: ({ uses }) => (uses === 0 ? <span className="text-soft">Not used</span> : plural(uses, 'place')),
    sortBy: ({ uses }) => uses,
    width: '7rem',
  },
  {
    header: 'State',
    cell: ({ isActive }) => <Badge tone={isActive ? 'good' : 'plain'}>{isActive ? 'Active' : 'Hidden'}</Badge>,
    width: '7rem',
  },
]

/** All blocks by name, of one kind or with one tag, and what can be done with each. */
export function BlockList({ q, search, open }: LibraryListProps) {
  const [{ kind, tag }, set] = useUrlState('/admin/library/content')
  const list = useList(['content-blocks', { q, kind, tag }], (cursor) => blockPage({ q, kind, tag }, cursor))
  const tags = useQuery(tagsQuery)
  const deletion = useDeletion()
  const isFiltered = kind !== undefined || tag !== undefined
  return (
    <>
      <Filters>
        <SearchBox label="Search by name" value={q} onChange={search} />
        <ChoiceFilter
          label="Kind"
          options={[['', 'All kinds'], ...KINDS]}
          value={kind}
          onChange={(next) => set({ kind: next })}
        />
        <ChoiceFilter
          label="Tag"
          options={[['', 'All tags'], ...(tags.data ?? []).map((name) => [name, name] as const)]}
          value={tag}
          onChange={(next) => set({ tag: next })}
        />
      </Filters>
      <DataTable
        what="blocks"
        list={list}
        columns={columns}
        getName={blocks.getName}
        actions={(block) => [{ label: 'Edit', run: () => open(block.id) }, deletion(block)]}
        empty={
          <EmptyLibrary library={blocks} q={isFiltered && q === '' ? (tag ?? BLOCK_KINDS[kind ?? 'text']) : q}>
            Add the first block, then put it on a page or into a slot of the landing pages.
          </EmptyLibrary>
        }
      />
    </>
  )
}

function useDeletion() {
  const removal = useSave({
    save: blocks.remove,
    done: 'Block deleted',
    failed: 'Failed to delete block',
    stale: blocks.stale,
  })
  return (block: BlockEntry): RowAction => ({
    label: 'Delete',
    isDestructive: true,
    disabledReason: block.uses > 0 ? 'Remove it from the places that use it first.' : undefined,
    run: () =>
      confirm({
        title: 'Delete this block?',
        message: (
          <p className="[overflow-wrap:anywhere]">
            <b>{block.title}</b> will be permanently deleted from the library. The audit log keeps a copy.
          </p>
        ),
        label: 'Delete block',
        busyLabel: 'Deleting...',
        act: () => removal.mutateAsync(block),
      }),
  })
}
