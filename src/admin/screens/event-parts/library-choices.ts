import type { TeamEntry } from '#src/contract/team-member.ts'
import type { VendorEntry } from '#src/contract/vendor.ts'
import { api, ask } from '../../api.ts'
import { type List, useList } from '../../blocks/use-list.ts'

/** One entry of a library, as somebody chooses it. */
export type Choice = { id: string; name: string; detail: string | null }

/** The vendors of the library that fit the words. */
export function useVendorChoices(q: string): List<Choice> {
  return useList(['vendors', 'choices', q], async (cursor) => {
    const { items, nextCursor } = await ask(() => api.vendors.$get({ query: { q, ...cursor } }))
    return { items: items.map(ofVendor), nextCursor }
  })
}

/** The people of the library that fit the words. */
export function useTeamChoices(q: string): List<Choice> {
  return useList(['team', 'choices', q], async (cursor) => {
    const { items, nextCursor } = await ask(() => api.team.$get({ query: { q, ...cursor } }))
    return { items: items.map(ofMember), nextCursor }
  })
}

function ofVendor({ id, vendorName, tags, websiteUrl }: VendorEntry): Choice {
  return { id, name: vendorName, detail: tags ?? websiteUrl }
}

function ofMember({ id, fullName, title }: TeamEntry): Choice {
  return { id, name: fullName, detail: title }
}
