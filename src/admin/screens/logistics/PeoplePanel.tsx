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
import { usePeopleEmails, usePersonActions } from './use-people-actions.ts'

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
    sortBy: ({ name }) => name,
  },
  {
    header: 'State',
    width: '8rem',
    sortBy: ({ state }) => Object.keys(STATES).indexOf(state),
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
      width: 'clamp(4.875rem, 6.1vw, 5.5rem)',
      cell: ({ sections }) => {
        const section = sections.find((one) => one.key === key)
        return section && <SectionState {...section} />
      },
    }),
  ),
]

/** What is missing of a section: a shape, with its word where a row has room for it, never color alone. */
function SectionState({ missing, isAnswered, hasRequest }: PersonRow['sections'][number]) {
  const [Icon, word, look] = hasRequest
    ? ([MessageSquareMore, 'Change', 'font-semibold'] as const)
    : missing > 0
      ? ([CircleAlert, 'Missing', 'font-semibold text-stop-ink'] as const)
      : isAnswered
        ? ([CircleCheck, 'Done', ''] as const)
        : ([Minus, 'Empty', 'text-soft'] as const)
  return (
    <span
      title={word}
      className={`inline-flex items-center gap-1 whitespace-nowrap align-middle text-[.8125rem] ${look}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className="lg:max-[89.99rem]:sr-only">{word}</span>
    </span>
  )
}

type PeoplePanelProps = { eventId: string; summary: BoardSummary }
/** The dialog that is open. */
type Opened = 'add' | 'export' | PersonRow | undefined

/** People × sections, with everything that can be done for one or for all. */
export function PeoplePanel({ eventId, summary }: PeoplePanelProps) {
  const [{ role, missing, person }, set] = useUrlState(PATH)
  const [opened, open] = useState<Opened>()
  const list = useList([LOGISTICS, eventId, 'people', role, missing], (cursor) =>
    fetchPeople(eventId, { role, missing, ...cursor }),
  )
  const emails = usePeopleEmails(eventId)
  const actions = usePersonActions(
    eventId,
    { onOpen: (id) => set({ person: id }, { push: true }), onRole: open },
    emails.remind,
  )
  const close = () => open(undefined)
  return (
    <>
      <Filters>
        <PeopleFilters />
        <PeopleButtons summary={summary} emails={emails} open={open} />
      </Filters>
      <RefusedList refused={emails.refused} onClose={emails.forget} />
      <DataTable
        what="people"
        isCounted={false}
        list={list}
        columns={columns}
        getName={({ name }) => name}
        actions={actions}
        empty={<NoPeople isFiltered={role !== undefined || missing !== undefined} />}
      />
      {opened === 'add' && <AddPeople eventId={eventId} onClose={close} />}
      {opened === 'export' && <ExportDialog eventId={eventId} onClose={close} />}
      {typeof opened === 'object' && <RoleDialog eventId={eventId} person={opened} onClose={close} />}
      {person && <PersonDialog eventId={eventId} personId={person} onClose={() => set({ person: undefined })} />}
    </>
  )
}

function PeopleFilters() {
  const [{ role, missing }, set] = useUrlState(PATH)
  return (
    <>
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
    </>
  )
}

type Emails = ReturnType<typeof usePeopleEmails>
type PeopleButtonsProps = { summary: BoardSummary; emails: Emails; open: (dialog: 'add' | 'export') => void }

function PeopleButtons({ summary: { unsent, missing, people }, emails, open }: PeopleButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2 sm:ml-auto">
      <Button size="sm" onClick={() => open('add')}>
        Add people
      </Button>
      {unsent > 0 && (
        <Button variant="outline" size="sm" isBusy={emails.isBusy} onClick={() => emails.sendAll(unsent)}>
          {`Send ${plural(unsent, 'link')}`}
        </Button>
      )}
      {missing > 0 && unsent < people && (
        <Button variant="outline" size="sm" isBusy={emails.isBusy} onClick={() => emails.remindAll(missing)}>
          Remind all
        </Button>
      )}
      <Button variant="outline" size="sm" onClick={() => open('export')}>
        Export CSV
      </Button>
    </div>
  )
}

function NoPeople({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No people match">Choose another role, or show everyone.</Empty>
  return (
    <Empty title="No people yet">
      Add the people of the team, contacts of vendors and the host. Each gets a link to one form.
    </Empty>
  )
}

const ROLES = [
  ['instructor', 'Instructors'],
  ['speaker', 'Speakers'],
  ['host', 'Hosts'],
  ['vendor', 'Vendors'],
] as const
