import { useStore } from '@nanostores/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useEffect, useRef, useState } from 'react'
import { hasRole } from '#src/contract/rank.ts'
import type { Role } from '#src/contract/viewer.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { useSettled } from '#src/islands/use-search.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { inputClass } from '#src/ui/form-class.ts'
import { api, ask } from '../api.ts'
import { getDay } from '../blocks/moment.ts'
import { notifyFailure } from '../blocks/use-save.ts'
import { buildsQuery } from '../build-status.ts'
import { isPlain } from '../find-screens.ts'
import { type AdminAddress, links } from '../links.ts'
import { queryClient } from '../query-client.ts'
import { SCREENS } from '../routes.ts'
import { NOTHING_FOUND, SEARCH_ADMIN } from './palette-words.ts'
import { signOut } from './sign-out.ts'

/** One line of the palette: where it leads, or what it does. */
type Entry = { id: string; group: string; title: string; note?: string } & ({ to: AdminAddress } | { run: () => void })

type CommandPaletteProps = { onClose: () => void; onKeys: () => void }

/** Screens, actions and records by the first letters of their words. The best one is always chosen: Enter takes it. */
export function CommandPalette({ onClose, onKeys }: CommandPaletteProps) {
  const router = useRouter()
  const roles = useStore($viewer)?.roles ?? []
  const [search, setSearch] = useState('')
  const [pointed, point] = useState('')
  const records = useRecords(search.trim(), roles)
  const known = findKnown([...screens(roles), ...actions(roles, onKeys)], search)
  const found = [...known, ...(records.data ?? [])]
  const chosen = found.find(({ id }) => id === pointed) ?? found[0]
  const input = useRef<HTMLInputElement>(null)
  // The dialog focuses its first control, but the search field is what is needed.
  useEffect(() => input.current?.focus(), [])
  const take = (entry: Entry) => {
    onClose()
    if ('run' in entry) entry.run()
    else void router.navigate(entry.to)
  }
  return (
    <Dialog isOpen title="Go to" onClose={onClose}>
      <Command
        label="Go to or do"
        shouldFilter={false}
        value={chosen?.id ?? ''}
        onValueChange={point}
        className="admin-palette"
      >
        <Command.Input
          ref={input}
          value={search}
          onValueChange={setSearch}
          maxLength={100}
          placeholder={SEARCH_ADMIN}
          className={inputClass()}
        />
        <Command.List className="mt-3 max-h-[50dvh] overflow-auto">
          {found.length === 0 && (
            <p role="status" className="px-3 py-6 text-soft">
              {emptySentence(records)}
            </p>
          )}
          <Groups entries={found} onTake={take} />
        </Command.List>
      </Command>
    </Dialog>
  )
}

function Groups({ entries, onTake }: { entries: readonly Entry[]; onTake: (entry: Entry) => void }) {
  return [...new Set(entries.map(({ group }) => group))].map((group) => (
    <Command.Group key={group} heading={group} className="admin-palette-group">
      {entries
        .filter((entry) => entry.group === group)
        .map((entry) => (
          <Command.Item
            key={entry.id}
            value={entry.id}
            onSelect={() => onTake(entry)}
            className="admin-palette-item justify-between"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">{entry.title}</span>
            {entry.note && <span className="shrink-0 font-normal text-[.875rem]">{entry.note}</span>}
          </Command.Item>
        ))}
    </Command.Group>
  ))
}

function emptySentence({ isFetching, error }: { isFetching: boolean; error: unknown }): string {
  if (isFetching) return 'Searching...'
  return error ? `Unable to search: ${toApiError(error).detail}` : NOTHING_FOUND
}

/** What else people would type to find an entry, by its id. */
const WORDS = new Map<string, string>(SCREENS.map(({ path, words = '' }) => [path, words]))

function screens(roles: readonly Role[]): Entry[] {
  return SCREENS.filter(isPlain)
    .filter(({ role }) => hasRole(roles, role))
    .map(({ path, title, place }) => ({ id: path, group: 'Screens', title, note: place, to: { to: path } }))
}

