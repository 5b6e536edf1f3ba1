import { useStore } from '@nanostores/react'
import { type FormEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import type { ReportContext, ReportType } from '#src/contract/report.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TabRow } from '#src/ui/Tabs.tsx'
import { attend } from '../drafts/browser-drafts.ts'
import { ReportInputs } from './ReportInputs.tsx'
import type { ReportDesk } from './report-desk.ts'
import { $reportDraft, draft } from './report-desk.ts'

const TABS: { name: ReportType; title: string }[] = [
  { name: 'problem', title: 'Report a Problem' },
  { name: 'improvement', title: 'Suggest Improvement' },
]

type ReportFormProps = {
  desk: ReportDesk
  /** Revision of the site this page belongs to. */
  release: string
}

/** The form of the modal and of the feedback page: both tabs fill in one report. (product 2) */
export function ReportForm({ desk, release }: ReportFormProps) {
  const { fields } = useStore($reportDraft, { ssr: 'initial' })
  const { isBusy, errors } = useStore(desk.$form, { ssr: 'initial' })
  const [context, setContext] = useState<ReportContext>()
  const form = useRef<HTMLFormElement>(null)
  const honeypot = useRef<HTMLInputElement>(null)
  const id = useId()
  const [isReady, ready] = useState(false)
  useEffect(() => {
    if (form.current) adoptTyped(form.current)
    ready(true)
    return attend(draft)
  }, [])
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const sent = desk.submit({ honeypot: honeypot.current?.value ?? '', context })
    // Whoever is no bot, but has a browser that filled it in, reads so and may try again. (security P-26)
    if (honeypot.current) honeypot.current.value = ''
    await sent
  }
  return (
    <form ref={form} method="post" noValidate aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
      <TabRow
        id={id}
        panelId={`${id}panel`}
        label="Type of feedback"
        tabs={TABS}
        current={fields.reportType}
        onChange={(reportType) => isBusy || draft.edit({ reportType })}
      />
      <div
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${fields.reportType}tab`}
        className="grid gap-5 pt-6"
      >
        <ReportInputs fields={fields} errors={errors} isBusy={isBusy} onEdit={draft.edit} />
        {fields.reportType === 'problem' && (
          <PageFacts context={context} release={release} isBusy={isBusy} onChange={setContext} />
        )}
        <Honeypot ref={honeypot} />
      </div>
      <div className="mt-6 flex flex-wrap-reverse gap-3">
        <Button variant="outline" size="lg" disabled={isBusy} onClick={desk.close} className="flex-1">
          Cancel
        </Button>
        <Button type="submit" variant="hero" size="lg" disabled={isBusy || !isReady} className="flex-[2_1_13rem]">
          {isBusy ? 'Submitting...' : 'Submit Report'}
        </Button>
      </div>
    </form>
  )
}

/** What somebody wrote into a built page before this script came. */
function adoptTyped(form: HTMLFormElement): void {
  const typed = new FormData(form)
  const text = (name: string) => String(typed.get(name) ?? '')
  const { fields } = $reportDraft.get()
  const found = { ...fields, title: text('title'), description: text('description'), email: text('reporter_email') }
  if (JSON.stringify(found) !== JSON.stringify(fields)) draft.edit(found)
}

/** Asked before edits are lost. (product 2) */
export function UnsavedChanges({ desk }: { desk: ReportDesk }) {
  const isAsking = useStore(desk.$isAsking, { ssr: 'initial' })
  return (
    <Dialog isOpen={isAsking} title="Unsaved Changes" onClose={desk.stay}>
      <p className="mt-4 leading-snug">Your report has not been sent. If you close it now, what you wrote is lost.</p>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button variant="default" onClick={desk.stay}>
          Continue Editing
        </Button>
        <Button variant="destructive" onClick={desk.leave}>
          Close Anyway
        </Button>
      </div>
    </Dialog>
  )
}

type PageFactsProps = {
  /** What will be sent; undefined while nobody has agreed. */
  context: ReportContext | undefined
  release: string
  isBusy: boolean
  onChange: (context: ReportContext | undefined) => void
}

/** Offers to send where the problem was seen, off until ticked, and shows every word of it. */
function PageFacts({ context, release, isBusy, onChange }: PageFactsProps) {
  return (
    <div className="rounded-md border-2 border-plate-line border-dashed px-3.5 py-3">
      <Checkbox
        label="Include technical details"
        hint="The page address, your window size and the site version."
        checked={context !== undefined}
        disabled={isBusy}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? contextOf(release) : undefined)}
      />
      {context && (
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-plate-line border-t pt-3 pl-9 text-[.9375rem] leading-snug">
          <Fact name="Page" value={context.page} />
          <Fact name="Window" value={`${context.viewport.replace('x', ' × ')} px`} />
          <Fact name="Release" value={context.release} />
        </dl>
      )}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-plate-soft">{name}</dt>
      <dd className="font-mono wrap-anywhere">{value}</dd>
    </>
  )
}

/** As things are when the box is ticked: a phone's keyboard that opens later does not make another report of it. */
function contextOf(release: string): ReportContext {
  return { page: location.pathname, viewport: `${innerWidth}x${innerHeight}`, release }
}

const MEANINGLESS = 'kq7w-3fz'

/**
 * A field no person sees, hears of or tabs to. Neither name nor autocomplete say anything to a browser or password manager,
 * which would fill in what they know. (security AX7, P-26)
 */
function Honeypot({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div aria-hidden="true" className="absolute top-0 left-[-200vw] size-px overflow-hidden">
      <input ref={ref} type="text" name={MEANINGLESS} tabIndex={-1} autoComplete={MEANINGLESS} defaultValue="" />
    </div>
  )
}
