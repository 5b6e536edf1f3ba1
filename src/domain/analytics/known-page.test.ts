import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findPage } from './known-page.ts'

describe('the pages that are counted', () => {
  test.each([
    ['/', { path: '/' }],
    ['/events/', { path: '/events' }],
    ['/events/past/3', { path: '/events/past/:page' }],
    ['/events/2027-03', { path: '/events/:month' }],
    ['/event/tulsa-2027', { path: '/event/tulsa-2027', eventSlug: 'tulsa-2027' }],
    ['/shop/grease-card', { path: '/shop/grease-card', productSlug: 'grease-card' }],
    ['/about', { path: '/about', pageSlug: 'about' }],
    ['/shop/cart', { path: '/shop/cart' }],
    ['/shop/page/2', { path: '/shop/page/:page' }],
    ['/forum/search', { path: '/forum/search' }],
    ['/forum/post/8f14e45f-ceea-467f-a8b1-0c2f6d1f6a10', { path: '/forum/post/:id' }],
    ['/forum/member/ada', { path: '/forum/member/:username' }],
    ['/forum/category/bearings', { path: '/forum/category/:slug' }],
    ['/logistics-form/secret', { path: '/logistics-form/:token' }],
    ['/admin/users/7', { path: '/admin' }],
  ])('%s is %j', (path, page) => {
    expect(findPage(path)).toEqual(page)
  })

  test.each([
    ...['/preview', '/og', '/Events', '/events/past', '/events/past/x', '/events/2027', '/event/Tulsa', '/event/a'],
    ...[
      '/event/tulsa/x',
      '/shop/x/y',
      '/forum/x',
      '/forum/post/a/b',
      '/wp-login.php',
      '/.env',
      '/logistics-form/a/b',
      '//',
    ],
  ])('%s is none', (path) => {
    expect(findPage(path)).toBeUndefined()
  })

  test('are all pages of the site but the preview', () => {
    const folder = join(import.meta.dirname, '../../pages')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.astro'))
    const paths = files.map((file) => {
      const path = file.replaceAll('\\', '/').replace(/(^|\/)index\.astro$|\.astro$/, '')
      return `/${path
        .replace('[slug]', 'some-slug')
        .replace(/^\[page\]$/, 'about')
        .replace('[page]', '2')
        .replace('[month]', '2027-03')}`
    })
    expect(paths.length).toBeGreaterThan(15)
    const unknown = paths.filter((path) => findPage(path) === undefined)
    // Two are shown at addresses that are not their own, and one is the shell of every page of the forum.
    expect(unknown.toSorted()).toEqual(['/404', '/event-fallback', '/forum-shell', '/preview'])
  })
})