/** What can be done from everywhere. */
function actions(roles: readonly Role[], onKeys: () => void): Entry[] {
  const forAdmins: [string, AdminAddress][] = [
    ['New event', links.eventSetup()],
    ['New vendor', links.vendors({ edit: 'new' })],
    ['New team member', links.team({ edit: 'new' })],
    ['New location', links.locations({ edit: 'new' })],
    ['New agenda template', links.agendaTemplates({ edit: 'new' })],
    ['New content block', links.content({ edit: 'new' })],
    ['New page', links.content({ tab: 'pages', edit: 'new' })],
    ['New task template', links.taskTemplates({ edit: 'new' })],
    ['New workflow', links.workflows({ edit: 'new' })],
    ['Invite a vendor contact', links.vendorInvites()],
    ['Review vendor proposals', links.vendorPortal()],
    ['Review submitted vendor tasks', links.vendorPortal({ tab: 'tasks', state: 'submitted' })],
    ['Run security test', links.securityTest()],
  ]
  const forAll: [string, AdminAddress][] = [
    ['Approve waiting accounts', links.users({ tab: 'waiting' })],
    ['Review forum posts', links.forum()],
  ]
  const isAdmin = hasRole(roles, 'admin')
  const leading = [...(isAdmin ? forAdmins : []), ...forAll]
  return [
    ...leading.map(([title, to]) => ({ id: title, group: 'Actions', title, to })),
    { id: 'site', group: 'Actions', title: 'View site', run: () => location.assign('/') },
    ...(isAdmin ? [{ id: 'build', group: 'Actions', title: 'Build again', run: () => void buildAgain() }] : []),
    { id: 'keys', group: 'Actions', title: 'Keyboard shortcuts', run: onKeys },
    { id: 'sign-out', group: 'Actions', title: 'Sign Out', run: signOut },
  ]
}

async function buildAgain(): Promise<void> {
  try {
    queryClient.setQueryData(buildsQuery.queryKey, await ask(() => api.builds.$post()))
    notify({ kind: 'success', message: 'Build requested' })
  } catch (fault) {
    notifyFailure('Failed to request a build', fault)
  }
}

const PAUSE = 200
const MOST = '5'

/** The records that match what was typed, a fifth of a second after the last letter. */
function useRecords(typed: string, roles: readonly Role[]) {
  const q = useSettled(typed, PAUSE)
  const isAsked = q.length > 1 && typed.length > 1
  const { data, error, isFetching } = useQuery({
    queryKey: ['palette', q],
    queryFn: () => findRecords(q, hasRole(roles, 'admin')),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return { data: isAsked ? data : undefined, error, isFetching: isFetching || (typed.length > 1 && typed !== q) }
}

/** At most five of each kind. The server decides by itself who may see what. */
async function findRecords(q: string, isAdmin: boolean): Promise<Entry[]> {
  const query = { q, limit: MOST }
  const people = ask(() => api.users.$get({ query })).then(({ items }) =>
    items.map(({ id, username, fullName }): Entry => {
      return { id, group: 'People', title: username, to: links.user(id), ...(fullName && { note: fullName }) }
    }),
  )
  const reports = ask(() => api.reports.$get({ query })).then(({ items }) =>
    items.map(({ id, title }): Entry => ({ id, group: 'Reports', title, to: links.reports({ report: id }) })),
  )
  if (!isAdmin) return (await Promise.all([people, reports])).flat()
  const events = ask(() => api.events.$get({ query })).then(({ items }) =>
    items.map(
      ({ id, eventName, eventDate }): Entry => ({
        id,
        group: 'Events',
        title: eventName,
        note: getDay(eventDate),
        to: links.eventOverview(id),
      }),
    ),
  )
  const vendors = ask(() => api.vendors.$get({ query })).then(({ items }) =>
    items.map(({ id, vendorName: title }): Entry => ({ id, group: 'Vendors', title, to: links.vendors({ edit: id }) })),
  )
  const team = ask(() => api.team.$get({ query })).then(({ items }) =>
    items.map(({ id, fullName: title }): Entry => ({ id, group: 'Team', title, to: links.team({ edit: id }) })),
  )
  const locations = ask(() => api.locations.$get({ query })).then(({ items }) =>
    items.map(
      ({ id, venueName: title }): Entry => ({ id, group: 'Locations', title, to: links.locations({ edit: id }) }),
    ),
  )
  const contacts = ask(() => api['vendor-invites'].$get({ query })).then(({ items }) =>
    items.map(
      ({ id, name: title, vendorName: note, email }): Entry => ({
        ...{ id, group: 'Vendor contacts', title, note },
        to: links.vendorInvites({ q: email }),
      }),
    ),
  )
  return (await Promise.all([events, people, reports, vendors, contacts, team, locations])).flat()
}

/** Entries that have each typed word in their title come before those that people call so. */
function findKnown(entries: readonly Entry[], search: string): Entry[] {
  const named = entries.filter(({ title }) => isMeant(title, search))
  const called = entries.filter(({ id, title }) => isMeant(`${title} ${WORDS.get(id) ?? ''}`, search))
  return [...new Set([...named, ...called])]
}

/** True if each typed word begins a word of the text. */
function isMeant(text: string, search: string): boolean {
  const known = text.toLowerCase().split(/[\s,]+/)
  const typed = search.toLowerCase().split(/\s+/).filter(Boolean)
  return typed.every((word) => known.some((name) => name.startsWith(word)))
}
