import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { STUDIO } from '#src/contract/change-set.ts'
import type { BlockEntry } from '#src/contract/content-block.ts'
import { type BlockUse, describeUse } from '#src/contract/content-place.ts'
import { CURRENT_VERSION, type HistoryLine } from '#src/contract/event-history.ts'
import { plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { links } from '../../links.ts'
import { replaceEverywhere } from '../content-studio/change-set-calls.ts'
import { blockHistory, blocks, blockUsesQuery, restoreBlock } from './content-calls.ts'

const BlockPicker = lazyComponent(async () => (await import('./BlockPicker.tsx')).BlockPicker)

const ACTIONS: Record<string, string> = {
  'content_block.create': 'Created',
  'content_block.update': 'Edited',
  'content_block.restore_version': 'Restored to an earlier version',
}
const WORDS: Record<string, string> = {
  title: 'name',
  body: 'content',
  tags: 'tags',
  isActive: 'visibility',
  kind: 'kind',
}

/** Beside the form of a block: where it is used, and its earlier versions. */
export function BlockPanel({ row }: { row: BlockEntry }) {
  const uses = useQuery(blockUsesQuery(row.id))
  return (
    <div className="grid gap-5">
      <section className="admin-panel px-5 py-4">
        <h2 className="label text-[1.375rem]">
          {uses.data
            ? uses.data.length === 0
              ? 'Not used yet'
              : `Used in ${plural(uses.data.length, 'place')}`
            : 'Used in'}
        </h2>
        <div className="mt-3">
          <Shown query={uses} what="the places that use it">
            {(places) =>
              places.length === 0 ? (
                <p className="text-soft">Put it on a page or into a slot. Visitors do not see it yet.</p>
              ) : (
                <>
                  <ul className="grid gap-2">
                    {places.map((use) => (
                      <li key={describeUse(use)}>
                        <AdminLink to={linkOf(use)} className={LINK}>
                          {capitalize(describeUse(use))}
                        </AdminLink>
                      </li>
                    ))}
                  </ul>
                  <Replacement row={row} />
                </>
              )
            }
          </Shown>
        </div>
      </section>
      <History row={row} />
    </div>
  )
}

/** Makes a change set that puts another block into every place of this one, and opens it. */
function Replacement({ row }: { row: BlockEntry }) {
  const navigate = useNavigate()
  const [isPicking, setPicking] = useState(false)
  const save = useSave({
    save: (byId: string) => replaceEverywhere({ id: crypto.randomUUID(), blockId: row.id, byId }),
    failed: 'Failed to replace the block',
    onDone: ({ id }) => navigate(links.changeSet(id)),
  })
  return (
    <div className="mt-4 border-line border-t pt-3">
      <Button variant="outline" size="sm" isBusy={save.isPending} onClick={() => setPicking(true)}>
        {STUDIO.replaceBlock}
      </Button>
      <p className="mt-2 text-[.9375rem] text-soft leading-snug">
        A change set then puts another block into all of these places. Nothing changes until you publish it.
      </p>
      {isPicking && (
        <BlockPicker
          title={`Replace ${row.title} with`}
          except={[row.id]}
          onPick={({ id }) => {
            setPicking(false)
            save.mutate(id)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}

const LINK = 'py-1 font-semibold underline underline-offset-4 hover:decoration-2 [overflow-wrap:anywhere]'

function linkOf(use: BlockUse) {
  if ('pageId' in use) return links.content({ tab: 'pages', edit: use.pageId })
  return links.content({ tab: 'slots', event: use.event?.id })
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function History({ row }: { row: BlockEntry }) {
  const list = useList(['content-blocks', row.id, 'history'], (cursor) => blockHistory(row.id, cursor))
  const restore = useRestore(row)
  const newest = list.data?.find(({ isVersion }) => isVersion)?.auditId
  return (
    <section className="admin-panel px-5 py-4">
      <h2 className="label text-[1.375rem]">History</h2>
      <div className="mt-3">
        <Shown query={list} what="the history">
          {(lines) =>
            lines.length === 0 ? (
              <p className="text-soft">No changes yet.</p>
            ) : (
              <ol className="grid gap-4">
                {lines.map((line) => (
                  <li key={line.auditId} className="border-line border-t pt-3 first:border-t-0 first:pt-0">
                    <HistoryEntry line={line} isNewest={line.auditId === newest} onRestore={() => restore(line)} />
                  </li>
                ))}
              </ol>
            )
          }
        </Shown>
      </div>
      {list.hasMore && (
        <Button variant="outline" size="sm" isBusy={list.isLoadingMore} onClick={list.loadMore} className="mt-4">
          {list.isLoadingMore ? 'Loading...' : 'Show older entries'}
        </Button>
      )}
    </section>
  )
}

type HistoryEntryProps = { line: HistoryLine; isNewest: boolean; onRestore: () => void }

function HistoryEntry({ line: { action, by, at, changes, isVersion }, isNewest, onRestore }: HistoryEntryProps) {
  const touched = changes.map(({ field }) => WORDS[field]).filter((word) => word !== undefined)
  return (
    <>
      <p className="font-semibold leading-snug">{ACTIONS[action] ?? action}</p>
      <p className="text-[.9375rem] text-soft leading-snug">
        {by}, <time dateTime={new Date(at).toISOString()}>{formatMoment(at)}</time>
        {action !== 'content_block.create' && touched.length > 0 && `: ${touched.join(', ')}`}
      </p>
      {isVersion && isNewest && <p className="text-[.9375rem] text-soft">{CURRENT_VERSION}</p>}
      {isVersion && !isNewest && (
        <Button
          variant="outline"
          size="sm"
          className="mt-2"
          onClick={onRestore}
          aria-label={`Restore the version of ${formatMoment(at)}`}
        >
          Restore this version
        </Button>
      )}
    </>
  )
}

function useRestore(row: BlockEntry) {
  const queries = useQueryClient()
  const { mutateAsync } = useSave({
    save: ({ auditId }: HistoryLine) => restoreBlock(row, auditId),
    done: 'The block was restored to this version.',
    failed: 'Failed to restore the block',
    stale: [...blocks.stale, [blocks.noun]],
    onStale: () => {
      void queries.invalidateQueries({ queryKey: [blocks.noun] })
      return false
    },
  })
  return (line: HistoryLine) =>
    confirm({
      title: 'Restore this version?',
      message: (
        <p>
          The block returns to what it was on {formatMoment(line.at)}, wherever it is used. Later changes are replaced,
          but this history keeps them.
        </p>
      ),
      label: 'Restore version',
      busyLabel: 'Restoring...',
      act: () => mutateAsync(line),
    })
}
