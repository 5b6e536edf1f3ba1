import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Toaster } from './Toaster.tsx'

test('a phone shows the newest toast alone', () => {
  const toasts = [
    { id: 1, message: 'First', kind: 'success' },
    { id: 2, message: 'Second', kind: 'error' },
    { id: 3, message: 'Third', kind: 'success' },
  ] as const
  const html = renderToStaticMarkup(<Toaster toasts={toasts} onDismiss={() => {}} onHold={() => {}} />)
  const shown = html.split('class="toast ').filter((toast) => !toast.startsWith('max-sm:hidden'))
  expect(shown.slice(1)).toHaveLength(1)
  expect(shown[1]).toContain('Third')
})

test('a phone also shows the toasts that can still be undone', () => {
  const toasts = [
    { id: 1, message: 'Approved', kind: 'success', undo: () => {} },
    { id: 2, message: 'Second', kind: 'success' },
    { id: 3, message: 'Third', kind: 'success' },
  ] as const
  const html = renderToStaticMarkup(<Toaster toasts={toasts} onDismiss={() => {}} onHold={() => {}} />)
  const shown = html.split('class="toast ').filter((toast) => !toast.startsWith('max-sm:hidden'))
  expect(shown.slice(1).map((toast) => /Approved|Second|Third/.exec(toast)?.[0])).toEqual(['Approved', 'Third'])
})
