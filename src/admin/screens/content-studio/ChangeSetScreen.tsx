import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import {
  type ChangeItem,
  type ChangeSet,
  canEdit,
  ROLLBACK_FIXED,
  STATE_NAMES,
  STUDIO,
  TICK_OVERDUE,
} from '#src/contract/change-set.ts'
import { sayFindings } from '#src/contract/content-check.ts'
import { zonedMoment } from '#src/contract/planned-moment.ts'
import { formatDuration, plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { FindingLines } from '../../blocks/FindingLines.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { DetailCard, FactList } from '../../blocks/Panel.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { useUnsaved } from './autosave.ts'
import { changeSetQuery, notePresence, setLinks } from './change-set-calls.ts'
import { ItemCard } from './ItemCard.tsx'
import { SetSteps } from './SetSteps.tsx'

const AddRecord = lazyComponent(async () => (await import('./AddRecord.tsx')).AddRecord)
const ShareLinks = lazyComponent(async () => (await import('../event-preview/ShareLinks.tsx')).ShareLinks)

/** One change set: what it changes, who is here, and the way to the site. (product 2: content-studio) */
export function ChangeSetScreen() {
  const { setId } = useParams({ from: '/admin/content-studio/$setId' })
  const query = useQuery(changeSetQuery(setId))
  return (
    <Screen
      title={query.data?.name ?? 'Change set'}
      lead={query.data?.note}
      actions={
        <Button asChild variant="outline" size="sm">
          <AdminLink to={links.contentStudio()}>All change sets</AdminLink>
        </Button>
      }
    >
      <Shown query={query} what="this change set">
        {(set) => <Details set={set} />}
      </Shown>
    </Screen>
  )
}

function Details({ set }: { set: ChangeSet }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
      <Records set={set} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 max-xl:order-first">
        <StateCard set={set} />
        {set.checks.findings.length > 0 && <ChecksCard set={set} />}
      </div>
      {set.publishedAt === null && set.reverts === null && <PreviewLinks setId={set.id} />}
    </div>
  )
}

/** The links are fetched, and their form loaded, once somebody asks for them. */
function PreviewLinks({ setId }: { setId: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="xl:col-span-2">
      {isShown ? (
        <ShareLinks
          about={setLinks(setId)}
          title="Preview the whole site"
          lead="Anyone with a link sees the site as it will be once this set is published, without an account. A link stops working when the set is published or deleted, or when its creator is no longer an admin."
        />
      ) : (
        <Button variant="outline" size="sm" onClick={() => setShown(true)}>
          {STUDIO.preview}
        </Button>
      )}
    </div>
  )
}

function Records({ set }: { set: ChangeSet }) {
  const [isAdding, setAdding] = useState(false)
  const isOpen = canEdit(set.state)
  const isRollback = set.reverts !== null
  const items = useShownItems(set)
  return (
    <section aria-labelledby="records" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="records" className="label text-[1.5rem]">
          {plural(set.changeItems.length, 'record')}
        </h2>
        {isOpen && !isRollback && (
          <Button variant="outline" size="sm" onClick={() => setAdding(true)}>
            {STUDIO.addRecord}
          </Button>
        )}
      </div>
      {isOpen && isRollback && <p className="mb-3 text-soft">{ROLLBACK_FIXED}</p>}
      {items.length === 0 ? (
        <Empty title={isRollback ? 'No records are left' : 'No records yet'}>
          {!isRollback && 'Add an event, a library entry, a page, a text, a menu item or a setting, then edit it here.'}
        </Empty>
      ) : (
        <ul className="grid grid-cols-1 gap-4">
          {items.map((item) => (
            <ItemCard key={item.id} set={set} item={item} />
          ))}
        </ul>
      )}
      {isAdding && <AddRecord setId={set.id} onClose={() => setAdding(false)} />}
    </section>
  )
}

