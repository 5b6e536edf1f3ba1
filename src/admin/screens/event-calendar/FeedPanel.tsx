import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CalendarFeed, FEED_SCOPES, type FeedScope, type OwnCalendarFeed } from '#src/contract/event-calendar.ts'
import { CopyText } from '#src/islands/account/CopyText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { ChoiceFilter } from '../../blocks/Filters.tsx'
import { formatAgo } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { createFeed, endFeed, feedQuery } from './calendar-calls.ts'

/** The private address from which one's own calendar program loads events. */
export function FeedPanel() {
  const query = useQuery(feedQuery)
  return (
    <Shown query={query} what="your calendar address">
      {(own) => <OwnFeed {...own} />}
    </Shown>
  )
}

const OPTIONS = Object.entries(FEED_SCOPES) as [FeedScope, string][]
const STALE = [feedQuery.queryKey]

function OwnFeed({ feed }: OwnCalendarFeed) {
  const [scope, setScope] = useState<FeedScope>(feed?.scope ?? 'published')
  const [url, setUrl] = useState<string>()
  const create = useSave({
    save: createFeed,
    done: 'Calendar address created',
    failed: 'Failed to create the address',
    stale: STALE,
    onDone: (made) => setUrl(made.url),
  })
  const end = useSave({
    save: endFeed,
    done: 'Calendar address ended',
    failed: 'Failed to end the address',
    stale: STALE,
    onDone: () => setUrl(undefined),
  })
  const askFirst = (what: { title: string; label: string; busyLabel: string }, act: () => Promise<unknown>) =>
    confirm({
      ...what,
      message: 'The current address stops working immediately in every app that uses it.',
      act,
    })
  const renew = () => {
    if (feed === null) return create.mutate(scope)
    askFirst({ title: 'Create a new address?', label: 'Create address', busyLabel: 'Creating...' }, () =>
      create.mutateAsync(scope),
    )
  }
  return (
    <div className="grid max-w-2xl gap-4 leading-snug">
      <p className="text-soft">
        A calendar app that has this address shows the events and keeps up with changes. Anyone who knows the address
        can read them, so treat it like a password. It works for as long as you are an administrator.
      </p>
      {feed && <FeedState {...feed} />}
      <div className="flex flex-wrap items-center gap-3">
        <ChoiceFilter label="It shows" options={OPTIONS} value={scope} onChange={(next) => setScope(next ?? scope)} />
        <Button size="sm" isBusy={create.isPending} onClick={renew}>
          {feed ? 'New address' : 'Create address'}
        </Button>
        {feed && (
          <Button
            variant="outline"
            size="sm"
            isBusy={end.isPending}
            onClick={() =>
              askFirst({ title: 'End this address?', label: 'End address', busyLabel: 'Ending...' }, () =>
                end.mutateAsync(),
              )
            }
          >
            End address
          </Button>
        )}
      </div>
      {url && <MadeAddress url={url} />}
    </div>
  )
}

function FeedState({ scope, createdAt, lastFetchedAt, lastProgram }: CalendarFeed) {
  const loaded =
    lastFetchedAt === null
      ? 'No program has loaded it yet.'
      : `Last loaded ${formatAgo(lastFetchedAt)}${lastProgram === null ? '' : ` by ${lastProgram}`}.`
  return (
    <p className="[overflow-wrap:anywhere]">{`Your address shows: ${FEED_SCOPES[scope]}. Created ${formatAgo(createdAt)}. ${loaded}`}</p>
  )
}

function MadeAddress({ url }: { url: string }) {
  return (
    <div role="status" className="rounded-md border-2 border-line px-4 py-3">
      <p className="font-semibold">Copy the address now. It is not shown again.</p>
      <p className="my-2 font-mono text-[.9375rem] [overflow-wrap:anywhere]">{url}</p>
      <div className="flex flex-wrap items-center gap-4">
        <CopyText text={url} label="Copy address" />
        <a href={url.replace(/^https?:/, 'webcal:')} className="min-h-8 content-center underline underline-offset-4">
          Open in a calendar app
        </a>
      </div>
    </div>
  )
}
