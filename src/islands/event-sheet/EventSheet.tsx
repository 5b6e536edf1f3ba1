import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { formatDay } from '#src/contract/event-dates.ts'
import type { CatererSheet, RevisionAnswer } from '#src/contract/run-sheet.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { CardHeader, Outcome } from '../auth/CardHeader.tsx'
import { type ApiError, request } from '../call.ts'
import { formatTime } from '../format-instant.ts'
import { DeadLink } from '../resource/LinkOutcome.tsx'
import { createLinkResource } from '../resource/link-resource.ts'

/** `#meals=` is a caterer's link, `#sheet=` the code of a printed run sheet: its token and, behind a dash, its revision. */
const TOKEN_LENGTH = 43

const sheet = createLinkResource(async (text: string) => {
  const isMeals = location.hash.startsWith('#meals=')
  const token = text.slice(0, TOKEN_LENGTH)
  if (isMeals)
    return { kind: 'meals' as const, ...(await request('POST', '/api/logistics/caterer', { json: { token } })) }
  const revision = Number(text.slice(TOKEN_LENGTH + 1)) || 1
  return {
    kind: 'revision' as const,
    ...(await request('POST', '/api/logistics/revision', { json: { token, revision } })),
  }
}, LINK_DEAD)

/**
 * Everything at /event-sheet: the counts for a caterer, and what has changed since a run sheet was printed. The token is in the fragment,
 * which no server, log or referrer ever gets. It stays there, so that the page can be opened again. (security TL6)
 */
export function EventSheet() {
  useEffect(() => {
    const load = () => void sheet.open(location.hash.replace(/^#(?:meals|sheet)=/, ''))
    load()
    addEventListener('hashchange', load)
    return () => removeEventListener('hashchange', load)
  }, [])
  return (
    <ErrorBoundary>
      <SheetView />
    </ErrorBoundary>
  )
}

function SheetView() {
  const state = useStore(sheet.$state)
  if (state.status === 'loading')
    return (
      <div aria-busy="true" className="grid gap-3">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-13 w-2/3" />
        <Skeleton className="h-13 w-full" />
      </div>
    )
  if (state.status === 'failed') return <Failed fault={state.fault} />
  return state.value.kind === 'meals' ? <Meals {...state.value} /> : <Revision {...state.value} />
}

function Failed({ fault }: { fault: ApiError }) {
  if (sheet.explain(fault) !== 'failed') return <DeadLink>{LINK_DEAD} Ask the organizer for a new one.</DeadLink>
  return (
    <Outcome role="alert" title="This page could not load">
      <p>{fault.detail}</p>
      <Button onClick={() => void sheet.load()} className="mt-6 w-full">
        Try again
      </Button>
    </Outcome>
  )
}

const CANCELLED = 'This workshop is cancelled.'

function Meals({ event, counts, now }: CatererSheet) {
  const { choices, unknown, people, notes } = counts
  const rows = [...choices, { label: 'Not answered yet', count: unknown }, { label: 'People in all', count: people }]
  return (
    <>
      <CardHeader title="Meals">
        <b className="block">{event.name}</b>
        {`${formatDay(event.day)}, ${event.times}`}
        {event.venue && <span className="block">{event.venue}</span>}
      </CardHeader>
      {event.isCancelled && <p className="note mb-5">{CANCELLED}</p>}
      <table className="w-full text-left">
        <caption className="sr-only">Meals by type</caption>
        <tbody>
          {rows.map(({ label, count }) => (
            <tr key={label} className="border-plate-line border-t">
              <th scope="row" className="py-2.5 pr-4 font-normal">
                {label}
              </th>
              <td className="py-2.5 text-right font-semibold tabular-nums">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes > 0 && (
        <p className="mt-4 leading-snug">
          {`${notes === 1 ? 'One person has' : `${notes} people have`} allergies or intolerances. Ask the organizer what to prepare.`}
        </p>
      )}
      <p className="mt-4 text-[.9375rem]">{`As of ${formatTime(now)}. Reload the page for the newest numbers.`}</p>
    </>
  )
}

function Revision({ eventName, day, isCancelled, printed, current, changes, now }: RevisionAnswer) {
  const isSame = changes.length === 0 && current === printed
  return (
    <>
      <CardHeader title={isSame ? 'Nothing has changed' : `Changed since you printed (revision ${printed})`}>
        <b className="block">{eventName}</b>
        {formatDay(day)}
      </CardHeader>
      {isCancelled && <p className="note mb-5">{CANCELLED}</p>}
      {isSame ? (
        <p>{`Your sheet is revision ${printed}, the current one.`}</p>
      ) : (
        <>
          <p className="mb-3">{`The current revision is ${current}. Ask the organizer for a new print.`}</p>
          <ul className="list-disc pl-5 leading-snug [overflow-wrap:anywhere]">
            {changes.map((change) => (
              <li key={change} className="mb-2">
                {change}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-4 text-[.9375rem]">{`As of ${formatTime(now)}.`}</p>
    </>
  )
}
