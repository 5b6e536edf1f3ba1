import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError } from '#src/islands/call.ts'
import { Shown } from './Shown.tsx'

function renderFailed(status: number): string {
  const error = new ApiError({ status, code: 'any', detail: 'Sign in to continue.' })
  const query = { data: undefined, error, isPending: false, refetch: () => {} }
  return renderToStaticMarkup(
    <Shown query={query} what="team">
      {() => null}
    </Shown>,
  )
}

test('if the session has ended, a failed list offers to sign in beside the retry', () => {
  expect(renderFailed(401)).toMatch(/href="\/auth"[^>]*>Sign in<.*Try again/)
  expect(renderFailed(503)).not.toContain('/auth')
})

test('while it loads, a list says so in words, and says nothing of an error', () => {
  const query = { data: undefined, error: null, isPending: true, refetch: () => {} }
  const html = renderToStaticMarkup(
    <Shown query={query} what="team">
      {() => null}
    </Shown>,
  )
  expect(html).toMatch(/^<div aria-busy="true".*Loading team/)
  expect(html).not.toContain('alert')
})
