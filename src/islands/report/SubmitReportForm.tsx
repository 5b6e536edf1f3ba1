import { useStore } from '@nanostores/react'
import { type FormEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import type { ReportContext, ReportType } from '#src/contract/report.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TabRow } from '#src/ui/Tabs.tsx'
import { bindDraftToPage } from '../drafts/browser-drafts.ts'
import { ReportInputs } from './ReportInputs.tsx'
import type { ReportFormStore } from './report-form-store.ts'
import { $reportDraft, draft } from './report-form-store.ts'

const TABS: { name: ReportType; title: string }[] = [
  { name: 'problem', title: 'Report a Problem' },
  { name: 'improvement', title: 'Suggest Improvement' },
]

type SubmitReportFormProps = {
  store: ReportFormStore
  /** Revision of the site this page belongs to. */
  release: string
}

/** The form of the modal and of the feedback page. Both tabs edit the same report. (product 2) */
export function SubmitReportForm({ store, release }: SubmitReportFormProps) {
  const { fields } = useStore($reportDraft, { ssr: 'initial' })
  const { isBusy, errors } = useStore(store.$form, { ssr: 'initial' })
  const [context, setContext] = useState<ReportContext>()
  const form = useRef<HTMLFormElement>(null)
  const honeypot = useRef<HTMLInputElement>(null)
  const id = useId()
  const [isReady, ready] = useState(false)
  useEffect(() => {
    if (form.current) adoptTyped(form.current)
    ready(true)
    return bindDraftToPage(draft)
  }, [])
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const sent = store.submit({ honeypot: honeypot.current?.value ?? '', context })
    // If the browser of a person filled it in, the error says so, and the next try has it empty. (security P-26)
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
          <TechnicalDetails context={context} release={release} isBusy={isBusy} onChange={setContext} />
        )}
        <Honeypot ref={honeypot} />
      </div>
      <div className="mt-6 flex flex-wrap-reverse gap-3">
        <Button variant="outline" size="lg" isBusy={isBusy} onClick={store.close} className="flex-1">
          Cancel
        </Button>
        <Button type="submit" variant="hero" size="lg" disabled={!isReady} isBusy={isBusy} className="flex-[2_1_13rem]">
          {isBusy ? 'Submitting...' : 'Submit Report'}
        </Button>
      </div>
    </form>
  )
}

/** Takes over what was typed into the built page before this script loaded. */
function adoptTyped(form: HTMLFormElement): void {
  const typed = new FormData(form)
  const text = (name: string) => String(typed.get(name) ?? '')
  const { fields } = $reportDraft.get()
  const found = { ...fields, title: text('title'), description: text('description'), email: text('reporter_email') }
  if (JSON.stringify(found) !== JSON.stringify(fields)) draft.edit(found)
}

/** Asks before edits are lost. (product 2) */
export function UnsavedChanges({ store }: { store: ReportFormStore }) {
  const isOpen = useStore(store.$isConfirmingClose, { ssr: 'initial' })
  return (
    <Dialog
      isOpen={isOpen}
      title="Unsaved Changes"
      description="Your report has not been sent. If you close it now, what you wrote is lost."
      onClose={store.continueEditing}
      actions={
        <>
          <Button variant="default" onClick={store.continueEditing}>
            Continue Editing
          </Button>
          <Button variant="destructive" onClick={store.discard}>
            Close Anyway
          </Button>
        </>
      }
    />
  )
}

type TechnicalDetailsProps = {
  /** What will be sent; undefined while the box is not ticked. */
  context: ReportContext | undefined
  release: string
  isBusy: boolean
  onChange: (context: ReportContext | undefined) => void
}

/** Offers to send where the problem was seen. It is off by default and shows every word that is sent. */
function TechnicalDetails({ context, release, isBusy, onChange }: TechnicalDetailsProps) {
  return (
    <div className="rounded-md border-2 border-plate-line border-dashed px-3.5 py-3">
      <Checkbox
        label="Include technical details"
        hint="The page address, your window size and the site version."
        checked={context !== undefined}
        disabled={isBusy}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? readContext(release) : undefined)}
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

/** Read when the box is ticked, so that a phone's keyboard that opens later does not change the report. */
function readContext(release: string): ReportContext {
  return { page: location.pathname, viewport: `${innerWidth}x${innerHeight}`, release }
}

const MEANINGLESS = 'kq7w-3fz'

/**
 * A field that cannot be seen, heard or reached with the Tab key. Its name and autocomplete value mean nothing to browsers and password managers,
 * which would otherwise fill it in. (security AX7, P-26)
 */
function Honeypot({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div aria-hidden="true" className="absolute top-0 left-[-200vw] size-px overflow-hidden">
      <input ref={ref} type="text" name={MEANINGLESS} tabIndex={-1} autoComplete={MEANINGLESS} defaultValue="" />
    </div>
  )
}
