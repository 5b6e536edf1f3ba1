import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AccountNotice } from './AccountNotice.tsx'

const email = 'ada@plant.example'
const told = (approval: 'pending' | 'approved' | 'rejected', approvalReason: string | null = null) =>
  renderToStaticMarkup(<AccountNotice approval={approval} email={email} approvalReason={approvalReason} />)

test('a waiting person reads who decides, where the answer goes, and what is possible until then', () => {
  expect(told('pending')).toMatch(/Waiting for approval.*administrator.*ada@plant\.example.*post once approved/)
})

test('an approved person reads that they may post', () => {
  expect(told('approved')).toContain('You can post.')
})

test('a rejected person reads the reason, as text, and nothing if there is none', () => {
  expect(told('rejected', 'Which <b>plant</b>?')).toContain('Which &lt;b&gt;plant&lt;/b&gt;?')
  expect(told('rejected')).not.toContain('reason')
})
