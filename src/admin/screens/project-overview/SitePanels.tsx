import type { ReactNode } from 'react'
import { HOLD_SENTENCE } from '#src/contract/build.ts'
import { FRESH_OBJECTIVE } from '#src/contract/error-budget.ts'
import type { BuildRun, Overview } from '#src/contract/overview.ts'
import { plural } from '#src/contract/plural.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { formatAgo, formatMoment, getDay } from '../../blocks/moment.ts'
import { FactList, NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { links } from '../../links.ts'

const BODY = 'grid gap-4 px-5 py-4 leading-snug [overflow-wrap:anywhere]'

/** What visitors see, how old it is, and whether it is everything that is saved. */
export function SitePanel({ site, mode, now, databaseBytes }: Overview) {
  const { live, revision, isCurrent, isBuilding, hold } = site
  return (
    <Panel title="Live site">
      <div className={BODY}>
        <FactList
          facts={[
            [
              'Visitors see',
              live ? (
                <>
                  revision {live.revision.toLocaleString('en-US')}, built <Moment at={live.builtAt} />
                </>
              ) : (
                'nothing yet, or the live site does not answer'
              ),
            ],
            [
              'Saved',
              <>
                revision {revision.toLocaleString('en-US')}{' '}
                <Badge tone={isCurrent ? 'good' : 'waiting'}>
                  {isCurrent ? 'Live' : isBuilding ? 'Building' : hold ? 'On hold' : 'Waiting'}
                </Badge>
                {hold && <span className="mt-1 block text-stop-ink">{HOLD_SENTENCE[hold]}</span>}
              </>,
            ],
            ['Level', mode.level === 0 ? 'Open' : `Level ${mode.level}: ${mode.reason}`],
            ['Database', formatBytes(databaseBytes)],
            ['As of', <Moment key="now" at={now} />],
          ]}
        />
      </div>
    </Panel>
  )
}

/** How long builds take, which failed last and why, and how soon changes go live. */
export function BuildsPanel({ builds, lastFailure, freshness }: Overview) {
  const { changes, late } = freshness
  const inTime = changes === 0 ? 1 : (changes - late) / changes
  return (
    <Panel id="builds" title="Builds">
      {builds.length === 0 ? (
        <NothingToDo>No builds yet. Publish an event, and the first one starts.</NothingToDo>
      ) : (
        <div className={BODY}>
          <Trend builds={builds} />
          <FactList
            facts={[
              [
                'Live in 3 min',
                changes === 0
                  ? 'no changes in 30 days'
                  : `${percent(inTime)} of ${plural(changes, 'change')} in 30 days; should be ${percent(FRESH_OBJECTIVE)}`,
              ],
              [
                'Last failure',
                lastFailure ? (
                  <>
                    revision {lastFailure.revision.toLocaleString('en-US')}, {lastFailure.reason},{' '}
                    <Moment at={lastFailure.at} />
                    {lastFailure.error && (
                      <pre className="mt-1 max-h-40 overflow-auto whitespace-pre-wrap font-mono text-[.8125rem] text-stop-ink">
                        {lastFailure.error}
                      </pre>
                    )}
                  </>
                ) : (
                  'none'
                ),
              ],
            ]}
          />
        </div>
      )}
    </Panel>
  )
}

const seconds = (milliseconds: number) => `${Math.max(1, Math.round(milliseconds / 1_000)).toLocaleString('en-US')} s`

const BAR = 10
const HEIGHT = 64

/** One bar for each of the latest builds, the newest on the right, in another color if it failed. A single build needs no bar. */
function Trend({ builds }: { builds: readonly BuildRun[] }) {
  const lengths = builds.map(({ milliseconds }) => milliseconds)
  const most = Math.max(1_000, ...lengths)
  const median = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0
  const failed = builds.filter(({ isFailed }) => isFailed).length
  if (builds.length === 1) {
    return (
      <p>
        The only build so far {failed === 1 ? 'failed after' : 'took'} {seconds(median)}.
      </p>
    )
  }
  return (
    <figure className="min-w-0">
      <svg
        role="img"
        aria-label={`Durations of the last ${plural(builds.length, 'build')}`}
        viewBox={`0 0 ${builds.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-16 w-full"
        style={{ maxWidth: `${builds.length * 1.75}rem` }}
      >
        {builds.map(({ startedAt, milliseconds, isFailed }, at) => {
          const height = Math.max(2, (milliseconds / most) * HEIGHT)
          const box = { x: at * BAR + 1, y: HEIGHT - height, width: BAR - 2, height }
          return <rect key={startedAt} {...box} className={isFailed ? 'fill-stop-ink' : 'fill-ink'} />
        })}
      </svg>
      <figcaption className="mt-1.5 text-[.9375rem] text-soft">
        Last {plural(builds.length, 'build')}: usually {seconds(median)}, at most {seconds(most)}
        {failed > 0 && <span className="text-stop-ink">, {failed} failed</span>}.
      </figcaption>
    </figure>
  )
}

/** A moment as an age; its exact time on hover. */
export function Moment({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {formatAgo(at)}
    </time>
  )
}

/** `99.9%`: as many digits as tell it from 100%. */
export function percent(share: number): string {
  return share.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: share > 0.99 && share < 1 ? 2 : 0 })
}

const MEGABYTE = 1_000_000

function formatBytes(bytes: number): string {
  const amount = bytes >= 1_000 * MEGABYTE ? bytes / (1_000 * MEGABYTE) : bytes / MEGABYTE
  const unit = bytes >= 1_000 * MEGABYTE ? 'GB' : 'MB'
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`
}

/** How complete the next events are. */
export function EventsPanel({ events }: Overview) {
  return (
    <Panel id="events" title="Upcoming events">
      {events.length === 0 ? (
        <NothingToDo>
          No upcoming events.{' '}
          <AdminLink to={links.eventSetup()} className="underline underline-offset-4">
            Add one
          </AdminLink>
        </NothingToDo>
      ) : (
        <ul>
          {events.map(({ id, eventName, eventDate, isPublished, filled, total, fallback, missing }) => (
            <Row
              key={id}
              name={
                <AdminLink
                  to={links.eventOverview(id)}
                  className="inline-block min-h-6 underline-offset-4 hover:underline"
                >
                  {eventName}
                </AdminLink>
              }
              isBad={missing.length > 0}
              bad="Incomplete"
            >
              {getDay(eventDate)}, {isPublished ? 'published' : 'draft'}
              <span className="block">
                {filled} of {plural(total, 'field')} filled{fallback > 0 && `, fallback shown for ${fallback}`}
              </span>
              {missing.length > 0 && <span className="block text-stop-ink">Needs {missing.join(', ')}</span>}
            </Row>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type RowProps = { name: ReactNode; isBad: boolean; bad: string; children: ReactNode }

/** A line of a panel: its name, what is known of it, and a word if that is not as it should be. */
export function Row({ name, isBad, bad, children }: RowProps) {
  return (
    <li className="border-line border-b px-5 py-2.5 leading-snug last:border-b-0 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="font-semibold">{name}</span>
        {isBad && <Badge tone="bad">{bad}</Badge>}
      </div>
      <div className="text-[.9375rem] text-soft">{children}</div>
    </li>
  )
}
