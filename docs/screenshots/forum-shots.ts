import type { Page } from '@playwright/test'
import type { Shot } from './take.ts'

/** The pictures of the forum's pages, as everybody gets them. */

const phone = { width: 360, height: 740 }
const desk = { width: 1440, height: 900 }
const dark = { colorScheme: 'dark' } as const

const read = (title: string) => async (page: Page) => {
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}
const solved = read('High 2x on a rewound 200 hp motor')
const gone = read('Every root cause ends with')

export const forumShots: Shot[] = [
  { name: 'forum-1440', path: '/forum', size: desk },
  { name: 'forum-360-dark', path: '/forum', size: phone, look: dark },
  { name: 'forum-topic-1440', path: '/forum', size: desk, after: solved },
  { name: 'forum-topic-360', path: '/forum', size: phone, after: solved },
  { name: 'forum-topic-1440-dark', path: '/forum', size: desk, look: dark, after: gone },
  { name: 'forum-search-1440', path: '/forum/search?q=shim', size: desk },
  { name: 'forum-member-360-dark', path: '/forum/member/hollis', size: phone, look: dark, fold: true },
  { name: 'forum-new-1440', path: '/forum/new?category=lubrication', size: desk, fold: true },
]
