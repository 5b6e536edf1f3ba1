import { expect, test } from 'vitest'
import { SUBJECT_LABELS, type SubjectType, toFinding } from '#src/contract/content-check.ts'
import { links, toAdminAddress } from './links.ts'

const id = '6f1c1a54-3c1f-4b52-9c4c-0d2f3f6a7b11'

test('each finding of a check of the content leads to a form that its screen opens, and to the field', () => {
  const types = Object.keys(SUBJECT_LABELS) as SubjectType[]
  for (const type of types) {
    const { href } = toFinding('text.repeated', { type, id, label: 'A' }, 'heroTitle', 'A.')
    const address = toAdminAddress(href)
    expect(address, type).toMatchObject({ hash: 'heroTitle' })
    expect(JSON.stringify(address), type).toContain(id)
  }
  const whole = toFinding('link.inside', { type: 'event', id, label: 'A' }, null, 'A.')
  expect(toAdminAddress(whole.href)).toEqual(links.eventSetup(id))
})

test.each([
  'docs/security.md: Secrets',
  'https://elsewhere.example/admin',
  '/admin/users/$userId',
  '/nothing',
  '//admin',
])('%s is no address of the admin area', (text) => {
  expect(toAdminAddress(text)).toBeUndefined()
})
