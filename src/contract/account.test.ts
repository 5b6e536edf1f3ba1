import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resetInput, signUpInput } from './account.ts'
import { givenPassword, leastPasswordLength, newPassword, PASSWORD_TOO_LONG, PASSWORD_TOO_SHORT } from './password.ts'
import {
  isSiteName,
  USERNAME_HINT,
  USERNAME_LENGTH,
  USERNAME_SIGNS,
  USERNAME_TAKEN,
  username,
  usernameKey,
} from './username.ts'

const sentenceFor = (schema: { safeParse: (value: unknown) => unknown }, value: unknown) => {
  const { error } = schema.safeParse(value) as { error?: { issues: { message: string }[] } }
  return error?.issues.map((issue) => issue.message)
}

describe('a username', () => {
  test('may be one of those that its hint shows', () => {
    const shown = USERNAME_HINT.match(/[a-z]+[._-][a-z]+/g) ?? []
    expect(shown).toHaveLength(2)
    for (const name of shown) expect(username.parse(name)).toBe(name)
  })

  test.each(['ada', 'Ada_Quill', 'j.o-e', 'Zoë', 'Łukasz', '田中さん', 'Иван', 'a'.repeat(30), '𠮷野家', '007'])(
    '%s is fine',
    (name) => {
      expect(username.parse(name)).toBe(name.normalize('NFKC'))
    },
  )

  test.each(['', 'ab', ' ab ', 'a'.repeat(31), '👷👷', 'a'.repeat(100_000)])('%j has the wrong length', (name) => {
    expect(sentenceFor(username, name)).toEqual([USERNAME_LENGTH])
  })

  test.each([
    'ada quill',
    'ada@home',
    'ad\u200bam',
    'ada\u202e',
    '<b>ada',
    'ada\n2',
    '...ada',
    'ada-',
    'аda',
    'adaЯ',
    'αda',
    '👷👷👷',
    'ada٣',
  ])('%j has signs that a name may not have', (name) => {
    expect(sentenceFor(username, name)).toEqual([USERNAME_SIGNS])
  })

  test.each([
    ...['admin', 'ADMIN', 'adrnin', 'ad.min', 'Own-er', 'supp0rt', 'm0derat0r', 'Official', 'site_admin', 'SiteAdmin'],
    ...['administration', 'webmaster', 'postmaster', 'staff', 'no.reply'],
    // Small capitals, modifier letters, a mix of both, full width, mathematical, circled and squared letters.
    ...['ᴀᴅᴍɪɴ', 'ᵃᵈᵐⁱⁿ', 'ᵃᴅᵐɪⁿ', 'ａｄｍｉｎ', '𝐚𝐝𝐦𝐢𝐧', '𝔞𝔡𝔪𝔦𝔫', 'ⓐⓓⓜⓘⓝ', '🄰🄳🄼🄸🄽', 'ꜱᴜᴘᴘᴏʀᴛ'],
    // Letters of phonetics and manuscripts, clicks, and letters with a stroke or hook.
    ...['ɑɗɱɩɳ', 'adm\u01c0n', 'rꝏt', 'ađmin', 'öffıcıaI', 'mødɘrator', 'owɲer', 'ѕуѕтем', 'ⱥdmin'],
  ])('%s would pass for the site', (name) => {
    expect(sentenceFor(username, name)).toEqual([USERNAME_TAKEN])
  })

  test('a reserved name passes for the site in any mix of such letters', () => {
    const forms = ['aAａᴀᵃ𝐚ⓐ', 'dDｄᴅᵈ𝐝ⓓ', 'mMｍᴍᵐ𝐦ⓜ', 'iI1ｉɪⁱᶦıl', 'nNｎɴⁿᶰ𝐧']
    fc.assert(
      fc.property(fc.tuple(...forms.map((letters) => fc.constantFrom(...letters))), (letters) => {
        expect(sentenceFor(username, letters.join(''))).toEqual([USERNAME_TAKEN])
      }),
    )
  })

  test.each(['supporter', 'admiral', 'helper', 'Rooty', 'Ownerby', 'officially', 'Đặng', 'Ægir', 'Петров', 'Əli'])(
    '%s does not',
    (name) => {
      expect(username.parse(name)).toBe(name)
    },
  )

  test('reads as the site’s own name whatever joins its words', () => {
    for (const name of [
      'UptimeWorkshops',
      'uptime.workshops',
      'Uptime-Work_shops',
      'ᴜᴘᴛɪᴍᴇᴡᴏʀᴋꜱʜᴏᴘꜱ',
      'Uptime Workshops',
    ])
      expect(isSiteName(name, 'Uptime Workshops'), name).toBe(true)
    for (const name of ['uptime', 'workshops', 'uptime.workshop', 'downtimeworkshops'])
      expect(isSiteName(name, 'Uptime Workshops'), name).toBe(false)
  })

  test.each([
    ['Ada', 'ada'],
    ['ａｄａ', 'ada'],
    ['Zoë', 'zoe'],
    ['рос', 'poc'],
    ['modern', 'modem'],
    ['w1lliam', 'william'],
    ['Bill', 'BiII'],
    ['ada_quill', 'ada.quill'],
    ['R0bot', 'robot'],
    ['ᴀᴅᴀ', 'ada'],
    ['ᵃᵈᵃ', 'ada'],
    ['æda', 'æDA'],
  ])('%s cannot be distinguished from %s', (one, other) => {
    expect(usernameKey(one)).toBe(usernameKey(other))
  })

  test('has a key that does not change with case or form, and is never empty for a good one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
        const { data } = username.safeParse(name)
        if (data === undefined) return
        expect(usernameKey(data)).not.toBe('')
        expect(username.parse(data)).toBe(data)
        expect(usernameKey(data.normalize('NFD'))).toBe(usernameKey(data))
      }),
    )
  })
})

