import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { PROPOSAL_FIELDS, type ProposalField } from '#src/contract/proposal-fields.ts'
import { NOTE_NEEDED, type ProposalReview, type ProposedField } from '#src/contract/vendor-proposal.ts'
import { useUnloadWarning } from '#src/islands/unload-warning.ts'
import { StripPreview } from '#src/sections/StripPreview.tsx'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { Thumbnail } from '../../blocks/Thumbnail.tsx'
import { useCloseGuard } from '../../blocks/use-close-guard.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { decide, proposalQuery, STALE_PROPOSALS } from './vendor-portal-calls.ts'

type Verdicts = Partial<Record<ProposalField, 'accepted' | 'returned'>>

/** A proposal field by field, and the decision about all of them in one press. (security VP7, VP8) */
export function ReviewDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(proposalQuery(id))
  const queries = useQueryClient()
  const [isOld, setOld] = useState(false)
  const close = useCloseGuard(onClose)
  const lookAgain = () => {
    setOld(true)
    void queries.invalidateQueries({ queryKey: proposalQuery(id).queryKey })
    return true
  }
  return (
    <Dialog isOpen title={query.data?.vendorName ?? 'Proposal'} onClose={close}>
      <Shown query={query} what="the proposal">
        {(review) => (
          <>
            {isOld && (
              <p role="alert" className="note mb-5">
                <strong className="block">Something has changed since you opened this.</strong> Nothing was saved.
                Review the values and decide again.
              </p>
            )}
            <Review
              key={`${review.version} ${review.entryVersion}`}
              review={review}
              onStale={lookAgain}
              onDone={onClose}
              onCancel={close}
            />
          </>
        )}
      </Shown>
    </Dialog>
  )
}

type ReviewProps = { review: ProposalReview; onStale: () => boolean; onDone: () => void; onCancel: () => void }

/** What is chosen and typed in a review, checked when it is sent. */
function useReview({ review, onStale, onDone }: Omit<ReviewProps, 'onCancel'>) {
  const { id, version, entryVersion, fields, state } = review
  const [proposed] = useState<Verdicts>(() =>
    Object.fromEntries(fields.filter(({ isConflict }) => !isConflict).map(({ field }) => [field, 'accepted'])),
  )
  const [verdicts, setVerdicts] = useState(proposed)
  const [note, type] = useState('')
  const [tries, count] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const isTried = tries > 0
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])
  const save = useSave({
    save: () => decide(id, { version, entryVersion, fields: verdicts, note }),
    done: 'The decision is saved, and the contact gets an email',
    failed: 'Failed to save the decision',
    stale: STALE_PROPOSALS,
    onDone,
    onStale,
  })
  const isComplete = fields.every(({ field }) => verdicts[field])
  const needsNote = Object.values(verdicts).includes('returned')
  const isNoteMissing = needsNote && note.trim() === ''
  useUnloadWarning(verdicts !== proposed || note !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    count(tries + 1)
    if (state === 'open' && !save.isPending && isComplete && !isNoteMissing) save.mutate()
  }
  return {
    ...{ form, submit, verdicts, note, type, needsNote, isTried, isNoteMissing },
    choose: (field: ProposalField, verdict: 'accepted' | 'returned') => setVerdicts({ ...verdicts, [field]: verdict }),
    isBusy: save.isPending,
  }
}

