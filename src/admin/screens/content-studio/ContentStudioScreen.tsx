import { useState } from 'react'
import {
  type ChangeSetLine,
  type ChangeSetState,
  CONTENT_STUDIO,
  NO_CHANGE_SETS,
  STATE_NAMES,
  STUDIO,
} from '#src/contract/change-set.ts'
import { zonedMoment } from '#src/contract/planned-moment.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatAge } from '../../blocks/moment.ts'
import { Screen } from '../../blocks/Screen.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { CHANGE_SETS, fetchSets } from './change-set-calls.ts'

const ReplaceTextDialog = lazyComponent(async () => (await import('./ReplaceTextDialog.tsx')).ReplaceTextDialog)
const NewSetDialog = lazyComponent(async () => (await import('./NewSetDialog.tsx')).NewSetDialog)

const TONES: Partial<Record<ChangeSetState, 'good' | 'waiting' | 'bad'>> = {
  published: 'good',
  scheduled: 'waiting',
  missed: 'bad',
  failed: 'bad',
}

/** The state of a set in a word. */
export function StateBadge({ state, isApproved }: Pick<ChangeSetLine, 'state' | 'isApproved'>) {
  const isReviewed = state === 'in_review' && isApproved
  return (
    <Badge tone={isReviewed ? 'good' : (TONES[state] ?? 'plain')}>{isReviewed ? 'Approved' : STATE_NAMES[state]}</Badge>
  )
}

const columns: Column<ChangeSetLine>[] = [
  {
    header: 'Change set',
    cell: ({ id, name }) => (
      <AdminLink
        to={links.changeSet(id)}
        className="inline-flex min-h-6 items-center font-semibold underline-offset-4 hover:underline"
      >
        {name}
      </AdminLink>
    ),
  },
  { header: 'State', cell: (set) => <StateBadge {...set} />, width: '10rem' },
  { header: 'Records', cell: ({ items }) => items, className: 'tabular-nums', width: '5.5rem' },
  { header: 'Published', cell: timeOf, width: '17.5rem' },
  { header: 'Made by', cell: ({ createdBy }) => createdBy, width: '14%', isMinor: true },
  { header: 'Changed', cell: ({ updatedAt }) => formatAge(updatedAt), width: '7rem' },
]

function timeOf({ state, publishAt, publishZone, publishedAt }: ChangeSetLine) {
  if (publishedAt !== null) return formatAge(publishedAt)
  return publishAt !== null && state === 'scheduled' ? `Due ${zonedMoment(publishAt, publishZone)}` : null
}

const STATES = (
  ['open', 'in_review', 'scheduled', 'missed', 'failed', 'published', 'rolled_back'] satisfies ChangeSetState[]
).map((state) => [state, STATE_NAMES[state]] as const)

/** Change sets by state. (product 2: content-studio) */
export function ContentStudioScreen() {
  const [place, set] = useUrlState('/admin/content-studio')
  const state = STATES.find(([known]) => known === place.state)?.[0]
  const [isMaking, setMaking] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const query = state ? { state } : {}
  const list = useList([CHANGE_SETS, 'list', query], (cursor) => fetchSets({ ...query, ...cursor }))
  return (
    <Screen
      title={CONTENT_STUDIO}
      lead="Change several records of the site, review and preview them together, and put them live in one step."
      actions={
        <>
          <Button variant="outline" onClick={() => setReplacing(true)}>
            {STUDIO.replaceText}
          </Button>
          <Button onClick={() => setMaking(true)}>{STUDIO.newSet}</Button>
        </>
      }
    >
      <Filters>
        <ChoiceFilter
          label="State"
          options={[['', 'All'], ...STATES]}
          value={state}
          onChange={(picked) => set({ state: picked })}
        />
      </Filters>
      <DataTable
        what="change sets"
        list={list}
        columns={columns}
        getName={({ name }) => name}
        empty={
          <Empty title={NO_CHANGE_SETS}>
            {state ? 'No change set is in this state.' : 'Make one to prepare changes that go live together.'}
          </Empty>
        }
      />
      {isReplacing && <ReplaceTextDialog onClose={() => setReplacing(false)} />}
      {isMaking && <NewSetDialog onClose={() => setMaking(false)} />}
    </Screen>
  )
}
