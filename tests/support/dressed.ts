import { expect } from 'vitest'
import { parsePolicy } from '#src/domain/checks/answers/observatory.ts'
import type { Answer } from './answers.ts'
import { PROBLEM } from './every-answer.ts'

const COMMON = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
/** Security headers, exactly the policy, and no word about what runs here. (security HD1-HD4) */
export function expectDressed({ headers, cookies }: Answer, policy: Record<string, string[]>): void {
  expect(headers).toMatchObject(COMMON)
  for (const feature of ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics'])
    expect(headers['permissions-policy']).toContain(`${feature}=()`)
  const { 'script-src': _, 'style-src': __, ...rest } = policyOf(headers)
  expect(rest).toEqual(policy)
  expect(headers['content-security-policy']).not.toContain('unsafe')
  for (const name of ['x-powered-by', 'server', 'via', 'x-runtime']) expect(headers).not.toHaveProperty(name)
  expect(cookies).toEqual([])
}

/** The directives of an answer's policy, each with its sources. */
export function policyOf(headers: Answer['headers']): Record<string, string[]> {
  return Object.fromEntries(parsePolicy(headers['content-security-policy'] ?? ''))
}

/** An error tells its reader what to do, and nobody how the server is made. */
export function expectQuiet({ body, headers }: Answer): void {
  expect(body).not.toMatch(/\bat .+:\d+:\d+|node_modules|\bselect\b .+\bfrom\b|postgres|hono|astro\/\d|node\/\d/i)
  if (!PROBLEM.test(headers['content-type'] ?? '')) return
  const problem = JSON.parse(body)
  expect(Object.keys(problem)).toEqual(expect.arrayContaining(['type', 'title', 'status', 'code', 'detail']))
  expect(problem.code).toMatch(/^[a-z_]+$/)
  expect(headers['cache-control']).toBe('no-store')
}
