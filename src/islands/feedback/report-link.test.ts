import { expect, test } from 'vitest'
import { takeToken } from './report-link.ts'

function barAt(hash: string) {
  const shown: string[] = []
  const location = { hash, pathname: '/feedback', search: '?from=mail' }
  const history = {
    state: { kept: 1 },
    replaceState: (_: unknown, __: string, address?: string | URL | null) => void shown.push(String(address)),
  }
  return { location, history, shown }
}

test('the token is read and leaves the address; what stays names the kind of link', () => {
  const { shown, ...bar } = barAt('#reports=abc_-9')
  expect(takeToken('reports', bar)).toBe('abc_-9')
  expect(shown).toEqual(['/feedback?from=mail#reports'])
})

test.each(['', '#', '#reports', '#reports-x', '#token=abc', '#xreports=abc'])(
  '%j is no link to reports, and the address stays',
  (hash) => {
    const { shown, ...bar } = barAt(hash)
    expect(takeToken('reports', bar)).toBeUndefined()
    expect(shown).toEqual([])
  },
)

test.each(['#token=', '#token=a b', '#token=<script>', '#token=a#b', `#token=${'a'.repeat(201)}`])(
  '%j carries nothing that could be a token, and leaves the address all the same',
  (hash) => {
    const { shown, ...bar } = barAt(hash)
    expect(takeToken('token', bar)).toBe('')
    expect(shown).toEqual(['/feedback?from=mail#token'])
  },
)
