import { z } from 'zod'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { searchText } from '#src/contract/library.ts'
import { pageFields } from '#src/contract/page.ts'
import {
  bulkInviteInput,
  invitePreviewInput,
  VENDOR_INVITE_STATES,
  vendorContactVersion,
  vendorInviteInput,
} from '#src/contract/vendor-invite.ts'
import { bulkInvite, previewInvites } from '#src/domain/vendor-contacts/bulk-invite.ts'
import { inviteAgain, inviteContact, revokeContact } from '#src/domain/vendor-contacts/invite.ts'
import { listContacts } from '#src/domain/vendor-contacts/list-contacts.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, makeContext, noStore } from '../request.ts'
import { routes } from '../routes.ts'
import { timePlace } from './users.ts'

const contactsQuery = z.strictObject({
  ...pageFields(timePlace),
  q: searchText,
  state: z.enum(VENDOR_INVITE_STATES).optional(),
})
/** Bytes of the lines of a file. */
const MOST_FILE = 512_000

/** The people of vendors who have access to the portal, and their invitations. (decision 0057) */
export const vendorInviteRoutes = routes('admin')
  .get('/', noStore, acceptQuery(contactsQuery), async (c) => {
    const { cursor, ...ask } = c.req.valid('query')
    return c.json(await listContacts(c.var.db, { ...ask, after: cursor }, c.var.clock()))
  })
  .post('/', noStore, accept(vendorInviteInput), async (c) =>
    c.json(await inviteContact(c.var.db, c.req.valid('json'), makeContext(c)), 201),
  )
  .post('/preview', noStore, accept(invitePreviewInput, MOST_FILE), async (c) =>
    c.json({ lines: await previewInvites(c.var.db, c.req.valid('json').lines) }),
  )
  .post('/bulk', noStore, accept(bulkInviteInput), async (c) =>
    c.json({ outcomes: await bulkInvite(c.var.db, c.req.valid('json'), makeContext(c)) }),
  )
  .post('/:id/invite', noStore, accept(vendorContactVersion), async (c) => {
    const { version } = c.req.valid('json')
    return c.json(await inviteAgain(c.var.db, { id: idIn(c, NOT_FOUND.contact), version }, makeContext(c)))
  })
  .post('/:id/revoke', noStore, accept(vendorContactVersion), async (c) => {
    const { version } = c.req.valid('json')
    return c.json(await revokeContact(c.var.db, { id: idIn(c, NOT_FOUND.contact), version }, makeContext(c)))
  })
