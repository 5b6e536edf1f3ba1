import { probeSite } from '#netlify/calls.ts'
import { runJobs } from '#netlify/jobs.ts'

/**
 * Everything that is scheduled. How often is said in netlify.toml, where it can be changed without code; what is urgent is
 * done after the answer of the request that asked for it.
 */
export default async function handle(): Promise<Response> {
  await Promise.all([runJobs(), probeSite()])
  return new Response(null, { status: 204 })
}
