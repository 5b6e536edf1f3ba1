import { useState } from 'react'
import {
  CHECK_STATE_LABELS,
  type CheckChange,
  type CheckResult,
  type CheckState,
  countUnknown,
} from '#src/contract/checks.ts'
import { plural } from '#src/contract/plural.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { useSave } from '../../blocks/use-save.ts'
import { toAdminAddress } from '../../links.ts'
import { HistoryDialog, HistoryStrip, MuteDialog } from './CheckDialogs.tsx'
import { STALE_CHECKS, unmuteCheck } from './check-calls.ts'
import { Moment } from './Rounds.tsx'

/** The colors of the states. */
export const TONES: Record<CheckState, 'good' | 'waiting' | 'bad' | 'plain'> = {
  pass: 'good',
  warn: 'waiting',
  fail: 'bad',
  unknown: 'plain',
}
const CHANGES: Record<CheckChange, string | null> = { new: 'New', mended: 'Mended', unchanged: null }

type CardProps = {
  check: CheckResult
  /** False on the screen that says how the check is mended: a link there would lead nowhere. */
  hasMend?: false
}

/** What one check found: its state, what came back, how it is mended, since when, and what can be done. */
export function CheckCard({ check, hasMend }: CardProps) {
  const { title, state, said, change, mute, evidence, at } = check
  return (
    <li className="grid gap-x-8 gap-y-3 px-5 py-4 leading-snug [overflow-wrap:anywhere] lg:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <span className="font-semibold text-[1.0625rem]">{title}</span>
          {state ? <Badge tone={TONES[state]}>{CHECK_STATE_LABELS[state]}</Badge> : <Badge>Not run yet</Badge>}
          {CHANGES[change] && (
            <Badge>
              {CHANGES[change]}
              <span className="sr-only"> since the last round</span>
            </Badge>
          )}
          {mute && <Badge>Muted</Badge>}
        </h3>
        {said && <p className="mt-1.5">{said}</p>}
        <Notes check={check} />
        {state && state !== 'pass' && hasMend !== false && <Mend mend={check.mend} />}
        {evidence && <Evidence evidence={evidence} title={title} />}
      </div>
      {at !== null && <Side check={check} at={at} />}
    </li>
  )
}

/** What else there is to know: tolerated failures, an announcement, long silence, a mute. */
function Notes({ check: { state, blips, tolerated, announcedAt, history, mute } }: { check: CheckResult }) {
  const unknown = countUnknown(history)
  const notes = [
    state === 'fail' && announcedAt === null && blips <= tolerated && `Tolerated: ${blips} of ${tolerated} in a row.`,
    announcedAt !== null && `The owners were notified on ${formatMoment(announcedAt)}.`,
    announcedAt !== null && state === 'unknown' && 'It is not known whether that failure was mended.',
    state === 'unknown' && unknown > 1 && `It could not run ${plural(unknown, 'time')} in a row.`,
    mute && `Muted by ${mute.by} until ${formatMoment(mute.until)}: ${mute.reason}`,
  ].filter((note) => typeof note === 'string')
  return notes.length > 0 && <p className="mt-1 text-[.9375rem] text-soft">{notes.join(' ')}</p>
}

function Mend({ mend }: { mend: string }) {
  const address = toAdminAddress(mend)
  const [file, heading] = mend.split(': ')
  return (
    <p className="mt-1.5 text-[.9375rem]">
      <span className="text-soft">How to mend it: </span>
      {address ? (
        <AdminLink to={address} className="font-semibold underline underline-offset-4">
          {mend}
        </AdminLink>
      ) : (
        `see “${heading}” in ${file}.`
      )}
    </p>
  )
}

function Evidence({ evidence, title }: { evidence: Record<string, unknown>; title: string }) {
  return (
    <details className="mt-2">
      <summary className="min-h-8 w-fit cursor-pointer py-1 font-semibold text-[.9375rem]">
        What came back<span className="sr-only"> for {title}</span>
      </summary>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
        tabIndex={0}
        className="mt-1 max-h-72 overflow-auto whitespace-pre-wrap rounded border border-line bg-ground p-3 font-mono text-[.8125rem]"
      >
        {JSON.stringify(evidence, null, 2)}
      </pre>
    </details>
  )
}

/** When it ran, since when it is so, the history, and muting. */
function Side({ check, at }: { check: CheckResult; at: number }) {
  const { key, title, since, state, mute } = check
  const [open, setOpen] = useState<'history' | 'mute'>()
  const unmute = useSave({
    save: () => unmuteCheck(key),
    done: `${title} is no longer muted`,
    failed: 'Failed to unmute',
    stale: STALE_CHECKS,
  })
  const close = () => setOpen(undefined)
  return (
    <div className="min-w-0">
      <HistoryStrip history={check.history} />
      <p className="mt-1.5 text-[.875rem] text-soft">
        {state === 'pass' ? 'Passed' : 'Unchanged'} since {formatMoment(since ?? at)}. Last run <Moment at={at} />.
      </p>
      <div className="mt-1 flex flex-wrap gap-x-4">
        <Button variant="link" size="sm" className="min-h-9! px-0!" onClick={() => setOpen('history')}>
          History<span className="sr-only"> of {title}</span>
        </Button>
        {mute ? (
          <Button
            variant="link"
            size="sm"
            className="min-h-9! px-0!"
            disabled={unmute.isPending}
            onClick={() => unmute.mutate(undefined)}
          >
            {unmute.isPending ? 'Unmuting...' : 'Unmute'}
            <span className="sr-only"> {title}</span>
          </Button>
        ) : (
          <Button variant="link" size="sm" className="min-h-9! px-0!" onClick={() => setOpen('mute')}>
            Mute<span className="sr-only"> {title}</span>
          </Button>
        )}
      </div>
      {open === 'history' && <HistoryDialog checkKey={key} title={title} onClose={close} />}
      {open === 'mute' && <MuteDialog checkKey={key} title={title} onClose={close} />}
    </div>
  )
}