/** The records of a set, and the one that somebody else has removed while its form holds unsaved text. */
function useShownItems({ changeItems }: ChangeSet): ChangeItem[] {
  const [{ edit }] = useUrlState('/admin/content-studio/$setId')
  const seen = useRef<{ item: ChangeItem; at: number }>(undefined)
  const isKept = useUnsaved()
  const at = changeItems.findIndex(({ id }) => id === edit)
  const item = changeItems[at]
  if (item) seen.current = { item, at }
  const last = seen.current
  return !item && isKept && last && last.item.id === edit ? changeItems.toSpliced(last.at, 0, last.item) : changeItems
}

function StateCard({ set }: { set: ChangeSet }) {
  return (
    <DetailCard title={set.state === 'in_review' && set.isApproved ? 'Approved' : STATE_NAMES[set.state]}>
      {set.fault && (
        <div role="alert" className="note">
          <p className="font-semibold">Not live</p>
          <p>{set.fault}</p>
        </div>
      )}
      <Facts set={set} />
      {set.notes.map((note) => (
        <p key={note} className="border-signal border-l-8 pl-4">
          {note}
        </p>
      ))}
      <Others setId={set.id} />
      <SetSteps set={set} />
    </DetailCard>
  )
}

/** What the checks found when they last ran, and who went on in spite of warnings. */
function ChecksCard({ set: { checks, warningsReadBy } }: { set: ChangeSet }) {
  return (
    <DetailCard title="Content checks">
      <p>{sayFindings(checks.findings)}</p>
      {checks.checkedAt !== null && (
        <p className="text-[.9375rem] text-soft">{`They ran on ${formatMoment(checks.checkedAt)}.`}</p>
      )}
      <FindingLines findings={checks.findings} hasSubjects />
      {warningsReadBy && <p>{`${warningsReadBy} has read the warnings.`}</p>}
    </DetailCard>
  )
}

function Facts({ set }: { set: ChangeSet }) {
  const facts = [
    ['Made by', set.createdBy],
    ...(set.reverts ? [['Takes back', <SetLink key="reverts" {...set.reverts} />] as const] : []),
    ...(set.approvedBy ? [['Approved by', set.approvedBy] as const] : []),
    ...(set.publishAt !== null && set.publishedAt === null
      ? [['Goes live', zonedMoment(set.publishAt, set.publishZone)] as const]
      : []),
    ...(set.state === 'scheduled' ? [['Schedule', <Heartbeat key="tick" age={set.lastTick} />] as const] : []),
    ...(set.publishedAt === null
      ? []
      : [['Published', `${formatMoment(set.publishedAt)} by ${set.publishedBy ?? 'the schedule'}`] as const]),
  ] as const
  return <FactList facts={facts} />
}

function SetLink({ id, name }: { id: string; name: string }) {
  return (
    <AdminLink to={links.changeSet(id)} className="underline underline-offset-4">
      {name}
    </AdminLink>
  )
}

/** When the schedule last looked for sets that are due. A schedule that does not run publishes nothing. */
function Heartbeat({ age }: { age: number | null }) {
  if (age === null) return <b className="text-stop-ink">It has never run. Nothing will be published.</b>
  const seconds = Math.round(age / 1000)
  if (age <= TICK_OVERDUE) return `It last ran ${seconds < 100 ? plural(seconds, 'second') : formatDuration(age)} ago.`
  return <b className="text-stop-ink">{`It has not run for ${formatDuration(age)}. Nothing will be published.`}</b>
}

const PRESENCE_EVERY = 20_000

/** The others who have this set open. */
function Others({ setId }: { setId: string }) {
  const { data } = useQuery({
    queryKey: ['change-set-presence', setId],
    queryFn: () => notePresence(setId),
    refetchInterval: PRESENCE_EVERY,
    staleTime: 0,
    gcTime: 0,
  })
  const names = data?.others.map(({ name }) => name) ?? []
  return (
    <p role="status" className="text-[.9375rem] text-soft">
      {names.length === 0 ? 'Nobody else is here.' : `Also here: ${names.join(', ')}.`}
    </p>
  )
}
