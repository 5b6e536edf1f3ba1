import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ASK_AGAIN, keptSentence } from '#src/contract/kept.ts'
import { EVENT_CANCELLED, type LogisticsForm, sectionsOf } from '#src/contract/logistics.ts'
import type { PartnerContact } from '#src/contract/partner-contact.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Outcome } from '../auth/CardHeader.tsx'
import { DeadLink } from '../resource/LinkOutcome.tsx'
import { Toasts } from '../Toasts.tsx'
import { SiteContact } from '../tasks/ContactLinks.tsx'
import { notify } from '../toasts.ts'
import { warnBeforeUnload } from '../unload-warning.ts'
import { useAction } from '../use-action.ts'
import { getSaving, type Saving } from './autosave.ts'
import { Briefing } from './Briefing.tsx'
import { autosave, link, missingOf, openFromAddress, ownDeliveries, remove, renew, submit } from './form.ts'
import type { Recalled } from './kept-answers.ts'
import { RUN_SHEET, RunSheet } from './RunSheet.tsx'
import { SectionCard } from './SectionCard.tsx'
import { TeamTasks } from './TeamTasks.tsx'

/** Loaded for links that no longer work: it brings the checks of forms. */
const NewLinkForm = lazy(async () => ({ default: (await import('./NewLinkForm.tsx')).NewLinkForm }))

/** Everything at /logistics-form. Looking at a link changes nothing but when it was opened. (security LG1) */
export function LogisticsPage({ contact }: { contact: PartnerContact | null }) {
  useEffect(() => {
    openFromAddress()
    const goOn = () => {
      autosave.retry()
      renew()
    }
    addEventListener('online', goOn)
    const timer = setInterval(renew, ASK_AGAIN)
    return () => {
      removeEventListener('online', goOn)
      clearInterval(timer)
    }
  }, [])
  return (
    <ErrorBoundary>
      <Toasts />
      <LogisticsView contact={contact} />
    </ErrorBoundary>
  )
}

/** Each state of the page. */
function LogisticsView({ contact }: { contact: PartnerContact | null }) {
  const state = useStore(link.$state, { ssr: 'initial' })
  if (state.status === 'ready') return <Opened form={state.value} />
  if (state.status === 'loading') return <Loading />
  const isDead = link.explain(state.fault) !== 'failed'
  return (
    <div className="plate max-w-2xl px-5 pt-3 pb-7 sm:px-9 sm:pt-5 sm:pb-9">
      {isDead ? <NewLink /> : <Failed detail={state.fault.detail} />}
      <SiteContact contact={contact} />
    </div>
  )
}

function Loading() {
  return (
    <div aria-busy="true" className="plate grid max-w-2xl gap-3 px-5 py-7 sm:px-9">
      <span className="sr-only">Loading your form</span>
      <Skeleton className="h-13 w-2/3" />
      <Skeleton className="h-13 w-full" />
      <Skeleton className="h-13 w-full" />
    </div>
  )
}

function Failed({ detail }: { detail: string }) {
  return (
    <Outcome role="alert" title="Your form could not load">
      <p>{detail}</p>
      <Button onClick={() => void link.load()} className="mt-6 w-full">
        Try again
      </Button>
    </Outcome>
  )
}

/** Shown for a link that does not work, whatever the reason, with a form that asks for a new one. Everyone sees the same words. (security LG2) */
function NewLink() {
  return (
    <DeadLink
      next={
        <ErrorBoundary>
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <NewLinkForm />
          </Suspense>
        </ErrorBoundary>
      }
    >
      It was replaced or withdrawn, or the workshop is over.
    </DeadLink>
  )
}

