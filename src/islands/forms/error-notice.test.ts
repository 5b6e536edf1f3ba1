import { describe, expect, test } from 'vitest'
import { DISPOSABLE_EMAIL, INVALID_EMAIL } from '#src/contract/email.ts'
import { BANNED } from '#src/contract/security-check.ts'
import { ApiError } from '../call.ts'
import { errorNotice, inputNotice } from './error-notice.ts'

const wording = { failed: 'It failed.', title: 'Registration Error' }
const refusal = (status: number, detail: string, code = 'refused', errors: { field: string; message: string }[] = []) =>
  new ApiError({ status, detail, code, errors })

describe('a refusal is shown', () => {
  test.each([
    ['a ban', refusal(403, BANNED), 'Access Denied', BANNED],
    ['a limit', refusal(429, 'Wait a minute.'), 'Too Many Attempts', 'Wait a minute.'],
    ['a crowd', refusal(503, 'Too many people.', 'unavailable'), 'Error', 'Too many people.'],
    ['another 403', refusal(403, 'You may not.'), 'Registration Error', 'You may not.'],
    ["the server's word", refusal(409, 'Taken.'), 'Registration Error', 'Taken.'],
    ['no answer', refusal(0, 'Offline.', 'offline'), 'Error', 'It failed.'],
    ["the server's own failure", refusal(500, 'Oops.', 'internal'), 'Error', 'It failed.'],
    ["somebody else's page", refusal(404, 'What?', 'internal'), 'Error', 'It failed.'],
    ['a fault of ours', new TypeError('x is undefined'), 'Error', 'It failed.'],
  ])('%s', (_, fault, title, message) => {
    expect(errorNotice(fault, wording)).toEqual({ kind: 'error', title, message })
  })

  test('by the first field at fault, under the title of its sentence', () => {
    const errors = [{ field: 'email', message: INVALID_EMAIL }]
    expect(errorNotice(refusal(400, 'Wrong.', 'invalid', errors), wording)).toMatchObject({ title: 'Invalid Email' })
    expect(inputNotice(DISPOSABLE_EMAIL, wording).title).toBe('Email Not Allowed')
    expect(inputNotice('Anything else.', { failed: '' }).title).toBe('Error')
  })
})
