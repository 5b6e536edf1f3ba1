import { useQuery } from '@tanstack/react-query'
import { isStillSeen } from '#src/contract/build.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { buildsQuery } from '../../build-status.ts'

/** Says that visitors still see an event that was unpublished, until a build without it is live. */
export function StillSeen({ unpublishedRevision }: { unpublishedRevision: number | null }) {
  const { data } = useQuery(buildsQuery)
  return data && isStillSeen(unpublishedRevision, data) && <Badge tone="waiting">Visitors still see it</Badge>
}