function Review(props: ReviewProps) {
  const { review, onCancel } = props
  const { fields, state } = review
  const { form, submit, verdicts, choose, note, type, needsNote, isTried, isNoteMissing, isBusy } = useReview(props)
  return (
    <form ref={form} noValidate onSubmit={submit} data-wide className="grid gap-5">
      <p className="text-soft leading-snug">
        Proposed {review.proposedBy !== null && `by ${review.proposedBy} `}on {formatMoment(review.proposedAt)}.
      </p>
      {fields.map((field) => (
        <FieldCard key={field.field} field={field} review={review}>
          {state === 'open' && (
            <Choice
              field={field}
              verdict={verdicts[field.field]}
              isMissing={isTried && !verdicts[field.field]}
              onChoose={(verdict) => choose(field.field, verdict)}
            />
          )}
        </FieldCard>
      ))}
      {state === 'open' && needsNote && (
        <TextArea
          label="Note"
          hint="What needs to change. Emailed to the contact."
          rows={3}
          maxLength={1000}
          value={note}
          error={isTried && isNoteMissing ? NOTE_NEEDED : undefined}
          onChange={({ target }) => type(target.value)}
        />
      )}
      {review.note !== null && <p className="[overflow-wrap:anywhere]">Note: {review.note}</p>}
      <DialogActions>
        {state === 'open' && (
          <Button type="submit" isBusy={isBusy}>
            {isBusy ? 'Saving...' : 'Save decision'}
          </Button>
        )}
        <Button variant="outline" onClick={onCancel}>
          {state === 'open' ? 'Cancel' : 'Close'}
        </Button>
      </DialogActions>
    </form>
  )
}

type FieldCardProps = { field: ProposedField; review: ProposalReview; children: ReactNode }

/** One field: what it was proposed for if that has changed since, what it is now, and what is proposed. */
function FieldCard({
  field: { field, base, current, proposed, isConflict, verdict },
  review,
  children,
}: FieldCardProps) {
  const id = useId()
  const show = (value: string | null) => <Value field={field} value={value} name={review.vendorName} />
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-md border-2 border-line px-4 py-3">
      <h3 id={id} className="flex flex-wrap items-center gap-3 font-semibold">
        {PROPOSAL_FIELDS[field]}
        {verdict && <Badge tone={verdict === 'accepted' ? 'good' : 'plain'}>{VERDICTS[verdict]}</Badge>}
        {isConflict && verdict === null && review.state === 'open' && <Badge tone="waiting">Changed by both</Badge>}
      </h3>
      <dl className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
        {isConflict && review.state === 'open' && (
          <div className="sm:col-span-2">
            <Fact name="When it was proposed">{show(base)}</Fact>
          </div>
        )}
        <Fact name="Now">{show(review.state === 'open' ? current : base)}</Fact>
        <Fact name="Proposed">{show(proposed)}</Fact>
      </dl>
      {field === 'logoUrl' && proposed && review.state === 'open' && (
        <StripPreview
          partner={{
            vendorName: review.current.vendorName,
            websiteUrl: review.current.websiteUrl,
            description: null,
            logo: { src: proposed },
          }}
        />
      )}
      {children}
    </section>
  )
}

const VERDICTS = { accepted: 'Accepted', returned: 'Returned' } as const

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[.875rem] text-soft">{name}</dt>
      <dd className="whitespace-pre-line leading-snug [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function Value({ field, value, name }: { field: ProposalField; value: string | null; name: string }) {
  if (!value) return <span className="text-soft">empty</span>
  if (field !== 'logoUrl') return value
  return (
    <Thumbnail src={value} alt={`Logo of ${name}`} kind="logo">
      {''}
    </Thumbnail>
  )
}

type ChoiceProps = {
  field: ProposedField
  verdict: 'accepted' | 'returned' | undefined
  isMissing: boolean
  onChoose: (verdict: 'accepted' | 'returned') => void
}

function Choice({ field: { field, isConflict }, verdict, isMissing, onChoose }: ChoiceProps) {
  const label = PROPOSAL_FIELDS[field]
  const words = isConflict
    ? (['Use the proposed value', 'Keep the current value'] as const)
    : (['Accept', 'Return'] as const)
  return (
    <fieldset>
      <legend className="sr-only">Decision about {label}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {(['accepted', 'returned'] as const).map((value, at) => (
          <label key={value} className="flex min-h-8 cursor-pointer items-center gap-3 font-semibold leading-snug">
            <input
              type="radio"
              name={field}
              checked={verdict === value}
              aria-invalid={isMissing || undefined}
              onChange={() => onChoose(value)}
              className="size-6 shrink-0 accent-(--tick)"
            />
            {words[at]}
          </label>
        ))}
      </div>
      {isMissing && (
        <p role="alert" className="mt-2 font-semibold text-[.9375rem] text-stop-ink">
          An administrator has changed this field since it was proposed. Choose one of the values.
        </p>
      )}
    </fieldset>
  )
}
