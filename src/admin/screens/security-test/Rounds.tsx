import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { CHECK_STATE_LABELS, type CheckRound, type CheckState, type CheckTrigger } from '#src/contract/checks.ts'
import { plural } from '#src/contract/plural.ts'
import { hasRole } from '#src/contract/rank.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { formatAgo, formatMoment } from '../../blocks/moment.ts'
import { Panel } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { isUnderWay, roundsQuery, runChecks, STALE_CHECKS } from './check-calls.ts'

const WHY: Record<CheckTrigger, string> = { asked: 'Run by', daily: 'Daily round by', deploy: 'After a build, by' }

const sum = (counts: CheckRound['counts']) => Object.values(counts).reduce((all, count) => all + count, 0)

/** Only owners start a round: it asks the site some hundred times. */
export function RunButton({ round, label = 'Run checks' }: { round: CheckRound | null; label?: string }) {
  const roles = useStore($viewer)?.roles ?? []
  const run = useSave({ save: runChecks, failed: 'Failed to run the checks', stale: STALE_CHECKS })
  const isBusy = run.isPending || isUnderWay(round)
  return (
    <ActionButton
      variant="default"
      isBusy={isBusy}
      refusal={hasRole(roles, 'owner') ? null : 'Only owners can run the checks.'}
      onClick={() => run.mutate(undefined)}
    >
      {isBusy ? 'Running...' : label}
    </ActionButton>
  )
}

/** How far the round under way is, or when the last one ran. */
export function RoundLine({ round }: { round: CheckRound }) {
  const { by, trigger, requestedAt, finishedAt, startedAt, total, counts, liveRevision } = round
  const done = sum(counts)
  if (isUnderWay(round)) {
    return (
      <div className="mt-2">
        <progress
          aria-label="Checks that have run"
          max={total}
          value={done}
          className="block h-3 w-full max-w-md accent-(--tick)"
        />
        <p className="mt-1 text-[.9375rem] tabular-nums">
          {startedAt === null && done === 0
            ? 'The round waits for its turn.'
            : `${done} of ${plural(total, 'check')} have run.`}{' '}
          You can leave this page.
        </p>
      </div>
    )
  }
  return (
    <p className="mt-1 text-[.9375rem] leading-snug">
      {WHY[trigger]} {by} <Moment at={finishedAt ?? requestedAt} />
      {liveRevision !== null && `, revision ${liveRevision.toLocaleString('en-US')}`}.
    </p>
  )
}

/** A moment as its distance from now; the title says it whole. */
export function Moment({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {formatAgo(at)}
    </time>
  )
}

const ORDER: readonly CheckState[] = ['fail', 'warn', 'unknown', 'pass']

function toWords(counts: CheckRound['counts']): string {
  const some = ORDER.filter((state) => counts[state] > 0)
  return some.map((state) => `${counts[state]} ${CHECK_STATE_LABELS[state].toLowerCase()}`).join(', ')
}

/** The rounds before, newest first. */
export function LastRounds({ last }: { last: string | undefined }) {
  const query = useQuery(roundsQuery(last))
  return (
    <div className="mt-6">
      <Panel title="Last rounds">
        <div className="px-5 py-4">
          <Shown query={query} what="the last rounds">
            {(rounds) => (
              <ol className="grid gap-2">
                {rounds.every(isUnderWay) && <li className="text-soft">No round has finished yet.</li>}
                {rounds
                  .filter((round) => !isUnderWay(round))
                  .map((round) => (
                    <li key={round.id} className="leading-snug">
                      <span className="font-semibold">{formatMoment(round.requestedAt)}</span>{' '}
                      <span className="text-soft">
                        {WHY[round.trigger].toLowerCase()} {round.by}:
                      </span>{' '}
                      {toWords(round.counts)}
                    </li>
                  ))}
              </ol>
            )}
          </Shown>
        </div>
      </Panel>
    </div>
  )
}
