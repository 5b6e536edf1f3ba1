import { expect, test } from 'vitest'
import { type Viewer, viewerKind } from './viewer.ts'

const member: Viewer = {
  id: 'u1',
  email: 'ada@plant.example',
  username: 'ada',
  roles: [],
  isAdmin: false,
  approval: 'pending',
  aal: 1,
}

test('no account means anonymous, an account makes a user, any role makes an admin', () => {
  expect(viewerKind(null)).toBe('anonymous')
  expect(viewerKind(member)).toBe('user')
  expect(viewerKind({ ...member, roles: ['moderator'], isAdmin: true })).toBe('admin')
})
