import crypto from 'node:crypto'
import { hash as referenceHash, verify as referenceVerify } from '@node-rs/argon2'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { COMMON_WORDS } from './common-passwords.ts'
import { isCommonPassword } from './password-blocklist.ts'
import { hashPassword, isWeaker, requireHashing, verifyPassword } from './passwords.ts'

const throwing = () => {
  throw new Error('dlopen: libcrypto')
}

test.each([
  ['lacks it', undefined],
  ['cannot load it', throwing],
])('a Node that %s cannot hash with Argon2, and a sentence says so', async (_how, broken) => {
  await expect(requireHashing()).resolves.toBeUndefined()
  const { argon2 } = crypto
  onTestFinished(() => void Object.assign(crypto, { argon2 }))
  Object.assign(crypto, { argon2: broken })
  await expect(requireHashing()).rejects.toThrow(
    `Passwords cannot be hashed: Argon2 does not work in Node ${process.versions.node}. Use Node 24.7 or later.`,
  )
})

describe('a stored password', () => {
  test('is Argon2id at the floor or above, as another implementation reads it', async () => {
    const stored = await hashPassword('gauge 41 leaks')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=28672,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await referenceVerify(stored, 'gauge 41 leaks')).toBe(true)
    expect(await hashPassword('gauge 41 leaks')).not.toBe(stored)
  })

  test('is read where another implementation made it, with its own cost', async () => {
    const weaker = await referenceHash('gauge 41 leaks', { memoryCost: 8192, timeCost: 1 })
    expect(await verifyPassword(weaker, 'gauge 41 leaks')).toBe(true)
    expect(await verifyPassword(weaker, 'gauge 41 leak')).toBe(false)
    expect(isWeaker(weaker)).toBe(true)
    expect(isWeaker(await hashPassword('gauge 41 leaks'))).toBe(false)
    expect(isWeaker(await referenceHash('x', { memoryCost: 47_104, timeCost: 2 }))).toBe(false)
    expect(isWeaker(await referenceHash('x', { memoryCost: 47_104, timeCost: 1 }))).toBe(true)
  })

  test('opens for exactly what was typed', async () => {
    const typed = fc.string({ unit: 'binary', minLength: 1, maxLength: 64 })
    await fc.assert(
      fc.asyncProperty(typed, async (password) => {
        const stored = await hashPassword(password)
        expect(await verifyPassword(stored, password)).toBe(true)
        for (const other of [`${password} `, ` ${password}`, password.slice(0, -1)])
          expect(await verifyPassword(stored, other)).toBe(false)
      }),
      { numRuns: 5 },
    )
    expect(await verifyPassword(await hashPassword('caf\u00e9 gauge'), 'cafe\u0301 gauge')).toBe(false)
  })

  test.each([null, '', 'plain', '$argon2i$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA'])(
    '%j opens for nothing',
    async (stored) => {
      expect(await verifyPassword(stored, '')).toBe(false)
      expect(await verifyPassword(stored, 'gauge')).toBe(false)
    },
  )
})

describe('passwords that are guessed', () => {
  const context = { siteName: 'Uptime Workshops', email: 'ada.quill@gaugeworks.example', username: 'Ada_Q88' }
  const isCommon = (password: string) => isCommonPassword(password, context)

  test.each([
    ['123456', '12345678', '000000', '111111', '121212', '112233', '654321', '147258', '19991224', '24.12.1999'],
    ['password', 'PASSWORD', 'Password1', 'p@ssw0rd', 'P4$$w0rd!', 'passw0rd123', '123password', 'password2024!'],
    ['qwerty', 'qwerty123', 'asdfgh', '1q2w3e4r', 'qazwsx', 'abc123', 'abcdef', 'zxcvbnm', 'aaaaaa', 'abcabcabc'],
    ['letmein', 'iloveyou1', 'dragon', 'monkey!!', 'sunshine99', 'football', 'tigertiger', 'welcome1', 'changeme'],
    ['uptime', 'Uptime2026', 'workshop', 'UptimeWorkshops', 'uptime-workshops!', 'maintenance1'],
    ['ada.quill', 'gaugeworks1', 'Ada_Q88', 'adaq88!', 'quill2024', 'ada.quill@gaugeworks.example'],
  ])('%s and the like are refused', (...passwords) => {
    for (const password of passwords) expect(isCommon(password), password).toBe(true)
  })

  test.each([
    'gauge 41 leaks',
    'correct horse battery staple',
    'tr0ub4dor&3x',
    'my password is a long sentence',
    'vK7#pq',
    '🔧🔩🪛🔨⚙️🧰',
    'Mechanik-Pausenbrot',
    'uptime is what we plan for',
  ])('%s is fine', (password) => {
    expect(isCommon(password)).toBe(false)
  })

  test('cover thousands: every word with what people put around it', () => {
    const long = [...COMMON_WORDS].filter((word) => word.length >= 4)
    expect(long.length).toBeGreaterThan(750)
    for (const word of long)
      for (const form of [word, `${word}1`, `${word}123`, `${word}!`, word.toUpperCase(), `1${word}`])
        expect(isCommon(form), form).toBe(true)
  })
})
