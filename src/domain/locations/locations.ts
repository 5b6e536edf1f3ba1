/** The door of this folder: what other rooms may use of the location library. */
export { deleteLocation } from './delete-location.ts'
export { findLocationTwins } from './find-location-twins.ts'
export { listLocations, readLocation, readLocationUses } from './read-locations.ts'
export { createLocation, updateLocation } from './save-location.ts'
