import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AccountNotice } from './AccountNotice.tsx'

const email = 'ada@plant.example'
const told = (approval: 'pending' | 'approved' | 'rejected', approvalReason: string | null = null) =>
  renderToStaticMarkup(<AccountNotice approval={approval} email={email} approvalReason={approvalReason} />)

test('who waits is told who decides, where the answer goes, and what is possible meanwhile', () => {
  expect(told('pending')).toMatch(/Waiting for approval.*administrator.*ada@plant\.example.*post once approved/)
})

test('who is approved is told that they may post', () => {
  expect(told('approved')).toContain('You can post.')
})

test('who is rejected is told the reason, as text, and nothing in its place where there is none', () => {
  expect(told('rejected', 'Which <b>plant</b>?')).toContain('Which &lt;b&gt;plant&lt;/b&gt;?')
  expect(told('rejected')).not.toContain('reason')
})
