import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SiteContact } from './ContactLinks.tsx'

test('where no event may be named, the contact of the site is shown, or else the feedback form', () => {
  const contact = { name: 'Maria Ortiz', email: 'maria@plant.example', phone: '918 555 0100' }
  const shown = renderToStaticMarkup(<SiteContact contact={contact} />)
  expect(shown).toContain('The email with your link names the contact of your workshop.')
  for (const part of ['Maria Ortiz', 'href="mailto:maria@plant.example"', 'href="tel:9185550100"'])
    expect(shown).toContain(part)
  expect(shown).not.toContain('/feedback')
  expect(renderToStaticMarkup(<SiteContact contact={null} />)).toContain('href="/feedback"')
})
