import { useQuery } from '@tanstack/react-query'
import { type ChecksOverview, checksSentence, needsAttention } from '#src/contract/checks.ts'
import type { DnsRecords } from '#src/contract/mail-round-trip.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { formatMoment } from '../../blocks/moment.ts'
import { NeedList } from '../../blocks/NeedList.tsx'
import { NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { CheckCard } from '../security-test/CheckCard.tsx'
import { checksQuery, isUnderWay, STALE_CHECKS } from '../security-test/check-calls.ts'
import { RoundLine, RunButton } from '../security-test/Rounds.tsx'
import { acceptDns, dnsQuery } from './mail-calls.ts'
import { RoundTripsPanel } from './RoundTripsPanel.tsx'

/** Whether receivers can trust our mail: the checks of the sending domain and the mail server, its DNS records, and round trips. */
export function DomainPanel() {
  const checks = useQuery(checksQuery)
  const dns = useQuery(dnsQuery)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Shown query={checks} what="the checks of the sending domain">
        {(overview) => <Checks {...overview} />}
      </Shown>
      <Shown query={dns} what="the DNS records">
        {(records) => <Records {...records} />}
      </Shown>
      <RoundTripsPanel />
    </div>
  )
}

function Checks({ round, checks: all }: ChecksOverview) {
  const checks = all.filter(({ group }) => group === 'mail')
  const needs = checks.filter(needsAttention)
  const hasRun = checks.some(({ state }) => state !== null)
  return (
    <>
      <NeedList
        sentence={hasRun ? checksSentence(checks) : 'The checks have not run yet.'}
        needs={needs.map(({ title, said }) => ({ sentence: `${title}: ${said ?? ''}` }))}
      />
      <Panel title="Checks">
        <div className="flex flex-wrap items-start justify-between gap-4 border-line border-b px-5 py-4">
          <div className="min-w-0">
            {round && isUnderWay(round) ? (
              <RoundLine round={round} />
            ) : (
              <p className="text-[.9375rem] text-soft">
                They run once a day, and with every round of the security test.
              </p>
            )}
          </div>
          <RunButton round={round} label="Check again" />
        </div>
        <ul className="divide-y divide-line">
          {checks.map((check) => (
            <CheckCard key={check.key} check={check} hasMend={false} />
          ))}
        </ul>
      </Panel>
    </>
  )
}

/** What the DNS says of the sending domain, and what differs from the records that were last accepted. */
function Records({ domain, id, at, records, changes }: DnsRecords) {
  const accept = useSave({
    save: acceptDns,
    done: 'The change is accepted',
    failed: 'Failed to accept the change',
    stale: [dnsQuery.queryKey, ...STALE_CHECKS],
  })
  if (domain === null || id === null || at === null) {
    return (
      <Panel title="DNS records">
        <NothingToDo>The records of the sending domain are read when the checks run.</NothingToDo>
      </Panel>
    )
  }
  const ask = () =>
    confirm({
      title: 'Accept this change?',
      message: `From now on these records of ${domain} are the ones to compare with. Accept them only if you expected the change.`,
      label: 'Accept this change',
      busyLabel: 'Accepting...',
      variant: 'default',
      act: () => accept.mutateAsync(id),
    })
  return (
    <Panel title="DNS records">
      <div className="grid gap-4 px-5 py-4 leading-snug [overflow-wrap:anywhere]">
        <p className="text-[.9375rem] text-soft">
          The records of {domain} have been like this since {formatMoment(at)}.
        </p>
        {changes.map(({ name, before, after }) => (
          <div key={name} className="grid gap-1">
            <h3 className="font-semibold">{name} has changed</h3>
            <Values title="Before" values={before} />
            <Values title="Now" values={after} />
          </div>
        ))}
        {changes.length > 0 && (
          <div>
            <Button isBusy={accept.isPending} onClick={ask}>
              Accept this change
            </Button>
          </div>
        )}
        <details>
          <summary className="min-h-8 w-fit cursor-pointer py-1 font-semibold">All records</summary>
          <div className="mt-2 grid gap-2">
            {records.map(({ name, values }) => (
              <Values key={name} title={name} values={values} />
            ))}
          </div>
        </details>
      </div>
    </Panel>
  )
}

function Values({ title, values }: { title: string; values: readonly string[] }) {
  return (
    <div>
      <p className="text-[.9375rem] text-soft">{title}</p>
      {values.length === 0 ? (
        <p>none</p>
      ) : (
        <ul className="font-mono text-[.875rem]">
          {values.map((value) => (
            <li key={value}>{value}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
