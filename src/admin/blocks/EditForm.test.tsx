import { createFormControl, type UseFormReturn } from 'react-hook-form'
import { expect, test } from 'vitest'
import { ApiError } from '#src/islands/call.ts'
import { showFieldErrors } from './EditForm.tsx'

type Fields = { label: string; items: string[] }

const refusal = (...fields: string[]) =>
  new ApiError({
    status: 400,
    code: 'invalid',
    detail: 'Check your entries.',
    errors: fields.map((field) => ({ field, message: `${field} is wrong` })),
  })

const openForm = () =>
  createFormControl<Fields>({ defaultValues: { label: '', items: [] } }) as unknown as UseFormReturn<Fields>

test('errors of the form’s own fields, and of entries of its lists, need no toast', () => {
  const form = openForm()
  expect(showFieldErrors(form, refusal('label', 'items.2'))).toBe(true)
  expect(form.control._formState.errors.label?.message).toBe('label is wrong')
})

test('an error of a field that the form does not have needs a toast', () => {
  expect(showFieldErrors(openForm(), refusal('label', 'value.url'))).toBe(false)
  expect(showFieldErrors(openForm(), refusal())).toBe(false)
})
