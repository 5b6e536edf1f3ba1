import { expect, test } from 'vitest'
import { type Change, describeChange, describeFailedAttempt } from './timeline.ts'

const say = (action: string, rest: Partial<Change> = {}) =>
  describeChange({ action, before: null, after: null, by: null, to: null, subjectId: 'x', ...rest })

test.each<[string, Partial<Change>, string, boolean]>([
  ['account.register', { after: { username: 'ada' } }, 'Registered as ada.', false],
  [
    'account.decide',
    { before: { approval: 'pending' }, after: { approval: 'approved' }, by: 'grace' },
    'Approved, by grace.',
    false,
  ],
  [
    'account.decide',
    { before: { approval: 'rejected' }, after: { approval: 'approved' }, by: 'grace' },
    'Approved after a rejection, by grace.',
    false,
  ],
  [
    'account.decide',
    { after: { approval: 'rejected', approvalReason: 'Not a name' }, by: 'grace' },
    'Rejected: Not a name, by grace.',
    true,
  ],
  ['account.decide', { after: { approval: 'approved' }, to: 'bob' }, 'Approved (account of bob).', false],
  [
    'account.update-profile',
    { before: { username: 'ada' }, after: { username: 'ada2' } },
    'Changed the username from ada to ada2.',
    false,
  ],
  [
    'account.update-profile',
    { before: { username: 'ada' }, after: { username: 'ada' } },
    'Changed the profile.',
    false,
  ],
  ['role.grant', { after: { role: 'admin' }, by: 'grace' }, 'Was given the role admin, by grace.', false],
  ['ban.create', { after: { reason: 'Spam', expiresAt: null }, by: 'grace' }, 'Banned: Spam, by grace.', true],
  [
    'ban.create',
    { after: { reason: 'Spam', expiresAt: Date.parse('2026-11-21T18:30:00Z') } },
    'Banned until Nov 21, 2026, 6:30 PM UTC: Spam.',
    true,
  ],
  [
    'session.open',
    { after: { method: 'totp', device: 'Firefox on Linux' } },
    'Signed in with an authenticator code on Firefox on Linux.',
    false,
  ],
  ['session.close', {}, 'Signed out.', false],
  [
    'account.end-session',
    { before: { device: 'Safari on iOS' }, by: 'grace' },
    'Session ended: Safari on iOS, by grace.',
    false,
  ],
  [
    'access.refuse',
    { subjectId: 'POST /api/admin/users/:id/roles' },
    'Was refused: POST /api/admin/users/:id/roles.',
    true,
  ],
  ['event.publish', {}, 'Event: publish.', false],
  ['event.add-vendor', {}, 'Event: add vendor.', false],
  ['menu', {}, 'Menu.', false],
])('%s of %j reads as %j', (action, rest, sentence, isWarning) => {
  expect(say(action, rest)).toEqual({ sentence, isWarning })
})

test.each([
  [
    'signin',
    'wrong password',
    'Firefox on Linux',
    'Failed to sign in with a password on Firefox on Linux: wrong password.',
  ],
  ['totp', 'wrong answer', null, 'Failed to sign in with an authenticator code: wrong answer.'],
  ['reauthenticate', 'wrong password', null, 'Failed to confirm their identity: wrong password.'],
  ['password_change', null, 'Edge', 'Failed to change the password on Edge.'],
  ['magic', null, null, 'Failed to sign in with magic.'],
])('a failed %s reads as a sentence', (attemptType, reason, device, sentence) => {
  expect(describeFailedAttempt({ attemptType, reason, device })).toEqual({ sentence, isWarning: true })
})

test('what a row holds beside the words is never a fault', () => {
  for (const odd of [null, 7, 'text', [], { role: 7 }, { username: {} }])
    for (const action of [
      'account.register',
      'account.decide',
      'role.grant',
      'ban.create',
      'session.open',
      'factor.remove',
    ])
      expect(say(action, { before: odd, after: odd }).sentence).toMatch(/^[A-Z].*\.$/)
})
