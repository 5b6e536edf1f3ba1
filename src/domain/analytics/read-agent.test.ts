import { expect, test } from 'vitest'
import { readAgent } from './read-agent.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'desktop', 'Chrome'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    'desktop',
    'Edge',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/120.0.0.0 Safari/537.36 OPR/106.0.0.0`,
    'desktop',
    'Opera',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0', 'desktop', 'Firefox'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'desktop',
    'Safari',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'phone',
    'Safari',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1',
    'phone',
    'Chrome',
  ],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`, 'phone', 'Chrome'],
  [
    `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S918B) ${WEBKIT} SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`,
    'phone',
    'Samsung Internet',
  ],
  [`Mozilla/5.0 (Linux; Android 14; SM-X710) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'tablet', 'Chrome'],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    'tablet',
    'Safari',
  ],
  ['Something/1.0', 'desktop', ''],
])('%s', (agent, device, browser) => {
  expect(readAgent(agent)).toEqual({ device, browser })
})
