import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { ReportContext, ReportType } from '#src/contract/report.ts'
import { Button } from '#src/ui/Button.tsx'
import { TabRow } from '#src/ui/Tabs.tsx'
import { attend } from '../drafts/browser-drafts.ts'
import { Honeypot } from './Honeypot.tsx'
import { PageFacts } from './PageFacts.tsx'
import { ReportInputs } from './ReportInputs.tsx'
import { $reportDraft, draft } from './report.ts'
import type { ReportDesk } from './report-desk.ts'

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
