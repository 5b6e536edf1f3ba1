/** The door of this folder: what other rooms may use of the settings. */
export { listSettings } from './list-settings.ts'
export { saveSetting } from './save-setting.ts'
