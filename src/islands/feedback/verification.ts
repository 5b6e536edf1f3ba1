import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { VerifiedReport } from '#src/contract/report.ts'
import { createLinkResource } from '../resource/link-resource.ts'

/** A report behind its link, before and after the click. `failure` is why the last click failed. */
type Verification = { token: string; report: VerifiedReport | null; isBusy: boolean; failure: string | null }

/** Verifies a report by its link. `send` is `POST /api/reports/verify`; it throws `ApiError`. */
export function createVerification(send: (token: string) => Promise<VerifiedReport>) {
  const link = createLinkResource(
    async (token): Promise<Verification> => ({ token, report: null, isBusy: false, failure: null }),
    LINK_DEAD,
  )
  return {
    ...link,
    /** Verifies the report, after the click on the button. Until then nothing is requested. (security P-33) */
    verify: async () => {
      const state = link.$state.get()
      if (state.status !== 'ready' || state.value.isBusy) return
      const before = { ...state.value, failure: null }
      await link.act(
        { ...before, isBusy: true },
        async () => ({ ...before, report: await send(before.token) }),
        ({ detail }) => ({ ...before, failure: detail }),
      )
    },
  }
}
