import { useDeferredValue, useState } from 'react'
import type { BlockEntry } from '#src/contract/content-block.ts'
import { BLOCK_KINDS } from '#src/contract/content-kinds.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useList } from '../../blocks/use-list.ts'
import { links } from '../../links.ts'
import { blocks } from './content-calls.ts'

type BlockPickerProps = {
  /** 'Add a block' by default. */
  title?: string
  except: readonly string[]
  onPick: (block: BlockEntry) => void
  onClose: () => void
}

/** Finds a block that is not there yet. */
export function BlockPicker({ title = 'Add a block', except, onPick, onClose }: BlockPickerProps) {
  const [q, setQ] = useState('')
  const asked = useDeferredValue(q.trim())
  const list = useList(['content-blocks', 'choices', asked], (cursor) => blocks.page(asked, cursor))
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <TextInput
        label="Search by name"
        name="q"
        value={q}
        maxLength={100}
        autoFocus
        onChange={({ target }) => setQ(target.value)}
      />
      {/* As high for one block as for many, so that nothing moves away from a press while the search answers. */}
      <div className="mt-3 h-[50dvh] overflow-auto">
        <Shown query={list} what="blocks">
          {(items) => {
            const free = items.filter(({ id }) => !except.includes(id))
            return free.length === 0 ? (
              <p className="text-soft">
                No other blocks match.{' '}
                <AdminLink to={links.content({ edit: 'new' })} className="underline underline-offset-4">
                  New block
                </AdminLink>
              </p>
            ) : (
              <Blocks items={free} onPick={onPick} />
            )
          }}
        </Shown>
        {list.hasMore && (
          <Button variant="outline" size="sm" isBusy={list.isLoadingMore} onClick={list.loadMore}>
            {list.isLoadingMore ? 'Loading...' : 'Show more blocks'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

type BlocksProps = Pick<BlockPickerProps, 'onPick'> & { items: readonly BlockEntry[] }

function Blocks({ items, onPick }: BlocksProps) {
  return (
    <ul className="grid gap-1">
      {items.map((block) => (
        <li key={block.id}>
          <button
            type="button"
            onClick={() => onPick(block)}
            className="min-h-11 w-full cursor-pointer rounded-md px-3 py-2 text-left leading-snug hover:bg-plate hover:text-on-plate"
          >
            <span className="block font-semibold [overflow-wrap:anywhere]">{block.title}</span>
            <span className="block text-[.9375rem]">{BLOCK_KINDS[block.kind]}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
