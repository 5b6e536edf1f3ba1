import { type ReactNode, useState } from 'react'
import {
  type EventPart,
  type EventParts,
  type EventTeamPart,
  type EventVendorPart,
  MOST_PARTS,
} from '#src/contract/event-parts.ts'
import type { TeamEntry } from '#src/contract/team-member.ts'
import type { VendorEntry } from '#src/contract/vendor.ts'
import { Button } from '#src/ui/Button.tsx'
import { api, ask } from '../../api.ts'
import { Empty } from '../../blocks/Empty.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Thumbnail } from '../../blocks/Thumbnail.tsx'
import { type List, useList } from '../../blocks/use-list.ts'
import { type AdminAddress, links } from '../../links.ts'
import type { AddFromLibrary as Adding } from './AddFromLibrary.tsx'
import { PartsPanel } from './PartsPanel.tsx'
import { type Choice, type LibraryList, teamList, vendorList } from './part-lists.ts'
import { useParts } from './use-parts.ts'

/** Loaded when the person adds something. `lazyComponent` forgets the type parameter. */
const AddFromLibrary = lazyComponent(
  async () => (await import('./AddFromLibrary.tsx')).AddFromLibrary,
) as unknown as typeof Adding

/** The vendors of an event. */
export function VendorsPanel({ eventId }: { eventId: string }) {
  return (
    <LibraryPanel
      list={vendorList}
      eventId={eventId}
      body={(vendor) => <VendorBody part={vendor} />}
      useChoices={useVendorChoices}
      library={links.vendors()}
      without="Visitors see no “Partnered With” strip until you add a vendor."
    />
  )
}

/** The team of an event. */
export function TeamPanel({ eventId }: { eventId: string }) {
  return (
    <LibraryPanel
      list={teamList}
      eventId={eventId}
      body={(member) => <MemberBody part={member} />}
      useChoices={useTeamChoices}
      library={links.team()}
      without="Visitors see no team until you add a team member."
    />
  )
}

type LibraryPanelProps<Part extends EventPart> = {
  list: LibraryList<Part>
  eventId: string
  body: (part: Part) => ReactNode
  useChoices: (q: string) => List<Choice>
  library: AdminAddress
  /** What visitors see while the list is empty. */
  without: string
}

/** The vendors or the team of an event: entries of a library, added one by one or many at once. */
function LibraryPanel<Part extends EventPart>(props: LibraryPanelProps<Part>) {
  const { list, eventId, body, useChoices, library, without } = props
  const [isAdding, setAdding] = useState(false)
  const parts = useParts(list, eventId)
  const add = ({ items }: EventParts<Part>) => (
    <Button
      disabled={items.length >= MOST_PARTS}
      title={items.length >= MOST_PARTS ? `An event has at most ${MOST_PARTS} ${list.nouns}` : undefined}
      onClick={() => setAdding(true)}
    >
      Add {list.nouns}
    </Button>
  )
  return (
    <>
      <PartsPanel
        list={list}
        parts={parts}
        body={body}
        actions={add}
        empty={<Empty title={`No ${list.nouns} on this event`}>{without}</Empty>}
      />
      {isAdding && parts.query.data && (
        <AddFromLibrary
          list={list}
          parts={parts}
          shown={parts.query.data}
          useChoices={useChoices}
          library={library}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

/** A vendor in the list: logo, name, website. */
function VendorBody({ part: { vendorName, logoUrl, websiteUrl } }: { part: EventVendorPart }) {
  return (
    <Thumbnail src={logoUrl} alt={`Logo of ${vendorName}`} kind="logo">
      <b className="block">{vendorName}</b>
      {websiteUrl && (
        <a
          href={websiteUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-block min-h-6 text-[.9375rem] text-soft underline underline-offset-4"
        >
          {new URL(websiteUrl).hostname}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      {logoUrl === null && (
        <span className="block text-[.875rem] text-soft">Without a logo, visitors see the name.</span>
      )}
    </Thumbnail>
  )
}

/** A team member in the list: photo, name, title. */
function MemberBody({ part: { fullName, title, credentials, photoUrl } }: { part: EventTeamPart }) {
  return (
    <Thumbnail src={photoUrl} alt={`Portrait of ${fullName}`} kind="photo">
      <b className="block">{fullName}</b>
      <span className="text-[.9375rem] text-soft">{[title, credentials].filter(Boolean).join(', ')}</span>
    </Thumbnail>
  )
}

/** The vendors of the library that fit the words. */
function useVendorChoices(q: string): List<Choice> {
  return useList(['vendors', 'choices', q], async (cursor) => {
    const { items, nextCursor } = await ask(() => api.vendors.$get({ query: { q, ...cursor } }))
    return { items: items.map(toVendorChoice), nextCursor }
  })
}

/** The people of the library that fit the words. */
function useTeamChoices(q: string): List<Choice> {
  return useList(['team', 'choices', q], async (cursor) => {
    const { items, nextCursor } = await ask(() => api.team.$get({ query: { q, ...cursor } }))
    return { items: items.map(toMemberChoice), nextCursor }
  })
}

function toVendorChoice({ id, vendorName, tags, websiteUrl }: VendorEntry): Choice {
  return { id, name: vendorName, detail: tags ?? websiteUrl }
}

function toMemberChoice({ id, fullName, title }: TeamEntry): Choice {
  return { id, name: fullName, detail: title }
}
