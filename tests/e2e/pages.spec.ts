import { brotliCompressSync } from 'node:zlib'
import { featuredPath, publicPaths, violations, watchScripts } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

test.describe('every page', () => {
  for (const { look, scheme, ...size } of [
    { look: 'wide', width: 1280, height: 800, scheme: 'light' },
    { look: 'wide and dark', width: 1280, height: 800, scheme: 'dark' },
    { look: 'narrow', width: 320, height: 640, scheme: 'light' },
    { look: 'magnified to 400 % and dark', width: 320, height: 200, scheme: 'dark' },
  ] as const) {
    test(`breaks no rule of accessibility, ${look}`, async ({ page, product, trouble }) => {
      test.setTimeout(120_000)
      trouble.allow(/404/)
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: scheme })
      const found: string[] = []
      for (const path of await publicPaths(product.url)) {
        await page.goto(path, { waitUntil: 'networkidle' })
        found.push(...(await violations(page)).map((fault) => `${path} ${fault}`))
      }
      expect(found).toEqual([])
    })
  }

  test('carries its policy as a header, without a hole', async ({ page, product, trouble }) => {
    trouble.allow(/404/)
    for (const path of await publicPaths(product.url)) {
      const response = await page.goto(path, { waitUntil: 'networkidle' })
      const policy = response?.headers()['content-security-policy'] ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
    }
  })

  test('needs no sideways scrolling on a small phone', async ({ page, product, trouble }) => {
    trouble.allow(/404/)
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of await publicPaths(product.url)) {
      await page.goto(path)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, path).toBeLessThanOrEqual(320)
    }
  })

  test('arrives in one request within its weight, with no file of script', async ({ page, product, trouble }) => {
    trouble.allow(/404/)
    const scripts = watchScripts(page)
    for (const path of await publicPaths(product.url)) {
      await page.goto(path, { waitUntil: 'networkidle' })
      const html = await (await fetch(product.url + path)).text()
      const most = path === '/' || path.startsWith('/event/') ? 16_000 : 20_000
      expect(brotliCompressSync(html).length, path).toBeLessThanOrEqual(most)
      const inline = await page.evaluate(() =>
        [...document.scripts].filter(({ type }) => type === '' || type === 'module').map(({ text }) => text.length),
      )
      expect(
        inline.reduce((sum, length) => sum + length, 0),
        path,
      ).toBeLessThanOrEqual(2_000)
    }
    expect(scripts).toEqual([])
  })

  test('runs no script that somebody smuggled in', async ({ page, trouble }) => {
    trouble.allow(/Content Security Policy/)
    await page.goto('/')
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.documentElement.dataset.smuggled = ""'
      document.body.append(script)
    })
    await expect(page.locator('html')).not.toHaveAttribute('data-smuggled')
    const [byHeader, byMeta] = [1, 1]
    let refused = 0
    await expect.poll(() => (refused += trouble.takeViolations().length)).toBe(byHeader + byMeta)
  })
})

test.describe('the keyboard', () => {
  test('never loses its focus under the bar', async ({ page, product }) => {
    await page.goto(await featuredPath(product.url))
    const hidden: string[] = []
    for (let steps = 0; steps < 60; steps++) {
      await page.keyboard.press('Tab')
      const fault = await page.evaluate(() => {
        const focused = document.activeElement
        if (!focused || focused === document.body) return 'end'
        const { top, bottom } = focused.getBoundingClientRect()
        const isCovered = !focused.closest('header') && focused.matches(':not([href="#content"])') && top < 88
        return isCovered && bottom < innerHeight ? focused.outerHTML.slice(0, 80) : ''
      })
      if (fault === 'end') break
      if (fault) hidden.push(fault)
    }
    expect(hidden).toEqual([])
  })

  test('skips to the content', async ({ page }) => {
    await page.goto('/events')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
  })

  test('opens and closes the menu on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Menu' })
    const signIn = page.getByRole('link', { name: 'Sign In' })
    await expect(signIn).toBeHidden()
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(signIn).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(signIn).toBeHidden()
    await expect(button).toBeFocused()
  })

  test('finds targets of at least 24 by 24 pixels', async ({ page, trouble }) => {
    trouble.allow(/404/)
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of ['/', '/events', '/no-such-page']) {
      await page.goto(path)
      const small = await page.locator('a:visible, button:visible').evaluateAll((targets) =>
        targets
          .filter((target) => !target.matches('p a, [href="#content"]'))
          .map((target) => ({ text: target.textContent, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(({ text }) => text),
      )
      expect(small, path).toEqual([])
    }
  })
})

test.describe('the bar', () => {
  test('is 88 pixels high and pads the page by as much', async ({ page }) => {
    await page.goto('/')
    const bar = await page.locator('header').boundingBox()
    expect(bar).toMatchObject({ y: 0, height: 88 })
    await expect(page.locator('body')).toHaveCSS('padding-top', '88px')
  })

  test('names the featured event and offers Sign In', async ({ page, product }) => {
    await page.goto('/events')
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expect(nav.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth')
    await expect(nav.locator(`a[href="${await featuredPath(product.url)}"]`)).toBeVisible()
  })
})

test('a product without the setting shows no bar, only its name', async ({ page, empty }) => {
  await page.goto(empty.url)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
})

test.describe('the events list', () => {
  test('shows upcoming and past workshops with their cities', async ({ page }) => {
    await page.goto('/events')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Upcoming', 'Past'])
    await expect(page.locator('#upcoming li.plate')).not.toHaveCount(0)
    await expect(page.locator('#past li:visible')).not.toHaveCount(0)
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('shows one city alone by its address', async ({ page }) => {
      await page.goto('/events')
      const cities = page.locator('#upcoming .city:visible')
      const all = await cities.count()
      expect(all).toBeGreaterThan(1)
      await page.getByRole('navigation', { name: 'Filter by city' }).getByRole('link').nth(1).click()
      await expect(cities).toHaveCount(1)
      await page.getByRole('link', { name: 'All cities' }).click()
      await expect(cities).toHaveCount(all)
    })
  })
})

test('any other path is a 404 page with a way home', async ({ page, trouble }) => {
  trouble.allow(/404/)
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/')
})
