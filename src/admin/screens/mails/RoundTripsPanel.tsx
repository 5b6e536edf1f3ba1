import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CHECK_STATE_LABELS } from '#src/contract/checks.ts'
import {
  type MailRoundTrip,
  MOST_SOURCE,
  ROUND_TRIP_CHECKS,
  type RoundTripState,
  roundTripInput,
  roundTripSource,
} from '#src/contract/mail-round-trip.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextAreaField, TextField } from '../../blocks/fields.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { Panel } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { TONES } from '../security-test/CheckCard.tsx'
import { giveSource, roundTripsQuery, startRoundTrip } from './mail-calls.ts'

const STATES: Record<RoundTripState, string> = {
  waiting: 'Waiting for the source',
  judging: 'Being checked',
  judged: 'Checked',
  expired: 'No source was pasted',
}

/** Sends a marked mail, takes its source as it was received, and shows what a receiver thinks of it. */
export function RoundTripsPanel() {
  const query = useQuery(roundTripsQuery)
  const [open, setOpen] = useState<'start' | MailRoundTrip>()
  const close = () => setOpen(undefined)
  return (
    <Panel title="Round trip">
      <div className="flex flex-wrap items-start justify-between gap-4 px-5 py-4">
        <p className="max-w-xl leading-snug">
          Sends a marked email to a mailbox of yours. Paste its source to have it checked as a receiving server would.
        </p>
        <Button variant="outline" size="sm" onClick={() => setOpen('start')}>
          Start a round trip
        </Button>
      </div>
      <div className="px-5 pb-4">
        <Shown query={query} what="the round trips">
          {(trips) =>
            trips.length === 0 ? (
              <p className="text-soft">No round trip has been made yet.</p>
            ) : (
              <ul className="divide-y divide-line">
                {trips.map((trip) => (
                  <Trip key={trip.id} trip={trip} onPaste={() => setOpen(trip)} />
                ))}
              </ul>
            )
          }
        </Shown>
      </div>
      {open === 'start' && <StartDialog onClose={close} />}
      {typeof open === 'object' && <SourceDialog trip={open} onClose={close} />}
    </Panel>
  )
}

function Trip({ trip, onPaste }: { trip: MailRoundTrip; onPaste: () => void }) {
  const { state, by, createdAt, results } = trip
  return (
    <li className="py-3 leading-snug [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-semibold">{formatMoment(createdAt)}</span>
        <Badge tone={state === 'waiting' ? 'waiting' : 'plain'}>{STATES[state]}</Badge>
        <span className="text-[.9375rem] text-soft">by {by}</span>
        {state === 'waiting' && (
          <Button variant="outline" size="sm" onClick={onPaste}>
            Paste the source<span className="sr-only"> of the mail of {formatMoment(createdAt)}</span>
          </Button>
        )}
      </div>
      {results && (
        <ul className="mt-3 grid gap-2">
          {results.verdicts.map(({ check, state: verdict, said }) => (
            <li key={check} className="grid gap-x-3 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)]">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-semibold">{ROUND_TRIP_CHECKS[check]}</span>
                <Badge tone={TONES[verdict]}>{CHECK_STATE_LABELS[verdict]}</Badge>
              </span>
              <span>{said}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function StartDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(roundTripInput), defaultValues: { to: '' } })
  const save = useSave({
    save: startRoundTrip,
    done: 'The marked email is on its way',
    failed: 'Failed to start the round trip',
    stale: [roundTripsQuery.queryKey],
    onDone: onClose,
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <FormDialog
      title="Start a round trip"
      lead="Use a mailbox in which you can see the source of an email, at another provider than ours."
      form={form}
      label="Send the marked email"
      busyLabel="Sending..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={({ to }) => save.mutate(to)}
    >
      <TextField
        name="to"
        label="Email address"
        type="email"
        autoComplete="email"
        hint="The audit log records a short form of the address. At most five emails in an hour."
      />
    </FormDialog>
  )
}

function SourceDialog({ trip, onClose }: { trip: MailRoundTrip; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(roundTripSource), defaultValues: { source: '' } })
  const save = useSave({
    save: (source: string) => giveSource(trip.id, source),
    done: 'The source is being checked',
    failed: 'Failed to submit the source',
    stale: [roundTripsQuery.queryKey],
    onDone: onClose,
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <FormDialog
      title="Paste the source"
      lead={
        <p>
          Open the email in your mailbox, choose “Show original” or “View source”, and copy all of it, with every
          header. The source is deleted once it is checked.
        </p>
      }
      form={form}
      label="Judge the source"
      busyLabel="Sending..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={({ source }) => save.mutate(source)}
    >
      <TextAreaField
        name="source"
        label="Source of the email"
        rows={8}
        maxLength={MOST_SOURCE}
        spellCheck={false}
        autoComplete="off"
        hint={`The mark in its subject is ${trip.token}.`}
      />
    </FormDialog>
  )
}
