import { CircleAlert, CircleCheck, MessageSquareMore, Minus } from 'lucide-react'
import { useState } from 'react'
import type { PersonRow } from '#src/contract/logistics.ts'
import type { BoardSummary } from '#src/contract/logistics-board.ts'
import { LOGISTICS_SECTIONS, ROLE_WORDS } from '#src/contract/logistics-sections.ts'
import { plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatAgo } from '../../blocks/moment.ts'
import { RefusedList } from '../../blocks/selection.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { changed } from '../../links.ts'
import { fetchPeople, LOGISTICS } from './logistics-calls.ts'
import { usePeopleActions } from './use-people-actions.ts'

const PATH = '/admin/event/logistics/$eventId'
const AddPeople = lazyComponent(async () => (await import('./AddPeople.tsx')).AddPeople)
const RoleDialog = lazyComponent(async () => (await import('./AddPeople.tsx')).RoleDialog)
const ExportDialog = lazyComponent(async () => (await import('./ExportDialog.tsx')).ExportDialog)
const PersonDialog = lazyComponent(async () => (await import('./PersonDialog.tsx')).PersonDialog)

const STATES: Record<PersonRow['state'], string> = {
  new: 'No link sent',
  sent: 'Link sent',
  opened: 'Opened',
  started: 'Started',
  submitted: 'Submitted',
}
/** The headings of the sections, short enough for eight columns. */
const HEADINGS: Record<string, string> = {
  travel: 'Travel',
  equipment: 'AV',
  shipment: 'Freight',
  booth: 'Booth',
  meals: 'Meals',
  badge: 'Badge',
  emergency: 'Contact',
  photographs: 'Photos',
}

const columns: readonly Column<PersonRow>[] = [
  {
    header: 'Person',
    cell: ({ id, name, role }) => (
      <>
        <AdminLink to={changed<typeof PATH>({ person: id })} className="font-semibold underline underline-offset-4">
          {name}
        </AdminLink>
        <span className="admin-second text-soft">{ROLE_WORDS[role]}</span>
      </>
    ),
  },
  {
    header: 'State',
    width: '8rem',
    cell: ({ state, nudgedAt }) => (
      <>
        {STATES[state]}
        {nudgedAt !== null && <span className="admin-second text-soft">Reminded {formatAgo(nudgedAt)}</span>}
      </>
    ),
  },
  ...LOGISTICS_SECTIONS.map(
    ({ key, title }): Column<PersonRow> => ({
      header: HEADINGS[key] ?? title,
      width: '5.5rem',
      cell: ({ sections }) => {
        const section = sections.find((one) => one.key === key)
        return section && <SectionState {...section} />
      },
    }),
  ),
]

/** What is missing of a section: a word and a shape, never color alone. */
function SectionState({ missing, isAnswered, hasRequest }: PersonRow['sections'][number]) {
  const [Icon, word, look] = hasRequest
    ? ([MessageSquareMore, 'Change', 'font-semibold'] as const)
    : missing > 0
      ? ([CircleAlert, 'Missing', 'font-semibold text-stop-ink'] as const)
      : isAnswered
        ? ([CircleCheck, 'Done', ''] as const)
        : ([Minus, 'Empty', 'text-soft'] as const)
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap align-middle text-[.8125rem] ${look}`}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {word}
    </span>
  )
}

/** People × sections, with everything that can be done for one or for all. */
export function PeoplePanel({ eventId, summary }: { eventId: string; summary: BoardSummary }) {
  const [{ role, missing, person }, set] = useUrlState(PATH)
  const [roleOf, setRoleOf] = useState<PersonRow>()
  const [isAdding, setAdding] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const list = useList([LOGISTICS, eventId, 'people', role, missing], (cursor) =>
    fetchPeople(eventId, { role, missing, ...cursor }),
  )
  const { actions, remindAll, sendAll, refused, forget, isBusy } = usePeopleActions(eventId, {
    onOpen: (id) => set({ person: id }, { push: true }),
    onRole: setRoleOf,
  })
  const isFiltered = role !== undefined || missing !== undefined
  return (
    <>
      <Filters>
        <ChoiceFilter
          label="Role"
          options={[['', 'All'], ...ROLES]}
          value={role}
          onChange={(next) => set({ role: next })}
        />
        <ChoiceFilter
          label="Show"
          options={[
            ['', 'Everyone'],
            ['yes', 'Missing only'],
          ]}
          value={missing}
          onChange={(next) => set({ missing: next })}
        />
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          <Button size="sm" onClick={() => setAdding(true)}>
            Add people
          </Button>
          {summary.unsent > 0 && (
            <Button variant="outline" size="sm" isBusy={isBusy} onClick={() => sendAll(summary.unsent)}>
              {`Send ${plural(summary.unsent, 'link')}`}
            </Button>
          )}
          {summary.missing > 0 && summary.unsent < summary.people && (
            <Button variant="outline" size="sm" isBusy={isBusy} onClick={() => remindAll(summary.missing)}>
              Remind all
            </Button>
          )}
          <Button variant="outline" size="sm" onClick={() => setExporting(true)}>
            Export CSV
          </Button>
        </div>
      </Filters>
      <RefusedList refused={refused} onClose={forget} />
      <DataTable
        what="people"
        isCounted={false}
        list={list}
        columns={columns}
        getName={({ name }) => name}
        actions={actions}
        empty={
          <Empty title={isFiltered ? 'No people match' : 'No people yet'}>
            {isFiltered
              ? 'Choose another role, or show everyone.'
              : 'Add the people of the team, contacts of vendors and the host. Each gets a link to one form.'}
          </Empty>
        }
      />
      {isAdding && <AddPeople eventId={eventId} onClose={() => setAdding(false)} />}
      {roleOf && <RoleDialog eventId={eventId} person={roleOf} onClose={() => setRoleOf(undefined)} />}
      {isExporting && <ExportDialog eventId={eventId} onClose={() => setExporting(false)} />}
      {person && <PersonDialog eventId={eventId} personId={person} onClose={() => set({ person: undefined })} />}
    </>
  )
}

const ROLES = [
  ['instructor', 'Instructors'],
  ['speaker', 'Speakers'],
  ['host', 'Hosts'],
  ['vendor', 'Vendors'],
] as const
