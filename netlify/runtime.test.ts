import { expect, test } from 'vitest'
import { hostVariables } from './runtime.ts'

test('the address Netlify serves is used unless SITE_URL names another', () => {
  expect(hostVariables({ URL: 'https://a.example' })).toMatchObject({ SITE_URL: 'https://a.example' })
  expect(hostVariables({ URL: 'https://a.example', SITE_URL: 'https://b.example' })).toMatchObject({
    SITE_URL: 'https://b.example',
  })
})

test('Netlify’s own SITE_NAME is a subdomain, not our name', () => {
  expect(hostVariables({ SITE_ID: 'x', SITE_NAME: 'quiet-otter-1' }).SITE_NAME).toBeUndefined()
  expect(hostVariables({ SITE_ID: 'x', SITE_NAME: 'quiet-otter-1', BRAND_NAME: 'Ours' }).SITE_NAME).toBe('Ours')
  expect(hostVariables({ SITE_NAME: 'Ours' }).SITE_NAME).toBe('Ours')
})
