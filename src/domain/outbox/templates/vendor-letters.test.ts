import { describe, expect, test } from 'vitest'
import { vendorInvited, vendorSignIn } from './vendor-letters.ts'

const site = { siteName: 'Uptime Workshops', siteUrl: 'https://uptime.example' }
const token = 'T'.repeat(43)

describe('letters to people at vendors', () => {
  test('an invitation says for which vendor, and until when, and has the link with its token after the #', () => {
    const expiresAt = Date.UTC(2026, 11, 5, 17)
    const path = `/vendor-portal#invite=${token}`
    const letter = vendorInvited(site, { name: 'Maria', vendorName: 'Torque <b>&</b> Sons', expiresAt, path })
    expect(letter.subject).toBe('You are invited to the vendor portal of Uptime Workshops')
    for (const body of [letter.text, letter.html]) {
      expect(body).toContain('Hello Maria,')
      expect(body).toContain(`https://uptime.example${path}`)
      expect(body).toContain('Dec 5, 2026')
    }
    expect(letter.text).toContain('Torque <b>&</b> Sons')
    // A name may end in a full stop of its own.
    const company = vendorInvited(site, { name: 'Maria', vendorName: 'Wrenchworks Inc.', expiresAt, path })
    expect(company.text).not.toContain('..')
    expect(letter.html).toContain('Torque &lt;b&gt;&amp;&lt;/b&gt; Sons')
  })

  test('a sign-in link for several vendors names each of them on its button', () => {
    const links = ['Valves', 'Pumps'].map((vendorName) => ({
      vendorName,
      path: `/vendor-portal#sign-in=${vendorName}`,
    }))
    const [one, two] = [
      vendorSignIn(site, { name: 'Maria', links: links.slice(0, 1) }),
      vendorSignIn(site, { name: 'Maria', links }),
    ]
    expect(one.text).toContain('For Valves, here is your link to the vendor portal.')
    expect(one.text).not.toContain('Sign in for')
    for (const body of [two.text, two.html])
      for (const { vendorName, path } of links) {
        expect(body).toContain(`Sign in for ${vendorName}`)
        expect(body).toContain(`https://uptime.example${path}`)
      }
  })
})
