import { describe, expect, test } from 'vitest'
import { REPORT_RECEIVED, type ReportInput } from '#src/contract/report.ts'
import { ApiError } from '../call.ts'
import { createDraft } from '../drafts/draft-store.ts'
import type { NewToast } from '../toasts.ts'
import { BLANK_REPORT, isBlankReport, REPORT_SEPARATORS, type ReportFields } from './report-draft.ts'
import { createReportForm } from './report-form-store.ts'

const filled: ReportFields = {
  reportType: 'problem',
  title: 'Agenda overlaps',
  description: 'Two slots start at the same time.',
  email: 'maria@plant.example',
}
const context = { page: '/', viewport: '360x740', release: '7' }
const limited = new ApiError({ status: 429, code: 'rate_limited', detail: 'Too many reports. Try again in an hour.' })

/** A report form whose server answers when the test says so. */
function openForm(fields: Partial<ReportFields> = filled) {
  const sent: { input: ReportInput; key: string }[] = []
  const told: NewToast[] = []
  const saves: string[] = []
  let [closed, names] = [0, 0]
  let answer = Promise.withResolvers<void>()
  const draft = createDraft({
    blank: BLANK_REPORT,
    isEmpty: isBlankReport,
    separators: REPORT_SEPARATORS,
    storage: {
      open: async () => undefined,
      save: () => saves.push('saved') > 0,
      remove: () => void saves.push('removed'),
      close: () => {},
    },
    newId: () => `name${++names}`,
    now: () => 0,
    schedule: () => () => {},
    onRestored: () => {},
  })
  draft.edit(fields)
  const made = createReportForm({
    draft,
    send: (input, key) => {
      sent.push({ input, key })
      answer = Promise.withResolvers()
      return answer.promise
    },
    notify: (notice) => void told.push(notice),
    onClosed: () => {
      closed += 1
    },
  })
  const submit = (extras: { honeypot?: string; context?: typeof context } = {}) =>
    made.submit({ honeypot: '', context: undefined, ...extras })
  const failing = async (fault: unknown) => {
    const sending = submit()
    answer.reject(fault)
    await sending
  }
  return { ...made, submit, failing, draft, sent, told, saves, closed: () => closed, answer: () => answer.resolve() }
}

describe('a report that is sent', () => {
  test('is sent in the fields of the contract, and its form is cleared and closed before the toast', async () => {
    const { submit, answer, sent, told, draft, closed, saves } = openForm()
    const sending = submit()
    expect(saves).toEqual(['saved'])
    answer()
    await sending
    const { title, description, email } = filled
    const input = { title, description, reporter_email: email, report_type: 'problem', honeypot: '' }
    expect(sent.map((one) => one.input)).toEqual([input])
    expect(told).toEqual([{ kind: 'success', message: REPORT_RECEIVED }])
    expect(draft.$draft.get()).toMatchObject({ isDirty: false, fields: { title: '', email: '' } })
    expect(saves).toEqual(['saved', 'removed'])
    expect(closed()).toBe(1)
  })

  test('carries the facts of the page only with consent, and only for a problem', async () => {
    for (const [reportType, extras, carried] of [
      ['problem', {}, undefined],
      ['problem', { context }, context],
      ['improvement', { context }, undefined],
    ] as const) {
      const { submit, answer, sent } = openForm({ ...filled, reportType })
      const sending = submit(extras)
      answer()
      await sending
      expect(sent[0]?.input.context).toEqual(carried)
    }
  })

  test('is sent once, however often the button is pressed', async () => {
    const { submit, answer, sent } = openForm()
    const sending = [submit(), submit()]
    answer()
    await Promise.all(sending)
    expect(sent).toHaveLength(1)
  })
})

describe('a report that does not arrive', () => {
  test("stays as it is under the server's word", async () => {
    const { failing, told, draft, closed, $form } = openForm()
    await failing(limited)
    expect(told).toEqual([{ kind: 'error', title: 'Error', message: limited.detail }])
    expect(draft.$draft.get()).toMatchObject({ isDirty: true, fields: filled })
    expect($form.get().isBusy).toBe(false)
    expect(closed()).toBe(0)
  })

  test('has the same key as long as its words are the same, and a new one after it was received', async () => {
    const { failing, submit, answer, draft, sent } = openForm()
    await failing(limited)
    await failing(limited)
    draft.edit({ title: 'Agenda overlaps twice' })
    await failing(limited)
    draft.edit({ title: filled.title })
    const sending = submit()
    answer()
    await sending
    draft.edit(filled)
    void submit()
    const [first, second, changed, back, next] = sent.map(({ key }) => key)
    expect(second).toBe(first)
    expect(changed).not.toBe(first)
    expect(back).toBe(first)
    expect(next).not.toBe(first)
  })
})

describe('a mistake', () => {
  test('shows the first error first, and nothing is sent', async () => {
    const cases: [Partial<ReportFields>, string][] = [
      [{}, 'Title must be at least 5 characters'],
      [{ title: filled.title }, 'Description must be at least 20 characters'],
      [{ ...filled, email: '' }, 'Invalid email address'],
    ]
    for (const [fields, sentence] of cases) {
      const { submit, told, sent } = openForm(fields)
      await submit()
      expect(told).toEqual([{ kind: 'error', title: 'Error', message: sentence }])
      expect(sent).toEqual([])
    }
  })

  test('of a bot is named', async () => {
    const { submit, told, sent } = openForm()
    await submit({ honeypot: 'x' })
    expect(told).toEqual([{ kind: 'error', title: 'Error', message: 'Bot detected' }])
    expect(sent).toEqual([])
  })
})

describe('closing', () => {
  test('asks where edits would be lost; staying keeps them, leaving does not', () => {
    const { close, continueEditing, discard, $isConfirmingClose, draft, closed } = openForm()
    close()
    expect([$isConfirmingClose.get(), closed()]).toEqual([true, 0])
    continueEditing()
    expect([$isConfirmingClose.get(), draft.$draft.get().fields.title]).toEqual([false, filled.title])
    close()
    discard()
    expect([$isConfirmingClose.get(), draft.$draft.get().fields.title, closed()]).toEqual([false, '', 1])
  })

  test('does nothing while a report is on its way', () => {
    const { submit, close, $isConfirmingClose, closed } = openForm()
    void submit()
    close()
    expect([$isConfirmingClose.get(), closed()]).toEqual([false, 0])
  })

  test('a form without edits does not ask', () => {
    const { close, draft, $isConfirmingClose, closed } = openForm()
    draft.clear()
    close()
    expect([$isConfirmingClose.get(), closed()]).toEqual([false, 1])
  })
})
