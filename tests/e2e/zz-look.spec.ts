import { enterAs } from './support/admin-page.ts'
import { test } from './support/site-test.ts'
test('look', async ({ page, context, product }) => {
  await enterAs(context, product, 'owner')
  for (const [name, path, w] of [['lib', '/admin/library/agenda', 360], ['users', '/admin/users?tab=addresses', 360], ['forum', '/admin/forum?queue=hidden', 360], ['mails', '/admin/email-diagnostics?state=sent', 360], ['audit', '/admin/audit-logs', 1440], ['events', '/admin/event/manage', 1440], ['audit1366', '/admin/audit-logs', 1366]] as const) {
    await page.setViewportSize({ width: w, height: 800 })
    await page.goto(path)
    await page.waitForTimeout(2500)
    await page.screenshot({ path: `/tmp/look-${name}.png` })
    console.log(name, JSON.stringify(await page.evaluate(() => [...document.querySelectorAll('.admin-tabs, [role=tablist], main search')].map((e) => [e.className.slice(0, 20), e.clientWidth, e.scrollWidth, e.clientHeight, (e as HTMLElement).scrollLeft, [...e.children].map((c) => { const r = c.getBoundingClientRect(); return [c.textContent?.slice(0, 16), Math.round(r.x), Math.round(r.y), Math.round(r.width)] })]))))
  }
})
