import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../call.ts'
import { $toasts, type NewToast, notify } from '../toasts.ts'
import { createForm, type FormParts } from './form-store.ts'

const schema = z.strictObject({
  name: z.string().min(2, 'Name?').max(5, 'Too long.'),
  word: z.string().min(1, 'Word?'),
})
type Input = z.output<typeof schema>
const right = { name: 'Jo', word: 'x' }

function form(given: Partial<FormParts<Input, string>> = {}) {
  const told: NewToast[] = []
  const sent: Input[] = []
  const done: string[] = []
  const send = async (input: Input) => `hello ${input.name}`
  const store = createForm<Input, string>({
    schema,
    wording: { failed: 'It failed.' },
    onDone: (answer) => done.push(answer),
    notify: (notice) => told.push(notice),
    ...given,
    send: (input) => {
      sent.push(input)
      return (given.send ?? send)(input)
    },
  })
  return { ...store, told, sent, done }
}

const refused = (errors: { field: string; message: string }[] = []) =>
  new ApiError({ status: 409, code: 'conflict', detail: 'Taken.', errors })

describe('a form', () => {
  test('sends what fits its schema', async () => {
    const { submit, $form, sent, done, told } = form()
    await submit(right)
    expect(sent).toEqual([right])
    expect(done).toEqual(['hello Jo'])
    expect(told).toEqual([])
    expect($form.get()).toEqual({ isBusy: false, errors: {} })
  })

  test('takes back what went wrong before as soon as it is sent again', async () => {
    notify({ kind: 'error', message: 'Taken.' })
    const { submit } = form({
      send: async () => {
        expect($toasts.get()).toEqual([])
        return 'hello'
      },
    })
    await submit(right)
  })

  test('shows the first error in a toast and each at its field, and sends nothing', async () => {
    const { submit, $form, sent, told } = form()
    await submit({ name: 'J', word: '' })
    expect(sent).toEqual([])
    expect($form.get().errors).toEqual({ name: 'Name?', word: 'Word?' })
    expect(told.map(({ message }) => message)).toEqual(['Name?'])
  })

  test('sends once, however often it is asked to while it is busy', async () => {
    let answer = (_: string) => {}
    const { submit, $form, sent } = form({ send: () => new Promise((resolve) => (answer = resolve)) })
    const first = submit(right)
    expect($form.get().isBusy).toBe(true)
    const second = submit(right)
    expect(sent).toHaveLength(1)
    answer('hello')
    await Promise.all([first, second])
    expect($form.get().isBusy).toBe(false)
  })

  test('puts what the server says of a field beside it, and forgets it at the next try', async () => {
    let isTaken = true
    const send = async () => {
      if (isTaken) throw refused([{ field: 'name', message: 'Taken.' }])
      return ''
    }
    const { submit, $form, told } = form({ send })
    await submit(right)
    expect($form.get().errors).toEqual({ name: 'Taken.' })
    expect(told).toHaveLength(1)
    isTaken = false
    await submit(right)
    expect($form.get().errors).toEqual({})
  })

  test('says nothing of a refusal that the page answers by itself', async () => {
    const { submit, told } = form({ send: () => Promise.reject(refused()), onRefused: () => true })
    await submit(right)
    expect(told).toEqual([])
  })

  test('is free again when what follows the answer fails', async () => {
    const onDone = () => Promise.reject(new Error('broken'))
    const { submit, $form, told } = form({ onDone })
    await submit(right)
    expect($form.get().isBusy).toBe(false)
    expect(told.map(({ message }) => message)).toEqual(['It failed.'])
  })
})