describe('a password', () => {
  test('has six to 256 characters, counted as people count', () => {
    expect(sentenceFor(newPassword, '12345')).toEqual([PASSWORD_TOO_SHORT])
    expect(sentenceFor(newPassword, '🔧'.repeat(5))).toEqual([PASSWORD_TOO_SHORT])
    expect(newPassword.parse('🔧'.repeat(6))).toBe('🔧'.repeat(6))
    expect(newPassword.parse('🔧'.repeat(256))).toBe('🔧'.repeat(256))
    expect(sentenceFor(newPassword, 'x'.repeat(257))).toEqual([PASSWORD_TOO_LONG])
    expect(sentenceFor(givenPassword, 'x'.repeat(257))).toEqual([PASSWORD_TOO_LONG])
  })

  test('is never changed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 12, maxLength: 200 }), (typed) => {
        expect(newPassword.parse(typed)).toBe(typed)
      }),
    )
    expect(newPassword.parse('  e\u0301e\u0301  ')).toBe('  e\u0301e\u0301  ')
  })

  test('must be longer where it opens more', () => {
    expect(leastPasswordLength([], false)).toBe(6)
    expect(leastPasswordLength(['moderator'], false)).toBe(15)
    expect(leastPasswordLength(['owner'], true)).toBe(8)
  })
})

test('requests to the sign-in routes contain nothing else', () => {
  const good = { username: 'ada', email: 'ada@example.com', password: 'gauge 41 leaks' }
  expect(signUpInput.parse(good)).toEqual(good)
  for (const extra of ['role', 'approval', 'id', 'emailConfirmedAt', 'isAdmin'])
    expect(signUpInput.safeParse({ ...good, [extra]: 'approved' }).success, extra).toBe(false)
  expect(resetInput.safeParse({ token: 'x', password: 'gauge 41 leaks', email: 'a@b.example' }).success).toBe(false)
})