function Opened({ form }: { form: Recalled<LogisticsForm> }) {
  const fields = useStore(autosave.$fields)
  const saving = getSaving(fields)
  const sent = useStore(ownDeliveries.$state, { ssr: 'initial' })
  const isSending = sent.status === 'ready' && sent.value.some(({ receivedAt }) => receivedAt === null)
  useEffect(() => void ownDeliveries.load(), [])
  useEffect(() => (saving === 'saved' ? undefined : warnBeforeUnload()), [saving])
  const { person, event, sections, now, keptAt } = form
  const isIn = person.submittedAt !== null
  const wasIn = useRef(isIn)
  useEffect(() => {
    if (isIn && !wasIn.current) document.getElementById(RUN_SHEET)?.focus()
    wasIn.current = isIn
  }, [isIn])
  const asked = sectionsOf(person.role)
  return (
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(16rem,22rem)_minmax(0,1fr)]">
      <Briefing form={form} saving={saving} />
      <div className="grid content-start gap-5">
        {keptAt !== undefined && (
          <p role="status" className="note">
            {keptSentence(keptAt)}
          </p>
        )}
        {event.isCancelled && (
          <p role="alert" className="note">
            <strong className="block">{EVENT_CANCELLED}</strong> Your answers are deleted soon. You can delete them now.
          </p>
        )}
        {isIn && <RunSheet form={form} />}
        {!event.isCancelled && <TeamTasks />}
        <div className={`grid gap-5 ${isIn ? 'print:hidden' : ''}`}>
          {isIn && <h2 className="label mt-4 text-[1.75rem]">Your answers</h2>}
          {asked.map((section) => {
            const stored = sections.find(({ key }) => key === section.key)
            if (!stored) return null
            return (
              <SectionCard
                key={section.key}
                {...{ section, stored, fields, now }}
                zone={event.zone}
                isOpen={!isIn}
                isOff={event.isCancelled}
              />
            )
          })}
        </div>
        {!isIn && !event.isCancelled && <Submit form={form} saving={saving} />}
        {(isSending || Object.values(fields).some(({ answer }) => answer.value !== null)) && <DeleteEverything />}
      </div>
    </div>
  )
}

/** The button that hands the form in. It says what is missing. */
function Submit({ form: { person, sections, now }, saving }: { form: LogisticsForm; saving: Saving }) {
  const fields = useStore(autosave.$fields)
  const open = sectionsOf(person.role).filter(
    ({ key }) => now < (sections.find((one) => one.key === key)?.freezeAt ?? 0),
  )
  const missing = open.flatMap((section) => missingOf(section, fields).map(({ label }) => ({ label, section })))
  const [isBusy, send] = useAction({
    act: submit,
    onDone: () => notify({ kind: 'success', title: 'Handed in', message: 'This page is your run sheet from now on.' }),
  })
  const isReady = missing.length === 0 && saving === 'saved'
  return (
    <div className="grid gap-4 pt-2">
      {missing.length > 0 && (
        <div id="missing">
          <p className="font-semibold">Still to answer</p>
          <ul className="flex flex-wrap gap-x-5">
            {missing.map(({ label, section }) => (
              <li key={`${section.key}.${label}`}>
                <a href={`#${section.key}`} className="inline-flex min-h-10 items-center underline underline-offset-4">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Button
        variant="hero"
        size="lg"
        isBusy={isBusy}
        disabled={!isReady}
        aria-describedby={missing.length > 0 ? 'missing' : undefined}
        onClick={() => void send()}
      >
        {isBusy ? 'Handing in...' : 'Hand in'}
      </Button>
      <p className="text-[.9375rem] text-on-enamel-soft leading-snug">
        You can still change your answers afterwards, until each section closes.
      </p>
    </div>
  )
}

/** Deletes the answers of all sections in one press. */
function DeleteEverything() {
  const [isAsking, ask] = useState(false)
  const [, act] = useAction({ act: () => remove(null), onDone: () => {} })
  return (
    <div className="pt-2 print:hidden">
      <Button variant="hero-outline" onClick={() => ask(true)}>
        Delete everything
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete everything?"
          label="Delete"
          busyLabel="Deleting..."
          onConfirm={() => act()}
          onClose={() => ask(false)}
        >
          Your answers in all sections and the deliveries that you listed are deleted immediately. This cannot be
          undone. Deliveries that have arrived stay with the event.
        </ConfirmDialog>
      )}
    </div>
  )
}
