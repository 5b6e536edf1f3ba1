import { queryOptions } from '@tanstack/react-query'
import type { Changed } from '#src/contract/changed.ts'
import type { Setting, SettingChange, SettingKey } from '#src/contract/setting.ts'
import { api, ask } from '../../api.ts'

/** Every setting there is. */
export const settingsQuery = queryOptions<{ items: Setting[] }>({
  queryKey: ['settings'],
  queryFn: () => ask(() => api.settings.$get()),
  staleTime: 0,
})

export const saveSetting = (key: SettingKey, json: SettingChange): Promise<Changed<Setting>> =>
  ask(() => api.settings[':key'].$put({ param: { key }, json }))
