import type { EventAgendaPart, EventTeamPart, EventVendorPart } from '#src/contract/event-parts.ts'
import { Thumbnail } from '../../blocks/Thumbnail.tsx'

/** A vendor in the list: logo, name, website. */
export function VendorBody({ part: { vendorName, logoUrl, websiteUrl } }: { part: EventVendorPart }) {
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

/** Somebody of the team: photo, name, title. */
export function MemberBody({ part: { fullName, title, credentials, photoUrl } }: { part: EventTeamPart }) {
  return (
    <Thumbnail src={photoUrl} alt={`Portrait of ${fullName}`} kind="photo">
      <b className="block">{fullName}</b>
      <span className="text-[.9375rem] text-soft">{[title, credentials].filter(Boolean).join(', ')}</span>
    </Thumbnail>
  )
}

/** An entry of the day: when, what, and what about it. */
export function AgendaBody({ part: { timeSlot, title, description } }: { part: EventAgendaPart }) {
  return (
    <span className="flex min-w-0 flex-1 basis-48 flex-wrap items-baseline gap-x-4 leading-snug">
      <span className="w-28 shrink-0 font-semibold tabular-nums">{timeSlot}</span>
      <span className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
        <b className="block">{title}</b>
        {description && <span className="text-[.9375rem] text-soft">{description}</span>}
      </span>
    </span>
  )
}
