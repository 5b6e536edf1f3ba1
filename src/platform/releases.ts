import { z } from 'zod'
import { NO_SUCH_RELEASE, type PastRelease } from '#src/contract/emergency.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Env } from './env.ts'

/** The built versions of the site on its host, and how to go back to one; or the steps, where the host cannot be asked. */
export type Releases =
  | {
      /** Kept versions, the newest first. Throws `unavailable`. */
      list: () => Promise<PastRelease[]>
      /** Makes one live at once, without a build. Throws `conflict` for one that is gone, or `unavailable`. */
      restore: (id: string) => Promise<void>
    }
  | { steps: readonly string[] }

/** What to do by hand on Netlify, where no token is configured. */
const NETLIFY_STEPS: Releases = {
  steps: [
    'Open your project on app.netlify.com and choose Deploys.',
    'Choose the last deploy that was right and press Publish deploy. Visitors see it within seconds.',
    'To keep later changes from replacing it, press Lock to stop auto publishing. Unlock it when you are done.',
  ],
}

const API = 'https://api.netlify.com/api/v1'
const WITHIN = 8_000
const NOT_ANSWERED = 'The host did not answer. Put the version back on the host itself.'

const deploys = z.array(
  z.object({
    id: z.string(),
    state: z.string(),
    context: z.string().optional(),
    published_at: z.string().nullish(),
    created_at: z.string(),
  }),
)

type Hosting = Pick<Env, 'netlifyToken' | 'netlifySiteId'>

/** Netlify's deploys where the environment allows to ask for them, else the steps. */
export function hostReleases({ netlifyToken: token, netlifySiteId: siteId }: Hosting): Releases {
  return token === undefined || siteId === undefined ? NETLIFY_STEPS : netlifyReleases({ token, siteId })
}

type Netlify = { token: string; siteId: string; api?: string }

/** Netlify's deploys of one project, through its API. The token is sent to Netlify alone and is in no message. */
export function netlifyReleases({ token, siteId, api = API }: Netlify): Releases {
  const call = async (path: string, method = 'GET'): Promise<unknown> => {
    const url = `${api}/sites/${encodeURIComponent(siteId)}${path}`
    const headers = { Authorization: `Bearer ${token}` }
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN),
    }).catch(() => undefined)
    if (response?.status === 404) throw new Failure('conflict', NO_SUCH_RELEASE)
    if (!response?.ok) throw new Failure('unavailable', NOT_ANSWERED)
    return response.json().catch(() => undefined)
  }
  const site = z.object({ published_deploy: z.object({ id: z.string() }).nullish() })
  return {
    list: async () => {
      const [found, live] = await Promise.all([call('/deploys?per_page=20&production=true'), call('')])
      const parsed = deploys.safeParse(found)
      if (!parsed.success) throw new Failure('unavailable', NOT_ANSWERED)
      const liveId = site.safeParse(live).data?.published_deploy?.id
      return parsed.data
        .filter(({ state, context = 'production' }) => state === 'ready' && context === 'production')
        .map(({ id, published_at, created_at }) => ({
          id,
          revision: null,
          builtAt: Date.parse(published_at ?? created_at),
          isLive: id === liveId,
        }))
    },
    restore: async (id) => {
      await call(`/deploys/${encodeURIComponent(id)}/restore`, 'POST')
    },
  }
}
