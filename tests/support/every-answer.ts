import type { Question } from './answers.ts'

const HTML = /^text\/html; charset=utf-8$/i
const TEXT = /^text\/plain; charset=utf-8$/i
const CALENDAR = /^text\/calendar; charset=utf-8$/i
const JSON_TEXT = /^application\/json; charset=utf-8$/i
/** An error answer of the API. */
export const PROBLEM = /^application\/problem\+json; charset=utf-8$/i

const ours = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
const view = (body: string, headers: Record<string, string> = ours): Question => ({
  path: '/api/page-views',
  method: 'POST',
  headers,
  body,
})
type Expected = [status: number, type: RegExp | null, Question]

/** Every kind of file, and every way to end at one. */
export const FILES: Expected[] = [
  [200, HTML, { path: '/' }],
  [200, HTML, { path: '/events' }],
  [200, HTML, { path: '/event/kansas-city-2026' }],
  [200, HTML, { path: '/', headers: { 'Accept-Encoding': 'br' } }],
  [200, HTML, { path: '/', method: 'HEAD' }],
  [404, HTML, { path: '/event/no-such-event' }],
  [404, HTML, { path: '/no-such-page' }],
  [404, HTML, { path: '/no-such-file.ics' }],
  [404, HTML, { path: '/event/no-such-event.ics' }],
  [404, HTML, { path: '/_headers' }],
  [404, HTML, { path: '/.env' }],
  [404, HTML, { path: '/..%2f..%2fpackage.json' }],
  [301, null, { path: '/event/kansas-city' }],
  [200, HTML, { path: '/forum' }],
  [200, HTML, { path: '/forum?sort=top', headers: { 'Accept-Encoding': 'br' } }],
  [200, HTML, { path: '/forum', method: 'HEAD' }],
  [200, HTML, { path: '/forum/search?q=bearing' }],
  [404, HTML, { path: '/forum/no-such-page' }],
  [404, HTML, { path: '/forum/post/no-such-post' }],
  [404, HTML, { path: '/forum/%70ost/x' }],
  [404, HTML, { path: '/forum-shell' }],
  [404, HTML, { path: '/_forum-shell.json' }],
  [405, TEXT, { path: '/events', method: 'POST' }],
  [405, TEXT, { path: '/', method: 'DELETE' }],
  [200, CALENDAR, { path: '/events.ics' }],
  [200, CALENDAR, { path: '/event/kansas-city-2026.ics' }],
  [200, /^application\/xml; charset=utf-8$/i, { path: '/sitemap.xml' }],
  [200, TEXT, { path: '/robots.txt' }],
  [200, JSON_TEXT, { path: '/build.json' }],
  [200, /^image\/svg\+xml/i, { path: '/favicon.svg' }],
  [200, /^image\/svg\+xml/i, { path: '/demo/logos/corvane.svg' }],
  [200, /^image\/png$/, { path: '/og/kansas-city-2026.png' }],
  [200, /^font\/woff2$/, { path: '/fonts/big-shoulders-800.v1.woff2' }],
]

/** What functions and the server itself answer, but for what only a broken database brings about. */
export const ANSWERS: Expected[] = [
  [200, JSON_TEXT, { path: '/api/health' }],
  [200, JSON_TEXT, { path: '/api/events' }],
  [200, JSON_TEXT, { path: '/api/events/featured' }],
  [200, JSON_TEXT, { path: '/api/events/kansas-city-2026' }],
  [200, JSON_TEXT, { path: '/api/navigation' }],
  [204, null, view('{"pagePath":"/"}')],
  [400, PROBLEM, view('{"pagePath":')],
  [400, PROBLEM, view('{"pagePath":"/","unknown":1}')],
  [400, PROBLEM, { path: '/api/events/' }],
  [400, PROBLEM, { path: '/api/events?limit=0' }],
  [403, PROBLEM, view('{}', { 'Content-Type': 'application/json' })],
  [403, PROBLEM, view('{}', { ...ours, 'Sec-Fetch-Site': 'cross-site' })],
  [404, PROBLEM, { path: '/api/events/no-such-event' }],
  [404, PROBLEM, { path: '/api/no-such-thing' }],
  [404, PROBLEM, { path: `/media/${'b'.repeat(64)}` }],
  [405, PROBLEM, { path: '/api/events', method: 'DELETE' }],
  [413, PROBLEM, view(`{"pagePath":"${'x'.repeat(70_000)}"}`)],
  [415, PROBLEM, view('{}', { ...ours, 'Content-Type': 'text/plain' })],
  [200, /^application\/atom\+xml; charset=utf-8$/, { path: '/forum/feed.atom' }],
  [200, /^application\/xml; charset=utf-8$/, { path: '/forum/sitemap.xml' }],
  [301, null, { path: '/forum/' }],
  [302, null, { path: '/forum?cursor=x' }],
  [405, TEXT, { path: '/forum', method: 'POST' }],
  [400, TEXT, { path: '/%ff' }],
  [401, TEXT, { path: '/__local/hooks/build/guess', method: 'POST' }],
  [405, TEXT, { path: '/__local/hooks/build/guess' }],
]

/** What is asked, in one line. */
export function getName({ path, method = 'GET', headers = {}, body = '' }: Question): string {
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [method, path, body.slice(0, 30), ...sent].filter((part) => part !== '').join(' ')
}
