import { expect, test } from 'vitest'
import { parseEnv } from '#src/platform/env.ts'

test('mail comes from the site unless MAIL_FROM says otherwise', () => {
  expect(parseEnv({}).mailFrom).toBe('Uptime Workshops <no-reply@localhost>')
  const named = { SITE_NAME: 'A "B" <C>', SITE_URL: 'https://workshops.example' }
  expect(parseEnv(named).mailFrom).toBe('A B C <no-reply@workshops.example>')
  const given = 'Workshops <info@workshops.example>'
  expect(parseEnv({ MAIL_FROM: given }).mailFrom).toBe(given)
})

test.each([
  { SMTP_URL: 'https://mail.example' },
  { SMTP_URL: 'smtp://user:100%@mail.example' },
  { MAIL_FROM: 'nobody' },
  { MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' },
  { MAIL_FROM: 'a@b.example, c@d.example' },
  { SMS_URL: 'ftp://sms.example' },
])('%j is refused with a sentence that names the variable', (variables) => {
  const [name = ''] = Object.keys(variables)
  expect(() => parseEnv(variables)).toThrow(`${name} must`)
})
