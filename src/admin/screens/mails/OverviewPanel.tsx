import { useQuery } from '@tanstack/react-query'
import { MAIL_DAYS, type MailDay, type MailFault, type MailOverview, queueSentence } from '#src/contract/mail.ts'
import { isDomainAlert } from '#src/contract/mail-alert.ts'
import { sayNeeds } from '#src/contract/overview-needs.ts'
import { plural } from '#src/contract/plural.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { formatAgo, formatMoment, getDay } from '../../blocks/moment.ts'
import { type ListedNeed, NeedList } from '../../blocks/NeedList.tsx'
import { NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { links } from '../../links.ts'
import { mailOverviewQuery } from './mail-calls.ts'

/** How delivery goes: what is wrong now, what waits, the last days, and why messages failed. */
export function OverviewPanel() {
  const query = useQuery(mailOverviewQuery)
  return (
    <Shown query={query} what="the overview of mail">
      {(overview) => <Overview {...overview} />}
    </Shown>
  )
}

function Overview(overview: MailOverview) {
  const needs = getNeeds(overview)
  return (
    <>
      <NeedList
        sentence={needs.length === 0 ? 'Mail is delivered as it should be.' : sayNeeds(needs.length)}
        needs={needs}
      />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <QueuePanel {...overview} />
          <FaultsPanel faults={overview.faults} tried={overview.tried} />
        </div>
        <DaysPanel days={overview.days} />
      </div>
    </>
  )
}

function getNeeds({ alerts, heldSince, counts: { dead } }: MailOverview): ListedNeed[] {
  return [
    ...alerts.map((alert) => ({
      sentence: `${alert.sentence} Since ${formatMoment(alert.since)}.`,
      to: isDomainAlert(alert)
        ? links.mails({ tab: 'domain' })
        : links.mails({ state: alert.key === 'queue-age' ? 'queued' : 'dead' }),
    })),
    ...(heldSince === null
      ? []
      : [
          {
            sentence: `Mail has been held since ${formatMoment(heldSince)}. Only security mail is sent.`,
            to: links.emergency(),
          },
        ]),
    ...(dead === 0
      ? []
      : [
          {
            sentence: `${plural(dead, 'message')} failed and ${dead === 1 ? 'was' : 'were'} given up.`,
            to: links.mails({ state: 'dead' }),
          },
        ]),
  ]
}

const STATES = [
  ['queued', 'Waiting'],
  ['sent', 'Sent'],
  ['dead', 'Failed'],
  ['skipped', 'Skipped'],
] as const

function QueuePanel(overview: MailOverview) {
  const { counts, queue } = overview
  return (
    <Panel title="Queue">
      <div className="grid gap-4 px-5 py-4 leading-snug">
        <p className="font-semibold">{queueSentence(overview)}</p>
        {queue.nextAt !== null && (
          <p className="text-[.9375rem] text-soft">
            {queue.retrying > 0 && `${queue.retrying.toLocaleString('en-US')} of them failed before. `}
            {queue.nextAt > overview.now
              ? `The next attempt is on ${formatMoment(queue.nextAt)}.`
              : `The next one has been due since ${formatAgo(queue.nextAt, overview.now)}.`}
          </p>
        )}
        <ul className="grid grid-cols-2 gap-x-8">
          {STATES.map(([state, title]) => (
            <li key={state}>
              <AdminLink
                to={links.mails({ state })}
                className="flex min-h-9 items-center justify-between underline-offset-4 hover:underline"
              >
                {title} <span className="font-semibold tabular-nums">{counts[state].toLocaleString('en-US')}</span>
              </AdminLink>
            </li>
          ))}
        </ul>
        <p className="text-[.875rem] text-soft">
          Sent messages are deleted after 30 days, failed and skipped ones after 90 days.
        </p>
      </div>
    </Panel>
  )
}

/** Why messages failed: each reason with how many of all that were tried. */
function FaultsPanel({ faults, tried }: { faults: readonly MailFault[]; tried: number }) {
  return (
    <Panel title="Why messages failed">
      {faults.length === 0 ? (
        <NothingToDo>No message failed in the last {MAIL_DAYS} days.</NothingToDo>
      ) : (
        <ul className="divide-y divide-line">
          {faults.map(({ code, sentence, count }) => (
            <li
              key={code ?? sentence}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-3 leading-snug [overflow-wrap:anywhere]"
            >
              <span className="min-w-0 flex-1 basis-60">
                {code && <span className="mr-2 font-mono font-semibold text-[.9375rem]">{code}</span>}
                {sentence}
              </span>
              <span className="shrink-0 text-[.9375rem] text-soft tabular-nums">
                {count.toLocaleString('en-US')} of {tried.toLocaleString('en-US')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const SEGMENTS = [
  ['sent', 'bg-[#2f9e68]'],
  ['failed', 'bg-stop-ink'],
  ['skipped', 'bg-signal'],
] as const

/** Every day as a row: a bar in proportion to the busiest day, and the numbers. */
function DaysPanel({ days }: { days: readonly MailDay[] }) {
  const most = Math.max(1, ...days.map(({ sent, failed, skipped }) => sent + failed + skipped))
  return (
    <Panel title={`Last ${MAIL_DAYS} days`}>
      <div className="px-5 py-3">
        <table className="w-full border-collapse text-[.9375rem] tabular-nums">
          <caption className="sr-only">Messages by day</caption>
          <thead>
            <tr className="text-soft">
              <th scope="col" className="py-1 pr-3 text-left font-normal">
                Day
              </th>
              <td className="w-full max-sm:hidden" />
              {SEGMENTS.map(([name]) => (
                <th key={name} scope="col" className="py-1 pl-2 text-right sm:pl-3 font-normal capitalize">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row" className="whitespace-nowrap py-1 pr-3 text-left font-normal">
                  <Day day={day.day} />
                </th>
                <td aria-hidden="true" className="w-full max-sm:hidden">
                  <span className="flex h-3">
                    {SEGMENTS.map(([name, look]) => (
                      <span key={name} className={look} style={{ width: `${(day[name] / most) * 100}%` }} />
                    ))}
                  </span>
                </td>
                {SEGMENTS.map(([name]) => (
                  <td
                    key={name}
                    className={`py-1 pl-2 text-right sm:pl-3 ${day[name] === 0 ? 'text-soft' : 'font-semibold'}`}
                  >
                    {day[name].toLocaleString('en-US')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

/** `Mon, Nov 23`, on a phone without the day of the week. */
function Day({ day }: { day: string }) {
  const [weekday, date] = getDay(day).split(', ')
  return (
    <>
      <span className="max-sm:sr-only">{weekday}, </span>
      {date}
    </>
  )
}
