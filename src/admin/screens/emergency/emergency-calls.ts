import { queryOptions } from '@tanstack/react-query'
import type { EmergencyAction, EmergencyForecast, EmergencyLine, EmergencyStatus } from '#src/contract/emergency.ts'
import { api, ask } from '../../api.ts'

/** What is closed, held and was done lately. */
export const emergencyQuery = queryOptions<EmergencyStatus>({
  queryKey: ['emergency'],
  queryFn: () => ask(() => api.emergency.$get()),
  staleTime: 0,
})

/** What an action would do now. */
export const countAction = (action: EmergencyAction): Promise<EmergencyForecast> =>
  ask(() => api.emergency.count.$get({ query: { action: JSON.stringify(action) } }))

type Request = { id: string; action: EmergencyAction; isDrill: boolean; confirmation: string }

export const performAction = (json: Request): Promise<EmergencyLine> => ask(() => api.emergency.$post({ json }))
