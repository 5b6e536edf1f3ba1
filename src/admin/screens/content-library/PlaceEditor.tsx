import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { BLOCK_KINDS } from '#src/contract/content-kinds.ts'
import { type ContentPlace, MOST_BLOCKS, type PlacedBlock } from '#src/contract/content-place.ts'
import { plural } from '#src/contract/plural.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { useOrder } from '../../blocks/OrderedTable.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { links } from '../../links.ts'
import { SortableParts } from '../event-parts/SortableParts.tsx'
import { blocks, changePlace, placeQuery } from './content-calls.ts'

const BlockPicker = lazyComponent(async () => (await import('./BlockPicker.tsx')).BlockPicker)

type PlaceEditorProps = {
  place: ContentPlace
  name: string
  /** Beside the button that adds a block. */
  tools?: ReactNode
}

/** The blocks of a page or slot. Each change is shown and saved at once. */
export function PlaceEditor(props: PlaceEditorProps) {
  const query = useQuery(placeQuery(props.place))
  return (
    <Shown query={query} what="the blocks">
      {({ items }) => <SavedBlocks {...props} items={items} />}
    </Shown>
  )
}

function SavedBlocks({ place, items, ...props }: PlaceEditorProps & { items: readonly PlacedBlock[] }) {
  const queries = useQueryClient()
  const { queryKey } = placeQuery(place)
  const { shown, change } = useOrder(items, {
    save: ({ ids, from }) => changePlace({ place, blockIds: ids, seen: from }),
    onSaved: ({ item }) => {
      queries.setQueryData(queryKey, item)
      for (const other of ['content-blocks', 'content-pages']) void queries.invalidateQueries({ queryKey: [other] })
    },
    stale: queryKey,
    done: 'Blocks saved',
    failed: 'Failed to save the blocks',
  })
  return <BlockOrder {...props} items={shown} empty={<NoBlocks place={place} />} onChange={change} />
}

/** An event without blocks of its own in a slot shows those of every event. */
function NoBlocks({ place }: { place: ContentPlace }) {
  const isOfEvent = 'slot' in place && place.eventId !== null
  const shared = useQuery({ ...placeQuery(isOfEvent ? { ...place, eventId: null } : place), enabled: isOfEvent })
  const count = (isOfEvent && shared.data?.items.filter(({ isActive }) => isActive).length) || 0
  return (
    <p className="text-soft">
      {count === 0
        ? 'Nothing is here, so visitors do not see this part.'
        : `This event shows what every event shows: ${plural(count, 'block')}.`}
    </p>
  )
}

type BlockOrderProps = {
  name: string
  /** What is said while there is no block. */
  empty?: ReactNode
  items: readonly PlacedBlock[]
  tools?: ReactNode
  onChange: (next: readonly PlacedBlock[]) => void
}

/** A list of blocks: put in order by dragging, by key or by button, added and removed. */
export function BlockOrder({ name, items, empty, tools, onChange }: BlockOrderProps) {
  const [isPicking, setPicking] = useState(false)
  return (
    <div className="grid gap-3">
      {items.length === 0 ? (
        (empty ?? <p className="text-soft">Nothing is here, so visitors do not see this part.</p>)
      ) : (
        <SortableParts
          what={`Blocks of ${name}`}
          items={items}
          getName={blocks.getName}
          onOrder={onChange}
          row={(block) => ({
            body: <Body block={block} />,
            state: !block.isActive && <Badge>Hidden</Badge>,
            tools: (
              <Button variant="ghost" size="sm" onClick={() => onChange(items.filter(({ id }) => id !== block.id))}>
                Remove<span className="sr-only"> {block.title}</span>
              </Button>
            ),
          })}
        />
      )}
      <span className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={items.length >= MOST_BLOCKS} onClick={() => setPicking(true)}>
          Add block<span className="sr-only"> to {name}</span>
        </Button>
        {tools}
      </span>
      {isPicking && (
        <BlockPicker
          except={items.map(({ id }) => id)}
          onPick={(block) => {
            setPicking(false)
            onChange([...items, { ...block, warnings: [] }])
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}

function Body({ block: { id, title, kind, warnings } }: { block: PlacedBlock }) {
  return (
    <span className="min-w-40 flex-1 leading-snug">
      <AdminLink
        to={links.content({ edit: id })}
        className="inline-block py-1 font-semibold underline-offset-4 hover:underline [overflow-wrap:anywhere]"
      >
        {title}
      </AdminLink>
      <span className="block text-[.9375rem] text-soft">{BLOCK_KINDS[kind]}</span>
      {warnings.map((warning) => (
        <span key={warning} className="block border-signal border-l-4 pl-2 text-[.875rem]">
          {warning}
        </span>
      ))}
    </span>
  )
}
